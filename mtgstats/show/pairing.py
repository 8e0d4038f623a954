"""What a joint tally says of two results that met the same shuffles: counts, difference, intervals, p."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, isnan, nan, sqrt

import numpy as np
import numpy.typing as npt

from mtgstats.run.tallies import JointTally

from .intervals import Interval, bonett_price, quantile, student

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Difference:
    """First minus second, over the same `trials` games: more in `better`, less in `worse` of them.

    `paired` is the interval, `unpaired` that of as many games on shuffles of their own; `p` is two-sided: one minus the
    highest level at which the paired interval leaves out 0 (normal quantiles).
    """

    value: float
    better: int
    worse: int
    trials: int
    paired: Interval
    unpaired: Interval
    p: float


def of_rates(table: JointTally, level: float) -> Difference:
    """The difference of two rates: Bonett and Price's interval paired, Agresti and Caffo's unpaired."""
    (_, worse), (better, both) = table.counts
    better, worse, both, n = int(better), int(worse), int(both), int(table.total)
    paired = bonett_price(better, worse, n, level)
    unpaired = agresti_caffo(better + both, worse + both, n, level)
    return Difference(
        (better - worse) / n if n else nan, better, worse, n, paired, unpaired, p_value(paired, quantile(level))
    )


def of_means(table: JointTally, level: float) -> Difference:
    """The difference of two means: Student's interval of the differences, and of two samples."""
    games = np.array(table.counts, dtype=np.float64)
    first, second = (np.array(v, dtype=np.float64) for v in (table.first_values, table.second_values))
    apart = first[:, None] - second[None, :]
    n = int(table.total)
    if n < 2:
        return Difference(nan, 0, 0, n, (-np.inf, np.inf), (-np.inf, np.inf), nan)
    reach = student(level, n - 1)
    value = float((apart * games).sum() / n)
    half = reach * sqrt(variance(apart, games) / n)
    alone = reach * sqrt((variance(first, games.sum(axis=1)) + variance(second, games.sum(axis=0))) / n)
    paired = value - half, value + half
    better, worse = (int(games[which].sum()) for which in (apart > 0, apart < 0))
    return Difference(value, better, worse, n, paired, (value - alone, value + alone), p_value(paired, reach))


def agresti_caffo(first: int, second: int, trials: int, level: float = 0.95) -> Interval:
    """Interval for a difference of rates in two samples of so many trials (Agresti and Caffo 2000).

    A success and a failure are added to each sample, as Bonett and Price add to each discordant count.
    """
    n = trials + 2
    p, q = (first + 1) / n, (second + 1) / n
    half = quantile(level) * sqrt((p * (1 - p) + q * (1 - q)) / n)
    return max(p - q - half, -1.0), min(p - q + half, 1.0)


def p_value(interval: Interval, reach: float) -> float:
    """The two-sided p of an interval that goes `reach` standard errors to either side, by the normal law.

    For many games: of a mean's difference over fewer than a hundred it is somewhat too small (Student's is wider).
    """
    low, high = interval
    if low == high:
        return float(low == 0)
    return erfc(abs(low + high) / (high - low) * reach / sqrt(2))


def variance(values: Numbers, games: Numbers) -> float:
    """The sample variance (divisor n - 1) of values that came up in so many games each."""
    n = games.sum()
    mean = (values * games).sum() / n
    return float(((values - mean) ** 2 * games).sum() / (n - 1))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (1979): verdicts at a level are all right together with at least that probability.

    What is no number (of too few games for a verdict) stays none, and counts for nothing.
    """
    adjusted = list(p)
    highest = 0.0
    known = sorted((k for k in range(len(p)) if not isnan(p[k])), key=p.__getitem__)
    for rank, k in enumerate(known):
        highest = max(highest, min((len(known) - rank) * p[k], 1.0))
        adjusted[k] = highest
    return adjusted
