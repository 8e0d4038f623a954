"""What a report shows of a study."""

from typing import Any

from mtgstats.run.randomness import STREAM
from mtgstats.show.environment import Environment
from mtgstats.show.reporting import Page, games_played, made_with

from .pictures import plot_looks, plot_spread
from .study import Study


def _in_words(what: Any) -> str:
    return ", ".join(map(str, what)) if isinstance(what, tuple) else str(what)


def page_of_study(study: Study) -> Page:
    """A study's page: the answers in words, both pictures, the table of rates and means."""
    return Page(
        title=f"{study.deck.name}: {study.verb}",
        question="\n".join(f"{name}: {_in_words(what)}" for name, what in study.asked.items() if what != ()),
        answers=study.sentences,
        pictures=(
            ("How often, simulated with 95 % intervals and exact", plot_looks(study)),
            ("The distribution for each number of cards", plot_spread(study)),
        ),
        grids=(study.grid(),),
        notes=study.notes,
        provenance=(
            *games_played(study.answers.played, study.seed, STREAM),
            *made_with(study.deck, Environment.here()),
        ),
    )
