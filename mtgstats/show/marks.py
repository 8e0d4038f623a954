"""What pictures are made of: estimates drawn as lines, dots and bars, each with its interval.

Simulated numbers are filled marks with error bars, exact ones hollow diamonds without. Series differ in colour, marker,
line and hatch, each of which is enough to tell them apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from .estimates import Estimate, Series

INK = "#1a1a1a"
PALE = "#8a8a8a"
HALO = [withStroke(linewidth=2.4, foreground="white")]
DIAMOND: dict[str, Any] = {"linestyle": "none", "marker": "D", "markeredgecolor": INK, "clip_on": False, "zorder": 2.4}
"""How exact values look; intervals are drawn over them."""
OVER = 2.6
"""The order of drawing of intervals, above lines, bars and diamonds."""
CROWDED = 20
"""Lines with more points than that are curves; their exact values are not marked one by one."""


@dataclass(frozen=True)
class Look:
    """How a series looks."""

    color: str
    marker: str
    line: str
    hatch: str


LOOKS = (
    Look("#0072b2", "o", "-", ""),
    Look("#e69f00", "s", "--", "////"),
    Look("#333333", "^", ":", "...."),
    Look("#56b4e9", "v", "-.", "\\\\\\\\"),
    Look("#d55e00", "P", "-", "xxxx"),
    Look("#cc79a7", "X", "--", "++++"),
)
"""Okabe and Ito's colours, dark and light in turn, so that neighbours differ in grey too."""


def look(number: int) -> Look:
    """The look of the series with this number; after the last look comes the first again."""
    return LOOKS[number % len(LOOKS)]


def draw_lines(ax: Axes, series: Sequence[Series], *, bands: bool = False) -> None:
    """Each series as a line with marks, through the exact values where all of them are known.

    With `bands` the intervals of simulated lines as bands too. Exact values are marked where that is not too much.
    """
    crowded = any(len(one.estimates) > CROWDED for one in series)
    for number, one in enumerate(series):
        own = look(number)
        xs = sorted(one.estimates)
        estimates = [one.estimates[x] for x in xs]
        exact = [estimate.exact for estimate in estimates if estimate.exact is not None]
        known = len(exact) == len(xs)
        simulated = [(x, e.simulated) for x, e in zip(xs, estimates, strict=True) if e.simulated is not None]
        style: dict[str, Any] = {"color": own.color, "clip_on": False}
        ax.plot(xs, exact if known else [e.best for e in estimates], own.line, **style)
        if simulated:
            ax.plot(*zip(*simulated, strict=True), own.marker, **style)
        ax.plot([], [], own.line, marker=own.marker if simulated else "", color=own.color, label=one.name)
        if bands and not known:
            low, high = ([e.best + sign * e.error[side] for e in estimates] for side, sign in ((0, -1), (1, 1)))
            ax.fill_between(xs, low, high, color=own.color, alpha=0.25, linewidth=0)
        _errors(ax, xs, estimates, color=own.color)
        if not crowded:
            _exact(ax, xs, estimates, markersize=8, markerfacecolor="none")


def draw_dots(ax: Axes, rows: Mapping[str, Estimate]) -> None:
    """A row for each name, from the top: a dot with its interval."""
    beside = any(estimate.exact is not None for estimate in rows.values())
    draw_rows(ax, {"simulated" if beside else "": rows})


def draw_rows(ax: Axes, series: Mapping[str, Mapping[str, Estimate]]) -> None:
    """A row for each name, from the top, with a dot and its interval for each series; all have the same rows.

    The intervals' ends reach beyond the marks, so that narrow ones are seen too.
    """
    for number, (label, rows) in enumerate(series.items()):
        own, places, estimates = look(number), range(len(rows)), list(rows.values())
        simulated = {place: e.simulated for place, e in zip(places, estimates, strict=True) if e.simulated is not None}
        if simulated:
            style: dict[str, Any] = {"color": own.color, "label": label or None}
            ax.plot(list(simulated.values()), list(simulated), own.marker, **style)
        _exact(ax, places, estimates, sideways=True, markersize=7, markerfacecolor="none")
        _errors(ax, places, estimates, sideways=True, color=own.color, capsize=6)
    name_rows(ax, list(next(iter(series.values()))))


def draw_bars(ax: Axes, series: Sequence[Series], *, sideways: bool = False) -> None:
    """Bars side by side at each place, upright or `sideways`."""
    thickness = 0.86 / len(series)
    for number, one in enumerate(series):
        own = look(number)
        places = [place + (number - (len(series) - 1) / 2) * thickness for place in one.estimates]
        estimates = list(one.estimates.values())
        style: dict[str, Any] = {"color": own.color, "hatch": own.hatch, "edgecolor": "white", "label": one.name}
        bars = ax.barh if sideways else ax.bar
        bars(places, [e.best for e in estimates], thickness, **style)
        _errors(ax, places, estimates, sideways=sideways, color=INK, path_effects=HALO)
        _exact(ax, places, estimates, sideways=sideways, markersize=5, markerfacecolor="white")


def draw_differences(ax: Axes, paired: Sequence[Estimate], unpaired: Sequence[Estimate]) -> None:
    """A row for each difference: a dot with its paired interval, the unpaired one thin beneath; and a line at 0."""
    places = range(len(paired))
    own = look(0)
    ax.axvline(0, color=INK, linewidth=1)
    _errors(ax, [place + 0.22 for place in places], unpaired, sideways=True, color=PALE, label="unpaired")
    _errors(ax, places, paired, sideways=True, color=own.color, elinewidth=2.4, label="paired, same shuffles")
    ax.plot([e.best for e in paired], places, own.marker, color=own.color)


def name_rows(ax: Axes, names: Sequence[str]) -> None:
    """A vertical axis that lists names from the top."""
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")


def note_rows(ax: Axes, notes: Sequence[str]) -> None:
    """A note at the right edge of each row."""
    for place, note in enumerate(notes):
        ax.annotate(note, (1, place), (8, 0), ("axes fraction", "data"), textcoords="offset points", va="center")


def _errors(
    ax: Axes, places: Iterable[float], estimates: Sequence[Estimate], *, sideways: bool = False, **style: Any
) -> None:
    """The intervals of what was simulated; `style` is matplotlib's, for error bars."""
    drawn = [(place, e) for place, e in zip(places, estimates, strict=True) if e.simulated is not None]
    if drawn:
        along, values = [place for place, _ in drawn], [e.best for _, e in drawn]
        errors = tuple(zip(*(e.error for _, e in drawn), strict=True))
        place: dict[str, Any] = {"x": values, "y": along, "xerr": errors}
        if not sideways:
            place = {"x": along, "y": values, "yerr": errors}
        ax.errorbar(**place, fmt="none", zorder=OVER, ecolor=style.pop("color"), **style)


def _exact(
    ax: Axes, places: Iterable[float], estimates: Sequence[Estimate], *, sideways: bool = False, **style: Any
) -> None:
    """Exact values as hollow diamonds, named once in the legend; `style` is matplotlib's, for markers."""
    drawn = [(place, e.exact) for place, e in zip(places, estimates, strict=True) if e.exact is not None]
    if drawn:
        along, values = zip(*drawn, strict=True)
        named = "exact" in ax.get_legend_handles_labels()[1]
        ax.plot(
            *((values, along) if sideways else (along, values)), **DIAMOND, **style, label=None if named else "exact"
        )
