"""Ratings: a number for each card out of a CSV file (17Lands data, the grades of a cube), as a measure of quality."""

import csv
import io
import math
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mtgstats.errors import CardError
from mtgstats.read.card import Card
from mtgstats.read.table import load_table

_NAME_COLUMNS = ("name", "card", "card name", "cardname", "card_name", "simple name")
_NOTHING = {"", "-", "--", "n/a", "na", "nan", "none", "null"}
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(?:%|pp)?", re.IGNORECASE)


Row = tuple[int, list[str]]  # line number, cells


@dataclass(frozen=True)
class Ratings:
    """A number for each card: ``ratings(card)``. Cards that the file does not rate count as `default`.

    `source` and `column` say where the numbers come from, `unknown` which names of the file no card has.
    """

    source: str
    column: str
    default: float
    values: Mapping[str, float] = field(repr=False, hash=False)
    unknown: tuple[str, ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """What the numbers are called: their column."""
        return self.column

    def __call__(self, card: Card) -> float:
        return self.values.get(card.name, self.default)

    def missing(self, cards: Iterable[Card]) -> list[str]:
        """The names of those of `cards` that the file does not rate."""
        return [card.name for card in dict.fromkeys(cards) if card.name not in self.values]

    def warning(self, cards: Iterable[Card]) -> str | None:
        """What to say about those of `cards` that have no rating; ``None`` where all have one."""
        cards = list(dict.fromkeys(cards))
        names = self.missing(cards)
        if not names:
            return None
        some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        rating = f"{self.column!r} in {self.source}"
        return f"{len(names)} of {len(cards)} cards have no {rating} and count as {self.default:g}: {some}"


def read_ratings(path: str | os.PathLike[str], *, column: str | None = None, default: float | None = None) -> Ratings:
    """Read a CSV (or tab- or semicolon-separated) file with a column of card names and a column of numbers.

    `column` is the column of numbers, if there are several; ``58.3%`` is 58.3. `default` is what a card without a
    rating counts as: the lowest rating of the file unless given, so that no unrated card is preferred to a rated one.
    Raises `CardError` where the file cannot be read, a column is missing (it lists those found) or a card has two
    different ratings.
    """
    path = Path(path)
    header, rows = _read(path)
    name_at = _name_column(path, header)
    at = _number_column(path, header, rows, column)
    table, values, unknown = load_table(), dict[str, float](), []
    for line, cells in rows:
        rating, card = _number(cells[at]), table.lookup(cells[name_at])
        if math.isnan(rating):
            continue
        if card is None:
            unknown.append(cells[name_at])
        elif values.setdefault(card.name, rating) != rating:
            raise CardError(f"{path}, line {line}: {card.name} has two ratings, {values[card.name]:g} and {rating:g}")
    if not values:
        raise CardError(f"{path}: no card that is known has a rating in column {header[at]!r}")
    lowest = min(values.values())
    return Ratings(path.name, header[at], lowest if default is None else default, values, tuple(unknown))


def _read(path: Path) -> tuple[list[str], list[Row]]:
    """The header and the rows that are not empty, all of the header's length."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CardError(f"{path}: cannot be read ({error.strerror})") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    first = text.partition("\n")[0]
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise CardError(f"{path}: not a CSV file ({error})") from error
    if len(rows) < 2:
        raise CardError(f"{path}: a header and at least one row of ratings are needed; it has {len(rows)} lines")
    header = rows[0][1]
    return header, [(line, (cells + [""] * len(header))[: len(header)]) for line, cells in rows[1:]]


def _name_column(path: Path, header: list[str]) -> int:
    found = [header.index(cell) for word in _NAME_COLUMNS for cell in header if cell.casefold() == word]
    if not found:
        raise CardError(f"{path}: no column of card names (called 'name' or 'card'); it has {_listed(header)}")
    return found[0]


def _number_column(path: Path, header: list[str], rows: list[Row], column: str | None) -> int:
    numeric = [at for at in range(len(header)) if _all_numbers(cells[at] for _, cells in rows)]
    columns = _listed(header[at] for at in numeric) or "none"
    if column is None:
        if len(numeric) != 1:
            raise CardError(f"{path}: say which column to use; columns of numbers: {columns}")
        return numeric[0]
    found = [at for at, cell in enumerate(header) if cell.casefold() == column.strip().casefold()]
    if not found:
        raise CardError(f"{path}: no column {column!r}; columns of numbers: {columns}")
    if found[0] not in numeric:
        raise CardError(f"{path}: column {column!r} does not hold numbers; columns of numbers: {columns}")
    return found[0]


def _all_numbers(cells: Iterable[str]) -> bool:
    try:
        return not all(math.isnan(_number(cell)) for cell in cells)
    except ValueError:
        return False


def _number(cell: str) -> float:
    """The number in a cell, NaN where it says that there is none. Raises `ValueError` for any other text."""
    if cell.casefold() in _NOTHING:
        return math.nan
    match = _NUMBER.fullmatch(cell)
    if match is None:
        raise ValueError(cell)
    return float(match[1])


def _listed(words: Iterable[str]) -> str:
    return ", ".join(map(repr, words))
