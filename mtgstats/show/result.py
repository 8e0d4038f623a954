"""The result: one type for all engines. Tallies are kept; rates, means, intervals are asked of them, at any level."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from mtgstats.errors import ResultError
from mtgstats.read.deck import Deck
from mtgstats.run.randomness import STREAM
from mtgstats.run.tallies import JointTally, Tally
from mtgstats.say.plan import Plan

from .environment import Environment
from .intervals import Interval, mean_interval, wilson
from .summary import Value, count_of, moments, quantile, rate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from .reporting import Page

Engine = Literal["simulate", "exact"]


@dataclass(frozen=True, repr=False)
class Result:
    """What a plan gave with a deck: a tally for each watch and mark, and how it was made.

    `trials` are the ranges of trial numbers that were played (empty for exact results), `seed` their seed. `finished`
    is false for a run that was stopped early: its tallies are those of the trials named, no less right. `dealt_as` is
    the deck whose shuffles these games met, where it was another one (see `compare`). Results are equal when they say
    the same; `environment` and `notes` do not count. Where a `mark` is not given, it is the last one at which the watch
    is recorded.
    """

    plan: Plan
    deck: Deck
    engine: Engine
    tallies: tuple[Tally, ...]
    seed: int | None = None
    trials: tuple[range, ...] = ()
    stream: int = STREAM
    finished: bool = True
    joints: tuple[JointTally, ...] = ()
    dealt_as: Deck | None = None
    environment: Environment = field(default_factory=Environment.here, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def games(self) -> int:
        """How many games were played; 0 for an exact result."""
        return sum(len(trials) for trials in self.trials)

    @property
    def version(self) -> str:
        """The version of mtgstats that made it."""
        return self.environment.mtgstats

    # --- numbers ------------------------------------------------------------------------------------------------------

    def tally(self, watch: str, mark: str | None = None) -> Tally:
        """The tally of a watch at a mark."""
        found = [tally for tally in self.tallies if tally.watch == watch and mark in (None, tally.mark)]
        if not found:
            known = ", ".join(f"{tally.watch!r} at {tally.mark!r}" for tally in self.tallies)
            raise ResultError(
                f"watch {watch!r} was not recorded{f' at {mark!r}' if mark else ''}; recorded are {known or 'none'}"
            )
        return found[-1]

    def rate(self, watch: str, mark: str | None = None, value: Value = True) -> float:
        """How often the watch had this value: of all games, or of those in which its `given` held."""
        return rate(self.tally(watch, mark), value)

    def interval(self, watch: str, mark: str | None = None, value: Value = True, *, level: float = 0.95) -> Interval:
        """Wilson's interval for a simulated rate; an exact rate is its own interval."""
        tally = self.tally(watch, mark)
        if self.engine == "exact":
            return (rate(tally, value),) * 2
        return wilson(int(count_of(tally, value)), int(tally.total), level)

    def distribution(self, watch: str, mark: str | None = None) -> dict[Value, float]:
        """The rate of each value of a condition or quantity, of each card by name for `which`."""
        tally = self.tally(watch, mark)
        return {value: rate(tally, value) for value in tally.values}

    def mean(self, watch: str, mark: str | None = None) -> float:
        """The mean of a quantity; of a condition its rate."""
        return moments(self.tally(watch, mark))[0]

    def variance(self, watch: str, mark: str | None = None) -> float:
        """The variance of a quantity: exact, or the sample variance (divisor n - 1)."""
        tally = self.tally(watch, mark)
        _, variance = moments(tally)
        n = int(tally.total) if self.engine == "simulate" else 0
        return variance * n / (n - 1) if n > 1 else variance

    def mean_interval(self, watch: str, mark: str | None = None, *, level: float = 0.95) -> Interval:
        """Student's interval for a simulated mean; an exact mean is its own interval."""
        mean = self.mean(watch, mark)
        if self.engine == "exact":
            return mean, mean
        return mean_interval(mean, self.variance(watch, mark), int(self.tally(watch, mark).total), level)

    def quantile(self, watch: str, q: float, mark: str | None = None) -> int:
        """The smallest value that at least a share `q` of the games did not exceed; 0.5 asks for the median."""
        return quantile(self.tally(watch, mark), q)

    def joint_tally(
        self, first: str, second: str, *, mark: str | None = None, second_mark: str | None = None
    ) -> JointTally:
        """What two watches saw together, as counts. ResultError, with the line to add, where they were not crossed."""
        asked = (first, mark), (second, second_mark or mark)
        for joint in reversed(self.joints):
            for one in (joint, joint.swapped):
                places = (one.first, one.first_mark), (one.second, one.second_mark)
                if all(
                    watch == own and at in (None, when) for (watch, at), (own, when) in zip(asked, places, strict=True)
                ):
                    return one
        line = ", ".join([repr(first), repr(second)] + [f"at={mark!r}"] * bool(mark))
        if second_mark and second_mark != mark:
            line += f", second_at={second_mark!r}"
        raise ResultError(f"{first!r} and {second!r} were not crossed; add Joint({line}) to the plan and run it again")

    def __add__(self, other: "Result") -> "Result":
        """The result over the trials of both (see `mtgstats.show.merging.merge`)."""
        from .merging import merge

        return merge(self, other) if isinstance(other, Result) else NotImplemented

    def __radd__(self, other: object) -> "Result":
        """So that ``sum`` adds up several results: it begins with 0."""
        return self if other == 0 else NotImplemented

    # --- faces --------------------------------------------------------------------------------------------------------

    def frame(self, *, level: float = 0.95, exact: "Result | None" = None) -> "pd.DataFrame":
        """Rates by mark, watch and value, tidy (see `mtgstats.show.tables.frame`)."""
        from .tables import frame

        return frame(self, level=level, exact=exact)

    def means(self, *, level: float = 0.95, exact: "Result | None" = None) -> "pd.DataFrame":
        """Means of quantities by mark and watch, tidy (see `mtgstats.show.tables.means`)."""
        from .tables import means

        return means(self, level=level, exact=exact)

    def joint(
        self, first: str, second: str, *, mark: str | None = None, second_mark: str | None = None
    ) -> "pd.DataFrame":
        """How often each value of the first watch (rows) met each of the second (columns), as rates."""
        from .tables import joint_table

        return joint_table(self.joint_tally(first, second, mark=mark, second_mark=second_mark))

    def plot(self, *, ax: "Axes | None" = None) -> "Axes":
        """The rates of its conditions, by mark (see `mtgstats.show.plots.plot_rates`)."""
        from .plots import plot_rates

        return plot_rates(self, ax=ax)

    def page(self) -> "Page":
        """What a report shows of it (see `mtgstats.show.reporting.report`)."""
        from .reporting import page_of_result

        return page_of_result(self)

    def __str__(self) -> str:
        from .views import result_as_grid

        return str(result_as_grid(self))

    def _repr_html_(self) -> str:
        from .views import result_as_grid

        return result_as_grid(self)._repr_html_()

    def __repr__(self) -> str:
        how = f"{self.games:,} games of" if self.engine == "simulate" else "exact,"
        names = dict.fromkeys(tally.watch for tally in self.tallies)
        return f"<Result: {how} {self.deck.name!r}; watches {', '.join(names) or 'none'}>"
