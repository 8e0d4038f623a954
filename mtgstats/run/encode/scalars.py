"""Scalars: numbers that each game keeps, known to lie within bounds."""

from dataclasses import dataclass

from mtgstats.run.assemble import Assembler, Row


@dataclass
class Scalar:
    """A number the game keeps, such as its mana or where its library begins: the same in all games (`row` is None), or
    a row; always within ``lo ... hi``.
    """

    lo: int
    hi: int
    row: Row | None = None

    def as_row(self, asm: Assembler) -> Row:
        """The row, made where there was none: what holds in all games so far may hold from the start."""
        if self.row is None:
            self.row = asm.keep(self.lo)
        return self.row

    def move(self, asm: Assembler, by: int, mask: Row | None) -> None:
        """One more or one less (`by`), in all games or where `mask` holds."""
        if mask is not None:
            row = self.as_row(asm)
            if by > 0:
                asm.add(row, mask)
            else:
                asm.sub(row, mask)
        elif self.row is not None:
            asm.shift(self.row, by)
        if mask is None or by < 0:
            self.lo += by
        if mask is None or by > 0:
            self.hi += by
