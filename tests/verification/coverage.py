"""Intervals at 95 %: how many of thousands of runs hold the exact value."""

from collections.abc import Iterator

import mtgstats as ms
from mtgstats.ask import precision
from mtgstats.ask.comparing import compare
from mtgstats.ask.ledger import Reader
from mtgstats.ask.precision import Precision, play_until
from mtgstats.ask.running import Run
from mtgstats.run.encode.program import encode
from mtgstats.run.instructions import BLOCK
from mtgstats.run.simulation import run_chunk
from mtgstats.run.tallies import Tally
from mtgstats.show.intervals import Interval, mean_interval, wilson
from mtgstats.show.summary import count_of, moments
from tests.ask.questions import deck_of, hideaway
from tests.verification.checks import Check, covered

DECK = deck_of(10)
RARE = deck_of(1)


def coverage_check(runs: int, trials: int = 1000) -> Iterator[Check]:
    """Plain runs of `trials` games, comparisons, and runs that stop at a precision."""
    yield from rates_and_means(runs, trials)
    yield from gains(runs, trials)
    yield from stopped(runs)


def rates_and_means(runs: int, trials: int) -> tuple[Check, Check]:
    """The hit rate's Wilson interval, and Student's for the mean of what is hidden."""
    program = encode([(hideaway(4), DECK)])
    rate, mean = exact_values(hideaway(4), DECK)
    hits = [0, 0]
    for seed in range(runs):
        hit, cost = program.tallies(run_chunk(program.binary, seed, range(trials)), trials)
        hits[0] += holds(rate_interval(hit), rate)
        hits[1] += holds(mean_of(cost), mean)
    return (
        covered(f"Wilson, a rate in {trials:,} games", hits[0], runs),
        covered(f"Student, a mean in {trials:,} games", hits[1], runs),
    )


def gains(runs: int, trials: int) -> Iterator[Check]:
    """Hideaway 5 against 4 on the same shuffles: paired intervals of the gain in rate and mean."""
    truth = [a - b for a, b in zip(*(exact_values(hideaway(n), DECK) for n in (5, 4)), strict=True)]
    runs //= 5
    hits = [0, 0]
    for seed in range(runs):
        pairs = compare({"5": hideaway(5), "4": hideaway(4)}, DECK, trials=trials, seed=seed).pairs
        for k, pair in enumerate(pairs):
            hits[k] += pair.low <= truth[k] <= pair.high
    yield covered("Bonett-Price, a paired gain in a rate", hits[0], runs)
    yield covered("Student, a paired gain in a mean", hits[1], runs)


def stopped(runs: int) -> Iterator[Check]:
    """Runs that go on until their interval is narrow enough: as shipped, and with rounds as short as they can be."""
    for deck, what in ((DECK, "53 %"), (RARE, "7 %")):
        rate, _ = exact_values(hideaway(4), deck)
        yield until(
            Precision(0.02 * rate, watch="hit"), deck, rate, runs, f"stopped at a precision, {what}, short rounds"
        )
    rate, _ = exact_values(hideaway(4), DECK)
    yield until(
        Precision(0.001, watch="hit"), DECK, rate, runs // 4, "stopped at a precision, as shipped", precision.FIRST
    )


def until(asked: Precision, deck: ms.Deck, rate: float, runs: int, name: str, first: int = BLOCK) -> Check:
    """How often the interval of a run that stopped at a precision holds the truth."""
    question = hideaway(4), deck
    program = encode([question])
    hits = 0
    shipped, precision.FIRST = precision.FIRST, first
    try:
        for seed in range(runs):
            run = Run(program.binary, seed)
            reader = Reader(program, question, seed)
            play_until(asked, run, range(10**9), reader)
            hits += holds(reader.result(run.ledger, finished=True).interval("hit"), rate)
    finally:
        precision.FIRST = shipped
    return covered(name, hits, runs)


def exact_values(plan: ms.Plan, deck: ms.Deck) -> tuple[float, float]:
    """The exact hit rate and mean cost."""
    exact = ms.exact(plan, deck)
    return exact.rate("hit"), exact.mean("cost")


def rate_interval(tally: Tally) -> Interval:
    return wilson(int(count_of(tally, True)), int(tally.total))


def mean_of(tally: Tally) -> Interval:
    mean, variance = moments(tally)
    n = int(tally.total)
    return mean_interval(mean, variance * n / (n - 1), n)


def holds(interval: Interval, truth: float) -> bool:
    return interval[0] <= truth <= interval[1]
