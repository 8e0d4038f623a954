"""numba the plain way: a compiled loop over games, each with a Fisher–Yates shuffle of as many cards as are seen."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from numba import njit

from benchmarks.works import Digging, Look, Mulligans

Deck = npt.NDArray[np.int64]


@njit
def _deal(rng: np.random.Generator, deck: Deck, n: int) -> None:
    """Shuffle the first `n` cards; the deck need not be put in order for the next game."""
    for i in range(n):
        j = i + int(rng.random() * (len(deck) - i))
        deck[i], deck[j] = deck[j], deck[i]


@njit
def _look(rng: np.random.Generator, deck: Deck, n: int, least: int, trials: int) -> int:
    hits = 0
    for _ in range(trials):
        _deal(rng, deck, n)
        best = 0
        for card in deck[:n]:
            best = max(best, card)
        hits += best >= least
    return hits


@njit
def _digging(rng: np.random.Generator, deck: Deck, trials: int) -> int:
    hits = 0
    for _ in range(trials):
        _deal(rng, deck, 17)
        lands = deck[:7].sum()
        first, second, head = deck[7], deck[8], 9
        for turn in range(1, 5):
            lands += first
            first, second = second, deck[head]
            head += 1
            if turn > 1:
                if lands >= 4 if second else lands < 3:
                    second = deck[head]
                    head += 1
                if lands >= 4 if first else lands < 3:
                    first = second
                    second = deck[head]
                    head += 1
        hits += lands >= 4
    return hits


@njit
def _mulligans(rng: np.random.Generator, deck: Deck, trials: int) -> int:
    by_turn_four = np.zeros(12, dtype=np.int64)
    for _ in range(trials):
        taken = 0
        while True:
            _deal(rng, deck, 14)
            lands = deck[:7].sum()
            if taken == 2 or 2 <= lands <= 5:
                break
            taken += 1
        for _ in range(taken):
            lands -= lands >= 4
        by_turn_four[lands + deck[7:11].sum()] += 1
    return by_turn_four[4:].sum()


def look(question: Look) -> Callable[[int, int], int]:
    deck = np.array(question.values, dtype=np.int64)
    return lambda trials, seed: int(_look(np.random.default_rng(seed), deck, question.n, question.least, trials))


def digging(question: Digging) -> Callable[[int, int], int]:
    deck = np.repeat([1, 0], [question.lands, question.others])
    return lambda trials, seed: int(_digging(np.random.default_rng(seed), deck, trials))


def mulligans(question: Mulligans) -> Callable[[int, int], int]:
    deck = np.repeat([1, 0], [question.lands, question.others])
    return lambda trials, seed: int(_mulligans(np.random.default_rng(seed), deck, trials))
