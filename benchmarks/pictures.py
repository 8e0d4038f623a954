"""The pictures of the report."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from mtgstats.show.drawing import figure_of, new_axes, styled

from .anatomy import PARTS, Anatomy
from .contest import Row
from .scaling import Line

MARKERS = "DosvP^<X"
LABELLED = 0.07
"""Shares of time from which on a bar is wide enough for its number."""


@styled
def plot_works(rows: Mapping[str, Mapping[str, Row]]) -> Axes:
    """Games a second of each way to do each work, on a logarithmic axis."""
    ax = new_axes(rows=2 * len(rows))
    ways = list(dict.fromkeys(way for own in rows.values() for way in own))
    for way, marker in zip(ways, MARKERS, strict=False):
        places = [(own[way].speed, number) for number, own in enumerate(rows.values()) if way in own]
        ax.plot(*zip(*places, strict=True), marker, label=way, markersize=9 if marker == "D" else 6)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(FuncFormatter(_short))
    ax.set_xlabel("games a second, one thread")
    ax.set_yticks(range(len(rows)), list(rows))
    ax.invert_yaxis()
    figure_of(ax).legend(loc="outside upper center", ncols=3)
    return ax


def _short(number: float, _: object) -> str:
    """A number on an axis: 0.1, 10, 10 k, 1 M."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


@styled
def plot_anatomies(anatomies: Sequence[Anatomy]) -> Axes:
    """What share of the time each part takes, a bar a work."""
    ax = new_axes(rows=2 * len(anatomies))
    left = [0.0] * len(anatomies)
    for name in PARTS:
        shares = [own.part(name) / own.sum for own in anatomies]
        bars = ax.barh(range(len(anatomies)), shares, 0.7, left, label=name, edgecolor="white")
        labels = [f"{100 * share:.0f}" if share >= LABELLED else "" for share in shares]
        dark = sum(bars[0].get_facecolor()[:3]) < 1.3
        ax.bar_label(bars, labels, label_type="center", color="white" if dark else "black", fontsize=9)
        left = [start + share for start, share in zip(left, shares, strict=True)]
    ax.set_yticks(range(len(anatomies)), [f"{own.work.name}: {own.whole:.3g} ns" for own in anatomies])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    ax.set_xlabel("share of the time of a game")
    figure_of(ax).legend(loc="outside upper center", ncols=3)
    return ax


@styled
def plot_lines(lines: Sequence[Line], x: str, y: str) -> Axes:
    """Lines over a common axis, both axes logarithmic."""
    ax = new_axes()
    for line, marker in zip(lines, MARKERS, strict=False):
        ax.plot(line.places, line.values, marker=marker, label=line.name)
    ax.set_xscale("log")
    ax.set_yscale("log")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(FuncFormatter(_short))
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.legend()
    return ax
