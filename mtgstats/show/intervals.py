"""Intervals: how far a simulated number may be from the truth. Formulas and their sources, nothing else."""

from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist

from mtgstats.errors import ResultError

Interval = tuple[float, float]

FEW = 100
"""Degrees of freedom up to which Student's quantile is found by its closed form."""


def quantile(level: float) -> float:
    """The two-sided normal quantile: 1.96 for a level of 0.95."""
    if not 0 < level < 1:
        raise ResultError(f"level: got {level}; a level lies between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(count: int, trials: int, level: float = 0.95) -> Interval:
    """Wilson's score interval for a rate (Wilson 1927): good at any rate and number of trials."""
    z2 = quantile(level) ** 2
    if trials == 0:
        return 0.0, 1.0
    rate = count / trials
    centre = rate + z2 / (2 * trials)
    half = sqrt(z2 * (rate * (1 - rate) / trials + z2 / (4 * trials * trials)))
    low, high = (centre - half) / (1 + z2 / trials), (centre + half) / (1 + z2 / trials)
    return (0.0 if count == 0 else max(low, 0.0)), (1.0 if count == trials else min(high, 1.0))


def mean_interval(mean: float, variance: float, trials: int, level: float = 0.95) -> Interval:
    """Student's interval for a mean, out of the sample variance (divisor ``trials - 1``).

    A whole-numbered quantity that never varied may do so yet: then as wide as if a value next to it came up as often as
    Wilson's interval allows for what was never seen.
    """
    reach = student(level, max(trials - 1, 1))
    if trials < 2:
        return float("-inf"), float("inf")
    half = reach * sqrt(variance / trials) if variance else wilson(0, trials, level)[1]
    return mean - half, mean + half


def student(level: float, freedom: int) -> float:
    """The two-sided quantile of Student's t with so many degrees of freedom.

    Up to 100 degrees by bisection of the closed form (Abramowitz and Stegun 26.7.3 and 26.7.4), then by Cornish and
    Fisher's expansion (26.7.5), which is right to nine digits there.
    """
    z = quantile(level)
    if freedom > FEW:
        g1 = (z**3 + z) / 4
        g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
        return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3 + g4 / freedom**4
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_within(middle, freedom) < level else (low, middle)
    return sqrt(freedom) * tan(low)


def _student_within(angle: float, freedom: int) -> float:
    """The probability that ``|t| <= sqrt(freedom) * tan(angle)``, a finite sum of powers of the cosine."""
    odd = freedom % 2
    term, total = cos(angle) if odd else 1.0, 0.0
    for k in range(1, freedom // 2 + 1):
        total += term
        term *= (2 * k - 1 + odd) / (2 * k + odd) * cos(angle) ** 2
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


def bonett_price(better: int, worse: int, trials: int, level: float = 0.95) -> Interval:
    """Interval for a difference of paired rates (Bonett and Price 2012): one is added to each discordant count.

    `better` games have the event in the first only, `worse` in the second only; the difference is first minus second.
    """
    n = trials + 2
    first, second = (better + 1) / n, (worse + 1) / n
    half = quantile(level) * sqrt((first + second - (first - second) ** 2) / n)
    return max(first - second - half, -1.0), min(first - second + half, 1.0)
