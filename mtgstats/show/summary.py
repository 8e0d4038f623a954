"""What one tally says: counts, rates, moments, quantiles. Plain functions of a tally; intervals are in `intervals`."""

from collections.abc import Iterator

from mtgstats.errors import ResultError
from mtgstats.run.tallies import Tally
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import First

Value = bool | int | str


def count_of(tally: Tally, value: Value) -> float:
    """The count (or probability) of one value; 0 where it never came up."""
    for own, number in zip(tally.values, tally.counts, strict=True):
        if own == value:
            return number if isinstance(number, int) else float(number)
    return 0


def rate(tally: Tally, value: Value) -> float:
    """The count of one value as a share of the total; NaN where the total is 0."""
    return float(count_of(tally, value)) / float(tally.total) if tally.total else float("nan")


def moments(tally: Tally) -> tuple[float, float]:
    """Mean and variance (divisor n) of a condition or quantity; NaN where the total is 0."""
    _check_numbers(tally)
    if not tally.total:
        return float("nan"), float("nan")
    pairs = [(int(value), float(number)) for value, number in zip(tally.values, tally.counts, strict=True)]
    mean = sum(value * number for value, number in pairs) / float(tally.total)
    return mean, sum((value - mean) ** 2 * number for value, number in pairs) / float(tally.total)


def quantile(tally: Tally, q: float) -> int:
    """The smallest value that at least a share `q` of the games did not exceed."""
    _check_numbers(tally)
    if not 0 <= q <= 1:
        raise ResultError(f"q: got {q}; a quantile is asked of a share from 0 to 1, such as 0.5 for the median")
    if not tally.total:
        raise ResultError(f"watch {tally.watch!r} at mark {tally.mark!r} counted no game, so it has no quantiles")
    share = 0.0
    for value, number in zip(tally.values, tally.counts, strict=True):
        share += float(number)
        # Probabilities add up to their total only within rounding.
        if number and share >= q * float(tally.total) * (1 - 1e-12):
            return int(value)
    return int(tally.values[-1])


def shown_values(tally: Tally) -> Iterator[Value]:
    """The values a table shows: of a condition only that it holds."""
    return iter((True,) if tally.kind == "condition" else tally.values)


def never_value(plan: Plan, watch: str) -> int | None:
    """The number by which a watched `first(condition)` says that it never held; none of other watches."""
    found = any(own.name == watch and isinstance(own.what, First) for own in plan.watches)
    return plan.last_turn + 1 if found else None


def _check_numbers(tally: Tally) -> None:
    if tally.kind == "cards":
        raise ResultError(f"watch {tally.watch!r} says which cards; they have rates by name, no mean or quantile")
