"""Where the time goes: the instructions of a program, each kind by itself.

The rows of one kind are taken out of a program and walked alone, over the same memory (all zeros): since the machine's
loops have no branches, they take as long as among the others.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from mtgstats.run.binary import Binary
from mtgstats.run.encode.program import encode
from mtgstats.run.instructions import BLOCK, Op

from .works import Work

PARTS = {
    "words": "WORD WORD_EACH CHANCE",
    "dealing": "INDEX INDEX_EACH URN",
    "rows of cards": "FILL COPY SHIFT BLEND HIDE AT GATHER SCATTER",
    "choosing": "BEST MAX ORDER EXTRACT LOOK ENTRY LOOK_AT PICK NTH",
    "zones and conditions": "ADD SUB WITHIN GAIN LOSE LESS AND OR NOT NFILL NADD NSUM NCLIP NWITHIN",
    "tallies": "COUNT HIST NHIST",
}
"""What the instructions are for."""


@dataclass(frozen=True)
class Anatomy:
    """Nanoseconds a game: in all, and of each kind of instruction with how many of it there are."""

    work: Work
    instructions: int
    whole: float
    kinds: Mapping[Op, tuple[int, float]]

    @property
    def sum(self) -> float:
        """Nanoseconds a game of all kinds of instructions together."""
        return sum(took for _, took in self.kinds.values())

    def part(self, name: str) -> float:
        """Nanoseconds a game of one of the `PARTS`."""
        return sum(self.kinds[op][1] for op in map(Op.__getitem__, PARTS[name].split()) if op in self.kinds)


def dissect(work: Work, *, rounds: int, games: int) -> Anatomy:
    """Time the whole program and each kind of instruction alone, in interleaved rounds."""
    binary = encode([(work.plan, work.deck)]).binary
    kinds: list[Op] = [op for op in Op if op is not Op.SKIP and op in binary.code[:, 0]]
    codes = {op: only(binary.code, op) for op in kinds}
    times: dict[Op | None, list[float]] = {op: [] for op in (None, *kinds)}
    for _ in range(rounds):
        for op, own in times.items():
            own.append(walk_time(binary, binary.code if op is None else codes[op], games))
    empty = median(walk_time(binary, binary.code[:0], games) for _ in range(rounds))
    each = {op: (len(codes[op]), max(median(times[op]) - empty, 0.0)) for op in kinds}
    return Anatomy(work, len(binary.code), median(times[None]), each)


def only(code: npt.NDArray[np.int64], op: Op) -> npt.NDArray[np.int64]:
    """The rows of one kind. Sums are told to be counted from zero on, since all that is counted here is zeros."""
    rows: npt.NDArray[np.int64] = code[code[:, 0] == op].copy()
    if op is Op.NHIST:
        rows[:, 7] = 0
    return rows


def walk_time(binary: Binary, code: npt.NDArray[np.int64], games: int) -> float:
    """Nanoseconds of processor time that a game takes with this code in the binary's memory."""
    from mtgstats.run.machine import walk

    rows = np.zeros((binary.rows, BLOCK), dtype=np.uint8)
    numbers = np.zeros((max(binary.numbers, 1), BLOCK), dtype=np.int32)
    words = np.zeros((max(binary.words, 1), BLOCK), dtype=np.uint64)
    bins = np.zeros(max(binary.bins, 1), dtype=np.int64)
    out = np.zeros((1, 1), dtype=np.int32)
    start = time.process_time()
    walk(code, rows, numbers, words, binary.table, bins, out, np.uint64(1), 0, games)
    return 1e9 * (time.process_time() - start) / games
