"""Pictures of studies: how often, in rows, and a distribution for each look side by side."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from mtgstats.errors import ResultError
from mtgstats.show.drawing import Picture, new_axes, styled
from mtgstats.show.dressing import percent_axis
from mtgstats.show.estimates import Estimate, Series
from mtgstats.show.marks import draw_bars, draw_rows, note_rows
from mtgstats.show.rounding import percent

from .finding import Finding
from .odds import Value
from .study import Study
from .words import listed, times

RATES = {"hideaway": ("hit",), "surveil": ("next draw", "no surveil")}
"""The conditions that are shown of several cards that look."""
PLACES = {"hideaway": "hidden", "surveil": "binned", "manifest": "face down"}
"""Where the cards are that the picture of a single look names."""
SPREADS = {
    "hideaway": ("quality", "quality of the hidden card"),
    "surveil": ("binned", "cards binned"),
    "manifest": ("creatures", "creature cards face down"),
}
"""The quantity whose distribution is shown, and what that is called."""
MOST = 6
"""Distributions that are shown side by side, and cards that are named."""
WIDE = 32
"""Characters of a name in the legend that leave no room for another beside it."""

Rows = Mapping[str, Estimate]


@styled
def plot_study(study: Study) -> Axes:
    """Both pictures of a study side by side; the axes given back are those of the rates."""
    rows = max(map(len, _series(study).values())) + len(_alike(study))
    figure = Figure(figsize=(12, max(4, 1.3 + 0.34 * rows)), layout="constrained")
    figure.suptitle(_title(study))
    left, right = (figure.add_subplot(1, 2, number, axes_class=Picture) for number in (1, 2))
    plot_spread(study, ax=right)
    return plot_looks(study, ax=left)


@styled
def plot_looks(study: Study, *, ax: Axes | None = None) -> Axes:
    """How often the study's conditions hold, with intervals and exact values.

    Of a single look all of them, and the likeliest cards; of several a row for each look, of manifests for each
    condition.
    """
    series = _series(study)
    ax = ax or new_axes(rows=max(map(len, series.values())))
    draw_rows(ax, series)
    if len(series) <= 2:
        columns = (map(_told, rows.values()) for rows in series.values())
        note_rows(ax, list(map(" / ".join, zip(*columns, strict=True))))
    percent_axis(ax, "x")
    if study.verb == "hideaway" and len(study.answers.looks) > 1:
        ax.set_xlabel(f"a hit is hidden: {ax.get_xlabel()}")
    return _with_legend(ax)


@styled
def plot_spread(study: Study, *, ax: Axes | None = None) -> Axes:
    """The distribution of the study's main quantity for each look side by side, those that are alike as one."""
    watch, label = SPREADS[study.verb]
    alike = _alike(study)
    shown = [
        Series(f"{listed(names, 2)}: mean {one.exact_mean:.2f}", {float(x): _estimate(one, x) for x in one.shown})
        for names, one in alike[:MOST]
    ]
    ax = ax or new_axes()
    draw_bars(ax, shown)
    if all(x.is_integer() for one in shown for x in one.estimates):
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    percent_axis(ax, "y")
    what = f" ({study.asked[watch]})".replace("_", " ") if watch in study.asked else ""
    some = f", the first {MOST} of {len(alike)}" if len(alike) > MOST else ""
    ax.set_xlabel(f"{label}{what}{some}")
    return _with_legend(ax)


def _title(study: Study) -> str:
    """What was asked of which deck."""
    asked = ", ".join(f"{name}: {study.asked[name]}" for name in ("hit", "want", "good") if name in study.asked)
    return f"{study.deck.name}: {study.asked.get('way', study.verb)}, {study.played}\n{asked}"


def _series(study: Study) -> dict[str, Rows]:
    """For each series its rows by name."""
    looks = study.answers.looks
    if not looks:
        raise ResultError("no game was played; there is nothing to draw")
    if len(looks) == 1:
        cards = looks[0]["card"]
        likeliest = {f"{card} {PLACES[study.verb]}": _estimate(cards, card) for card in cards.shown[:MOST]}
        return {"simulated": {**_conditions(study, 0), **likeliest}}
    names = _names(study)
    if study.per_time:
        return {name: _conditions(study, number) for number, name in enumerate(names)}
    watches = RATES[study.verb]
    label = {watch: watch if len(watches) > 1 else "simulated" for watch in watches}
    return {
        label[watch]: {name: _estimate(look[watch], True) for name, look in zip(names, looks, strict=True)}
        for watch in watches
    }


def _conditions(study: Study, number: int) -> Rows:
    """The conditions of one look; those that are alike in all looks share a row."""
    looks = study.answers.looks
    alike: dict[tuple[float, ...], list[str]] = {}
    for watch, finding in looks[0].items():
        if finding.kind == "condition":
            rates = (rate for look in looks for rate in (look[watch].rate(), look[watch].exact()))
            alike.setdefault(tuple(rates), []).append(watch)
    return {", ".join(watches): _estimate(looks[number][watches[0]], True) for watches in alike.values()}


def _names(study: Study) -> list[str]:
    """What tells the looks apart: the cards that look, or at how many cards, or how many times."""
    looks = [next(iter(look.values())) for look in study.answers.looks]
    sources = [look.source for look in looks]
    way = study.asked.get("way", study.verb)
    return [
        times(way, look.n // study.per_time)
        if study.per_time
        else f"{way} {look.n}"
        if look.source is None
        else look.source
        if sources.count(look.source) == 1
        else f"{look.source} ({look.n})"
        for look in looks
    ]


def _alike(study: Study) -> list[tuple[list[str], Finding]]:
    """The distributions to be shown, each with the names of all looks that have it; of the fewest cards first."""
    watch, _ = SPREADS[study.verb]
    alike: dict[tuple[Any, ...], tuple[list[str], Finding]] = {}
    for name, look in zip(_names(study), study.answers.looks, strict=True):
        one = look[watch]
        same = one.n, frozenset(one.odds.items()), frozenset(one.counts.items())
        alike.setdefault(same, ([], one))[0].append(name)
    return sorted(alike.values(), key=lambda group: group[1].n)


def _estimate(finding: Finding, value: Value) -> Estimate:
    return Estimate(finding.rate(value), finding.interval(value), finding.exact(value))


def _told(estimate: Estimate) -> str:
    return percent(estimate.best, estimate.interval)


def _with_legend(ax: Axes) -> Axes:
    """With the legend above, where it hides nothing; the exact marks last."""
    handles, labels = ax.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda k: labels[k] == "exact")
    columns = 1 if max(map(len, labels)) > WIDE else 2
    named = [handles[k] for k in order], [labels[k] for k in order]
    ax.legend(*named, loc="lower right", bbox_to_anchor=(1, 1), ncols=columns)
    return ax
