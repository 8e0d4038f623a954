"""Running programs: chunks of trials, in any number of threads or workers, always the same tallies."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mtgstats.errors import PlanError

from .binary import Binary
from .instructions import BLOCK
from .randomness import SEED_LIMIT, TRIAL_LIMIT

Bins = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Games:
    """Which games: trials of a seed."""

    seed: int
    trials: range

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEED_LIMIT:
            raise PlanError(f"seed: got {self.seed}; give a whole number from 0 to 2**64 - 1")
        if self.trials.step != 1 or not 0 <= self.trials.start <= self.trials.stop <= TRIAL_LIMIT:
            raise PlanError(f"trials: got {self.trials}; give a number, or a range(start, stop) from 0 up to 2**49")


def run_chunk(binary: Binary, seed: int, trials: range) -> Bins:
    """The tally of one chunk of trials, on this thread."""
    unwritten = len(trials) if binary.outputs else 1
    return _walk(binary, seed, trials, np.zeros((max(binary.outputs, 1), unwritten), dtype=np.int32))


def run_games(binary: Binary, seed: int, trials: range) -> npt.NDArray[np.int32]:
    """What a program encoded with `store` writes out: one row an output, one column a trial."""
    out = np.zeros((binary.outputs, len(trials)), dtype=np.int32)
    _walk(binary, seed, trials, out)
    return out


def _walk(binary: Binary, seed: int, trials: range, out: npt.NDArray[np.int32]) -> Bins:
    from .machine import walk  # numba is imported with the first run, not with the package

    bins = np.zeros(max(binary.bins, 1), dtype=np.int64)
    rows, numbers, words = (
        np.zeros((max(number, 1), BLOCK), dtype=kind)
        for number, kind in ((binary.rows, np.uint8), (binary.numbers, np.int32), (binary.words, np.uint64))
    )
    walk(binary.code, rows, numbers, words, binary.table, bins, out, np.uint64(seed), trials.start, trials.stop)
    return bins


def chunks(trials: range, size: int) -> Iterator[range]:
    """The trials in pieces of at most `size`, cut at multiples of it so that blocks are whole."""
    start = trials.start
    while start < trials.stop:
        stop = min((start // size + 1) * size, trials.stop)
        yield range(start, stop)
        start = stop
