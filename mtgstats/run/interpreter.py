"""The instructions in numpy, one line each: the specification of the machine, and its test.

It is slow and checks what the compiled loops do not: that every row, place and table entry exists, and that nothing is
read before it was written.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from .binary import Binary
from .instructions import BLOCK, LIVE, NONE, Op
from .randomness import FRACTION, MASK32, philox

Array = npt.NDArray[Any]
U8, I32, U64 = np.uint8, np.int32, np.uint64
LOW48 = U64((1 << FRACTION) - 1)


class Memory:
    """Rows by index; a row exists once it was written."""

    def __init__(self, dtype: type[Any]) -> None:
        self.dtype = dtype
        self.rows: dict[int, Array] = {}

    def __getitem__(self, index: int) -> Array:
        if index not in self.rows:
            raise AssertionError(f"row {index} of {self.dtype.__name__} is read before it was written")
        return self.rows[index]

    def __setitem__(self, index: int, values: Any) -> None:
        row = np.broadcast_to(np.asarray(values), BLOCK).astype(self.dtype)
        # Bytes count round and round; wide numbers must hold what they are told.
        if self.dtype is I32 and not np.array_equal(row, values if np.ndim(values) else row * 0 + np.int64(values)):
            raise AssertionError(f"a number in row {index} is too wide")
        self.rows[index] = row


class Interpreter:
    """Plays one block of games at a time."""

    def __init__(self, binary: Binary, seed: int, trials: range) -> None:
        self.binary = binary
        self.seed = seed
        self.trials = trials
        self.tally = np.zeros(max(binary.bins, 1), dtype=np.int64)
        self.out = np.zeros((max(binary.outputs, 1), len(trials)), dtype=I32)
        self.r, self.n, self.w = Memory(U8), Memory(I32), Memory(U64)
        self.games: Array = np.zeros(BLOCK, dtype=np.int64)

    def run(self) -> npt.NDArray[np.int64]:
        """The tally of all trials."""
        for block in range(self.trials.start // BLOCK, -(-self.trials.stop // BLOCK)):
            # The even trials of the block come first, then the odd ones: the two halves of a Philox block.
            first = np.arange(block * BLOCK, (block + 1) * BLOCK, 2)
            self.games = np.concatenate([first, first + 1])
            self.r, self.n, self.w = Memory(U8), Memory(I32), Memory(U64)
            self.r[LIVE] = (self.games >= self.trials.start) & (self.games < self.trials.stop)
            self._block()
        return self.tally

    def _block(self) -> None:
        k = 0
        while k < len(self.binary.code):
            op, d, a, b, c, x, y, z = (int(number) for number in self.binary.code[k])
            k += 1
            if op == Op.SKIP:
                k += 0 if self.r[c].any() else x
            else:
                STEPS[Op(op)](self, d, a, b, c, x, y, z)

    def fractions(self, word: int, kind: int, products: Array | int) -> Array:
        """The fraction of each game, at its first attempt that is not biased below its product."""
        pair = (self.games >> 1).astype(U64)
        product = np.maximum(np.broadcast_to(np.asarray(products), BLOCK), 1).astype(U64)
        key = self.seed & MASK32, self.seed >> 32
        found = np.zeros(BLOCK, dtype=U64)
        wanted = np.ones(BLOCK, dtype=bool)
        for attempt in count():
            counter: Any = (pair & U64(MASK32), (pair >> U64(32)) << U64(16) | U64(word), U64(kind), U64(attempt))
            low, high, low_odd, high_odd = philox(counter, (U64(key[0]), U64(key[1])))  # type: ignore[arg-type]
            odd = self.games % 2 == 1
            bits = np.where(odd, high_odd, high) << U64(32) | np.where(odd, low_odd, low)
            found = np.where(wanted, bits >> U64(16), found)
            wanted = (found * product) & LOW48 < U64(1 << FRACTION) % product
            if not wanted.any():
                break
        return found


Step = Callable[[Interpreter, int, int, int, int, int, int, int], None]
STEPS: dict[Op, Step] = {}


def _says(op: Op) -> Callable[[Step], Step]:
    def note(step: Step) -> Step:
        STEPS[op] = step
        return step

    return note


def _row(op: Op, formula: Callable[..., Any]) -> None:
    """An instruction that writes row d: ``d = formula(d, a, b, c, x, y)``, operands as rows where they are rows."""
    names = formula.__code__.co_varnames[: formula.__code__.co_argcount]

    def step(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
        index = {"d": d, "a": a, "b": b, "c": c}
        number = {"x": x, "y": y, "z": z, "table": m.binary.table}
        m.r[d] = formula(*(m.r[index[name]] if name in index else number[name] for name in names))

    STEPS[op] = step


def _between(row: Array, start: int, width: int) -> Array:
    return (row - U8(start)).astype(U8) < U8(width)


_row(Op.FILL, lambda x: x)
_row(Op.COPY, lambda a: a)
_row(Op.SHIFT, lambda d, x: d + U8(x))
_row(Op.ADD, lambda d, a: d + a)
_row(Op.SUB, lambda d, a: d - a)
_row(Op.WITHIN, lambda a, x, y: _between(a, x, y))
_row(Op.GAIN, lambda d, a, x, y: d + _between(a, x, y))
_row(Op.LOSE, lambda d, a, x, y: d - _between(a, x, y).astype(U8))
_row(Op.LESS, lambda a, b: a < b)
_row(Op.AND, lambda d, a: d & a)
_row(Op.OR, lambda d, a: d | a)
_row(Op.NOT, lambda a: a ^ U8(1))
_row(Op.BLEND, lambda d, a, c: np.where(c, a, d))
_row(Op.HIDE, lambda d, c: np.where(c, d, NONE))
_row(Op.AT, lambda d, a, b, x: np.where(b == x, a, d))
_row(Op.MAX, lambda d, a: np.maximum(d, a))
_row(Op.LOOK, lambda a, x, table: table[x + a.astype(np.int64)])


@_says(Op.WORD)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.w[d] = m.fractions(x, y, z)


@_says(Op.WORD_EACH)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.w[d] = m.fractions(x, y, m.r[a])


@_says(Op.INDEX)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    product = m.w[a] * U64(x)
    m.r[d], m.w[a] = product >> U64(FRACTION), product & LOW48


@_says(Op.INDEX_EACH)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.r[d] = (m.w[a] * m.r[b].astype(U64)) >> U64(FRACTION)


@_says(Op.CHANCE)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.r[d] = m.w[a] < U64(x)


@_says(Op.URN)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    taken = m.r[a] < m.r[b]
    m.r[b], m.r[d] = m.r[b] - taken.astype(U8), m.r[d] + ~taken


@_says(Op.BEST)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    better = m.r[a] > m.r[d]
    m.r[d], m.r[c] = np.where(better, m.r[a], m.r[d]), np.where(better, m.r[b], m.r[c])


@_says(Op.ORDER)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    swap = m.r[a] > m.r[d]
    m.r[d], m.r[a] = np.where(swap, m.r[a], m.r[d]), np.where(swap, m.r[d], m.r[a])
    m.r[c], m.r[b] = np.where(swap, m.r[b], m.r[c]), np.where(swap, m.r[c], m.r[b])


@_says(Op.EXTRACT)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    first = (m.r[b] == m.r[c]) & (m.r[d] == NONE)
    m.r[d], m.r[a] = np.where(first, m.r[a], m.r[d]), np.where(first, NONE, m.r[a])


@_says(Op.ENTRY)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    if ((m.n[b] < 0) | (m.n[b] >= z)).any():
        raise AssertionError(f"a line outside the {z} of a table")
    m.n[d] = m.n[b].astype(np.int64) * y + np.minimum(m.r[a], y - 1)


@_says(Op.LOOK_AT)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.r[d] = m.binary.table[x + m.n[a].astype(np.int64)]


@_says(Op.GATHER)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.r[d] = [m.r[x + int(row)][game] for game, row in enumerate(m.r[a])]


@_says(Op.SCATTER)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    for game in np.flatnonzero(m.r[c]):
        m.r[x + int(m.r[a][game])][game] = m.r[b][game]


@_says(Op.PICK)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    hit = (m.r[c] != 0) & (m.r[a] != 0) & (m.r[d] == NONE)
    m.r[d], m.r[a] = np.where(hit, x, m.r[d]), m.r[a] - hit.astype(U8)


@_says(Op.NTH)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    wanted = (m.r[c] != 0) & (m.r[d] == NONE)
    hit = wanted & (m.r[b] < m.r[a])
    m.r[b] = np.where(wanted & ~hit, m.r[b] - m.r[a], m.r[b])
    m.r[d], m.r[a] = np.where(hit, x, m.r[d]), m.r[a] - hit.astype(U8)


@_says(Op.NFILL)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.n[d] = x


@_says(Op.NADD)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.n[d] = m.n[d] + x * m.r[a].astype(np.int64)


@_says(Op.NSUM)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.n[d] = m.n[d] + x * m.n[a].astype(np.int64)


@_says(Op.NCLIP)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.n[d] = np.clip(m.n[d], x, y)


@_says(Op.NWITHIN)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.r[d] = (m.n[a] >= x) & (m.n[a] <= y)


@_says(Op.COUNT)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    m.tally[x] += int((m.r[a] & m.r[c]).sum(dtype=np.int64))


@_says(Op.HIST)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    values = m.r[a][m.r[c] != 0].astype(np.int64) - z
    if ((values < 0) | (values >= y)).any():
        raise AssertionError(f"a value outside the {y} bins from {z} on")
    m.tally[x : x + y] += np.bincount(values, minlength=y)


@_says(Op.NHIST)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    values = m.n[a][m.r[c] != 0].astype(np.int64) - z
    if ((values < 0) | (values >= y)).any():
        raise AssertionError(f"a value outside the {y} bins from {z} on")
    np.add.at(m.tally, x + values, 1)


@_says(Op.STORE)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    _store(m, x, m.r[a])


@_says(Op.NSTORE)
def _(m: Interpreter, d: int, a: int, b: int, c: int, x: int, y: int, z: int) -> None:
    _store(m, x, m.n[a])


def _store(m: Interpreter, output: int, values: Array) -> None:
    wanted = m.r[LIVE] != 0
    m.out[output, m.games[wanted] - m.trials.start] = values[wanted]
