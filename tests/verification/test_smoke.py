"""The suite runs: a few seeds only, as the whole of it is run on demand."""

from pathlib import Path

from tests.verification.__main__ import all_checks
from tests.verification.checks import chi_square, covered, normal, uniform
from tests.verification.coverage import rates_and_means
from tests.verification.pictures import save_pictures


def test_the_suite_runs_and_finds_nothing(tmp_path: Path) -> None:
    checks = list(all_checks(seeds=3, runs=100, trials=2000, replays=200))
    assert [str(check) for check in checks if not check.passed] == []
    assert len(checks) > 50
    assert save_pictures(checks, tmp_path).stat().st_size > 10_000


def test_a_check_sees_what_is_wrong() -> None:
    assert not uniform("too small", [k / 1000 for k in range(300)]).passed
    assert not normal("shifted", [0.5 + z / 50 for z in range(-100, 100)]).passed
    assert not covered("too narrow", 9000, 10_000).passed
    assert covered("right", 9500, 10_000).passed
    assert chi_square([600, 400], [500, 500]) < 1e-8
    assert chi_square([500, 495, 3, 2], [500, 495, 2, 3]) > 0.5


def test_intervals_of_ten_thousand_runs_hold_the_truth() -> None:
    for check in rates_and_means(runs=10_000, trials=1000):
        assert check.p == 1, check.found
