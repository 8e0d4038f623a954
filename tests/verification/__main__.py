"""``python -m tests.verification [--seeds 400] [--runs 10000] [--to FOLDER]``: a table (and pictures), some minutes.

A check fails where its p lies below 1e-5 (`checks.BOUND`); the exit code is 1 then.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.verification.checks import Check
from tests.verification.coverage import coverage_check
from tests.verification.pictures import save_pictures
from tests.verification.randomness import randomness_check
from tests.verification.steps import steps_check


def all_checks(seeds: int, runs: int, trials: int = 20_000, replays: int = 3_000) -> Iterator[Check]:
    """Every check, the quick ones first."""
    yield from randomness_check(seeds, trials)
    yield from steps_check(seeds, trials, replays)
    yield from coverage_check(runs)


def main(arguments: list[str] | None = None) -> int:
    """Run all checks, print each as it is done, save pictures if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.verification", description=__doc__)
    parser.add_argument("--seeds", type=int, default=400, help="seeds a step and an order of cards")
    parser.add_argument("--runs", type=int, default=10_000, help="runs whose intervals are looked at")
    parser.add_argument("--to", type=Path, help="folder for pictures of the p-values")
    asked = parser.parse_args(arguments)
    checks = []
    for check in all_checks(asked.seeds, asked.runs):
        checks.append(check)
        print(check, flush=True)
    failed = [check for check in checks if not check.passed]
    print(f"{len(checks)} checks, {len(failed)} failed")
    if asked.to:
        print(save_pictures(checks, asked.to))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
