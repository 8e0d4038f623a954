"""numpy by counts: how many of each kind are in the hand, with no cards at all (where the order does not matter)."""

from collections.abc import Callable

import numpy as np

from benchmarks.works import Look, Mulligans

from .blocks import in_blocks

BLOCK = 1 << 14


def look(question: Look) -> Callable[[int, int], int]:
    values, numbers = np.unique(question.values, return_counts=True)
    first = int(np.searchsorted(values, question.least))

    def block(rng: np.random.Generator, games: int) -> int:
        hands = rng.multivariate_hypergeometric(numbers, question.n, size=games)
        return int(np.count_nonzero(hands[:, first:].any(axis=1)))

    return in_blocks(block, BLOCK)


def mulligans(question: Mulligans) -> Callable[[int, int], int]:
    def block(rng: np.random.Generator, games: int) -> int:
        by_turn_four = np.zeros(12, dtype=np.int64)
        for taken in range(3):
            seen = rng.hypergeometric(question.lands, question.others, 7, size=games)
            if taken < 2:
                seen, again = seen[(seen >= 2) & (seen <= 5)], seen
                games = len(again) - len(seen)
            lands = seen
            for _ in range(taken):
                lands = lands - (lands >= 4)
            left = question.lands - seen
            four = rng.hypergeometric(left, question.others - 7 + seen, 4)
            rng.hypergeometric(left - four, question.others - 7 + seen - (4 - four), 3)  # turns 5 to 7
            by_turn_four += np.bincount(lands + four, minlength=12)
        return int(by_turn_four[4:].sum())

    return in_blocks(block, BLOCK)
