"""The assembler: one named method for each instruction of the machine, and the book-keeping of its rows.

Rows are allocated in frames: a row lives until the frame it was made in is closed, or, made by `keep`, as long as the
plan. Code is a list in which a nested list is a stretch: one that is filled in later (dealing, whose extent is known
only at the end) or one that is skipped where no game of the block takes part.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from mtgstats.errors import SizeError

from .binary import Binary
from .instructions import LIVE, NONE, Op

Code = list[Any]
ROW_LIMIT = 4096


@dataclass(frozen=True)
class Row:
    """A row of bytes."""

    index: int


@dataclass(frozen=True)
class Number:
    """A row of 32-bit numbers."""

    index: int


@dataclass(frozen=True)
class Word:
    """A row of 48-bit fractions."""

    index: int


EVERYONE = Row(LIVE)


@dataclass
class _Pool:
    """Indices of one kind of row: taken in frames, given back when the frame is closed."""

    size: int = 0
    free: list[int] = field(default_factory=list)
    frames: list[list[int]] = field(default_factory=lambda: [[]])

    def take(self, frame: int = -1) -> int:
        if not self.free:
            self.free.append(self.size)
            self.size += 1
        index = self.free.pop()
        self.frames[frame].append(index)
        return index

    def fresh(self, frame: int) -> int:
        """An index never used before, so that what is written at the start of a plan is still there when it is read."""
        self.size += 1
        self.frames[frame].append(self.size - 1)
        return self.size - 1

    def close(self) -> None:
        self.free.extend(self.frames.pop())


class Assembler:
    """Writes a program; operands have names, and rows that must differ are checked to differ."""

    def __init__(self) -> None:
        self.code: Code = []
        self.rows, self.numbers, self.words = _Pool(size=1), _Pool(), _Pool()
        self.table: list[npt.NDArray[np.uint8]] = []
        self.table_size = 0
        self.tally_size = 0
        self.outputs = 0
        self._prologue = self.code
        self._plan_frame = 0
        self._known_tables: dict[bytes, int] = {}

    # --- frames, stretches, storage -----------------------------------------------------------------------------------

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Rows made inside are free again afterwards."""
        pools = (self.rows, self.numbers, self.words)
        for pool in pools:
            pool.frames.append([])
        yield
        for pool in pools:
            pool.close()

    @contextmanager
    def plan(self) -> Iterator[None]:
        """One plan: rows made by `keep` live as long as it."""
        with self.frame():
            self._plan_frame = len(self.rows.frames) - 1
            self._prologue = self.stretch()
            yield
        self._plan_frame = 0

    @contextmanager
    def into(self, code: Code) -> Iterator[None]:
        """Write into a stretch made before."""
        outer, self.code = self.code, code
        yield
        self.code = outer

    def stretch(self) -> Code:
        """A place in the code, to be filled in later."""
        code: Code = []
        self.code.append(code)
        return code

    @contextmanager
    def where(self, mask: Row | None) -> Iterator[None]:
        """Code that is skipped where `mask` holds in no game of the block."""
        if mask is None:
            yield
            return
        skip = (Op.SKIP, 0, 0, 0, mask.index)
        code: Code = [skip]
        self.code.append(code)
        with self.into(code):
            yield

    def row(self) -> Row:
        """A row for the frame at hand."""
        return Row(self._checked(self.rows.take()))

    def keep(self, value: int | None = None) -> Row:
        """A row for the whole plan, which starts every block as `value`."""
        row = Row(self._checked(self.rows.fresh(self._plan_frame)))
        if value is not None:
            with self.into(self._prologue):
                self.fill(row, value)
        return row

    def keep_side_by_side(self, n: int) -> list[Row]:
        """Neighbouring rows for the whole plan, for `gather` and `scatter`; they start out as no card."""
        return [self.keep(NONE) for _ in range(n)]

    def outcome(self) -> Row:
        """A row for the whole program, written by one plan and read by a later one."""
        return Row(self._checked(self.rows.take(0)))

    def outcome_number(self) -> Number:
        """A row of wide numbers for the whole program, 0 to begin with."""
        d = Number(self.numbers.take(0))
        self._emit(Op.NFILL, d.index)
        return d

    def _checked(self, index: int) -> int:
        if index >= ROW_LIMIT:
            raise SizeError(f"the plan keeps more than {ROW_LIMIT} rows of counts; watch or distinguish fewer cards")
        return index

    def number(self) -> Number:
        return Number(self.numbers.take())

    def word_row(self, *, keep: bool = False) -> Word:
        return Word(self.words.fresh(self._plan_frame) if keep else self.words.take())

    def tables(self, entries: npt.NDArray[np.uint8]) -> int:
        """Store table entries; where they begin."""
        flat = np.ascontiguousarray(entries, dtype=np.uint8).reshape(-1)
        key = flat.tobytes()
        if key not in self._known_tables:
            self._known_tables[key] = self.table_size
            self.table.append(flat)
            self.table_size += len(flat)
        return self._known_tables[key]

    def bins(self, n: int) -> int:
        """Reserve `n` places of the tally; where they begin."""
        self.tally_size += n
        return self.tally_size - n

    def binary(self) -> Binary:
        """The program as the machine takes it."""
        flat = _flatten(self.code)
        code = np.zeros((len(flat), 8), dtype=np.int64)
        for line, instruction in zip(code, flat, strict=True):
            line[: len(instruction)] = instruction
        return Binary(
            code=code,
            table=np.concatenate(self.table) if self.table else np.zeros(1, dtype=np.uint8),
            rows=self.rows.size,
            numbers=self.numbers.size,
            words=self.words.size,
            bins=self.tally_size,
            outputs=self.outputs,
        )

    def _emit(self, op: Op, *operands: int) -> None:
        self.code.append((int(op), *operands))

    # --- randomness ---------------------------------------------------------------------------------------------------

    def word(self, d: Word, *, word: int, kind: int, product: int) -> None:
        self._emit(Op.WORD, d.index, 0, 0, 0, word, kind, product)

    def word_each(self, d: Word, products: Row, *, word: int, kind: int) -> None:
        self._emit(Op.WORD_EACH, d.index, products.index, 0, 0, word, kind)

    def index(self, d: Row, word: Word, left: int) -> None:
        self._emit(Op.INDEX, d.index, word.index, 0, 0, left)

    def index_each(self, d: Row, word: Word, left: Row) -> None:
        _differ(d, left)
        self._emit(Op.INDEX_EACH, d.index, word.index, left.index)

    def chance(self, d: Row, word: Word, threshold: int) -> None:
        self._emit(Op.CHANCE, d.index, word.index, 0, 0, threshold)

    def urn(self, card: Row, index: Row, upto: Row) -> None:
        _differ(card, index, upto)
        self._emit(Op.URN, card.index, index.index, upto.index)

    # --- bytes --------------------------------------------------------------------------------------------------------

    def fill(self, d: Row, value: int) -> Row:
        self._emit(Op.FILL, d.index, 0, 0, 0, value)
        return d

    def constant(self, value: int) -> Row:
        return self.fill(self.row(), value)

    def copy(self, a: Row, d: Row | None = None) -> Row:
        d = d or self.row()
        _differ(d, a)
        self._emit(Op.COPY, d.index, a.index)
        return d

    def shift(self, d: Row, by: int) -> None:
        self._emit(Op.SHIFT, d.index, 0, 0, 0, by % 256)

    def add(self, d: Row, a: Row) -> None:
        _differ(d, a)
        self._emit(Op.ADD, d.index, a.index)

    def sub(self, d: Row, a: Row) -> None:
        _differ(d, a)
        self._emit(Op.SUB, d.index, a.index)

    def within(self, a: Row, start: int, stop: int, d: Row | None = None) -> Row:
        """A mask: start <= a < stop."""
        d = d or self.row()
        if stop - start > NONE:
            return self.fill(d, 1)
        self._emit(Op.WITHIN, d.index, a.index, 0, 0, start % 256, stop - start)
        return d

    def gain(self, d: Row, card: Row, start: int, stop: int) -> None:
        _differ(d, card)
        self._emit(Op.GAIN, d.index, card.index, 0, 0, start, stop - start)

    def lose(self, d: Row, card: Row, start: int, stop: int) -> None:
        _differ(d, card)
        self._emit(Op.LOSE, d.index, card.index, 0, 0, start, stop - start)

    def less(self, a: Row, b: Row) -> Row:
        d = self.row()
        self._emit(Op.LESS, d.index, a.index, b.index)
        return d

    def also(self, d: Row, a: Row) -> None:
        _differ(d, a)
        self._emit(Op.AND, d.index, a.index)

    def either(self, d: Row, a: Row) -> None:
        _differ(d, a)
        self._emit(Op.OR, d.index, a.index)

    def invert(self, a: Row) -> Row:
        d = self.row()
        self._emit(Op.NOT, d.index, a.index)
        return d

    def blend(self, d: Row, a: Row, mask: Row) -> None:
        _differ(d, a, mask)
        self._emit(Op.BLEND, d.index, a.index, 0, mask.index)

    def hide(self, card: Row, mask: Row) -> None:
        _differ(card, mask)
        self._emit(Op.HIDE, card.index, 0, 0, mask.index)

    def at(self, d: Row, a: Row, position: Row, value: int) -> None:
        _differ(d, a, position)
        self._emit(Op.AT, d.index, a.index, position.index, 0, value)

    # --- choosing -----------------------------------------------------------------------------------------------------

    def best(self, best_rank: Row, best_card: Row, rank: Row, card: Row) -> None:
        _differ(best_rank, best_card, rank, card)
        self._emit(Op.BEST, best_rank.index, rank.index, card.index, best_card.index)

    def maximum(self, d: Row, a: Row) -> None:
        _differ(d, a)
        self._emit(Op.MAX, d.index, a.index)

    def order(self, first_rank: Row, first_card: Row, rank: Row, card: Row) -> None:
        _differ(first_rank, first_card, rank, card)
        self._emit(Op.ORDER, first_rank.index, rank.index, card.index, first_card.index)

    def extract(self, chosen: Row, card: Row, rank: Row, best_rank: Row) -> None:
        _differ(chosen, card, rank, best_rank)
        self._emit(Op.EXTRACT, chosen.index, card.index, rank.index, best_rank.index)

    def look(self, a: Row, entries: npt.NDArray[np.uint8]) -> Row:
        """The entry for each card; `entries` are one for each class and one for no card."""
        whole = np.full(256, entries[-1], dtype=np.uint8)
        whole[: len(entries)] = entries
        d = self.row()
        self._emit(Op.LOOK, d.index, a.index, 0, 0, self.tables(whole))
        return d

    def look_in(self, a: Row, line: Number, entries: npt.NDArray[np.uint8]) -> Row:
        """The entry for each card in a line of a table; lines have one entry for each class and one for no card."""
        d, n = self.row(), self.number()
        lines, width = entries.shape
        self._emit(Op.ENTRY, n.index, a.index, line.index, 0, 0, width, lines)
        self._emit(Op.LOOK_AT, d.index, n.index, 0, 0, self.tables(entries))
        return d

    def gather(self, rows: Sequence[Row], which: Row) -> Row:
        """The row out of neighbouring `rows` that `which` says, game by game."""
        d = self.row()
        self._emit(Op.GATHER, d.index, which.index, 0, 0, rows[0].index)
        return d

    def scatter(self, rows: Sequence[Row], which: Row, a: Row, mask: Row) -> None:
        """Write `a` into the row out of neighbouring `rows` that `which` says, where `mask`."""
        self._emit(Op.SCATTER, 0, which.index, a.index, mask.index, rows[0].index)

    def pick(self, chosen: Row, count: Row, mask: Row, card: int) -> None:
        _differ(chosen, count, mask)
        self._emit(Op.PICK, chosen.index, count.index, 0, mask.index, card)

    def nth(self, chosen: Row, count: Row, index: Row, mask: Row, card: int) -> None:
        _differ(chosen, count, index, mask)
        self._emit(Op.NTH, chosen.index, count.index, index.index, mask.index, card)

    # --- wide numbers -------------------------------------------------------------------------------------------------

    def wide(self, value: int) -> Number:
        d = self.number()
        self._emit(Op.NFILL, d.index, 0, 0, 0, value)
        return d

    def wide_add(self, d: Number, a: Row, times: int) -> None:
        self._emit(Op.NADD, d.index, a.index, 0, 0, times)

    def wide_sum(self, d: Number, a: Number, times: int) -> None:
        self._emit(Op.NSUM, d.index, a.index, 0, 0, times)

    def wide_clip(self, d: Number, lo: int, hi: int) -> None:
        self._emit(Op.NCLIP, d.index, 0, 0, 0, lo, hi)

    def wide_within(self, a: Number, lo: int, hi: int) -> Row:
        d = self.row()
        self._emit(Op.NWITHIN, d.index, a.index, 0, 0, lo, hi)
        return d

    # --- counting -----------------------------------------------------------------------------------------------------

    def count(self, bins: int, a: Row, mask: Row) -> None:
        self._emit(Op.COUNT, 0, a.index, 0, mask.index, bins)

    def histogram(self, bins: int, a: Row, mask: Row, *, n: int, lo: int) -> None:
        self._emit(Op.HIST, 0, a.index, 0, mask.index, bins, n, lo)

    def wide_histogram(self, bins: int, a: Number, mask: Row, *, n: int, lo: int) -> None:
        self._emit(Op.NHIST, 0, a.index, 0, mask.index, bins, n, lo)

    def store(self, a: Row | Number) -> int:
        """Write out a row game by game; the number of the output."""
        self._emit(Op.STORE if isinstance(a, Row) else Op.NSTORE, 0, a.index, 0, 0, self.outputs)
        self.outputs += 1
        return self.outputs - 1


def _differ(*rows: Row) -> None:
    """In a loop a row that is written must be no other operand: it would not be vectorised, or read what it wrote."""
    indices = [row.index for row in rows]
    if len(set(indices)) != len(indices):
        raise AssertionError(f"operands must be different rows, got {indices}")


def _flatten(code: Code) -> Sequence[tuple[int, ...]]:
    flat: list[tuple[int, ...]] = []
    for item in code:
        if not isinstance(item, list):
            flat.append(item)
            continue
        inner = list(_flatten(item))
        if inner and inner[0][0] == Op.SKIP and len(inner[0]) == 5:
            inner[0] = (*inner[0], len(inner) - 1)
        flat.extend(inner if len(inner) > 1 or not inner or inner[0][0] != Op.SKIP else [])
    return flat
