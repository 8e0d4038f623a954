"""Findings: what came up in the games played, beside how likely it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

from mtgstats.run.tallies import Kind
from mtgstats.show.intervals import Interval, bonett_price, mean_interval, wilson

from .odds import Odds, Value

ROUNDING = 1e-12
"""Less than this is no difference."""


@dataclass(frozen=True)
class Finding:
    """One watch of a look at `n` cards: the games in which each value came up, of how many, and its exact odds."""

    source: str | None
    n: int
    watch: str
    kind: Kind
    counts: Mapping[Any, int]
    trials: int
    odds: Odds

    @property
    def shown(self) -> tuple[Any, ...]:
        """What a table shows: of a condition that it holds; numbers in order; cards, the likeliest first."""
        if self.kind == "condition":
            return (True,)
        if self.kind == "cards":
            return tuple(sorted(filter(self.odds.get, self.odds), key=lambda name: (-self.odds[name], name)))
        return tuple(sorted({value for counts in (self.counts, self.odds) for value in counts if counts[value]}))

    def rate(self, value: Value = True) -> float:
        """How often a value came up in the games played; NaN where none was."""
        return self.counts.get(value, 0) / self.trials if self.trials else nan

    def interval(self, value: Value = True, *, level: float = 0.95) -> Interval:
        """Wilson's interval of the rate."""
        return wilson(self.counts.get(value, 0), self.trials, level)

    def exact(self, value: Value = True) -> float:
        """How likely a value is."""
        return float(self.odds.get(value, 0))

    def z(self, value: Value = True) -> float:
        """How many standard errors the rate lies from the exact one."""
        exact = self.exact(value)
        return score(self.rate(value) - exact, exact * (1 - exact), self.trials)

    @property
    def mean(self) -> float:
        """The mean of a quantity in the games played; NaN where none was."""
        if not self.trials:
            return nan
        return sum(float(value) * games for value, games in self.counts.items()) / self.trials

    @property
    def variance(self) -> float:
        """The sample variance of a quantity (divisor n - 1)."""
        if self.trials < 2:
            return nan
        squares = sum((float(value) - self.mean) ** 2 * games for value, games in self.counts.items())
        return squares / (self.trials - 1)

    def mean_interval(self, *, level: float = 0.95) -> Interval:
        """Student's interval of the mean."""
        return mean_interval(self.mean, self.variance, self.trials, level)

    @property
    def exact_mean(self) -> float:
        """The expected value of a quantity."""
        return sum(float(value) * float(chance) for value, chance in self.odds.items())

    @property
    def mean_z(self) -> float:
        """How many standard errors the mean lies from the exact one."""
        exact = self.exact_mean
        variance = sum((float(value) - exact) ** 2 * float(chance) for value, chance in self.odds.items())
        return score(self.mean - exact, variance, self.trials)


@dataclass(frozen=True)
class Gain:
    """A condition of two looks at the same shuffles.

    In `better` games only the `new` one met it, in `worse` only the `old` one.
    """

    new: Finding
    old: Finding
    better: int
    worse: int

    @property
    def over(self) -> Value:
        """What the gain is over: the number of cards that the old look is at, or what the old watch is called."""
        return self.old.n if self.old.watch == self.new.watch else self.old.watch

    @property
    def rate(self) -> float:
        """The new rate less the old one."""
        return (self.better - self.worse) / self.new.trials if self.new.trials else nan

    def interval(self, *, level: float = 0.95) -> Interval:
        """Bonett and Price's interval for a difference of paired rates."""
        return bonett_price(self.better, self.worse, self.new.trials, level)

    @property
    def exact(self) -> float:
        return float(self.new.odds[True] - self.old.odds[True])

    @property
    def z(self) -> float:
        """How many standard errors the gain lies from the exact one; its error is that of the games played."""
        n = self.new.trials
        variance = (self.better + self.worse) / n - self.rate**2 if n else nan
        return score(self.rate - self.exact, variance, n)


def score(difference: float, variance: float, trials: int) -> float:
    """A difference in standard errors; 0 where there is neither difference nor error, NaN where no game was played."""
    if abs(difference) < ROUNDING:
        return 0.0
    if not trials or variance <= 0:
        return nan
    return difference / sqrt(variance / trials)
