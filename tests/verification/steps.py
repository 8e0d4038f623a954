"""Each step in each engine that plays games, against the exact engine: whole distributions, over many seeds."""

from collections.abc import Callable, Iterator, Mapping
from math import sqrt

import mtgstats as ms
from mtgstats.run.encode.program import encode
from mtgstats.run.replaying import Replayer, TrialWords
from mtgstats.run.simulation import run_chunk
from tests.verification.checks import Check, chi_square, normal, uniform
from tests.verification.plans import DECK, PLANS

Counts = Mapping[int, int]


def steps_check(seeds: int, trials: int, replays: int) -> Iterator[Check]:
    """Simulated: `seeds` runs of `trials` games a step; replayed: a run of `replays` games a step; no game twice."""
    replayed = []
    for number, (name, plan) in enumerate(PLANS.items()):
        odds = {int(value): float(p) for value, p in _exact(plan)}
        play = simulator(plan)
        runs = [play(seed, range(trials)) for seed in range(number * seeds, (number + 1) * seeds)]
        yield uniform(f"simulate: {name}", [whole(counts, odds) for counts in runs], "chi-squares")
        yield normal(f"simulate: {name}", [mean_score(counts, odds) for counts in runs])
        games = replay_counts(plan, range(number * replays, (number + 1) * replays))
        replayed.append(whole(games, odds))
    yield uniform("replay: all steps", replayed, "chi-squares")


def _exact(plan: ms.Plan) -> Iterator[tuple[int, float]]:
    tally = ms.exact(plan, DECK).tally("what")
    return zip(tally.values, tally.counts, strict=True)


def simulator(plan: ms.Plan) -> Callable[[int, range], Counts]:
    """The compiled engine, encoded once: how often each value came up in trials of a seed."""
    program = encode([(plan, DECK)])

    def play(seed: int, trials: range) -> Counts:
        (tally,) = program.tallies(run_chunk(program.binary, seed, trials), len(trials))
        return dict(zip(map(int, tally.values), map(int, tally.counts), strict=True))

    return play


def replay_counts(plan: ms.Plan, trials: range) -> Counts:
    """The same from games played one by one, with a seed of their own."""
    player = Replayer(plan, DECK)
    counts: dict[int, int] = {}
    for trial in trials:
        value = player.play(TrialWords(12345, trial)).watches["what", "end"]
        assert isinstance(value, int)
        counts[value] = counts.get(value, 0) + 1
    return counts


def whole(counts: Counts, odds: Mapping[int, float]) -> float:
    """The p of a whole distribution; 0 where a value came up that cannot."""
    if set(counts) - set(odds):
        return 0.0
    n = sum(counts.values())
    return chi_square([counts.get(value, 0) for value in odds], [n * p for p in odds.values()])


def mean_score(counts: Counts, odds: Mapping[int, float]) -> float:
    """The z-score of the mean."""
    n = sum(counts.values())
    mean = sum(value * p for value, p in odds.items())
    variance = sum((value - mean) ** 2 * p for value, p in odds.items())
    return (sum(value * k for value, k in counts.items()) / n - mean) / sqrt(variance / n)
