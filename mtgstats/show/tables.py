"""Results as tidy frames. The truth that text, pages and pictures are views of."""

from typing import TYPE_CHECKING, Any

from mtgstats.run.tallies import JointTally

from .intervals import wilson
from .result import Result
from .summary import count_of, moments, rate, shown_values

if TYPE_CHECKING:
    import pandas as pd

RATES = ["mark", "watch", "value", "count", "trials", "rate", "low", "high", "exact"]
MEANS = ["mark", "watch", "trials", "mean", "low", "high", "sd", "exact"]
UNKNOWN = float("nan")


def frame(result: Result, *, level: float = 0.95, exact: Result | None = None) -> "pd.DataFrame":
    """One row for each mark, watch and value: how many games (`count`) of how many (`trials`), `rate`, interval, exact.

    A condition has one row, that it holds. `trials` are the games counted over: those in which the watch's `given`
    held. `low` and `high` are Wilson's interval at `level`; `exact` is filled from an exact result of the same plan.
    In the frame of an exact result `count` and `trials` are missing and `rate`, `low`, `high` and `exact` are one.
    The frames of studies have two columns more in front, `source` (the card) and `n` (cards looked at).
    """
    rows: list[dict[str, Any]] = []
    for tally in result.tallies:
        for value in shown_values(tally):
            own = rate(tally, value)
            row: dict[str, Any] = {"mark": tally.mark, "watch": tally.watch, "value": value, "rate": own}
            if result.engine == "exact":
                row |= {"low": own, "high": own, "exact": own}
            else:
                count, total = int(count_of(tally, value)), int(tally.total)
                low, high = wilson(count, total, level)
                true = rate(exact.tally(tally.watch, tally.mark), value) if exact else UNKNOWN
                row |= {"count": count, "trials": total, "low": low, "high": high, "exact": true}
            rows.append(row)
    return _tidy(rows, RATES)


def means(result: Result, *, level: float = 0.95, exact: Result | None = None) -> "pd.DataFrame":
    """One row for each mark and quantity: the games counted (`trials`), `mean`, Student's interval, `sd`, exact.

    `sd` is the standard deviation from game to game, not the error of the mean.
    """
    rows: list[dict[str, Any]] = []
    for tally in result.tallies:
        if tally.kind == "quantity":
            place = tally.watch, tally.mark
            low, high = result.mean_interval(*place, level=level)
            row = {"mark": tally.mark, "watch": tally.watch, "mean": result.mean(*place), "low": low, "high": high}
            row |= {"sd": result.variance(*place) ** 0.5}
            if result.engine == "exact":
                row |= {"exact": row["mean"]}
            else:
                row |= {"trials": int(tally.total), "exact": moments(exact.tally(*place))[0] if exact else UNKNOWN}
            rows.append(row)
    return _tidy(rows, MEANS)


def joint_table(joint: JointTally) -> "pd.DataFrame":
    """Rates of each value of the first watch (rows) with each of the second (columns); they add up to 1."""
    import pandas as pd

    total = float(joint.total) or UNKNOWN
    rates = [[float(number) / total for number in row] for row in joint.counts]
    same = joint.first_mark == joint.second_mark
    first = joint.first if same else f"{joint.first} at {joint.first_mark}"
    second = joint.second if same else f"{joint.second} at {joint.second_mark}"
    return pd.DataFrame(
        rates,
        index=pd.Index(joint.first_values, name=first),
        columns=pd.Index(joint.second_values, name=second),
    )


def joint_frame(result: Result, joint: JointTally, *, level: float = 0.95) -> "pd.DataFrame":
    """The same tidy, with Wilson's intervals: one row for each pair of values, in columns `first` and `second`."""
    rows: list[dict[str, Any]] = []
    for first, counts in zip(joint.first_values, joint.counts, strict=True):
        for second, number in zip(joint.second_values, counts, strict=True):
            own = float(number) / float(joint.total) if joint.total else UNKNOWN
            row: dict[str, Any] = {"first": first, "second": second, "rate": own}
            if result.engine == "exact":
                row |= {"low": own, "high": own, "exact": own}
            else:
                low, high = wilson(int(number), int(joint.total), level)
                row |= {"count": int(number), "trials": int(joint.total), "low": low, "high": high, "exact": UNKNOWN}
            rows.append(row)
    return _tidy(rows, ["first", "second", *RATES[3:]])


def _tidy(rows: list[dict[str, Any]], columns: list[str]) -> "pd.DataFrame":
    """A frame with whole numbers as such, missing where there are none."""
    import pandas as pd

    tidy = pd.DataFrame(rows, columns=columns)
    whole = {name: "Int64" for name in ("count", "trials") if name in columns}
    return tidy.astype(whole)
