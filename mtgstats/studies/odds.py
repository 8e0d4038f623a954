"""Closed forms for looks at a shuffled library, as fractions: hypergeometric counts, and the best card of a look.

All of them are counts of equally likely hands, ``comb(cards, n)``; nothing of the game is enumerated.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import comb
from typing import Any

from mtgstats.read.card import Card
from mtgstats.read.deck import Deck

Value = bool | int | float | str
Odds = Mapping[Any, Fraction]
"""The probability of each value."""
Tiers = tuple[tuple[int, int], ...]
"""Cards by how much they are wanted, the most wanted first: for each tier its special cards and its others."""


def at_least_one(special: int, size: int, n: int) -> Fraction:
    """P(at least one special card among `n` of `size`) = 1 - C(size - special, n) / C(size, n)."""
    return 1 - Fraction(comb(size - special, n), comb(size, n))


def number_among(special: int, size: int, n: int) -> Odds:
    """P(k special cards among `n` of `size`) for each k: the hypergeometric distribution."""
    return {
        k: Fraction(comb(special, k) * comb(size - special, n - k), comb(size, n))
        for k in range(max(0, n - size + special), min(special, n) + 1)
    }


def condition(odds: Fraction) -> Odds:
    """The odds of both truth values."""
    return {False: 1 - odds, True: odds}


def tiers_of(deck: Deck, rank: Callable[[Card], float], special: Callable[[Card], bool]) -> Tiers:
    """The deck's tiers by `rank`, the highest first; neighbours that need no telling apart are one."""
    ranked = sorted(deck.main, key=lambda entry: -rank(entry[0]))
    tiers = [(0, 0)]
    for _, entries in groupby(ranked, key=lambda entry: rank(entry[0])):
        cards = list(entries)
        whole, marked = sum(n for _, n in cards), sum(n for card, n in cards if special(card))
        tier = marked, whole - marked
        if any(tiers[-1][side] + tier[side] == 0 for side in (0, 1)):
            last = tiers.pop()
            tier = last[0] + tier[0], last[1] + tier[1]
        tiers.append(tier)
    return tuple(tiers)


def best_of(tiers: Tiers, looks: tuple[int, ...]) -> tuple[Fraction, ...]:
    """P(k of the looks' best cards are special), for k from 0 to the number of looks.

    Each look is at cards not seen before, so many as `looks` says and as there are; its best is of the highest tier it
    holds, and within a tier every card is as likely (the card seen first).
    """
    left, sizes = sum(map(sum, tiers)), []
    for look in looks:
        sizes.append(min(look, left))
        left -= sizes[-1]
    if sum(special for special, _ in tiers) <= 1:  # it is in one look at most
        share = sum((_best_is_special(tiers, n) for n in sizes), Fraction(0))
        return 1 - share, share, *[Fraction(0)] * (len(looks) - 1)
    return _best_of_each(tiers, tuple(sizes))


@lru_cache(maxsize=1 << 16)
def _best_of_each(tiers: Tiers, looks: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The same for looks at cards that there are: the first of them card by card, the last by its closed form."""
    n, *later = looks
    if not later:
        share = _best_is_special(tiers, n)
        return 1 - share, share
    hands = comb(sum(map(sum, tiers)), n)
    chances = [Fraction(0)] * (len(looks) + 1)
    for drawn, ways in _draws(tuple(number for tier in tiers for number in tier), n):
        seen = tuple(zip(drawn[::2], drawn[1::2], strict=True))
        left = tuple((a - x, b - y) for (a, b), (x, y) in zip(tiers, seen, strict=True))
        share = next((Fraction(x, x + y) for x, y in seen if x + y), Fraction(0))
        for k, chance in enumerate(_best_of_each(left, tuple(later))):
            chance *= Fraction(ways, hands)
            chances[k] += chance * (1 - share)
            chances[k + 1] += chance * share
    return tuple(chances)


def _best_is_special(tiers: Tiers, n: int) -> Fraction:
    """P(the best of `n` cards is special), an order statistic.

    P(best in a tier) = (C(left, n) - C(below, n)) / C(size, n), `left` being the tier's cards and those `below` it.
    """
    size = left = sum(map(sum, tiers))
    share = Fraction(0)
    for special, others in tiers:
        if special:
            below = left - special - others
            share += Fraction(special * (comb(left, n) - comb(below, n)), (special + others) * comb(size, n))
        left -= special + others
    return share


def _draws(left: tuple[int, ...], n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way that `n` cards fall into kinds of which so many are left, with its number of hands."""
    first, *others = left
    if not others:
        if n <= first:
            yield (n,), comb(first, n)
        return
    for k in range(min(first, n) + 1):
        for rest, ways in _draws(tuple(others), n - k):
            yield (k, *rest), comb(first, k) * ways
