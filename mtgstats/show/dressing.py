"""How axes are dressed: percentages, turns, whole numbers, titles and legends."""

from collections.abc import Collection, Sequence
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.ticker import MaxNLocator

LEVEL = 0.95
"""The level of all intervals in pictures."""


def mark_axis(ax: Axes, marks: Sequence[str]) -> None:
    """A horizontal axis of marks; of turns only their numbers."""
    turns = [mark.removeprefix("turn ") for mark in marks]
    only_turns = all(turn.isdigit() for turn in turns)
    ax.set_xticks(range(len(marks)), turns if only_turns else list(marks))
    ax.set_xlabel("turn" if only_turns else "")


def number_axis(ax: Axes, values: Sequence[float], never: Collection[float | None] = ()) -> None:
    """A horizontal axis of numbers, with no fractions between whole ones; those that stand for never are named so."""
    if any(value in never for value in values):
        ax.set_xticks(sorted({*values}), ["never" if value in never else f"{value:g}" for value in sorted({*values})])
        return
    if all(value == int(value) for value in values):
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def percent_axis(ax: Axes, which: Literal["x", "y"]) -> None:
    """An axis of rates, in percent; an upright one starts at 0."""
    axis = ax.xaxis if which == "x" else ax.yaxis
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda rate, _: f"{100 * rate:.4g} %")
    axis.set_label_text(f"share of games{intervals(ax)}")
    if which == "y":
        ax.set_ylim(bottom=0)


def intervals(ax: Axes) -> str:
    """What the axis says of intervals, where any are drawn."""
    return f" ({100 * LEVEL:g} % intervals)" if any(isinstance(one, ErrorbarContainer) for one in ax.containers) else ""


def finished(ax: Axes, *, title: str | None = None, above: bool = False) -> Axes:
    """With its title, and a legend of what has a name, the exact marks last; `above` the axes where rows fill them."""
    if title:
        ax.set_title(title)
    handles, labels = ax.get_legend_handles_labels()
    if labels:
        order = sorted(range(len(labels)), key=lambda k: labels[k] == "exact")
        place: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": len(labels)} if above else {}
        ax.legend([handles[k] for k in order], [labels[k] for k in order], **place)
    return ax
