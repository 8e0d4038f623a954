"""The game as it is being encoded: what is known of it at this point, and the small moves that steps are made of.

Every step is one of three moves: the top n cards to a zone (`topping.py`), look at n and place each by choice
(`looking.py`), from zone to zone by preference (`preferring.py`, `hidden.py`, `opening.py`); plus shuffles, conditions,
turns and marks (`turning.py`). `mask` is always the games that take part, None for all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import singledispatch

from mtgstats.read.card import Card
from mtgstats.run.assemble import Assembler, Row
from mtgstats.run.randomness import Kind
from mtgstats.say.choices import Choice
from mtgstats.say.script import Line, Script
from mtgstats.say.steps import Hideaway, OpeningHand, Step

from .choosing import Allowed, Ranking
from .classes import Classes
from .expressions import SCALARS, Expressions, Mask, as_sum, only
from .library import Dealer, Library
from .scalars import Scalar
from .watches import Recorder
from .zones import Reads, Zones


@dataclass(frozen=True)
class Known:
    """What the first encoding of a plan finds out for the second; before it, all that there might be."""

    finest: Classes
    reads: Reads = field(default_factory=lambda: Reads(scalars=set(SCALARS)))
    runs_out: bool = True
    scattered: bool = True
    shortcuts: bool = True


@singledispatch
def write(step: Step, game: "Game", line: Line, mask: Row | None) -> None:
    """Write one line of the script: what its step does."""
    raise AssertionError(f"unknown step {step!r}")


class Game:
    """One plan with one deck, being encoded."""

    def __init__(self, asm: Assembler, script: Script, classes: Classes, known: Known, recorder: Recorder) -> None:
        self.asm = asm
        self.script = script
        self.classes = classes
        sources = sorted({step.source for step in script.steps if isinstance(step, Hideaway)})
        self.zones = Zones(asm, classes, sources, known.reads, known.finest)
        self.library = Library(asm, classes, runs_out=known.runs_out, scattered=known.scattered)
        self.ask = Expressions(asm, classes, self.zones, script.never)
        self.recorder = recorder
        self.reads = known.reads
        self.shortcuts = known.shortcuts
        self.hidden: dict[str, list[Row]] = {source: [] for source in sources}
        self.land_plays = Scalar(1, 1)
        for first in script.firsts:
            self.ask.quantity(first)

    def encode(self) -> None:
        """Write the whole script."""
        lines = self.script.lines
        if not isinstance(lines[0].step, OpeningHand):
            self.library.begin(Dealer(self.asm, self.classes, Kind.DECK, 0, self.library.urn()), 0)
        self.block(lines, None)
        self.library.finish()

    def block(self, lines: tuple[Line, ...], mask: Row | None) -> None:
        """Write some lines."""
        for line in lines:
            self.ask.turn = line.turn
            with self.asm.frame():
                write(line.step, self, line, mask)
            self.zones.forget("looked", "kept")

    # --- masks and cards ----------------------------------------------------------------------------------------------

    def where(self, *masks: Row | bool | None) -> Mask:
        """The games in which all masks hold (None is all games)."""
        return self.ask.both([True if mask is None else mask for mask in masks])

    def take(self, mask: Row | None, *, own: bool = False) -> tuple[Row, bool] | None:
        """The top card of the library and whether there surely is one; None where there surely is none."""
        here = self.where(mask, self.library.available())
        if here is False:
            return None
        card = self.library.take(only(here), own=own)
        sure = here is True
        self.zones.leave("library", card, sure=sure)
        return card, sure

    def look(self, n: int, mask: Row | None) -> list[Row]:
        """The top `n` cards, looked at: they lie in `looked` until they are placed."""
        cards = []
        for _ in range(n):
            if (taken := self.take(mask, own=True)) is not None:
                card, sure = taken
                self.zones.arrive("looked", card, sure=sure)
                cards.append(card)
        return cards

    def move(self, card: Row, start: str, to: str, *, sure: bool = False, picked: bool = False) -> None:
        self.zones.leave(start, card, sure=sure, picked=picked)
        self.zones.arrive(to, card, sure=sure)

    def part(self, card: Row, mask: Row) -> Row:
        """The card where `mask` holds, elsewhere none."""
        d = self.asm.copy(card)
        self.asm.hide(d, mask)
        return d

    def those(self, card: Row, facts: list[bool]) -> Row:
        """A mask: the card is of a class for which the fact is true."""
        mask = self.asm.constant(0)
        start = 0
        for k in range(1, len(facts) + 1):
            if k == len(facts) or facts[k] != facts[start]:
                if facts[start]:
                    self.asm.gain(mask, card, start, k)
                start = k
        return mask

    def put_under(self, card: Row) -> None:
        """A card out of `looked` to the bottom of the library."""
        self.move(card, "looked", "library")
        self.library.put_under(card)

    # --- preference ---------------------------------------------------------------------------------------------------

    def pick(
        self, place: str, choice: Choice, mask: Row | None, *, allowed: Allowed | None = None, lowest: bool = False
    ) -> Row:
        """The most (least) wanted card of a zone, taken out of its count by class."""
        ranking = Ranking(self.ask, choice, allowed)
        return ranking.pick(self.zones.tracked(place), mask, lowest=lowest)

    # --- mana and lands -----------------------------------------------------------------------------------------------

    def has_land_play(self) -> Mask:
        return self.land_plays.lo > 0 if self.land_plays.row is None else self.land_plays.row

    def played_land(self, card: Row) -> None:
        """Where `card` is a land that was played: the land play is used, and it gives mana unless it enters tapped."""
        played = self.those(card, self.classes.facts(lambda card: card.is_land))
        self.asm.sub(self.land_plays.as_row(self.asm), played)
        self.land_plays.lo, self.land_plays.hi = 0, 1
        if "mana" in self.reads.scalars:
            untapped = self.those(card, self.classes.facts(lambda card: card.is_land and not card.enters_tapped))
            self.ask.scalars["mana"].move(self.asm, 1, untapped)

    def affordable(self, cost: Callable[[Card], int | None]) -> Allowed:
        """Cards whose cost is within the mana there is."""

        def test(card: Card, mana: int) -> bool:
            price = cost(card)
            return price is not None and price <= mana

        self.zones.asked.scalars.add("mana")
        return Allowed(test, as_sum(self.ask.scalars["mana"]))

    def pay(self, card: Row, costs: list[int | None]) -> None:
        """Take the cost of the card from the mana."""
        mana = self.ask.scalars["mana"]
        for cost in sorted({cost for cost in costs if cost}):
            paid = self.those(card, [own == cost for own in costs])
            for _ in range(cost):
                self.asm.sub(mana.as_row(self.asm), paid)
        mana.lo = 0

    def move_to_rest(self, card: Row, start: str, *, picked: bool) -> None:
        """A spell or a played card comes to rest: a permanent on the battlefield, the rest in the graveyard."""
        permanent = self.those(card, self.classes.facts(lambda card: card.is_permanent))
        self.zones.leave(start, card, sure=False, picked=picked)
        self.zones.arrive("battlefield", self.part(card, permanent), sure=False)
        self.zones.arrive("graveyard", self.part(card, self.asm.invert(permanent)), sure=False)

    # --- sizes --------------------------------------------------------------------------------------------------------

    def count_in(self, place: str) -> Row:
        """How many cards lie in one zone."""
        terms = self.zones.weighted(place, [1] * len(self.classes))
        return terms[0][1] if terms else self.asm.constant(0)
