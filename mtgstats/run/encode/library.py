"""The library: rows of cards by position, a head where the next card is, an end behind the last.

Cards are dealt to positions, not to steps: the card at a position is the same whatever was done before. Cards kept on
top are written back in front of the head; cards put on the bottom behind the end. Where games stand at different
positions, the bounds are known, and a card is read by comparing the position with each of them.
"""

from dataclasses import dataclass

from mtgstats.run.assemble import Assembler, Code, Row
from mtgstats.run.instructions import NONE
from mtgstats.run.randomness import Kind, groups

from .classes import Classes
from .scalars import Scalar

FEW = 60
"""Up to so many positions are compared one by one; beyond, a look-up game by game is faster (each as measured)."""
PLACES = 256
"""Rows of cards there can be. Positions count on beyond, and are kept in bytes: what is put on the bottom of a library
that has been gone through comes to lie in rows long passed, which no more than 255 cards can ever catch up with."""


class Dealer:
    """Deals positions of one shuffle in order, into rows; `urn` counts the cards left up to each class."""

    def __init__(self, asm: Assembler, classes: Classes, kind: Kind, serial: int, urn: list[Row]) -> None:
        self.asm = asm
        self.size = len(classes.slots)
        self.kind = kind << 24 | serial
        self.urn = urn
        self.word = asm.word_row(keep=True)
        self.index = asm.keep()
        self._groups = groups(self.size)
        self._next = 0

    def deal(self, position: int, into: Row, mask: Row | None = None) -> None:
        """The card at `position`; where not `mask`, none is taken from the urn."""
        asm = self.asm
        if self.urn:
            self._advance(position)
            if mask is not None:
                asm.hide(self.index, mask)
        asm.fill(into, 0)
        for upto in self.urn:
            asm.urn(into, self.index, upto)

    def _advance(self, position: int) -> None:
        """The index for a position; passes over those before it that share its word."""
        at = next(k for k, group in enumerate(self._groups) if position < group.stop)
        group = self._groups[at]
        if self._next <= group.start:
            self.asm.word(self.word, word=at, kind=self.kind, product=group.product)
        for passed in range(max(self._next, group.start), position + 1):
            self.asm.index(self.index, self.word, self.size - passed)
        self._next = position + 1


@dataclass
class Epoch:
    """The time from one shuffle to the next: where its dealing is written, and how far it must reach."""

    dealer: Dealer
    code: Code
    start: int
    mask: Row | None
    head: Row | None
    scratch: tuple[Row, ...]
    reach: int = 0


class Library:
    """The library of the block's games."""

    def __init__(self, asm: Assembler, classes: Classes, *, runs_out: bool, scattered: bool) -> None:
        self.asm = asm
        self.classes = classes
        self.size = len(classes.slots)
        self.spread = 0
        self.head = Scalar(0, 0)
        self.end = Scalar(self.size, self.size)
        self.runs_out = runs_out
        self.ran_out = False
        self._side_by_side = asm.keep_side_by_side(PLACES) if scattered else []
        self._cards = dict(enumerate(self._side_by_side))
        self._epochs: list[Epoch] = []

    # --- dealing ------------------------------------------------------------------------------------------------------

    def urn(self) -> list[Row]:
        """Counts of the whole deck up to each class but the last."""
        upto, rows = 0, []
        for number in self.classes.counts[:-1]:
            upto += number
            rows.append(self.asm.fill(self.asm.keep(), upto))
        return rows

    def begin(self, dealer: Dealer, start: int, *, mask: Row | None = None, head: Row | None = None) -> None:
        """From here on cards come from `dealer`, from position `start` on (where `mask`, and not before `head`)."""
        # Dealing is written last but runs here: it needs rows that nothing else uses at this point.
        scratch = (self.asm.keep(), self.asm.keep(), self.asm.keep())
        self._epochs.append(Epoch(dealer, self.asm.stretch(), start, mask, head, scratch))

    def restart(self, least: int, most: int, head: Row | None, mask: Row | None) -> None:
        """The library, of `least` to `most` cards, lies at the last positions (where `mask`), beginning at `head`."""
        asm = self.asm
        lo, hi = self.size - most, self.size - least
        if mask is None:
            self.head = Scalar(lo, hi, None if head is None else asm.copy(head, asm.keep()))
            self.end = Scalar(self.size, self.size)
            return
        asm.blend(self.head.as_row(asm), head or asm.constant(lo), mask)
        self.head.lo, self.head.hi = min(self.head.lo, lo), max(self.head.hi, hi)
        if self.end.row is not None:
            asm.blend(self.end.row, asm.constant(self.size), mask)
        self.end.lo = self.size

    def finish(self) -> None:
        """Write the dealing of all epochs, now that it is known how far they reach."""
        reach = 0
        for epoch in reversed(self._epochs):
            epoch.reach = reach = min(max(reach, epoch.reach), self.size)
            if epoch.mask is None:
                reach = 0
        dealt: set[int] = set()
        for epoch in self._epochs:
            with self.asm.into(epoch.code):
                for position in range(epoch.start, epoch.reach):
                    self._deal(epoch, position, again=position in dealt)
                    dealt.add(position)

    def _deal(self, epoch: Epoch, position: int, *, again: bool) -> None:
        asm, card = self.asm, self.card(position)
        if epoch.mask is None and epoch.head is None:
            epoch.dealer.deal(position, card)
            return
        here, begun, fresh = epoch.scratch
        if epoch.mask is None:
            asm.fill(here, 1)
        else:
            asm.copy(epoch.mask, here)
        if epoch.head is not None:
            asm.also(here, asm.within(epoch.head, 0, position + 1, begun))
        epoch.dealer.deal(position, fresh, here)
        if not again:
            asm.fill(card, NONE)
        asm.blend(card, fresh, here)

    def card(self, position: int) -> Row:
        """The row of cards at a position."""
        place = position % PLACES
        if place not in self._cards:
            self._cards[place] = self.asm.keep(None if place < self.size else NONE)
        return self._cards[place]

    def _reach(self, position: int) -> None:
        """Cards up to this position are read."""
        self.ran_out |= position >= self.size
        if self._epochs:
            self._epochs[-1].reach = max(self._epochs[-1].reach, position + 1)

    # --- top ----------------------------------------------------------------------------------------------------------

    def available(self) -> bool | Row:
        """Whether there is a card left: yes or no for all games, or a mask."""
        if self.head.hi < self.end.lo or not self.runs_out:
            return True
        self.ran_out = True
        if self.head.lo >= self.end.hi:
            return False
        head, end = self.head.as_row(self.asm), self.end.as_row(self.asm)
        if self.end.hi < PLACES:
            return self.asm.less(head, end)
        left = self.asm.copy(end)
        self.asm.sub(left, head)
        return self.asm.within(left, 1, PLACES)

    def take(self, mask: Row | None, *, own: bool) -> Row:
        """The top card where `mask` holds (there must be one there), elsewhere none.

        With `own` the row is a copy that the caller may change or hold while cards are put back.
        """
        asm, head = self.asm, self.head
        if head.row is None:
            self._reach(head.lo)
            card = self.card(head.lo)
            if own or mask is not None:
                card = asm.copy(card)
        else:
            card = self._pick(head.row, _places(head.lo, head.hi + 1))
        if mask is not None:
            asm.hide(card, mask)
        head.move(asm, 1, mask)
        head.hi = min(head.hi, self.end.hi)
        return card

    def _pick(self, where: Row, places: range) -> Row:
        """The card at each game's own position, one of `places`."""
        asm = self.asm
        self._reach(places[-1])
        if self._scattered(places):
            return asm.gather(self._side_by_side, where)
        card = asm.constant(NONE)
        for position in places:
            asm.at(card, self.card(position), where, position % PLACES)
        return card

    def _scattered(self, places: range) -> bool:
        """Whether games stand at so many places that each looks up its own."""
        self.spread = max(self.spread, len(places))
        return bool(self._side_by_side) and len(places) > FEW

    def put_back(self, card: Row, mask: Row, floor: int) -> None:
        """A card back on top, where `mask` holds; no game's head goes back before `floor`."""
        self.head.move(self.asm, -1, mask)
        self.head.lo = max(self.head.lo, floor)
        # Where a card goes back, the head came from further on: nothing is written at its highest position.
        self._write(card, self.head, _places(self.head.lo, self.head.hi), mask)

    def _write(self, card: Row, position: Scalar, places: range, mask: Row) -> None:
        asm = self.asm
        if self._scattered(places):
            asm.scatter(self._side_by_side, position.as_row(asm), card, mask)
            return
        if places.stop < PLACES:  # then no game stands at the last place, and it can mean "nowhere"
            where = asm.copy(position.as_row(asm))
            asm.hide(where, mask)
            for j in places:
                asm.at(self.card(j), card, where, j)
            return
        for j in places:
            with asm.frame():
                here = asm.within(position.as_row(asm), j % PLACES, j % PLACES + 1)
                asm.also(here, mask)
                asm.blend(self.card(j), card, here)

    # --- bottom -------------------------------------------------------------------------------------------------------

    def put_under(self, card: Row) -> None:
        """A card to the bottom, in games where it is one. Where the library cannot run out nobody will see it again."""
        if not self.runs_out:
            return
        mask = self.asm.within(card, 0, NONE)
        self._write(card, self.end, _places(self.end.lo, self.end.hi + 1), mask)
        self.end.move(self.asm, 1, mask)


def _places(start: int, stop: int) -> range:
    """Positions from `start` up to `stop`, each place once."""
    return range(start, min(stop, start + PLACES))
