"""Scaling: with the number of games, of kinds of cards, of steps, of threads."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from joblib import parallel_config

import mtgstats as ms
from mtgstats.run.encode.program import encode

from .contest import check, compiled, speed
from .works import LANDS, Work, deck, dig, ranking

KINDS = (1, 2, 4, 8, 16, 32, 64, 128, 250)
STEPS = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Line:
    """A line of a picture: one number for each place on the axis."""

    name: str
    places: Sequence[int]
    values: Sequence[float]


def by_trials(work: Work, powers: Iterable[int]) -> Line:
    """Milliseconds that a whole `simulate` takes, from the plan to the result, for 10 to the power of so many games."""
    trials = [10**power for power in powers]
    _seconds(work, 1)
    return Line(work.name, trials, [1e3 * min(_seconds(work, number) for _ in range(3)) for number in trials])


def _seconds(work: Work, trials: int) -> float:
    start = time.perf_counter()
    ms.simulate(work.plan, work.deck, trials=trials)
    return time.perf_counter() - start


def by_kinds(*, falling: bool, rounds: int) -> Line:
    """Nanoseconds a game: the best of 4 out of 250 cards, of so many kinds."""
    works = [ranking(kinds, size=250, n=4, top=25, falling=falling) for kinds in KINDS]
    name = "values against the deck's order" if falling else "values in the deck's order"
    return Line(name, KINDS, _nanoseconds(works, rounds))


def draws(steps: int) -> Work:
    """So many draws out of 250 cards: is the last one a land?"""
    plan = ms.Plan(*[ms.Draw(1)] * (steps - 1), ms.Mill(1), ms.Watch("land", ms.count("t:land", ms.graveyard) >= 1))
    return Work("draws", "", plan, deck("250 cards", lands=100, creatures=150), "land", 0.4, None)


def surveils(steps: int) -> Work:
    """So many times surveil 2 and draw, out of 250 cards; the first card drawn is looked at, whose odds are known."""
    first = ms.Watch("land", LANDS >= 1, at="first")
    step = (ms.Surveil(2, dig), ms.Draw(1))
    plan = ms.Plan(ms.Draw(1), ms.Mark("first"), *step * steps, first, ms.Watch("lands", LANDS >= 4, at="end"))
    return Work("surveils", "", plan, deck("250 cards", lands=100, creatures=150), "land", 0.4, None, "first")


def by_steps(make: Callable[[int], Work], *, rounds: int) -> Line:
    """Nanoseconds a game of a plan with so many steps."""
    works = [make(steps) for steps in STEPS]
    return Line(works[0].name, STEPS, _nanoseconds(works, rounds))


def _nanoseconds(works: Sequence[Work], rounds: int) -> list[float]:
    players = [compiled(work) for work in works]
    trials = [max(1, int(check(work, "mtgstats", play) / 20)) for work, play in zip(works, players, strict=True)]
    speeds = [
        [speed(play, number, round_) for play, number in zip(players, trials, strict=True)] for round_ in range(rounds)
    ]
    return [1e9 / median(own) for own in zip(*speeds, strict=True)]


def by_threads(work: Work, *, trials: int, rounds: int) -> Line:
    """Millions of games a second of wall time, of a whole `simulate`."""
    threads = [1 << power for power in range((os.cpu_count() or 1).bit_length())]
    speeds: dict[int, list[float]] = {number: [] for number in threads}
    for _ in range(rounds):
        for number in threads:
            with parallel_config(n_jobs=number):
                speeds[number].append(trials / _seconds(work, trials) / 1e6)
    return Line(work.name, threads, [median(own) for own in speeds.values()])


def encoding(works: Iterable[Work], rounds: int = 5) -> dict[str, float]:
    """Seconds from a plan to a program, by the name of the work."""

    def seconds(work: Work) -> float:
        start = time.perf_counter()
        encode([(work.plan, work.deck)])
        return time.perf_counter() - start

    return {work.name: median(seconds(work) for _ in range(rounds)) for work in works}
