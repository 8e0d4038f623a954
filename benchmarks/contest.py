"""The contest: every way to do a work, checked against the exact answer, then timed in interleaved rounds."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import median

from mtgstats.run.encode.program import encode
from mtgstats.run.replaying import Replayer, TrialWords
from mtgstats.run.simulation import run_chunk

from .rivals import Play, rivals_of
from .works import Work

OURS, REPLAY, PERMUTED = "mtgstats", "mtgstats replay", "numpy permuted"
CHECK_SECONDS = 0.15
WRONG = 5
"""Standard errors from the exact answer from which on a row is wrong: by chance one in two million is."""


@dataclass(frozen=True)
class Row:
    """One way to do a work: games a second in each round (of processor time, on one thread)."""

    work: Work
    name: str
    speeds: tuple[float, ...]

    @property
    def speed(self) -> float:
        return median(self.speeds)

    def times(self, other: "Row") -> float:
        """How many times as fast as another row: the median over the rounds, in each of which both had their turn."""
        return median(own / its for own, its in zip(self.speeds, other.speeds, strict=True))


class WrongAnswerError(Exception):
    """A row that does not give the exact answer is not timed."""


def contest(work: Work, *, rounds: int, seconds: float) -> list[Row]:
    """All ways to do a work, ours first; each takes about `seconds` in each of the rounds."""
    players = {OURS: compiled(work), REPLAY: replayed(work), **dict(rivals_of(work))}
    trials = {name: max(1, int(check(work, name, play) * seconds)) for name, play in players.items()}
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for number in range(rounds):
        for name, play in players.items():
            speeds[name].append(speed(play, trials[name], number + 2))
    return [Row(work, name, tuple(own)) for name, own in speeds.items()]


def compiled(work: Work) -> Play:
    """mtgstats' compiled engine, on this thread."""
    program = encode([(work.plan, work.deck)])

    def play(trials: int, seed: int) -> int:
        bins = run_chunk(program.binary, seed, range(trials))
        tally = next(own for own in program.tallies(bins, trials) if (own.watch, own.mark) == (work.watch, work.mark))
        return int(tally.counts[1])

    return play


def replayed(work: Work) -> Play:
    """mtgstats' engine in plain Python, which tells each game in words."""
    replayer = Replayer(work.plan, work.deck)

    def play(trials: int, seed: int) -> int:
        games = (replayer.play(TrialWords(seed, trial)) for trial in range(trials))
        return sum(bool(game.watches[work.watch, work.mark]) for game in games)

    return play


def check(work: Work, name: str, play: Play) -> float:
    """How many games a second, after as many as it takes to see that the answer is right."""
    play(2, 0)  # what is compiled, is compiled now
    trials = 100
    while True:
        start = time.process_time()
        hits = play(trials, 1)
        took = time.process_time() - start
        if took > CHECK_SECONDS or trials > 1 << 26:
            break
        trials = int(trials * min(max(1.5 * CHECK_SECONDS / max(took, 1e-6), 2), 30))
    error = sqrt(work.exact * (1 - work.exact) / trials)
    if abs(hits / trials - work.exact) > WRONG * error:
        raise WrongAnswerError(
            f"{work.name}, {name}: got {hits / trials:.6f} of {trials:,} games, not {work.exact:.6f}"
        )
    return speed(play, trials, 1)


def speed(play: Callable[[int, int], int], trials: int, seed: int) -> float:
    """Games a second of processor time."""
    start = time.process_time()
    play(trials, seed)
    return trials / max(time.process_time() - start, 1e-9)
