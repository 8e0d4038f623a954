"""Comparisons: plans or decks that met the same shuffles, with what differed game by game."""

from dataclasses import asdict, dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Literal

from mtgstats.run.tallies import JointTally

from .grid import Grid, told_once
from .pairing import Difference, holm, of_means, of_rates
from .result import Result
from .rounding import difference

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from .reporting import Page

Measure = Literal["rate", "mean"]


@dataclass(frozen=True)
class Crossed:
    """The games of two named results met one by one: the joint tally of one watch at one mark."""

    first: str
    second: str
    kind: Measure
    table: JointTally

    def difference(self, level: float) -> Difference:
        """What the table says."""
        return (of_rates if self.kind == "rate" else of_means)(self.table, level)


@dataclass(frozen=True)
class Pair:
    """One watch at one mark, compared between two names over the same games: first minus second.

    In `better` games the first had more (of a condition: had it, and the second not), in `worse` the second, in `same`
    neither. `trials` are the games counted: all, or those in which the `given` of both held. `low` and `high` are the
    paired interval of `difference` (Bonett and Price's for rates, Student's for means), `unpaired_low` and
    `unpaired_high` what as many games on shuffles of their own would have given. `p` is two-sided and agrees with the
    paired interval; `p_holm` is Holm's, over all rows of the comparison; `verdict` says what it allows to be said: that
    the first is higher or lower, that no difference is shown, or that no game differed.
    """

    first: str
    second: str
    watch: str
    mark: str
    kind: Measure
    better: int
    worse: int
    same: int
    trials: int
    difference: float
    low: float
    high: float
    unpaired_low: float
    unpaired_high: float
    p: float
    p_holm: float
    verdict: str

    @property
    def saved(self) -> float:
        """How many times as many games would give the same interval on shuffles of their own."""
        width = self.high - self.low
        return ((self.unpaired_high - self.unpaired_low) / width) ** 2 if width else float("inf")

    @property
    def told(self) -> str:
        """The difference with its error, of rates in points."""
        scale, unit = (100, " points") if self.kind == "rate" else (1, "")
        return difference(scale * self.difference, (scale * self.low, scale * self.high), unit=unit)

    def __str__(self) -> str:
        shared = f"; sharing shuffles is worth {self.saved:.1f} times as many games" if self.better + self.worse else ""
        return (
            f"{self.watch} at {self.mark}, {self.first} instead of {self.second}: {self.told}, {self.verdict} "
            f"(p {_chance(self)}). More in {self.better:,}, less in {self.worse:,}, same in "
            f"{self.same:,} of {self.trials:,} games{shared}."
        )


@dataclass(frozen=True, repr=False)
class Comparison:
    """Results that met the same shuffles, by name, and what they were game by game; printed, a table of all pairs."""

    names: tuple[str, ...]
    results: tuple[Result, ...]
    crossed: tuple[Crossed, ...]

    def __getitem__(self, name: str) -> Result:
        return self.results[self.names.index(name)]

    @property
    def by_name(self) -> dict[str, Result]:
        """The results by name, as pictures take them."""
        return dict(zip(self.names, self.results, strict=True))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two that were compared, by watch and mark, with intervals at the level 0.95."""
        return self.pairs_at(0.95)

    def pairs_at(self, level: float) -> tuple[Pair, ...]:
        """The same, with intervals and verdicts at another level."""
        differences = [crossed.difference(level) for crossed in self.crossed]
        adjusted = holm([difference.p for difference in differences])
        return tuple(map(_pair, self.crossed, differences, adjusted, [level] * len(adjusted)))

    def frame(self, *, level: float = 0.95) -> "pd.DataFrame":
        """One row for each pair, watch and mark: the fields of `Pair`, and `saved`."""
        import pandas as pd

        rows = [asdict(pair) | {"saved": pair.saved} for pair in self.pairs_at(level)]
        return pd.DataFrame(rows, columns=[*Pair.__dataclass_fields__, "saved"])

    def ranked(self, *, level: float = 0.95) -> tuple[Pair, ...]:
        """The pairs as people read them: of each watch at each mark the greatest gain first, equal ones as one pair."""
        pairs = self.pairs_at(level)
        places = list(dict.fromkeys((pair.watch, pair.mark) for pair in pairs))
        equal: dict[Pair, list[str]] = {}
        for pair in sorted(pairs, key=lambda pair: (places.index((pair.watch, pair.mark)), -pair.difference)):
            equal.setdefault(replace(pair, first=""), []).append(pair.first)
        return tuple(replace(pair, first=_names(names)) for pair, names in equal.items())

    def grid(self, *, level: float = 0.95) -> Grid:
        """The pairs as a table in words (see `ranked`)."""
        games, seed = self.results[0].games, self.results[0].seed
        rows = [(p.watch, p.mark, p.first, p.second, p.told, _chance(p), p.verdict) for p in self.ranked(level=level)]
        return Grid(
            f"{games:,} games on the same shuffles, seed {seed}; paired intervals at {100 * level:g} %",
            ("watch", "at", "with", "instead of", "difference", "p (Holm)", ""),
            told_once(rows, columns=2),
        )

    def plot(self, *, watch: str | None = None, ax: "Axes | None" = None) -> "Axes":
        """The differences with their intervals (see `mtgstats.show.plots.plot_compare`)."""
        from .plots import plot_compare

        return plot_compare(self, watch=watch, ax=ax)

    def page(self) -> "Page":
        """What a report shows of it (see `mtgstats.show.reporting.report`)."""
        from .reporting import page_of_comparison

        return page_of_comparison(self)

    def __str__(self) -> str:
        return str(self.grid())

    def _repr_html_(self) -> str:
        return self.grid()._repr_html_()

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.names)}: {len(self.crossed)} pairs>"


def _names(names: list[str]) -> str:
    return f"{names[0]} ({len(names) - 1} more alike)" if len(names) > 1 else names[0]


def _chance(pair: Pair) -> str:
    if isnan(pair.p_holm):
        return "unknown"
    return "< 1e-16" if pair.p_holm < 1e-16 else f"{pair.p_holm:.2g}"


def _pair(crossed: Crossed, found: Difference, p_holm: float, level: float) -> Pair:
    return Pair(
        first=crossed.first,
        second=crossed.second,
        watch=crossed.table.first,
        mark=crossed.table.first_mark,
        kind=crossed.kind,
        better=found.better,
        worse=found.worse,
        same=found.trials - found.better - found.worse,
        trials=found.trials,
        difference=found.value,
        low=found.paired[0],
        high=found.paired[1],
        unpaired_low=found.unpaired[0],
        unpaired_high=found.unpaired[1],
        p=found.p,
        p_holm=p_holm,
        verdict=_verdict(found, p_holm < 1 - level),
    )


def _verdict(found: Difference, shown: bool) -> str:
    if not found.trials:
        return "no game counted"
    if found.better == found.worse == 0:
        return "same in every game"
    if not shown:
        return "no difference shown"
    return "higher" if found.value > 0 else "lower"
