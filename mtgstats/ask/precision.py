"""Precision: how exact an answer shall be, and how many trials that takes.

Rounds of games are played until the intervals are narrow enough, each as long as the last one foretells. Such a run
stops a little more readily when its variance looks small, but the intervals at 95 % held the truth in 94.9 % of 2,500
runs, and with rounds a hundred times shorter in 95.0 % of 10,000 (`tests/verification`): they are reported as they are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, inf

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.run.instructions import BLOCK
from mtgstats.run.tallies import Tally
from mtgstats.say.plan import Plan
from mtgstats.show.intervals import mean_interval, quantile, wilson
from mtgstats.show.summary import count_of, moments, shown_values

from .ledger import Reader
from .running import Run

FIRST = 100 * BLOCK
"""Games of the first round."""
HOPELESS = 10_000_000
"""Games after which no more are played for the share of something that never came up."""


@dataclass(frozen=True)
class Precision:
    """How exact a simulated answer shall be: the half-width of its intervals at a level.

    Of a condition it is the rate's interval (0.001 is a tenth of a point), of `which` that of each card's rate, of a
    quantity its mean's, in its own unit. With `relative` it is a share of the rate or mean itself; cards that never
    came up are left out then. It is asked of all watches at all marks, or of `watch` and `mark` alone. `seconds` is
    the longest the run may take. Of what never came up in ten million games no share is asked any longer.
    """

    half_width: float
    level: float = 0.95
    relative: bool = False
    watch: str | None = None
    mark: str | None = None
    seconds: float = inf

    def __post_init__(self) -> None:
        if not self.half_width > 0:
            raise PlanError(f"precision: got a half-width of {self.half_width}; give one above 0, such as 0.001")
        if not 0 < self.level < 1:
            raise PlanError(f"level: got {self.level}; a level lies between 0 and 1, such as 0.95")

    def __str__(self) -> str:
        what = f"{self.half_width:.3g} of the rate or mean" if self.relative else f"{self.half_width:.3g}"
        of = " ".join(filter(None, [self.watch and f"of {self.watch!r}", self.mark and f"at {self.mark!r}"]))
        return f"half-widths {of or 'of all watches'} of at most {what} at {100 * self.level:g} %"

    def outcome(self, tallies: Iterable[Tally], *, reached: bool) -> str:
        """What a result has to say of it."""
        if reached:
            return f"reached: {self}"
        never = [f"{one.watch} at {one.mark}" for one in self.concerns(tallies) if self.excess([one]) == inf]
        return f"not reached: {self}{'; never came up: ' if never else ''}{', '.join(never)}"

    def concerns(self, tallies: Iterable[Tally]) -> list[Tally]:
        """The tallies that are to be so exact."""
        tallies = list(tallies)
        found = [one for one in tallies if self.watch in (None, one.watch) and self.mark in (None, one.mark)]
        if not found:
            known = ", ".join(dict.fromkeys(f"{one.watch!r} at {one.mark!r}" for one in tallies))
            raise PlanError(f"precision: nothing to be exact about; the plan records {known or 'no watch'}")
        return found

    def excess(self, tallies: Iterable[Tally]) -> float:
        """How many times as many trials it takes, by the widest interval; at most 1 where all are narrow enough."""
        return max((self._excess(*part) for tally in self.concerns(tallies) for part in self._parts(tally)), default=1)

    def _parts(self, tally: Tally) -> Iterable[tuple[float, float]]:
        """Estimates and the half-widths of their intervals."""
        n = int(tally.total)
        if n < 2:
            yield 0, inf
            return
        if tally.kind == "quantity":
            mean, variance = moments(tally)
            low, high = mean_interval(mean, variance * n / (n - 1), n, self.level)
            yield mean, (high - low) / 2
            return
        for value in shown_values(tally):
            count = int(count_of(tally, value))
            low, high = wilson(count, n, self.level)
            if count or not (self.relative and tally.kind == "cards"):
                yield count / n, (high - low) / 2

    def _excess(self, estimate: float, half: float) -> float:
        asked = self.half_width * abs(estimate) if self.relative else self.half_width
        return (half / asked) ** 2 if asked else inf


def play_until(asked: Precision, run: Run, trials: range, reader: Reader) -> bool:
    """Play rounds of these trials until they are precise; false if the run was stopped or the trials are used up."""
    stop = trials.start + FIRST
    while run.advance(trials[: stop - trials.start]):
        result = reader.result(run.ledger, finished=False)
        excess = asked.excess(result.tallies)
        if excess <= 1:
            return True
        if stop >= trials.stop or (excess == inf and result.games >= HOPELESS):
            return False
        # A little more than foretold, so that few runs need another round; at most ten times as many as there are.
        wanted = result.games * min(max(1.02 * excess, 1.1), 10)
        stop = trials.start + ceil(wanted / BLOCK) * BLOCK
    return False


def as_precision(precision: "float | Precision") -> Precision:
    """A half-width alone stands for one at the level 0.95, of all watches."""
    return precision if isinstance(precision, Precision) else Precision(precision)


def trials_needed(plan: Plan, deck: Deck, precision: "float | Precision") -> int:
    """How many trials a precision takes, foretold from the exact variance: ``(z / half_width)**2 * variance``.

    Raises SizeError where the exact engine cannot answer the plan, PlanError where no number of trials is enough (a
    share of a rate or mean that is 0). Watches with `given` need that many games in which it holds.
    """
    from .engines import exact

    asked = as_precision(precision)
    return max(_needed(tally, asked) for tally in asked.concerns(exact(plan, deck).tallies))


def _needed(tally: Tally, asked: Precision) -> int:
    needed = 0.0
    for estimate, variance in _exact_parts(tally):
        half = asked.half_width * abs(estimate) if asked.relative else asked.half_width
        if half:
            needed = max(needed, (quantile(asked.level) / half) ** 2 * variance)
        elif tally.kind != "cards":
            raise PlanError(f"precision: {tally.watch!r} at {tally.mark!r} is 0, of which no share is exact enough")
    return ceil(needed / float(tally.total)) if tally.total else 0


def _exact_parts(tally: Tally) -> Iterable[tuple[float, float]]:
    """Exact rates or means and the variances of one game."""
    if tally.kind == "quantity":
        yield moments(tally)
        return
    for value in shown_values(tally):
        rate = float(count_of(tally, value)) / float(tally.total or 1)
        yield rate, rate * (1 - rate)
