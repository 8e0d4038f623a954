"""Sweeps: one question asked along a row of values, and the smallest value that reaches a target."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mtgstats.errors import ResultError

from .result import Result

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from .grid import Grid
    from .reporting import Page


@dataclass(frozen=True, repr=False)
class Sweep:
    """A result for each value of a parameter, exact or simulated with the same seed and trials throughout.

    Printed, a table by value: each watch at its last mark.
    """

    parameter: str
    values: tuple[Any, ...]
    results: tuple[Result, ...]

    def __iter__(self) -> Iterator[tuple[Any, Result]]:
        return zip(self.values, self.results, strict=True)

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers."""
        return all(isinstance(value, int | float) for value in self.values)

    @property
    def places(self) -> tuple[float, ...]:
        """Where the values lie along an axis: numbers at themselves, others in a row."""
        return self.values if self.numeric else tuple(range(len(self.values)))

    def frame(self, *, level: float = 0.95) -> "pd.DataFrame":
        """The frames of all results under each other; the value stands first, in column `x`."""
        return self._stacked(lambda result: result.frame(level=level))

    def means(self, *, level: float = 0.95) -> "pd.DataFrame":
        """The means of all results under each other; the value stands first, in column `x`."""
        return self._stacked(lambda result: result.means(level=level))

    def _stacked(self, table: Callable[[Result], "pd.DataFrame"]) -> "pd.DataFrame":
        import pandas as pd

        frames = []
        for value, result in self:
            frames.append(table(result))
            frames[-1].insert(0, "x", [value] * len(frames[-1]))
        return pd.concat(frames, ignore_index=True)

    def grid(self, *, level: float = 0.95) -> "Grid":
        """Rates of conditions and means of quantities as a table in words: a row for each value, at the last marks."""
        from .views import results_as_grid

        return results_as_grid(self.parameter, {str(value): result for value, result in self}, level=level)

    def plot(self, *, watch: str | None = None, ax: "Axes | None" = None) -> "Axes":
        """The rates of conditions along the sweep (see `mtgstats.show.plots.plot_sweep`)."""
        from .plots import plot_sweep

        return plot_sweep(self, watch=watch, ax=ax)

    def page(self) -> "Page":
        """What a report shows of it (see `mtgstats.show.reporting.report`)."""
        from .reporting import page_of_sweep

        return page_of_sweep(self)

    def __str__(self) -> str:
        return str(self.grid())

    def _repr_html_(self) -> str:
        return self.grid()._repr_html_()

    def __repr__(self) -> str:
        return f"<Sweep of {self.parameter}: {', '.join(map(str, self.values))}>"


@dataclass(frozen=True)
class Required:
    """The smallest value at which a watch reaches a target.

    `value` is the first at which the estimate does. `low` is the first at which the upper end
    of its interval does, `high` the first at which the lower end does (`None` where none of the values was enough):
    where the watch grows along the sweep, the smallest value lies from `low` to `high` at the level asked. An exact
    answer has `low` = `value` = `high`. `sweep` holds all that was looked at.
    """

    value: Any
    low: Any
    high: Any
    target: float
    sweep: Sweep

    def __str__(self) -> str:
        between = "" if self.low == self.value == self.high else f" (from {self.low} to {self.high})"
        return f"{self.sweep.parameter} = {self.value}{between} is enough for {self.target:g}"


def required(swept: Sweep, target: float, *, watch: str, mark: str | None = None, level: float = 0.95) -> Required:
    """The smallest value of a sweep at which `watch` reaches `target`: the rate of a condition, the mean of a quantity.

    ``required(sweep(...), 0.8, watch="hit")``: how many for 80 %? Values are looked at in the order swept. Raises
    ResultError where none of them is enough.
    """
    if not 0 <= target <= 1 and all(result.tally(watch, mark).kind == "condition" for result in swept.results):
        raise ResultError(f"target: got {target:g}, but {watch!r} is a condition, whose rate lies between 0 and 1")
    rows = [(value, *_measured(result, watch, mark, level)) for value, result in swept]
    enough = target - 1e-12 * abs(target)  # equal fractions differ in the last digits of their floats
    if all(estimate < enough for _, _, estimate, _ in rows):
        value, _, most, _ = max(rows, key=lambda row: row[2])
        raise ResultError(
            f"target: {watch!r} reaches {target:g} at none of the values of {swept.parameter}; the most is {most:.6g} "
            f"at {value}"
        )

    def first(end: int) -> Any:
        return next((row[0] for row in rows if row[end] >= enough), None)

    return Required(value=first(2), low=first(3), high=first(1), target=target, sweep=swept)


def _measured(result: Result, watch: str, mark: str | None, level: float) -> tuple[float, float, float]:
    """The lower end of the interval, the estimate, the upper end."""
    if result.tally(watch, mark).kind == "condition":
        low, high = result.interval(watch, mark, level=level)
    else:
        low, high = result.mean_interval(watch, mark, level=level)
    return low, result.mean(watch, mark), high
