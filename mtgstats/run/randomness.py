"""The words of randomness: which bits decide which card of which trial. All engines that play games share these.

Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011), a counter-based generator: the key
is the seed, and the counter names the decision, so any word of any trial can be had at once, in any order:

    counter = (trial pair, low 32 bits | trial pair, high 16 bits, and word | kind and serial | attempt)

A block of four 32-bit numbers makes two 64-bit words: the first for the even trial of the pair, the second for the odd.
The high 48 bits of a word are a fraction `f`; several uniform indices come out of it, one for each card:
``p = f * left; index = p >> 48; f = p mod 2**48``. For exact uniformity a word is taken only if
``f * product mod 2**48 >= 2**48 % product`` with the product of all `left` of the word; else the next attempt is.
"""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

FRACTION = 48
MASK32 = 0xFFFFFFFF
PRODUCT_LIMIT = 1 << 36
TRIAL_LIMIT = 1 << 49
SEED_LIMIT = 1 << 64
STREAM = 1
"""Number of the stream of games: raised whenever the same seed would give other games."""


class Kind(IntEnum):
    """What a word decides; `serial` numbers the occurrences of one kind in a plan."""

    DECK = 0
    """The order of the library: serial 0 is the first shuffle, s the s-th shuffle after it."""
    HAND = 1
    """The hand of the mulligan numbered by the serial."""
    ORDER = 2
    """A random order for cards put on the bottom."""
    DISCARD = 3
    """A card discarded at random."""
    CHANCE = 4
    """Whether a `chance(p)` holds; asked by `keep`, the word number is that of the mulligans taken so far."""


class Group(NamedTuple):
    """Positions ``start <= j < stop`` of a library, decided by one word; `product` is that of their cards left."""

    start: int
    stop: int
    product: int


@lru_cache
def groups(size: int) -> tuple[Group, ...]:
    """How the positions of a library of `size` cards share words: as many to a word as keep the product under 2**36."""
    result = []
    start, product = 0, 1
    for position in range(size):
        left = size - position
        if product * left >= PRODUCT_LIMIT:
            result.append(Group(start, position, product))
            start, product = position, 1
        product *= left
    if size:
        result.append(Group(start, size, product))
    return tuple(result)


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """One block of Philox4x32-10: four 32-bit numbers out of a counter and a key."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & MASK32, (p0 >> 32) ^ c3 ^ k1, p0 & MASK32
        k0, k1 = (k0 + 0x9E3779B9) & MASK32, (k1 + 0xBB67AE85) & MASK32
    return c0, c1, c2, c3


def fraction(seed: int, trial: int, kind: Kind, serial: int, word: int, product: int) -> int:
    """The 48-bit fraction of one decision, at the first attempt that keeps indices below `product` uniform."""
    pair = trial >> 1
    key = seed & MASK32, seed >> 32
    attempt = 0
    while True:
        counter = pair & MASK32, (pair >> 32) << 16 | word, kind << 24 | serial, attempt
        low, high = philox(counter, key)[2 * (trial & 1) :][:2]
        f = (high << 32 | low) >> 16
        if f * product % (1 << FRACTION) >= (1 << FRACTION) % product:
            return f
        attempt += 1


def indices(seed: int, trial: int, kind: Kind, serial: int, size: int) -> list[int]:
    """For each position of a library of `size` cards the index of its card among the ``size - position`` left."""
    result = []
    for word, group in enumerate(groups(size)):
        f = fraction(seed, trial, kind, serial, word, group.product)
        for position in range(group.start, group.stop):
            f *= size - position
            result.append(f >> FRACTION)
            f &= (1 << FRACTION) - 1
    return result


def threshold(p: float) -> int:
    """A `chance(p)` holds where the 48-bit fraction lies below this."""
    return round(p * (1 << FRACTION))
