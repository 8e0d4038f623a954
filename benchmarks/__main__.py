"""``python -m benchmarks``: measure everything and write the report, in a few minutes of a quiet machine."""

from argparse import ArgumentParser
from pathlib import Path

from .measuring import FULL, QUICK, measure
from .report import write_report


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, to see that all works")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="the folder of the report")
    asked = parser.parse_args()
    print(write_report(measure(QUICK if asked.quick else FULL), asked.out))


if __name__ == "__main__":
    main()
