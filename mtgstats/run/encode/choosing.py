"""Choices as tables: ranks of classes by context, and the ways to choose by rank.

A choice is asked once for each class and context; what remains is the order of the classes in each context. Rank 0 is
"no card", a higher rank is a higher value, equal ranks are ties, which go to the card seen first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from mtgstats.errors import SizeError
from mtgstats.read.card import Card
from mtgstats.read.deck import canonical
from mtgstats.run.assemble import EVERYONE, Assembler, Number, Row
from mtgstats.say.choices import TABLE_LIMIT, Choice
from mtgstats.say.quantities import Condition, Total, parts_of

from .expressions import Expressions, Sum

RANK_LIMIT = 254


@dataclass(frozen=True)
class Allowed:
    """What may be chosen at all, besides the choice: `test(card, level)` with `level` a sum seen at the time."""

    test: Callable[[Card, int], bool]
    level: Sum


class Ranking:
    """A choice at one moment of the game: the values of the classes in each context, and the row of contexts.

    Values are None for cards that are not allowed. Contexts are numbered as in a table of mixed radix.
    """

    def __init__(self, ask: Expressions, choice: Choice, allowed: Allowed | None = None) -> None:
        self.asm: Assembler = ask.asm
        self.cards = ask.classes.cards
        sums = [ask.indicator(what) if isinstance(what, Condition) else ask.quantity(what) for _, what in choice.given]
        table = choice.table(self.cards, tuple((total.lo, total.hi) for total in sums))
        self.values: list[list[float | None]] = []
        levels = range(allowed.level.lo, allowed.level.hi + 1) if allowed else range(1)
        if len(self.cards) * len(table) * len(levels) > TABLE_LIMIT:
            raise SizeError(
                f"choice {choice.name!r}: with {len(levels)} amounts of mana its table would have more than "
                f"{TABLE_LIMIT:,} entries; declare fewer quantities, or clip(lo, hi) them"
            )
        for values, level in product(table.values(), levels):
            open_to = [allowed is None or allowed.test(card, level) for card in self.cards]
            self.values.append([value if free else None for value, free in zip(values, open_to, strict=True)])
        ask.classes.told_apart(list(zip(*self.values, strict=True)))
        self.line = self._line(ask, [*sums, *([allowed.level] if allowed else [])])

    def _line(self, ask: Expressions, sums: Sequence[Sum]) -> Number | None:
        """The row of context numbers; None where there is one context only."""
        times, line = 1, None
        for total in reversed(sums):
            if not total.fixed:
                line = ask.number(total, times=times, into=line)
                ask.asm.wide_sum(line, ask.asm.wide(-total.lo), times) if total.lo else None
                times *= total.hi - total.lo + 1
        return line

    def _look(self, card: Row, entries: npt.NDArray[np.uint8]) -> Row:
        return self.asm.look(card, entries[0]) if self.line is None else self.asm.look_in(card, self.line, entries)

    # --- looked-at cards ----------------------------------------------------------------------------------------------

    def ranks(self, *, least: int = 1, wanted_only: bool = False) -> tuple[npt.NDArray[np.uint8], int]:
        """Ranks by context and class, and the rank at which values begin to be zero or more.

        With `wanted_only` all values below zero are rank 0.
        """
        below = 0 if wanted_only else max(len({v for v in line if v is not None and v < 0}) for line in self.values)
        above = max(len({v for v in line if v is not None and v >= 0}) for line in self.values)
        zero = least + below
        if zero + above > RANK_LIMIT:
            raise SizeError(
                f"a choice tells {below + above} values apart, at most {RANK_LIMIT - least} are handled; round them"
            )
        ranks = np.zeros((len(self.values), len(self.cards) + 1), dtype=np.uint8)
        for line, values in zip(ranks, self.values, strict=True):
            low = sorted({v for v in values if v is not None and v < 0})
            high = sorted({v for v in values if v is not None and v >= 0})
            rank = {v: zero + k for k, v in enumerate(high)}
            if not wanted_only:
                rank |= {v: zero - len(low) + k for k, v in enumerate(low)}
            line[:-1] = [0 if v is None else rank.get(v, 0) for v in values]
        return ranks, zero

    def rises_with_class(self) -> bool:
        """Whether the value rises from class to class: then a class is its own rank."""
        if len(self.values) > 1:
            return False
        line = [v for v in self.values[0] if v is not None]
        return len(line) == len(self.cards) and all(a < b for a, b in pairwise(line))

    def rank_rows(self, cards: Sequence[Row], *, least: int = 1, wanted_only: bool = False) -> tuple[list[Row], int]:
        """The rank of each looked-at card, and the rank of value zero."""
        entries, zero = self.ranks(least=least, wanted_only=wanted_only)
        return [self._look(card, entries) for card in cards], zero

    def one_value_above_zero(self) -> bool:
        """Whether all cards kept are worth the same, so that they stay in the order seen."""
        return all(len({v for v in line if v is not None and v >= 0}) <= 1 for line in self.values)

    # --- cards of a zone ----------------------------------------------------------------------------------------------

    def orders(self, *, lowest: bool) -> tuple[list[tuple[int, ...]], npt.NDArray[np.uint8]]:
        """The distinct orders of preference among classes, and which of them each context has.

        Highest first without those below zero; or, for what is given up, lowest first. Ties in canonical order.
        """
        orders: dict[tuple[int, ...], int] = {}
        which = []
        for values in self.values:
            have = [(k, v) for k, v in enumerate(values) if v is not None and (lowest or v >= 0)]
            have.sort(key=lambda item: (item[1] if lowest else -item[1], canonical(self.cards[item[0]])))
            which.append(orders.setdefault(tuple(k for k, _ in have), len(orders)))
        if len(orders) > 255:
            raise SizeError(f"a choice has {len(orders)} different orders of preference, at most 255 are handled")
        return list(orders), np.array(which, dtype=np.uint8).reshape(-1, 1)

    def pick(self, counts: Sequence[Row], mask: Row | None, *, lowest: bool = False) -> Row:
        """The most (or least) wanted card among the classes counted, taken out of its count."""
        asm = self.asm
        chosen = asm.constant(255)
        orders, which = self.orders(lowest=lowest)
        if len(orders) == 1 or self.line is None:
            for k in orders[0]:
                asm.pick(chosen, counts[k], mask or EVERYONE, k)
            return chosen
        own = asm.look_in(chosen, self.line, which)
        for number, order in enumerate(orders):
            here = asm.within(own, number, number + 1)
            if mask is not None:
                asm.also(here, mask)
            with asm.where(here):
                for k in order:
                    asm.pick(chosen, counts[k], here, k)
        return chosen


def reads_places(choice: Choice, places: Sequence[str]) -> bool:
    """Whether what a choice looks at can change while cards move among `places`."""
    wanted = {part for place in places for part in ([place, "hidden"] if place.startswith("hidden") else [place])}
    if "face_down" in wanted:
        wanted.add("battlefield")
    return any(
        isinstance(part, Total) and not wanted.isdisjoint(part.zone.places)
        for _, what in choice.given
        for part in parts_of(what)
    )


def best_of(ranking: Ranking, cards: list[Row], *, wanted_only: bool = False) -> tuple[Row, Row]:
    """Take the best of the looked-at cards out of them (its row is then no card there); the card and its rank.

    With `wanted_only` cards worth less than zero are never taken.
    """
    asm = ranking.asm
    # Then ranks begin at 2, and where the highest stays 1 no card has it.
    ranks, _ = ranking.rank_rows(cards, least=2 if wanted_only else 1, wanted_only=wanted_only)
    highest = asm.constant(1) if wanted_only else asm.copy(ranks[0])
    for rank in ranks if wanted_only else ranks[1:]:
        asm.maximum(highest, rank)
    chosen = asm.constant(255)
    for card, rank in zip(cards, ranks, strict=True):
        asm.extract(chosen, card, rank, highest)
    return chosen, highest


def in_order(
    ask: Expressions, choice: Choice, cards: list[Row], *, changing: bool, all_ordered: bool
) -> Iterator[tuple[Row, Row]]:
    """The looked-at cards one at a time, highest value first, each with a mask: it is there and worth zero or more.

    Where nothing the choice looks at changes on the way, they are sorted at once; else values are looked up again.
    Unless `all_ordered`, the order among those worth less than zero does not matter.
    """
    asm = ask.asm
    if changing:
        for _ in range(len(cards)):
            ranking = Ranking(ask, choice)
            _, zero = ranking.ranks()
            chosen, rank = best_of(ranking, cards)
            yield chosen, asm.within(rank, zero, 256)
        return
    ranking = Ranking(ask, choice)
    ranks, zero = ranking.rank_rows(cards)
    if all_ordered or not ranking.one_value_above_zero():
        for done in range(len(cards) - 1):
            for k in range(len(cards) - 1, done, -1):
                asm.order(ranks[k - 1], cards[k - 1], ranks[k], cards[k])
    for card, rank in zip(cards, ranks, strict=True):
        yield card, asm.within(rank, zero, 256)
