"""Reports: one page of HTML that holds all it shows, to send, print or keep beside the numbers."""

import base64
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from matplotlib.axes import Axes

from mtgstats.errors import ResultError
from mtgstats.read.deck import Deck

from .changes import changes
from .drawing import picture_bytes
from .environment import Environment
from .grid import Grid
from .pages import render
from .plots import plot_compare, plot_distribution, plot_rates, plot_sweep
from .result import Result
from .views import heading, joint_grids, result_as_grid, results_as_grid

if TYPE_CHECKING:
    from .comparison import Comparison
    from .sweeps import Sweep

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Page:
    """What a report shows: the question and the answer in words, pictures with captions, tables, how it was made."""

    title: str
    question: str
    answers: tuple[str, ...] = ()
    pictures: tuple[tuple[str, Axes], ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: Facts = ()


@runtime_checkable
class Reportable(Protocol):
    """Whatever has a page: a result, a comparison, a sweep, a study."""

    def page(self) -> Page:
        """What its report shows."""


def report(what: Reportable, path: str | os.PathLike[str]) -> None:
    """Write a page of HTML about a result, comparison, sweep or study; pictures are in the file itself."""
    if not isinstance(what, Reportable):
        raise ResultError(f"report(what): got {what!r}; give a result, comparison, sweep or study")
    page = what.page()
    pictures = [{"caption": caption, "source": _inline(ax)} for caption, ax in page.pictures]
    try:
        Path(path).write_text(render("report.html", page=page, pictures=pictures), encoding="utf-8")
    except OSError as error:
        raise ResultError(f"{path}: cannot be written ({error.strerror})") from error


def _inline(ax: Axes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(picture_bytes(ax, "svg")).decode("ascii")


# --- pages ------------------------------------------------------------------------------------------------------------


def page_of_result(result: Result) -> Page:
    """A result's page: its rates and distributions as pictures, all of it as tables."""
    return Page(
        title=heading(result),
        question=str(result.plan),
        pictures=tuple(_pictures(result)),
        grids=(result_as_grid(result), *joint_grids(result)),
        notes=(*result.deck.notes, *result.deck.warnings),
        provenance=provenance(result),
    )


def page_of_comparison(comparison: "Comparison") -> Page:
    """A comparison's page: the differences, then all results in one table."""
    results = comparison.by_name
    return Page(
        title=" against ".join(comparison.names),
        question=questions(results),
        pictures=(("Paired differences, and what unpaired games would have given", plot_compare(comparison)),),
        grids=(comparison.grid(), results_as_grid("each alone", results)),
        provenance=provenance_of_all(results),
    )


def page_of_sweep(sweep: "Sweep") -> Page:
    """A sweep's page: the rates along it, as a picture and a table."""
    results = {f"{sweep.parameter} = {value}": result for value, result in sweep}
    asked = list(results)
    return Page(
        title=f"{asked[0]} to {asked[-1]}",
        question=questions(results),
        pictures=(("How often along the sweep", plot_sweep(sweep)),),
        grids=(sweep.grid(),),
        provenance=provenance_of_all(results),
    )


def _pictures(result: Result) -> Iterator[tuple[str, Axes]]:
    kinds = {tally.watch: tally.kind for tally in result.tallies}
    if "condition" in kinds.values():
        yield "How often each condition held", plot_rates(result)
    for watch, kind in kinds.items():
        if kind != "condition":
            yield f"{watch}, at {result.tally(watch).mark}", plot_distribution(result, watch)


def questions(results: Mapping[str, Result]) -> str:
    """The plans of several results in words; one that all share is told once."""
    plans = {name: str(result.plan) for name, result in results.items()}
    if len(set(plans.values())) == 1:
        return next(iter(plans.values()))
    return "\n\n".join(f"{name}\n{plan}" for name, plan in plans.items())


def provenance(result: Result) -> Facts:
    """How a result was made: enough to make it again."""
    games = games_played(result.trials, result.seed, result.stream) if result.engine == "simulate" else ()
    return (("engine", result.engine), *games, *made_with(result.deck, result.environment))


def provenance_of_all(results: Mapping[str, Result]) -> Facts:
    """How several results were made: the first, or the first that was simulated, and each other deck by its changes."""
    engines = " and ".join(dict.fromkeys(result.engine for result in results.values()))
    base = next((result for result in results.values() if result.engine == "simulate"), next(iter(results.values())))
    decks = [
        (f"deck of {name}", changes(base.deck, result.deck))
        for name, result in results.items()
        if result.deck != base.deck
    ]
    return (("engine", engines), *provenance(base)[1:], *decks)


def games_played(trials: Iterable[range], seed: int | None, stream: int) -> Facts:
    """Which games were played."""
    played = ", ".join(f"{one.start:,} to {one.stop - 1:,}" for one in trials)
    return ("trials", played), ("seed", str(seed)), ("stream", str(stream))


def made_with(deck: Deck, environment: Environment) -> Facts:
    """The deck card by card, and the versions and machine."""
    cards = ", ".join(f"{count} {card.name}" for card, count in deck.main)
    return ("deck", f"{deck.name}: {cards}"), *(
        (one.name, getattr(environment, one.name)) for one in fields(environment)
    )
