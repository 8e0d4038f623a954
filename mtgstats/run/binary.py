"""A binary: what the machine runs."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Binary:
    """Arrays and sizes only, small to send to a worker.

    `code` is one instruction a row (int64, 8 columns), `table` the choices' entries (uint8); the rest are how many rows
    of each kind the machine needs, how many bins its tally has, and how many rows it writes out.
    """

    code: npt.NDArray[np.int64]
    table: npt.NDArray[np.uint8]
    rows: int
    numbers: int
    words: int
    bins: int
    outputs: int
