"""Monte Carlo analytics for Magic: The Gathering: hideaway, surveil and manifest odds for real decklists::

import mtgstats as ms

deck = ms.read_deck("mosswort-ramp")
plan = ms.Plan(ms.Hideaway(4, ms.best("mana_value")), ms.Watch("bomb", ms.count("t:creature", ms.hidden) == 1))
ms.simulate(plan, deck, trials=1_000_000, seed=1).frame()
ms.exact(plan, deck).frame()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .ask.comparing import compare, perturb
from .ask.engines import classes_of, exact, find, simulate
from .ask.precision import Precision, trials_needed
from .ask.remaking import remake
from .ask.sweeping import hits_saved, sweep
from .errors import CardError, DeckError, MtgstatsError, PlanError, QueryError, ResultError, SizeError
from .read.card import Card
from .read.deck import Deck
from .read.decklists import parse_deck, read_deck
from .read.lists.source import shipped_decks
from .read.query import Selector, matching, named, where
from .read.ratings import read_ratings
from .read.table import load_table
from .run.replaying import replay
from .say.choices import Choice, best, choice, lowest, wanted
from .say.plan import Joint, Plan
from .say.quantities import (
    chance,
    count,
    decked,
    first,
    mana,
    mulligans,
    size,
    surveils,
    surveils_this_turn,
    total,
    turn,
)
from .say.steps import (
    CAST,
    CHOSEN,
    COIN_FLIP,
    MULTIPLAYER,
    ON_THE_DRAW,
    ON_THE_PLAY,
    PLAY,
    RANDOM,
    SURVEIL,
    TO_HAND,
    Cast,
    Cloak,
    Dig,
    Discard,
    DiscardAtRandom,
    Draw,
    Flicker,
    Hideaway,
    If,
    London,
    Manifest,
    ManifestDread,
    Mark,
    Mill,
    OpeningHand,
    PlayHidden,
    PlayLand,
    Rest,
    Scry,
    Shuffle,
    SourceLeaves,
    Step,
    Surveil,
    TurnUp,
    Tutor,
    Whenever,
    turns,
)
from .say.watches import Watch, which
from .say.written import plan_from_json
from .say.zones import battlefield, exile, face_down, graveyard, hand, hidden, kept, library, looked
from .show.comparison import Comparison
from .show.result import Result
from .show.saving import load, save
from .show.sweeps import Sweep, required
from .show.tabulating import plan_to_json
from .studies.binning import surveil
from .studies.facing import manifest
from .studies.hiding import hideaway
from .studies.study import Study
from .studyfile import read_study, run_study

if TYPE_CHECKING:
    from .show.drawing import save_figure
    from .show.plots import plot_compare, plot_distribution, plot_quality, plot_rates, plot_sweep
    from .show.reporting import report

__version__ = "0.1.0"

__all__ = [
    "CAST",
    "CHOSEN",
    "COIN_FLIP",
    "MULTIPLAYER",
    "ON_THE_DRAW",
    "ON_THE_PLAY",
    "PLAY",
    "RANDOM",
    "SURVEIL",
    "TO_HAND",
    "Card",
    "CardError",
    "Cast",
    "Choice",
    "Cloak",
    "Comparison",
    "Deck",
    "DeckError",
    "Dig",
    "Discard",
    "DiscardAtRandom",
    "Draw",
    "Flicker",
    "Hideaway",
    "If",
    "Joint",
    "London",
    "Manifest",
    "ManifestDread",
    "Mark",
    "Mill",
    "MtgstatsError",
    "OpeningHand",
    "Plan",
    "PlanError",
    "PlayHidden",
    "PlayLand",
    "Precision",
    "QueryError",
    "Rest",
    "Result",
    "ResultError",
    "Scry",
    "Selector",
    "Shuffle",
    "SizeError",
    "SourceLeaves",
    "Step",
    "Study",
    "Surveil",
    "Sweep",
    "TurnUp",
    "Tutor",
    "Watch",
    "Whenever",
    "battlefield",
    "best",
    "chance",
    "choice",
    "classes_of",
    "compare",
    "count",
    "decked",
    "exact",
    "exile",
    "face_down",
    "find",
    "first",
    "graveyard",
    "hand",
    "hidden",
    "hideaway",
    "hits_saved",
    "kept",
    "library",
    "load",
    "load_table",
    "looked",
    "lowest",
    "mana",
    "manifest",
    "matching",
    "mulligans",
    "named",
    "parse_deck",
    "perturb",
    "plan_from_json",
    "plan_to_json",
    "plot_compare",
    "plot_distribution",
    "plot_quality",
    "plot_rates",
    "plot_sweep",
    "read_deck",
    "read_ratings",
    "read_study",
    "remake",
    "replay",
    "report",
    "required",
    "run_study",
    "save",
    "save_figure",
    "shipped_decks",
    "simulate",
    "size",
    "surveil",
    "surveils",
    "surveils_this_turn",
    "sweep",
    "total",
    "trials_needed",
    "turn",
    "turns",
    "wanted",
    "where",
    "which",
]


_DRAWN = {
    "report": "reporting",
    "save_figure": "drawing",
    **dict.fromkeys(("plot_compare", "plot_distribution", "plot_quality", "plot_rates", "plot_sweep"), "plots"),
}
"""Names brought in when they are asked for, by module: matplotlib takes longer than all the rest."""


def __getattr__(name: str) -> Any:
    if name not in _DRAWN:
        raise AttributeError(f"module 'mtgstats' has no attribute {name!r}")
    return getattr(import_module(f".show.{_DRAWN[name]}", __name__), name)
