"""The generator against its published answers, and the games it makes: all orders, neighbours, seeds."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import factorial, sqrt

import numpy as np
from scipy import stats

import mtgstats as ms
from mtgstats.run import machine
from mtgstats.run.encode.program import encode
from mtgstats.run.randomness import philox
from mtgstats.run.simulation import run_games
from tests.ask.questions import deck_of, hideaway
from tests.verification.checks import Check, normal, uniform

KNOWN = {
    ((0, 0, 0, 0), (0, 0)): (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2): (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0)): (
        0xD16CFE09,
        0x94FDCCEB,
        0x5001E420,
        0x24126EA1,
    ),
}
"""Philox4x32-10: counter and key to words (the known-answer vectors of Random123)."""

CARDS = ("Forest", "Llanowar Elves", "Grizzly Bears", "Hill Giant", "Colossal Dreadmaw")


def randomness_check(seeds: int, trials: int) -> Iterator[Check]:
    """Known answers; orders of 4 and 5 cards; whether trials or seeds know of each other."""
    yield known_answers()
    for name, drawn in ORDERS.items():
        p_of = orders(*drawn)
        yield uniform(f"orders of {name}", [p_of(seed, trials) for seed in range(seeds)], "chi-squares")
    yield normal("trials of one seed, correlations", list(correlations(seeds, trials)))
    yield normal("seeds side by side, correlations", list(across_seeds(seeds, trials)))


def known_answers() -> Check:
    """Both ways in which Philox is written here."""
    right = 0
    for (counter, key), words in KNOWN.items():
        right += philox(counter, key) == words
        right += tuple(map(int, machine._philox.py_func(*map(np.uint64, (*counter, *key))))) == words
    return Check("Philox4x32-10, known answers", f"{right} of {2 * len(KNOWN)} right", float(right == 2 * len(KNOWN)))


# --- orders -----------------------------------------------------------------------------------------------------------


ORDERS: dict[str, tuple[int, int, tuple[ms.Step, ...]]] = {
    "4 cards, drawn": (4, 4, ()),
    "5 cards, drawn": (5, 5, ()),
    "4 cards, shuffled again": (4, 4, (ms.Scry(2, ms.best("mana_value")), ms.Shuffle())),
    "5 cards, shuffled again": (5, 5, (ms.Scry(2, ms.best("mana_value")), ms.Shuffle())),
    "4 cards, put on the bottom": (5, 4, (ms.Hideaway(5, ms.best("mana_value")),)),
}
"""What is drawn one by one: the size of the deck, how many of its first cards, and the steps before (the last of
CARDS is the dearest, so that hideaway always hides it)."""


def orders(size: int, drawn: int, before: tuple[ms.Step, ...]) -> Callable[[int, int], float]:
    """For a seed and a number of trials: chi-square's p over all orders in which the cards are drawn."""
    steps = [step for k in range(drawn) for step in (ms.Draw(1), ms.Mark(f"draw {k}"))]
    watches = [ms.Watch(name, ms.count(f'!"{name}"', ms.hand)) for name in CARDS[:drawn]]
    deck = ms.Deck.from_counts(dict.fromkeys(CARDS[:size], 1))
    program = encode([(ms.Plan(*before, *steps, *watches), deck)], store=True)
    outputs = {slot.place[1:]: slot.outputs[1] for slot in program.slots}

    def p_of(seed: int, trials: int) -> float:
        games = run_games(program.binary, seed, range(trials))
        # Whether each card is in hand after each draw; the sum of cards is in how many of these it is: 1 to `drawn`.
        when = [sum(games[outputs[name, f"draw {k}"]] for k in range(drawn)) for name in CARDS[:drawn]]
        number = sum(place * (drawn + 1) ** k for k, place in enumerate(when))
        found = np.unique(number, return_counts=True)[1]
        missing = factorial(drawn) - len(found)
        return float(stats.chisquare(np.append(found, np.zeros(missing))).pvalue) if missing >= 0 else 0.0

    return p_of


# --- independence -----------------------------------------------------------------------------------------------------


def costs(seed: int, trials: int) -> np.ndarray:
    """What hideaway 4 hides in each game, centred and scaled."""
    program = encode([(hideaway(4), deck_of(10))], store=True)
    (slot,) = (slot for slot in program.slots if slot.place[1] == "cost")
    cost = run_games(program.binary, seed, range(trials))[slot.outputs[1]].astype(float)
    return (cost - cost.mean()) / cost.std()


def correlations(seeds: int, trials: int) -> Iterator[float]:
    """Scores of games with later ones: neighbours (which share a block of words), and across blocks of the machine."""
    for seed in range(max(seeds // 10, 1)):
        cost = costs(seed, trials)
        for lag in (1, 2, 3, 512, 1024, 1025):
            yield float((cost[:-lag] * cost[lag:]).mean() * sqrt(trials - lag))


def across_seeds(seeds: int, trials: int) -> Iterator[float]:
    """Scores of the same trials with the next seed."""
    rows = [costs(seed, trials) for seed in range(max(seeds // 4, 2))]
    for one, other in pairwise(rows):
        yield float((one * other).mean() * sqrt(trials))
