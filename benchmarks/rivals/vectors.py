"""An expert's numpy: small integers, no shuffle, only the cards that are seen, whole columns of games at a time.

Looks draw distinct positions by Floyd's method; games of turns draw land or not land from what is left of the library.
"""

from collections.abc import Callable

import numpy as np

from benchmarks.works import Digging, Look

from .blocks import in_blocks
from .surveils import Bits, lands_by_turn_four

BLOCK = 1 << 13


def look(question: Look) -> Callable[[int, int], int]:
    values = np.array(question.values, dtype=np.uint8)

    def block(rng: np.random.Generator, games: int) -> int:
        seen: list[np.ndarray] = []
        best = np.zeros(games, dtype=np.uint8)
        for last in range(len(values) - question.n, len(values)):
            card = rng.integers(0, last, games, dtype=np.uint8, endpoint=True)
            for other in seen:
                card[card == other] = last
            seen.append(card)
            np.maximum(best, values.take(card), out=best)
        return int(np.count_nonzero(best >= question.least))

    return in_blocks(block, BLOCK)


def digging(question: Digging) -> Callable[[int, int], int]:
    def block(rng: np.random.Generator, games: int) -> int:
        hand = rng.hypergeometric(question.lands, question.others, 7, size=games).astype(np.int8)
        lands_left = np.float32(question.lands) - hand
        left = np.full(games, question.lands + question.others - 7, dtype=np.float32)

        def draw(mask: Bits | None) -> Bits:
            land: Bits = rng.random(games, dtype=np.float32) * left < lands_left
            np.subtract(lands_left, land if mask is None else land & mask, out=lands_left)
            np.subtract(left, 1 if mask is None else mask, out=left)
            return land

        return int(np.count_nonzero(lands_by_turn_four(hand, draw) >= 4))

    return in_blocks(block, BLOCK)
