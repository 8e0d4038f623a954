"""Single kernels, to be tracked over time with pytest-benchmark: ``pytest benchmarks``."""

from typing import Any

import numpy as np
import pytest

from mtgstats.run.encode.program import encode
from mtgstats.run.instructions import BLOCK, Op
from mtgstats.run.machine import walk
from mtgstats.run.simulation import run_chunk

from .works import Work, all_works

GAMES = 64 * BLOCK
KERNELS = [op for op in Op if op not in (Op.SKIP, Op.STORE, Op.NSTORE)]


@pytest.mark.parametrize("op", KERNELS, ids=lambda op: op.name)
def test_instruction(benchmark: Any, op: Op) -> None:
    """One instruction over 64 blocks of games, in memory of zeros."""
    code = np.array([[op, 1, 2, 3, 4, 1, 2, op is Op.WORD]], dtype=np.int64)
    rows, numbers, words = (np.zeros((5, BLOCK), dtype=kind) for kind in (np.uint8, np.int32, np.uint64))
    table, bins, out = np.zeros(512, dtype=np.uint8), np.zeros(8, dtype=np.int64), np.zeros((1, 1), dtype=np.int32)
    benchmark(walk, code, rows, numbers, words, table, bins, out, np.uint64(1), 0, GAMES)


@pytest.mark.parametrize("work", all_works(), ids=lambda work: work.name)
def test_work(benchmark: Any, work: Work) -> None:
    """64 blocks of games of a work."""
    binary = encode([(work.plan, work.deck)]).binary
    benchmark(run_chunk, binary, 1, range(GAMES))


@pytest.mark.parametrize("work", all_works(), ids=lambda work: work.name)
def test_encoding(benchmark: Any, work: Work) -> None:
    """From a plan to a program."""
    benchmark(encode, [(work.plan, work.deck)])
