"""Intervals against scipy, worked examples, and their coverage as exact sums."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from mtgstats.errors import ResultError
from mtgstats.show.intervals import bonett_price, mean_interval, quantile, student, wilson

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)
WALD_QUANTILE = 1.959963984540054


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("count", "trials"), [(0, 1), (1, 1), (0, 50), (1, 50), (25, 50), (50, 50), (601, 1000)])
def test_wilson_is_scipys(count: int, trials: int, level: float) -> None:
    expected = stats.binomtest(count, trials).proportion_ci(level, method="wilson")
    assert wilson(count, trials, level) == pytest.approx((expected.low, expected.high), rel=1e-12, abs=1e-15)


def test_wilson_without_games_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
def test_wilson_covers_95_percent_of_10000_games(rate: float) -> None:
    n = 10_000
    counts = np.arange(n + 1)
    covering = [low <= rate <= high for low, high in (wilson(int(count), n) for count in counts)]
    assert 0.945 <= stats.binom.pmf(counts, n, rate)[covering].sum() <= 0.955


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 29, 99, 100, 101, 150, 1000, 10**6])
@pytest.mark.parametrize("level", LEVELS)
def test_student_is_scipys(freedom: int, level: float) -> None:
    assert student(level, freedom) == pytest.approx(stats.t.ppf((1 + level) / 2, freedom), rel=1e-8)


def test_mean_interval_of_a_small_sample() -> None:
    sample = [3, 1, 4, 1, 5, 9]
    mean, variance = float(np.mean(sample)), float(np.var(sample, ddof=1))
    expected = stats.t.interval(0.9, 5, mean, sqrt(variance / 6))
    assert mean_interval(mean, variance, 6, 0.9) == pytest.approx(expected, rel=1e-9)


def test_mean_interval_of_one_game_is_everything() -> None:
    assert mean_interval(2.0, 0.0, 1) == (float("-inf"), float("inf"))


def test_bonett_price_by_hand() -> None:
    # (12 + 1) / 102 - (4 + 1) / 102 = 8 / 102; variance (18 / 102 - 64 / 10404) / 102
    centre, half = 8 / 102, WALD_QUANTILE * sqrt((18 / 102 - 64 / 10404) / 102)
    assert bonett_price(12, 4, 100) == pytest.approx((centre - half, centre + half), rel=1e-12)


def test_bonett_price_stays_within_minus_one_and_one() -> None:
    assert bonett_price(3, 0, 3)[1] == 1.0
    assert bonett_price(0, 3, 3)[0] == -1.0


def coverage(better: float, worse: float, n: int, *, added: int) -> float:
    """How likely the interval holds the true difference, summed over all counts of a trinomial; Wald's adds nothing."""
    more, less = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    chances = stats.binom.pmf(more, n, better) * stats.binom.pmf(less, n - more, worse / (1 - better))
    size = n + 2 * added
    difference = (more - less) / size
    spread = WALD_QUANTILE * np.sqrt(((more + less + 2 * added) / size - difference**2) / size)
    holds = (difference - spread <= better - worse) & (better - worse <= difference + spread)
    return float(np.where(holds & (more + less <= n), chances, 0).sum())


def test_coverage_is_summed_over_the_intervals_themselves() -> None:
    """The formula of `coverage` is that of `bonett_price`."""
    n, better, worse = 12, 0.3, 0.1
    expected = sum(
        stats.multinomial.pmf([b, w, n - b - w], n, [better, worse, 1 - better - worse])
        for b in range(n + 1)
        for w in range(n + 1 - b)
        if bonett_price(b, w, n)[0] <= better - worse <= bonett_price(b, w, n)[1]
    )
    assert coverage(better, worse, n, added=1) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("better", "worse"), [(0.1, 0.0), (0.1, 0.02), (0.2, 0.2), (0.3, 0.05), (0.02, 0.01)])
def test_bonett_price_covers_95_percent_of_1000_games(better: float, worse: float) -> None:
    assert 0.94 <= coverage(better, worse, 1000, added=1) <= 0.97


def test_bonett_price_holds_where_walds_interval_fails() -> None:
    """A gain of 0.001 in 1,000 games."""
    assert coverage(0.001, 0.0, 1000, added=0) == pytest.approx(0.63, abs=0.01)
    assert coverage(0.001, 0.0, 1000, added=1) >= 0.95


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_lies_between_0_and_1(level: float) -> None:
    with pytest.raises(ResultError, match=r"level: got .*between 0 and 1, such as 0\.95"):
        quantile(level)
