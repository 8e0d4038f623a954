"""CSV lists and collections: any table with a column of names and one of quantities, whatever the site calls them."""

import csv
import re
from collections.abc import Sequence
from io import StringIO

from mtgstats.errors import DeckError
from mtgstats.read.lists.headings import Section, section_called
from mtgstats.read.lists.lines import MAX_LENGTH, Lookup
from mtgstats.read.lists.listing import Entry, Listing

HEADERS = {
    "name": ("simple name", "card name", "name", "card", "cardname", "card title"),
    "quantity": ("quantity", "count", "qty", "amount", "total qty", "copies", "number of copies", "reg qty"),
    "set": ("set code", "edition code", "setcode", "edition", "set id", "set"),
    "number": ("collector number", "card number", "collector #", "set number", "collectornumber", "number"),
    "sideboard": ("sideboarded", "sideboard"),
    "maybeboard": ("maybeboard",),
    "section": ("section", "board", "zone"),
}
"""What sites call each column, first choice first; case and underscores make no difference."""

SEPARATOR_LINE = re.compile(r'"?sep=.?"?(?:\r\n|\r|\n)', re.IGNORECASE)
DELIMITERS = ",;\t|"
MAX_SCANNED = 100_000
YES = {"yes", "true", "1"}


def looks_like_csv(text: str) -> bool:
    """Whether the first line is a header: it names columns of a list, or has five words, or two above as many cells."""
    if SEPARATOR_LINE.match(text):
        return True
    first, *rest = text.lstrip()[:MAX_SCANNED].splitlines() or [""]
    header = _cells(first)
    columns = _columns(header)
    named = {"name", "quantity"} <= columns.keys() or {"name", "maybeboard"} <= columns.keys()
    words = all(cell and not re.search(r"[\d\s]", cell) for cell in header)
    below = next((line for line in rest if line.strip()), "")
    return named or (words and (len(header) >= 5 or len(header) == len(_cells(below)) > 1))


def read_csv(text: str, lookup: Lookup, format_name: str) -> Listing:
    """Read a table with a header; raises DeckError that lists the columns where names or quantities are missing."""
    listing = Listing(format_name, divided=True)
    separator = SEPARATOR_LINE.match(text)
    body = text[separator.end() :] if separator else text
    lines = csv.reader(StringIO(body, newline=""), delimiter=_delimiter(_first_line(body)))
    columns: dict[str, int] = {}
    try:
        for cells in lines:
            line = lines.line_num + bool(separator)
            if not any(cell.strip() for cell in cells):
                continue
            if columns:
                listing.entries.append(_entry(line, cells, columns, lookup))
            else:
                columns = _checked(_columns(cells), cells, line)
    except csv.Error as error:
        raise DeckError(f"line {lines.line_num + bool(separator)}: broken CSV: {error}") from error
    return listing


def _first_line(text: str) -> str:
    return re.split(r"[\r\n]", text.lstrip(), maxsplit=1)[0]


def _delimiter(header: str) -> str:
    return max(DELIMITERS, key=header.count)


def _cells(header: str) -> list[str]:
    try:
        return next(csv.reader([header], delimiter=_delimiter(header)), [])
    except csv.Error:
        return []


def _columns(header: Sequence[str]) -> dict[str, int]:
    """Where each known column stands."""
    cells = [" ".join(cell.replace("_", " ").casefold().split()) for cell in header]
    found = {kind: next((word for word in words if word in cells), None) for kind, words in HEADERS.items()}
    return {kind: cells.index(word) for kind, word in found.items() if word}


def _checked(columns: dict[str, int], header: Sequence[str], line: int) -> dict[str, int]:
    # A cube list has one row for each copy and no quantity; its maybeboard column tells it from other tables.
    needed = {"name"} if "maybeboard" in columns else {"name", "quantity"}
    if missing := sorted(needed - columns.keys()):
        found = ", ".join(cell.strip() for cell in header[:40])
        wanted = "; ".join(f"{kind} is one of {', '.join(map(repr, HEADERS[kind]))}" for kind in missing)
        raise DeckError(f"line {line}: no {' and no '.join(missing)} column ({wanted}); columns found: {found}")
    return columns


def _entry(line: int, cells: Sequence[str], columns: dict[str, int], lookup: Lookup) -> Entry:
    row = {kind: cells[at].strip() for kind, at in columns.items() if at < len(cells)}
    name = row.get("name", "")[:MAX_LENGTH]
    count = row.get("quantity", "") or "(none)" if "quantity" in columns else "1"
    return Entry(
        line,
        f"{count} {name}",
        name,
        lookup(name),
        count,
        _section(row),
        set_code=row.get("set", ""),
        number=row.get("number", "").split("/")[0],
    )


def _section(row: dict[str, str]) -> Section | None:
    if row.get("maybeboard", "").casefold() in YES:
        return Section.ASIDE
    if row.get("sideboard", "").casefold() in YES:
        return Section.SIDEBOARD
    return section_called(row.get("section", ""))
