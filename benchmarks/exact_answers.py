"""Exact answers: how long `exact` takes, and a formula with scipy.stats where there is one."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch

from mtgstats import exact
from mtgstats.errors import SizeError

from .contest import WrongAnswerError
from .works import Look, Mulligans, Work

LIMIT = 200_000
"""Steps from state to state that the exact engine may follow here."""


@dataclass(frozen=True)
class Answer:
    """Seconds to the exact answer; None where a way does not lead there."""

    work: Work
    engine: float | None
    formula: float | None


def answer(work: Work) -> Answer:
    """Both ways to the exact answer, checked and timed (the second time each, so that nothing is loaded meanwhile)."""

    def engine() -> float:
        return exact(work.plan, work.deck, limit=LIMIT).rate(work.watch, work.mark)

    try:
        by_engine: float | None = _seconds(work, engine)
    except SizeError:
        by_engine = None
    by_formula = formula(work.question)
    return Answer(work, by_engine, by_formula and _seconds(work, by_formula))


def _seconds(work: Work, ask: Callable[[], float]) -> float:
    ask()
    start = time.perf_counter()
    found = ask()
    seconds = time.perf_counter() - start
    if abs(found - work.exact) > 5e-7:
        raise WrongAnswerError(f"{work.name}, exact: got {found:.7f}, not {work.exact:.7f}")
    return seconds


@singledispatch
def formula(_question: object) -> Callable[[], float] | None:
    """The answer by hypergeometric distributions, where they give it."""
    return None


@formula.register
def _(question: Look) -> Callable[[], float]:
    from scipy.stats import hypergeom

    hits = sum(value >= question.least for value in question.values)
    return lambda: float(hypergeom.sf(0, len(question.values), hits, question.n))


@formula.register
def _(question: Mulligans) -> Callable[[], float]:
    from scipy.stats import hypergeom

    size = question.lands + question.others

    def ask() -> float:
        answer, reached = 0.0, 1.0
        for taken in range(3):
            for seen in range(8) if taken == 2 else range(2, 6):
                lands = seen
                for _ in range(taken):
                    lands -= lands >= 4
                four = hypergeom.sf(3 - lands, size - 7, question.lands - seen, 4)
                answer += reached * hypergeom.pmf(seen, size, question.lands, 7) * four
            reached *= 1 - sum(hypergeom.pmf(seen, size, question.lands, 7) for seen in range(2, 6))
        return float(answer)

    return ask
