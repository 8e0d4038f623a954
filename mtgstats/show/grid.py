"""A table in words: columns and rows of text, shown in a terminal or on a page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from unicodedata import east_asian_width

Row = tuple[str, ...]
NUMBER = re.compile(r"[+-]?[\d,]+")
"""The part of a number before its point."""


@dataclass(frozen=True)
class Grid:
    """A titled table of text. A cell that is empty repeats the one above in the reader's eye."""

    title: str
    columns: Row
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        body = tuple(zip(*map(aligned, zip(*self.rows, strict=True)), strict=True)) or self.rows
        widths = [max(map(width, column)) for column in zip(self.columns, *body, strict=True)]
        rule = tuple("-" * own for own in widths)
        lines = ["  ".join(map(padded, row, widths)).rstrip() for row in (self.columns, rule, *body)]
        return "\n".join(chain([self.title, ""], lines, [""] * bool(self.notes), self.notes))

    def _repr_html_(self) -> str:
        from .pages import render

        return render("grid.html", grid=self)


def told_once(rows: Sequence[Row], columns: int) -> tuple[Row, ...]:
    """The rows with their first cells, so many, left empty where they are those of the row above."""
    heads = [(), *(row[:columns] for row in rows)]
    repeated = [after == before for before, after in pairwise(heads)]
    return tuple(("",) * columns + row[columns:] if again else row for again, row in zip(repeated, rows, strict=True))


def aligned(column: Row) -> Row:
    """A column with its numbers under each other, point under point, where its cells begin with numbers."""
    digits = [len(match.group()) if (match := NUMBER.match(cell)) else 0 for cell in column]
    return tuple(" " * (max(digits) - own) * bool(own) + cell for own, cell in zip(digits, column, strict=True))


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, columns: int) -> str:
    """The text filled up with blanks to so many columns."""
    return text + " " * (columns - width(text))
