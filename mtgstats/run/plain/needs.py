"""What the rest of a script may still ask of a game, found by walking its lines backwards.

As a compiler finds which variables are live; `mtgstats.run.plain.memory` forgets the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from mtgstats.read.card import Card
from mtgstats.run.plain.walking import watches_at
from mtgstats.say.quantities import Condition, Counter, Decked, First, Quantity, Total, parts_of
from mtgstats.say.script import Line, Script, StartTurn, all_lines
from mtgstats.say.steps import (
    Cast,
    Cloak,
    Dig,
    Discard,
    DiscardAtRandom,
    Draw,
    Flicker,
    Hideaway,
    Kind,
    Manifest,
    ManifestDread,
    Mill,
    OpeningHand,
    PlayHidden,
    PlayLand,
    Scry,
    Shuffle,
    SourceLeaves,
    Step,
    Surveil,
    TurnUp,
    Tutor,
)
from mtgstats.say.walking import expressions_of, expressions_of_watch
from mtgstats.say.watches import Watch, Which
from mtgstats.say.zones import FACE_DOWN
from mtgstats.say.zones import library as library_zone

Weights = tuple[int, ...]
ONE_BY_ONE: Weights = ()
"""Stands for numbers by which all cards are told apart that anything tells apart."""

NUMBERS = ("mana", "land_plays", "surveils", "surveils_this_turn", "mulligans", "decked")
RESET_BY_TURN = frozenset({"mana", "land_plays", "surveils_this_turn"})


@dataclass(frozen=True)
class Needs:
    """What may still be asked for.

    `counted`: zones, each with a number for every card (or ONE_BY_ONE); cards of a zone whose numbers are all equal
    need not be told apart. `sources`: whose hidden cards may still be used. `numbers`: fields of the state. `reach`:
    how many cards may yet come off the top of the library.
    """

    counted: frozenset[tuple[str, Weights]] = frozenset()
    sources: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    firsts: frozenset[First] = frozenset()
    reach: int = 0

    def __or__(self, other: "Needs") -> "Needs":
        return Needs(
            self.counted | other.counted,
            self.sources | other.sources,
            self.numbers | other.numbers,
            self.firsts | other.firsts,
            self.reach + other.reach,
        )

    def weights(self, place: str) -> list[Weights]:
        """The numbers asked for in one zone."""
        return [weights for counted, weights in self.counted if counted == place]


NOTHING = Needs()


class Foresight:
    """What is needed before each line."""

    def __init__(self, script: Script, cards: tuple[Card, ...]) -> None:
        self.script = script
        self.cards = cards
        self.lands = tuple(int(card.is_land) for card in cards)

    def before(self, line: Line, after: Needs) -> Needs:
        """What is needed before a line, given what is needed after it."""
        if isinstance(line.step, StartTurn):
            counted = {("battlefield", self.lands)} if "mana" in after.numbers else set()
            return Needs(
                after.counted | counted, after.sources, after.numbers - RESET_BY_TURN, after.firsts, after.reach
            )
        watched = _union(self.watch(watch) for watch in watches_at(self.script, line))
        own = _union(self.step(inner.step) for inner in all_lines((line,)))
        needs = after | watched | own
        if line.ends_turn:
            needs |= _union(self.expression(first.condition) for first in needs.firsts)
        return needs

    def watch(self, watch: Watch) -> Needs:
        needs = _union(self.expression(expression) for expression in expressions_of_watch(watch))
        if isinstance(watch.what, Which):
            needs |= Needs(counted=frozenset((place, ONE_BY_ONE) for place in watch.what.zone.places))
        return needs

    def expression(self, expression: Quantity | Condition) -> Needs:
        needs = NOTHING
        for part in parts_of(expression):
            match part:
                case Total():
                    needs |= self.total(part)
                case Counter(name=name):
                    needs |= Needs(numbers=frozenset({name}))
                case Decked():
                    needs |= Needs(numbers=frozenset({"decked"}))
                case First():
                    needs |= Needs(firsts=frozenset({part}))
        return needs

    def total(self, total: Total) -> Needs:
        weights = tuple(total.weight(card) for card in self.cards)
        counted = {(place, weights) for place in total.zone.places}
        if "battlefield" in total.zone.places:
            counted.add(("face_down", (total.weight(FACE_DOWN),) * len(self.cards)))
        return Needs(counted=frozenset(counted))

    def step(self, step: Step) -> Needs:
        places = frozenset((place, ONE_BY_ONE) for place in _taken_from(step))
        sources = frozenset({step.source} if isinstance(step, PlayHidden | SourceLeaves) else ())
        own = Needs(places, sources, frozenset(_numbers(step)), reach=_reach(step))
        return own | _union(self.expression(expression) for expression in expressions_of(step))


def _union(needs: Iterable[Needs]) -> Needs:
    return reduce(Needs.__or__, needs, NOTHING)


def _taken_from(step: Step) -> tuple[str, ...]:
    """The zones a step takes cards from by what they are."""
    match step:
        case PlayLand() | Cast() | Discard() | DiscardAtRandom():
            return ("hand",)
        case TurnUp() | Flicker():
            return ("face_down",)
        case Tutor() | Shuffle():
            return ("library",)
        case Manifest(source=source) | Cloak(source=source) if source != library_zone:
            return (source.place,)
    return ()


def _numbers(step: Step) -> tuple[str, ...]:
    """The fields of the state that a step depends on."""
    match step:
        case PlayLand() | PlayHidden(kind=Kind.PLAY):
            return ("land_plays",)
        case Cast() | TurnUp(free=False):
            return ("mana",)
    return ()


def _reach(step: Step) -> int:
    """How many cards a step may take off the top of the library."""
    match step:
        case Draw() | Mill() | Scry() | Hideaway() | Dig() | Tutor():
            return step.n
        case Manifest(source=source) | Cloak(source=source):
            return step.n if source == library_zone else 0
        case OpeningHand():
            return step.size
        case Surveil():
            return step.looks
        case ManifestDread():
            return 2
    return 0
