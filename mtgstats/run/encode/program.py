"""A program: one or more plans, each with its deck, encoded on joint classes, and how to read its tallies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mtgstats.errors import PlanError, SizeError
from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.run.assemble import Assembler
from mtgstats.run.binary import Binary
from mtgstats.run.tallies import JointTally, Tally
from mtgstats.say.plan import Plan
from mtgstats.say.script import Script, unroll

from .classes import Classes, runs
from .game import Game, Known
from .library import FEW
from .watches import Crossing, Place, Recorder, Slot

LIBRARY_LIMIT = 255
Question = tuple[Plan, Deck]


@dataclass(frozen=True)
class Program:
    """A binary, and where in its tally each watch is found.

    `classes` are those of each plan's deck; all share their starts.
    """

    binary: Binary
    slots: tuple[Slot, ...]
    crossings: tuple[Crossing, ...]
    classes: tuple[Classes, ...]

    def tallies(self, bins: npt.NDArray[np.int64], trials: int, plan: int = 0) -> list[Tally]:
        """The tallies of one plan out of the bins of a run."""
        return [slot.tally(bins, trials) for slot in self.slots if slot.place[0] == plan]

    def joints(self, bins: npt.NDArray[np.int64], plan: int = 0) -> list[JointTally]:
        """The tallies of pairs of watches of one plan out of the bins of a run."""
        return [
            crossing.tally(bins)
            for crossing in self.crossings
            if crossing.first.place[0] == crossing.second.place[0] == plan
        ]


def encode(
    questions: Sequence[Question],
    *,
    crossed: Sequence[tuple[Place, Place]] = (),
    store: bool = False,
    finest: bool = False,
    shortcuts: bool = True,
) -> Program:
    """Encode plans, each with its deck, into one program in which they meet the same shuffles.

    `crossed` are pairs of watches to be tallied jointly, beside those that the plans ask for. With `store` the values
    of every game are written out. With `finest` each card is a class of its own, without `shortcuts` special cases are
    written in the general way: the games are the same (both are for tests).
    """
    scripts = [unroll(plan, deck) for plan, deck in questions]
    decks = align([deck for _, deck in questions])
    starts = sorted(set().union(*(runs(slots) for slots in decks)))
    known = [_explore(script, Classes(slots, starts), shortcuts) for script, slots in zip(scripts, decks, strict=True)]
    if not finest:
        starts = sorted(set().union(starts[:1], *(one.finest.distinguished() for one in known)))
    asm = Assembler()
    joints = [((k, *one), (k, *other)) for k, script in enumerate(scripts) for one, other in script.plan.crossed]
    recorder = Recorder(asm, crossed=tuple(dict.fromkeys([*crossed, *joints])), store=store)
    classes = tuple(Classes(slots, starts) for slots in decks)
    for recorder.plan, (script, own, found) in enumerate(zip(scripts, classes, known, strict=True)):
        with asm.plan():
            Game(asm, script, own, found, recorder).encode()
    recorder.cross()
    return Program(asm.binary(), tuple(recorder.slots), tuple(recorder.crossings), classes)


def _explore(script: Script, classes: Classes, shortcuts: bool) -> Known:
    """Encode a plan on the finest classes, only to learn what it asks."""
    asm = Assembler()
    with asm.plan():
        first = Game(asm, script, classes, Known(classes, shortcuts=shortcuts), Recorder(asm))
        first.encode()
    library = first.library
    return Known(classes, first.zones.asked, library.ran_out, library.spread > FEW and shortcuts, shortcuts)


def align(decks: Sequence[Deck]) -> list[tuple[Card, ...]]:
    """The decks' cards, slot by slot: equal cards in equal slots, in the order of the first deck."""
    first, *others = (library_of(deck) for deck in decks)
    for deck, other in zip(decks[1:], others, strict=True):
        if len(other) != len(first):
            raise PlanError(
                f"decks of different size cannot share shuffles: {decks[0].name!r} has {len(first)} cards, "
                f"{deck.name!r} has {len(other)}"
            )
    return [first, *(_matched(first, other) for other in others)]


def library_of(deck: Deck) -> tuple[Card, ...]:
    """The cards of a deck's library in canonical order."""
    if deck.size > LIBRARY_LIMIT:
        raise SizeError(f"deck {deck.name!r} has {deck.size:,} cards; libraries of at most {LIBRARY_LIMIT} are handled")
    return tuple(card for card, number in deck.main for _ in range(number))


def _matched(first: tuple[Card, ...], other: tuple[Card, ...]) -> tuple[Card, ...]:
    """The other deck's cards, each in a slot where the first deck has the same card, the rest in those left over."""
    left = list(other)
    slots: list[Card | None] = []
    for card in first:
        slots.append(card if card in left else None)
        if card in left:
            left.remove(card)
    return tuple(card if card is not None else left.pop(0) for card in slots)
