"""Quantities and conditions as rows: weighted sums of counts, and masks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from mtgstats.errors import SizeError
from mtgstats.run.assemble import Assembler, Number, Row
from mtgstats.run.randomness import Kind, threshold
from mtgstats.say.quantities import (
    And,
    Chance,
    Clip,
    Compare,
    Condition,
    Counter,
    Decked,
    First,
    Linear,
    Not,
    Or,
    Quantity,
    Total,
)
from mtgstats.say.zones import FACE_DOWN

from .classes import Classes
from .scalars import Scalar
from .zones import Zones

Mask = Row | bool
WIDE = 1 << 31
SCALARS = ("mana", "surveils", "surveils_this_turn", "mulligans")


@dataclass(frozen=True)
class Sum:
    """A weighted sum of rows, with bounds: ``constant + sum(weight * row)``, always within ``lo ... hi``."""

    terms: tuple[tuple[int, Row | Number], ...]
    constant: int
    lo: int
    hi: int

    @property
    def fixed(self) -> bool:
        """Whether it is the same in all games."""
        return self.lo == self.hi


def as_sum(scalar: Scalar) -> Sum:
    """A number the game keeps, as a quantity."""
    return fixed(scalar.lo) if scalar.row is None else Sum(((1, scalar.row),), 0, scalar.lo, scalar.hi)


def fixed(value: int) -> Sum:
    """A sum that is one number."""
    return Sum((), value, value, value)


class Expressions:
    """Writes quantities and conditions as they stand at this point of the game."""

    def __init__(self, asm: Assembler, classes: Classes, zones: Zones, never: int) -> None:
        self.asm = asm
        self.classes = classes
        self.zones = zones
        self.never = never
        self.turn = 0
        self.attempt = 0
        self.scalars = {name: Scalar(0, 0) for name in SCALARS}
        self.decked: Row | None = None
        self.firsts: dict[Condition, Scalar] = {}
        self._reach: dict[Row | Number, int] = {}

    # --- quantities ---------------------------------------------------------------------------------------------------

    def quantity(self, quantity: Quantity) -> Sum:
        """The sum of rows that a quantity is."""
        match quantity:
            case Total():
                return self._total(quantity)
            case Linear(terms=terms, constant=constant):
                return add([(weight, self.quantity(term)) for weight, term in terms], constant)
            case Counter(name="turn"):
                return fixed(self.turn)
            case Counter(name=name):
                self.zones.asked.scalars.add(name)
                return as_sum(self._in_a_byte(name, self.scalars[name]))
            case First(condition=condition):
                self._in_a_byte("first(…)", Scalar(0, self.never))
                return as_sum(self.firsts.setdefault(condition, Scalar(self.never, self.never)))
            case Clip(quantity=inner, lo=lo, hi=hi):
                return self._clip(self.quantity(inner), lo, hi)
        raise AssertionError(f"unknown quantity {quantity!r}")

    def _in_a_byte(self, name: str, scalar: Scalar) -> Scalar:
        if scalar.hi > 255:
            raise SizeError(f"{name} may come to {scalar.hi} in this plan; at most 255 is counted")
        return scalar

    def _total(self, total: Total) -> Sum:
        terms: list[tuple[int, Row | Number]] = []
        lo = hi = 0
        weights = self.classes.facts(total.weight)
        copies = list(zip(weights, self.classes.counts, strict=True))
        for place in self.zones.places(total.zone):
            terms += self.zones.weighted(place, weights)
            least, most = self.zones.size(place)
            lo, hi = lo + least, hi + most
        bounds = _extremes(copies, lo, min(hi, len(self.classes.slots)))
        if "battlefield" in total.zone.places and "face_down" not in total.zone.places:
            weight = total.weight(FACE_DOWN)
            least, most = (weight * number for number in self.zones.size("face_down"))
            terms += self.zones.weighted("face_down", [weight] * len(weights))
            bounds = bounds[0] + min(least, most), bounds[1] + max(least, most)
        if bounds[0] == bounds[1]:
            return fixed(bounds[0])
        return Sum(tuple(terms), 0, *bounds)

    def _clip(self, inner: Sum, lo: int, hi: int) -> Sum:
        if lo <= inner.lo and inner.hi <= hi:
            return inner
        bounds = min(max(inner.lo, lo), hi), min(max(inner.hi, lo), hi)
        if bounds[0] == bounds[1]:
            return fixed(bounds[0])
        number = self.number(inner)
        self.asm.wide_clip(number, *bounds)
        self._reach[number] = max(map(abs, bounds))
        return Sum(((1, number),), 0, *bounds)

    def number(self, total: Sum, *, times: int = 1, into: Number | None = None) -> Number:
        """The sum as a row of wide numbers (added `times` over to `into`, where that is given)."""
        asm = self.asm
        reach = abs(total.constant) + sum(abs(weight) * self._reach.get(row, 255) for weight, row in total.terms)
        if reach * times >= WIDE:
            raise SizeError(f"a quantity reaches up to {reach:,} on its way; at most {WIDE - 1:,} is handled")
        if into is None:
            into = asm.wide(times * total.constant)
        elif total.constant:
            asm.wide_sum(into, asm.wide(total.constant), times)
        for weight, row in total.terms:
            if isinstance(row, Number):
                asm.wide_sum(into, row, times * weight)
            else:
                asm.wide_add(into, row, times * weight)
        return into

    def byte(self, total: Sum) -> tuple[Row, int] | None:
        """The sum as (row, offset), its value row + offset, where it fits bytes without multiplying; else None."""
        if total.hi - total.lo > 255 or any(abs(weight) != 1 or isinstance(row, Number) for weight, row in total.terms):
            return None
        if len(total.terms) == 1 and total.terms[0][0] == 1:
            row = total.terms[0][1]
            assert isinstance(row, Row)
            return row, total.constant
        d = self.asm.constant((total.constant - total.lo) % 256)
        for weight, row in total.terms:
            assert isinstance(row, Row)
            if weight > 0:
                self.asm.add(d, row)
            else:
                self.asm.sub(d, row)
        return d, total.lo

    # --- conditions ---------------------------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> Mask:
        """The mask of a condition, or a truth that holds for all games."""
        match condition:
            case Compare(quantity=quantity, op=op, number=number):
                return self._compare(self.quantity(quantity), op, number)
            case And(parts=parts):
                return self.both([self.condition(part) for part in parts])
            case Or(parts=parts):
                return self.negate(self.both([self.negate(self.condition(part)) for part in parts]))
            case Not(part=part):
                return self.negate(self.condition(part))
            case Decked():
                return False if self.decked is None else self.decked
            case Chance(p=p, serial=serial):
                return self._chance(p, serial)
        raise AssertionError(f"unknown condition {condition!r}")

    def both(self, masks: Sequence[Mask]) -> Mask:
        """All of these hold."""
        if any(mask is False for mask in masks):
            return False
        rows = [mask for mask in masks if isinstance(mask, Row)]
        if len(rows) < 2:
            return rows[0] if rows else True
        d = self.asm.copy(rows[0])
        for row in rows[1:]:
            self.asm.also(d, row)
        return d

    def negate(self, mask: Mask) -> Mask:
        """It does not hold."""
        return (not mask) if isinstance(mask, bool) else self.asm.invert(mask)

    def _compare(self, total: Sum, op: str, number: int) -> Mask:
        match op:
            case "!=":
                return self.negate(self._compare(total, "==", number))
            case "==":
                lo, hi = number, number
            case ">=" | ">":
                lo, hi = number + (op == ">"), total.hi
            case _:
                lo, hi = total.lo, number - (op == "<")
        lo, hi = max(lo, total.lo), min(hi, total.hi)
        if lo > hi:
            return False
        if (lo, hi) == (total.lo, total.hi):
            return True
        if (byte := self.byte(total)) is not None:
            row, offset = byte
            return self.asm.within(row, lo - offset, hi - offset + 1)
        return self.asm.wide_within(self.number(total), lo, hi)

    def _chance(self, p: float, serial: int | None) -> Mask:
        limit = threshold(p)
        if limit in (0, 1 << 48):
            return limit > 0
        assert serial is not None
        word, d = self.asm.word_row(), self.asm.row()
        self.asm.word(word, word=self.attempt, kind=Kind.CHANCE << 24 | serial, product=2)
        self.asm.chance(d, word, limit)
        return d

    def indicator(self, condition: Condition) -> Sum:
        """A condition as a quantity, 0 or 1."""
        mask = self.condition(condition)
        return fixed(int(mask)) if isinstance(mask, bool) else Sum(((1, mask),), 0, 0, 1)

    def note_firsts(self) -> None:
        """At the end of a turn: note it for each condition that holds for the first time."""
        for condition, scalar in self.firsts.items():
            mask = self.condition(condition)
            if mask is False or scalar.hi < self.never:
                continue
            row = scalar.as_row(self.asm)
            still = self.asm.within(row, self.never, self.never + 1)
            if isinstance(mask, Row):
                self.asm.also(still, mask)
            else:
                scalar.hi = self.turn
            scalar.lo = min(scalar.lo, self.turn)
            self.asm.blend(row, self.asm.constant(self.turn), still)


def only(here: Mask) -> Row | None:
    """The games of a mask that is not false of all; None for all of them."""
    return here if isinstance(here, Row) else None


def add(parts: Sequence[tuple[int, Sum]], constant: int = 0) -> Sum:
    """The weighted sum of sums."""
    terms: dict[Row | Number, int] = {}
    lo = hi = constant
    for weight, part in parts:
        constant += weight * part.constant
        ends = weight * part.lo, weight * part.hi
        lo, hi = lo + min(ends), hi + max(ends)
        for inner, row in part.terms:
            terms[row] = terms.get(row, 0) + weight * inner
    return Sum(tuple((weight, row) for row, weight in terms.items() if weight), constant, lo, hi)


def _extremes(copies: Sequence[tuple[int, int]], lo: int, hi: int) -> tuple[int, int]:
    """The least and greatest total weight of between `lo` and `hi` cards out of (weight, copies)."""
    each = sorted(weight for weight, number in copies for _ in range(number))
    lowest = list(accumulate(each, initial=0))[lo : hi + 1]
    highest = list(accumulate(reversed(each), initial=0))[lo : hi + 1]
    return min(lowest), max(highest)
