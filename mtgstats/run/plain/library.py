"""A library as the player knows it: known cards and, between them, piles in random order; the top comes first.

A card is its number in the deck's canonical order. A pile says how many copies of each card it holds. A shuffled
library is one pile; cards kept on top or put on the bottom are known. To someone who sees everything each card is
known, so a replay and the exact engine speak of libraries in the same words.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import comb, factorial, prod

Cards = tuple[int, ...]
Pile = tuple[int, ...]
Library = tuple[int | Pile, ...]
Looked = tuple[int | Pile | None, ...]
"""Cards being looked at, in the order seen; ``None`` stands where a known card has been placed."""


def size(part: int | Pile | None) -> int:
    """Number of cards in one part of a library."""
    if part is None:
        return 0
    return 1 if isinstance(part, int) else sum(part)


def cards_of(library: Looked) -> Cards:
    """All cards, from the top; those of a pile in canonical order."""
    parts = (_spread(part) if isinstance(part, tuple) else (part,) for part in library if part is not None)
    return tuple(chain.from_iterable(parts))


@lru_cache(1 << 12)
def _spread(pile: Pile) -> Cards:
    return tuple(card for card, copies in enumerate(pile) for _ in range(copies))


def kinds_in(part: int | Pile | None) -> Cards:
    """The different cards in one part of a library."""
    if isinstance(part, tuple):
        return _kinds(part)
    return () if part is None else (part,)


@lru_cache(1 << 12)
def _kinds(pile: Pile) -> Cards:
    return tuple(card for card, copies in enumerate(pile) if copies)


def piled(cards: Iterable[int], kinds: int) -> Library:
    """The same cards in random order; `kinds` is the number of different cards of the deck."""
    pile = [0] * kinds
    for card in cards:
        pile[card] += 1
    return as_parts(tuple(pile))


@lru_cache(1 << 16)
def as_parts(pile: Pile) -> Library:
    """A pile as part of a library: copies of one card have but one order, so they are known."""
    kinds = sum(copies > 0 for copies in pile)
    return (pile,) if kinds > 1 else _spread(pile)


def without(library: Library, card: int) -> Library:
    """The library less one copy of `card`, the first there is."""
    for index, part in enumerate(library):
        if part == card:
            return library[:index] + library[index + 1 :]
        if isinstance(part, tuple) and part[card]:
            return library[:index] + as_parts(_less(part, card)) + library[index + 1 :]
    raise ValueError(f"card {card} is not in the library {library}")


def _less(pile: Pile, card: int) -> Pile:
    return (*pile[:card], pile[card] - 1, *pile[card + 1 :])


def taken_from(looked: Looked, index: int, card: int) -> Looked:
    """Looked-at cards after `card` was taken out of the part at `index`."""
    part = looked[index]
    left: Looked = as_parts(_less(part, card)) if isinstance(part, tuple) else (None,)
    return looked[:index] + left + looked[index + 1 :]


def top_of(library: Library, n: int) -> tuple[Library, Library, int]:
    """The parts that lie wholly within the top `n` cards, the parts after them, and how many cards are still wanted."""
    index = 0
    while n and index < len(library) and (held := size(library[index])) <= n:
        n -= held
        index += 1
    return library[:index], library[index:], n if index < len(library) else 0


@lru_cache(1 << 8)
def draws(pile: Pile, n: int) -> Sequence[tuple[Library, Library, int]]:
    """All multisets of `n` cards out of a pile: what is drawn, what is left, in how many of ``comb(size, n)`` ways."""
    partial: list[tuple[Pile, int, int]] = [((), n, 1)]
    behind = sum(pile)
    for copies in pile:
        behind -= copies
        partial = [
            ((*drawn, k), wanted - k, ways * comb(copies, k))
            for drawn, wanted, ways in partial
            for k in range(max(0, wanted - behind), min(copies, wanted) + 1)
        ]
    return [(as_parts(drawn), as_parts(tuple(map(int.__sub__, pile, drawn))), ways) for drawn, _, ways in partial]


@lru_cache(1 << 12)
def draws_count(pile: Pile, n: int) -> int:
    """How many multisets of `n` cards there are in a pile."""
    ways = [1] + [0] * n
    for copies in pile:
        ways = [sum(ways[max(0, k - copies) : k + 1]) for k in range(n + 1)]
    return ways[n]


def orders(pile: Pile) -> Iterator[Cards]:
    """All orders of a pile that can be told apart; they are equally likely."""
    if not any(pile):
        yield ()
    for card, copies in enumerate(pile):
        if copies:
            for rest in orders(_less(pile, card)):
                yield (card, *rest)


def orders_count(pile: Pile) -> int:
    """How many orders of a pile can be told apart."""
    return factorial(sum(pile)) // prod(map(factorial, pile))
