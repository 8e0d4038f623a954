"""Watches as code: where each is tallied, and how the tally is read again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mtgstats.errors import SizeError
from mtgstats.run.assemble import EVERYONE, Assembler, Number, Row
from mtgstats.run.tallies import JointTally, Kind, Tally
from mtgstats.say.quantities import Condition, Quantity
from mtgstats.say.watches import Watch, Which

from .expressions import Sum, add

if TYPE_CHECKING:
    from .game import Game


Place = tuple[int, str, str]
"""A watch of a plan at a mark: (plan, watch, mark)."""


@dataclass(frozen=True)
class Slot:
    """Where a watch at a mark is tallied: `values`, one a bin, from `start` on; `given` is the bin of its total."""

    place: Place
    kind: Kind
    values: tuple[bool | int | str, ...]
    start: int
    given: int | None
    outputs: tuple[int, ...]

    def tally(self, bins: npt.NDArray[np.int64], trials: int) -> Tally:
        """The tally out of the bins of a run of so many trials."""
        total = trials if self.given is None else int(bins[self.given])
        counts = [int(number) for number in bins[self.start : self.start + len(self.values)]]
        if self.kind == "condition":
            counts[0] = total - counts[1]
        pairs = [(v, n) for v, n in zip(self.values, counts, strict=True) if n or self.kind != "quantity"]
        return Tally(*self.place[1:], self.kind, tuple(v for v, _ in pairs), tuple(n for _, n in pairs), total)


@dataclass(frozen=True)
class Crossing:
    """Where two watches are crossed: ``table(bins)[i, j]`` counts games with values i of the first, j of the second."""

    first: Slot
    second: Slot
    start: int

    def table(self, bins: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The counts by value of the first and value of the second."""
        shape = len(self.first.values), len(self.second.values)
        return bins[self.start : self.start + shape[0] * shape[1]].reshape(shape)

    def tally(self, bins: npt.NDArray[np.int64]) -> JointTally:
        """The joint tally out of the bins of a run; values of quantities that never came up are left out."""
        table = self.table(bins)
        rows, columns = (
            [k for k, seen in enumerate(counts) if seen or slot.kind == "condition"]
            for slot, counts in ((self.first, table.sum(axis=1)), (self.second, table.sum(axis=0)))
        )
        return JointTally(
            *(self.first.place[1], self.second.place[1], self.first.place[2], self.second.place[2]),
            tuple(self.first.values[i] for i in rows),
            tuple(self.second.values[j] for j in columns),
            tuple(tuple(int(table[i, j]) for j in columns) for i in rows),
        )


@dataclass(frozen=True)
class Outcome:
    """A watch kept for crossing: which of its values came up in each game, and where it counts at all."""

    slot: Slot
    number: Number
    mask: Row


BINS = 1_000_000
"""Values of a watch, or pairs of values of two, that are told apart at the most."""


class Recorder:
    """Writes the recording of watches; keeps what is to be crossed; with `store` writes out every game's values."""

    def __init__(self, asm: Assembler, *, crossed: Sequence[tuple[Place, Place]] = (), store: bool = False) -> None:
        self.asm = asm
        self.plan = 0
        self.slots: list[Slot] = []
        self.crossings: list[Crossing] = []
        self._crossed = tuple(crossed)
        self._store = store
        self._outcomes: dict[Place, Outcome] = {}

    def record(self, game: "Game", watch: Watch, mark: str) -> None:
        """Tally one watch here."""
        place = self.plan, watch.name, mark
        mask, total = self._given(game, watch)
        match watch.what:
            case Which(zone=zone):
                self._which(game, place, mask, total, game.zones.places(zone))
            case Condition() as condition:
                self._truth(game, place, mask, total, game.ask.indicator(condition))
            case Quantity() as quantity:
                self._number(game, place, mask, total, game.ask.quantity(quantity))

    def _given(self, game: "Game", watch: Watch) -> tuple[Row, int | None]:
        """The games that count, and the bin of their number where it is not that of all trials."""
        asm = self.asm
        given = True if watch.given is None else game.ask.condition(watch.given)
        if given is True:
            return EVERYONE, None
        mask = asm.constant(0) if given is False else asm.copy(given)
        asm.also(mask, EVERYONE)
        total = asm.bins(1)
        asm.count(total, mask, mask)
        return mask, total

    def _truth(self, game: "Game", place: Place, mask: Row, total: int | None, what: Sum) -> None:
        start = self.asm.bins(2)
        self.asm.count(start + 1, self._row(what), mask)
        self._keep(
            game, Slot(place, "condition", (False, True), start, total, self._stored(game, mask, what)), mask, what
        )

    def _row(self, truth: Sum) -> Row:
        if truth.fixed:
            return self.asm.constant(truth.lo)
        row = truth.terms[0][1]
        assert isinstance(row, Row)
        return row

    def _number(self, game: "Game", place: Place, mask: Row, total: int | None, what: Sum) -> None:
        start = self._bins(f"watch {place[1]!r}", what.hi - what.lo + 1)
        values = tuple(range(what.lo, what.hi + 1))
        if (byte := game.ask.byte(what)) is None:
            self.asm.wide_histogram(start, game.ask.number(what), mask, n=len(values), lo=what.lo)
        else:
            row, offset = byte
            self.asm.histogram(start, row, mask, n=len(values), lo=what.lo - offset)
        self._keep(game, Slot(place, "quantity", values, start, total, self._stored(game, mask, what)), mask, what)

    def _bins(self, what: str, n: int) -> int:
        if n > BINS:
            raise SizeError(
                f"{what}: its table would have {n:,} cells, at most {BINS:,} are counted; hold it between bounds with "
                "clip(lo, hi), or leave it out"
            )
        return self.asm.bins(n)

    def _stored(self, game: "Game", mask: Row, what: Sum) -> tuple[int, ...]:
        return (self.asm.store(mask), self.asm.store(game.ask.number(what))) if self._store else ()

    def _which(self, game: "Game", place: Place, mask: Row, total: int | None, zones: list[str]) -> None:
        asm = self.asm
        names = game.classes.facts(lambda card: card.name)
        values = tuple(dict.fromkeys(names))
        start = asm.bins(len(values))
        counted = [game.zones.tracked(zone) for zone in zones]
        outputs = [asm.store(mask)] if self._store else []
        for number, name in enumerate(values):
            with asm.frame():
                here = asm.constant(0)
                for k in (k for k, own in enumerate(names) if own == name):
                    for counts in counted:
                        asm.either(here, asm.within(counts[k], 1, 256))
                asm.count(start + number, here, mask)
                if self._store:
                    outputs.append(asm.store(here))
        self.slots.append(Slot(place, "cards", values, start, total, tuple(outputs)))

    # --- crossing -----------------------------------------------------------------------------------------------------

    def _keep(self, game: "Game", slot: Slot, mask: Row, what: Sum) -> None:
        """Remember the slot, and its outcome where it is to be crossed."""
        self.slots.append(slot)
        if not any(slot.place in pair for pair in self._crossed):
            return
        index = self.asm.outcome_number()
        self.asm.wide_sum(index, game.ask.number(add([(1, what)], -int(slot.values[0]))), 1)
        kept = self.asm.copy(mask, self.asm.outcome())
        self._outcomes[slot.place] = Outcome(slot, index, kept)

    def cross(self) -> None:
        """Tally every pair that is to be crossed, now that all plans are played."""
        for places in self._crossed:
            first, second = (self._outcomes[place] for place in places)
            with self.asm.frame():
                mask = self.asm.copy(first.mask)
                if second.mask != first.mask:
                    self.asm.also(mask, second.mask)
                cells = len(first.slot.values) * len(second.slot.values)
                start = self._bins(f"{places[0][1]!r} crossed with {places[1][1]!r}", cells)
                both = self.asm.wide(0)
                self.asm.wide_sum(both, first.number, len(second.slot.values))
                self.asm.wide_sum(both, second.number, 1)
                self.asm.wide_histogram(start, both, mask, n=cells, lo=0)
                self.crossings.append(Crossing(first.slot, second.slot, start))
