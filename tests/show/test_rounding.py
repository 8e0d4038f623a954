"""Numbers rounded to their uncertainty."""

import pytest

from mtgstats.show.rounding import decimals, difference, estimate, percent


@pytest.mark.parametrize(
    ("error", "digits"),
    [
        (0.1, 2),
        (0.123, 2),
        (0.354, 2),
        (0.355, 1),
        (0.9, 1),
        (0.0949, 2),
        (0.096, 2),
        (3.2, 1),
        (40.0, 0),
        (0.00021, 5),
    ],
)
def test_decimals_by_the_particle_data_groups_rule(error: float, digits: int) -> None:
    assert decimals(error) == digits


@pytest.mark.parametrize(
    ("rate", "interval", "told"),
    [
        (0.600972, (0.600012, 0.601931), "60.10 % ± 0.10"),
        (0.6, (0.57, 0.63), "60.0 % ± 3.0"),
        (0.000012, (0.000007, 0.00002), "0.0012 % (0.0007 to 0.0020)"),
        (0.0, (0.0, 0.00038), "0 % (at most 0.038)"),
        (1.0, (0.99962, 1.0), "100 % (at least 99.962)"),
        (float("nan"), (0.0, 1.0), "no games"),
    ],
)
def test_a_simulated_rate_is_told_with_its_error(rate: float, interval: tuple[float, float], told: str) -> None:
    assert percent(rate, interval) == told


@pytest.mark.parametrize(
    ("rate", "told"), [(0.600972, "60.0972 %"), (1.0, "100 %"), (0.0, "0 %"), (1.2345e-9, "0.000000123 %")]
)
def test_an_exact_rate_has_no_error(rate: float, told: str) -> None:
    assert percent(rate, (rate, rate), exact=True) == told


def test_a_difference_has_its_sign() -> None:
    told = [difference(value, (value - 0.2, value + 0.2), unit=" points") for value in (1.0, 0.0, -1.0)]
    assert told == ["+1.00 points ± 0.20", "0.00 points ± 0.20", "-1.00 points ± 0.20"]


def test_means_have_no_unit_and_what_never_varies_no_error() -> None:
    assert estimate(2.371, (2.339, 2.403)) == "2.371 ± 0.032"
    assert estimate(3.0, (3.0, 3.0)) == "3"
    assert estimate(3.0, (float("-inf"), float("inf"))) == "3"
