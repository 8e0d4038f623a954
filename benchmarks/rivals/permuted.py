"""numpy the usual way: shuffle whole decks, one a row, with `Generator.permuted`, and play on the columns."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchmarks.works import Digging, Look, Mulligans

from .blocks import in_blocks
from .surveils import Bits, lands_by_turn_four

BLOCK = 1 << 14


def _decks(rng: np.random.Generator, deck: npt.NDArray[np.uint8], games: int) -> npt.NDArray[np.uint8]:
    return rng.permuted(np.broadcast_to(deck, (games, len(deck))), axis=1)


def look(question: Look) -> Callable[[int, int], int]:
    deck = np.array(question.values, dtype=np.uint8)

    def block(rng: np.random.Generator, games: int) -> int:
        best = _decks(rng, deck, games)[:, : question.n].max(axis=1)
        return int(np.count_nonzero(best >= question.least))

    return in_blocks(block, BLOCK)


def digging(question: Digging) -> Callable[[int, int], int]:
    deck = np.repeat(np.array([1, 0], dtype=np.uint8), [question.lands, question.others])

    def block(rng: np.random.Generator, games: int) -> int:
        decks = _decks(rng, deck, games).astype(bool)
        row, head = np.arange(games), np.full(games, 7)

        def draw(mask: Bits | None) -> Bits:
            cards: Bits = decks[row, head]
            head[...] += 1 if mask is None else mask
            return cards

        return int(np.count_nonzero(lands_by_turn_four(decks[:, :7].sum(axis=1), draw) >= 4))

    return in_blocks(block, BLOCK)


def mulligans(question: Mulligans) -> Callable[[int, int], int]:
    deck = np.repeat(np.array([1, 0], dtype=np.uint8), [question.lands, question.others])

    def block(rng: np.random.Generator, games: int) -> int:
        by_turn_four = np.zeros(12, dtype=np.int64)
        for taken in range(3):
            decks = _decks(rng, deck, games)
            lands = decks[:, :7].sum(axis=1)
            keep = (lands >= 2) & (lands <= 5) | (taken == 2)
            for _ in range(taken):
                lands = lands - (lands >= 4)
            lands = lands + decks[:, 7:11].sum(axis=1)
            by_turn_four += np.bincount(lands[keep], minlength=12)
            games -= int(np.count_nonzero(keep))
        return int(by_turn_four[4:].sum())

    return in_blocks(block, BLOCK)
