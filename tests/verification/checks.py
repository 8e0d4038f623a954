"""A check: numbers that should be spread as a known law says, and whether they are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

BOUND = 1e-5
"""A check fails below this p; a hundred sound checks fail together once in a thousand runs."""


@dataclass(frozen=True)
class Check:
    """What was looked at, what was found, and the probability of a finding as far off where all is sound.

    `spread` are p-values that should be uniform, for the picture; empty where there are none.
    """

    name: str
    found: str
    p: float
    spread: tuple[float, ...] = ()

    @property
    def passed(self) -> bool:
        return self.p >= BOUND

    def __str__(self) -> str:
        return f"{'ok' if self.passed else 'FAILED':6}  {self.name:44}  {self.found:58}  p = {self.p:.3g}"


def uniform(name: str, p_values: Sequence[float], what: str = "p-values") -> Check:
    """Are p-values uniform? Kolmogorov and Smirnov's test."""
    p = stats.kstest(p_values, "uniform").pvalue
    found = f"{len(p_values):,} {what}: mean {np.mean(p_values):.3f} (0.5), smallest {np.min(p_values):.2g}"
    return Check(name, found, float(p), tuple(p_values))


def normal(name: str, z: Sequence[float]) -> Check:
    """Are z-scores standard normal? Their two-sided p-values are uniform then."""
    p_values = 2 * stats.norm.sf(np.abs(z))
    p = stats.kstest(z, "norm").pvalue
    found = f"{len(z):,} z-scores: mean {np.mean(z):+.3f}, sd {np.std(z):.3f}, widest {np.max(np.abs(z)):.2f}"
    return Check(name, found, float(p), tuple(p_values))


def covered(name: str, hits: int, runs: int, between: tuple[float, float] = (0.94, 0.96)) -> Check:
    """Do intervals at 95 % hold the truth in `between` of the runs? p is 1 inside, else that of the nearer bound."""
    low, high = between
    p = min(stats.binom.sf(hits - 1, runs, high), stats.binom.cdf(hits, runs, low))
    inside = low <= hits / runs <= high
    return Check(name, f"{hits / runs:.2%} of {runs:,} intervals hold the truth", 1.0 if inside else float(p))


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """Pearson's p, cells of less than 10 expected thrown together."""
    counts, expected = np.array(counts, dtype=float), np.array(expected, dtype=float)
    small = expected < 10
    if small.any():
        counts = np.append(counts[~small], counts[small].sum())
        expected = np.append(expected[~small], expected[small].sum())
    if expected[-1] < 10:
        counts = np.append(counts[:-2], counts[-2:].sum())
        expected = np.append(expected[:-2], expected[-2:].sum())
    return float(stats.chisquare(counts, expected * counts.sum() / expected.sum()).pvalue)
