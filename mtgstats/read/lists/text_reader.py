"""Text lists: lines of one grammar, under headings, in blocks between blank lines."""

import re
from dataclasses import dataclass, replace
from itertools import zip_longest

from mtgstats.read.lists.headings import Section, heading
from mtgstats.read.lists.lines import COUNT, Line, Lookup, read_line
from mtgstats.read.lists.listing import Entry, Listing

LINE_ENDS = re.compile(r"\r\n|\r|\n")
BLANKS = re.compile(r"[\s\u200b\ufeff]+")
COMMENT = re.compile(r"//|#")
META = re.compile(
    r"(?://|#)?\s*(?P<key>(?:deck )?name|title|author|creator|format|layout (?:main|sideboard))\s*[:=](?P<value>.*)$",
    re.IGNORECASE,
)
SETTING = re.compile(r"[A-Za-z][A-Za-z ]*=")
SUBTITLE = re.compile(r".*(?:\(\d+\).*|:)$")

DOUBLE_SPACED = 5
"""A list of at least so many lines, each with a blank line below, is double-spaced: single blank lines say nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line with text in it, runs of blanks squeezed; `blanks` counts the blank lines above."""

    number: int
    text: str
    blanks: int

    @property
    def counted(self) -> bool:
        return COUNT.match(self.text) is not None


def read_text(text: str, lookup: Lookup, format_name: str) -> Listing:
    """Read a text list of any of the text formats."""
    rows = _rows(text)
    reader = _TextReader(Listing(format_name), lookup, counted=2 * sum(row.counted for row in rows) >= len(rows))
    for row, below in zip_longest(rows, rows[1:]):
        reader.take(row, below)
    return reader.listing


def _rows(text: str) -> list[Row]:
    rows = []
    blanks = 0
    for number, line in enumerate(LINE_ENDS.split(text), start=1):
        if squeezed := BLANKS.sub(lambda run: "\t" if "\t" in run[0] else " ", line).strip():
            rows.append(Row(number, squeezed, blanks))
            blanks = 0
        else:
            blanks += 1
    if len(rows) >= DOUBLE_SPACED and all(row.blanks for row in rows[1:]):
        return [replace(row, blanks=max(row.blanks - 1, 0)) for row in rows]
    return rows


@dataclass
class _TextReader:
    """Walks down a list and keeps what the lines above say of the next one."""

    listing: Listing
    lookup: Lookup
    counted: bool
    "Whether at least half of the lines start with a number: then a line without one may be the heading of a category."
    section: Section | None = None
    chunk: int = 0
    opened: int = 0
    "How many entries there were when the section opened."

    def take(self, row: Row, below: Row | None) -> None:
        if row.blanks:
            self._end_block()
        if meta := META.match(row.text):
            self._describe(meta["key"], meta["value"])
        elif (found := heading(row.text)) and self.lookup(row.text) is None:
            self._open(*found, row)
        elif COMMENT.match(row.text):
            if row.number == 1:
                self._describe("name", row.text.lstrip("/#"))
        elif SETTING.match(row.text) or (self.section is Section.ABOUT and not row.counted):
            key, _, value = row.text.partition(" ")
            self._describe(key, value)
        else:
            self._entry(row, below)

    def _entry(self, row: Row, below: Row | None) -> None:
        if self.section is Section.ABOUT:
            self.section = Section.MAIN
        line = read_line(row.text, self.lookup)
        if self._is_category(line, row, below):
            self._open(Section.CATEGORY, "", row)
            self.listing.notes.append(f"line {row.number}: {row.text!r} names no card and was read as a heading")
        else:
            self._add(line, row)

    def _add(self, line: Line, row: Row) -> None:
        if line.card and self.counted and not line.count:
            self.listing.notes.append(f"line {row.number}: {row.text!r} has no count and was read as one copy")
        if line.card and line.comment:
            self.listing.notes.append(f"line {row.number}: {line.comment!r} was read as a comment")
        self.listing.divided |= line.section is not None
        section = line.section or self.section
        entry = Entry(row.number, row.text, line.name, line.card, line.count, section, self.chunk)
        self.listing.entries.append(replace(entry, set_code=line.set_code, number=line.number))

    def _is_category(self, line: Line, row: Row, below: Row | None) -> bool:
        if not self.counted or line.count or line.section:
            return False
        if line.card is not None and not _is_half(line):
            return False
        starts_block = row.blanks > 0 or not self.listing.entries
        return bool(SUBTITLE.match(row.text)) or (starts_block and below is not None and below.counted)

    def _open(self, section: Section, tail: str, row: Row) -> None:
        self.listing.divided = True
        if section is not Section.CATEGORY:
            self.section = section
        elif self.section in {Section.COMMANDER, Section.COMPANION, Section.ABOUT}:
            self.section = Section.MAIN
        self.opened = len(self.listing.entries)
        if tail and (line := read_line(tail, self.lookup)).card:
            self._add(line, row)
            self._end_block()

    def _end_block(self) -> None:
        self.chunk += 1
        filled = len(self.listing.entries) > self.opened
        if self.section is Section.ABOUT or (filled and self.section in {Section.COMMANDER, Section.COMPANION}):
            self.section = Section.MAIN

    def _describe(self, key: str, value: str) -> None:
        if key.casefold() in {"name", "deck name", "title"}:
            self.listing.name = value.replace("from deckstats.net", "").strip()


def _is_half(line: Line) -> bool:
    """A word like ``burn`` is half of a split card, but on a line of its own in a counted list it is a heading."""
    return line.card is not None and line.card.layout in {"split", "aftermath"} and "/" not in line.name
