"""Pictures of results. Each draws into `ax`, or a figure of its own, and gives back the axes; a notebook shows them.

Intervals (at the level 0.95) are always drawn; exact values are hollow diamonds, alone or beside the simulated ones.
Several results come by name: ``{"hideaway 4": four, "hideaway 5": five}``.
"""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from mtgstats.errors import ResultError
from mtgstats.say.watches import END

from .comparison import Comparison, Pair
from .drawing import new_axes, styled
from .dressing import LEVEL, finished, intervals, mark_axis, number_axis, percent_axis
from .estimates import Estimate, Results, Series, Sweeps, by_name, conditions, distribution_of, swept
from .marks import draw_bars, draw_differences, draw_dots, draw_lines, name_rows, note_rows
from .result import Result
from .rounding import estimate, percent
from .summary import Value, never_value
from .sweeps import Sweep

MOST = 20
"""Cards that a picture lists, the most frequent ones."""


@styled
def plot_rates(
    results: Results, *, watch: str | None = None, exact: Results | None = None, ax: Axes | None = None
) -> Axes:
    """How often conditions hold: lines over the turns, or a list of dots where each is recorded but once.

    `watch` picks one condition, `exact` adds exact results of the same plans.
    """
    lines = conditions(by_name(results), by_name(exact), watch)
    marks = list(dict.fromkeys(mark for line in lines.values() for mark in line))
    if len(marks) > 1:
        ax = ax or new_axes()
        draw_lines(ax, [Series(name, {marks.index(m): e for m, e in line.items()}) for name, line in lines.items()])
        mark_axis(ax, marks)
        percent_axis(ax, "y")
    else:
        rows = {name: line[marks[0]] for name, line in lines.items()}
        ax = ax or new_axes(rows=len(rows))
        draw_dots(ax, rows)
        note_rows(ax, [percent(e.best, e.interval, exact=e.simulated is None) for e in rows.values()])
        percent_axis(ax, "x")
    return finished(ax, title=watch if watch not in lines else None, above=len(marks) == 1)


@styled
def plot_distribution(
    result: Result, watch: str, *, mark: str | None = None, exact: Result | None = None, ax: Axes | None = None
) -> Axes:
    """How often each value of a quantity came up, or each card of a `which`, the most frequent on top."""
    return plot_quality(result, watch, mark=mark, exact=exact, ax=ax)


@styled
def plot_quality(
    results: Results, watch: str, *, mark: str | None = None, exact: Results | None = None, ax: Axes | None = None
) -> Axes:
    """The distributions of one watch in several results side by side, such as the hidden card's quality by N."""
    named, partners = by_name(results), by_name(exact)
    tallies = {name: result.tally(watch, mark) for name, result in named.items()}
    rates = {name: distribution_of(named[name], tally, partners.get(name)) for name, tally in tallies.items()}
    if all(tally.kind == "cards" for tally in tallies.values()):
        cards = _most_frequent(list(rates.values()))
        places = {card: float(row) for row, card in enumerate(cards)}
        ax = ax or new_axes(rows=len(cards) * (1 + len(rates)) // 2)
        draw_bars(ax, [_placed(name, own, places) for name, own in rates.items()], sideways=True)
        name_rows(ax, list(map(str, cards)))
        percent_axis(ax, "x")
        return finished(ax, title=watch)
    places = {value: float(value) for own in rates.values() for value in own}
    ax = ax or new_axes()
    draw_bars(ax, [_placed(_with_mean(name, named[name], watch, mark), own, places) for name, own in rates.items()])
    ax.set_xlabel(watch)
    number_axis(ax, list(places.values()), {never_value(result.plan, watch) for result in named.values()})
    percent_axis(ax, "y")
    return finished(ax)


@styled
def plot_sweep(
    sweeps: Sweeps, *, watch: str | None = None, exact: Sweeps | None = None, ax: Axes | None = None
) -> Axes:
    """How often conditions hold along a sweep, or along several by name, each at its last mark; intervals as bands.

    `exact` adds exact sweeps of the same questions, as curves where they have many values.
    """
    lines = swept(sweeps, exact, watch)
    first = sweeps if isinstance(sweeps, Sweep) else next(iter(sweeps.values()))
    ax = ax or new_axes()
    draw_lines(ax, [Series(name, line) for name, line in lines.items()], bands=True)
    ax.set_xlabel(first.parameter)
    if first.numeric:
        number_axis(ax, [place for line in lines.values() for place in line])
    else:
        ax.set_xticks(first.places, list(map(str, first.values)))
    percent_axis(ax, "y")
    return finished(ax, title=watch if watch not in lines else None)


@styled
def plot_compare(comparison: Comparison, *, watch: str | None = None, ax: Axes | None = None) -> Axes:
    """The differences of a comparison with their paired intervals; thin, those of as many unpaired games.

    Rates where there are any, in percentage points, else means; `watch` picks one.
    """
    pairs = [pair for pair in comparison.ranked(level=LEVEL) if watch in (None, pair.watch)]
    kind = "rate" if any(pair.kind == "rate" for pair in pairs) else "mean"
    pairs = [pair for pair in pairs if pair.kind == kind]
    if not pairs:
        compared = ", ".join(dict.fromkeys(repr(pair.watch) for pair in comparison.pairs))
        raise ResultError(f"plot_compare: watch {watch!r} was not compared; there are {compared or 'none'}")
    unit = 100 if kind == "rate" else 1
    ax = ax or new_axes(rows=len(pairs) * 3 // 2)
    draw_differences(
        ax,
        [Estimate(unit * pair.difference, (unit * pair.low, unit * pair.high)) for pair in pairs],
        [Estimate(unit * pair.difference, (unit * pair.unpaired_low, unit * pair.unpaired_high)) for pair in pairs],
    )
    places, others = ({place(pair) for pair in pairs} for place in (_place, lambda pair: pair.second))
    name_rows(ax, [_told_apart(pair, len(places) > 1, len(others) > 1) for pair in pairs])
    note_rows(ax, [pair.verdict for pair in pairs])
    measure = "difference in percentage points" if kind == "rate" else "difference of means"
    against = f"\ninstead of {pairs[0].second}" if len(others) == 1 else ""
    what = f"{_place(pairs[0])}: " if len(places) == 1 else ""
    ax.set_xlabel(f"{what}{measure}{intervals(ax)}{against}")
    return finished(ax, above=True)


# --- dressing ---------------------------------------------------------------------------------------------------------


def _place(pair: Pair) -> str:
    return pair.watch if pair.mark == END else f"{pair.watch} at {pair.mark}"


def _told_apart(pair: Pair, by_place: bool, by_other: bool) -> str:
    """What a row of a comparison is of, as far as it is not the same in all rows."""
    parts = [_place(pair)] * by_place + [pair.first] + [f"instead of {pair.second}"] * by_other
    return "\n".join(parts)


def _placed(name: str, rates: Mapping[Value, Estimate], places: Mapping[Value, float]) -> Series:
    return Series(name, {places[value]: estimate for value, estimate in rates.items() if value in places})


def _most_frequent(rates: Sequence[Mapping[Value, Estimate]]) -> list[Value]:
    """The cards that some result has most often, the most frequent first."""
    often: dict[Value, float] = {}
    for own in rates:
        for card, number in own.items():
            often[card] = max(often.get(card, 0.0), number.best)
    return sorted((card for card in often if often[card]), key=lambda card: -often[card])[:MOST]


def _with_mean(name: str, result: Result, watch: str, mark: str | None) -> str:
    """A name in the legend with the mean beside it."""
    exact = result.engine == "exact"
    mean = f"mean {estimate(result.mean(watch, mark), result.mean_interval(watch, mark), exact=exact)}"
    return f"{name}: {mean}" if name else mean
