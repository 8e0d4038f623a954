"""Reading decklists: from any text that people have to a `Deck`, saying what was guessed and what could not be read.

The grammar is our own: the library there is for this (mtg-parser) knows no names that hold ``&``, ``:`` or ``!``,
no files but plain text, and reports nothing of what it drops.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mtgstats.errors import DeckError
from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.read.lists.custom import Copies, divide, name_commander
from mtgstats.read.lists.formats import FORMATS, read_listing
from mtgstats.read.lists.headings import Section
from mtgstats.read.lists.listing import Entry, Listing
from mtgstats.read.lists.source import open_source
from mtgstats.read.table import CardTable, load_table, shipped_table

COUNT = re.compile(r"\d{1,9}")
MAX_COUNT = 100_000
MAX_NEAREST = 50
"""Nearest names are looked for in so many lines; a text with more unknown lines is hardly a decklist."""
MAX_SHOWN = 100
"""A message shows so many lines, and so much of each."""

ARENA_SETS = {"DAR": "DOM", "CONF": "CON"}
"""Sets that Arena calls otherwise than everyone else."""


class UnreadLine(NamedTuple):
    """A line that could not be read: its number (from 1), its text, the names most like it, and why."""

    line: int
    text: str
    nearest: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        hint = f"; nearest: {', '.join(self.nearest)}" if self.nearest else ""
        text = self.text if len(self.text) <= MAX_SHOWN else f"{self.text[:MAX_SHOWN]}…"
        return f"line {self.line}: {text!r}: {self.reason}{hint}"


class UnreadLinesError(DeckError):
    """A decklist with lines that could not be read, all of them in `unknown`."""

    def __init__(self, place: str, unknown: Sequence[UnreadLine]) -> None:
        self.unknown = tuple(unknown)
        lines = [str(line) for line in self.unknown[:MAX_SHOWN]]
        if more := len(self.unknown) - len(lines):
            lines.append(f"and {more:,} more lines")
        super().__init__(f"{place}, {lines[0]}" if len(lines) == 1 else "\n  ".join([f"{place}:", *lines]))


@dataclass(frozen=True)
class Reading:
    """What a list was read as: the deck of all lines that could be read, and the lines that could not.

    `place` is what messages call the list: its path, a shipped deck's name, or ``pasted list``.
    """

    deck: Deck
    unknown: tuple[UnreadLine, ...]
    place: str


def read_deck(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    table: CardTable | None = None,
) -> Deck:
    """The deck that a shipped deck's name, a path or pasted text stands for.

    The format is detected unless `format` names one; `table` is the table of cards to look names up in (by default
    the one in use, for a shipped deck the shipped one). What was guessed is in the deck's `notes`, what looks wrong in
    its `warnings`. Raises UnreadLinesError with every line that could not be read, and DeckError for what is no deck.

    >>> read_deck("mosswort-ramp").count("Mosswort Bridge")
    4
    """
    reading = parse_deck(source, format=format, table=table)
    if reading.unknown:
        raise UnreadLinesError(reading.place, reading.unknown)
    return reading.deck


def parse_deck(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    table: CardTable | None = None,
) -> Reading:
    """As `read_deck`, but lines that could not be read are part of the answer instead of an error."""
    opened = open_source(source)
    resolved = _Resolver(table or (shipped_table() if opened.shipped else load_table()))
    try:
        listing = read_listing(opened.text, resolved.table.lookup, format)
        for entry in listing.entries:
            resolved.take(entry)
        deck = _deck(listing, listing.name or opened.name, resolved)
    except DeckError as error:
        raise DeckError(f"{opened.place}: {error}") from error
    return Reading(deck, tuple(resolved.unknown), opened.place)


class _Resolver:
    """Turns entries into copies of cards, and says of each other entry why it is none."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self.copies: list[Copies] = []
        self.unknown: list[UnreadLine] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []

    def take(self, entry: Entry) -> None:
        if entry.section is Section.ASIDE:
            return
        count = _count(entry.count)
        card = self._card(entry)
        if count is None:
            self._unread(entry, f"the count {entry.count!r} is not a whole number from 0 to {MAX_COUNT:,}")
        elif card is None:
            unknown_number = entry.set_code and entry.number and not self.table.knows_printings
            hint = " (and the card table in use knows no set numbers)" if unknown_number else ""
            self._unread(entry, f"no card has this name{hint}", entry.name)
        elif count == 0:
            self.notes.append(f"line {entry.line}: 0 copies of {card.name} were left out")
        else:
            self.copies.append(Copies(card, count, entry.section, entry.chunk))

    def _card(self, entry: Entry) -> Card | None:
        """The card that the name says, else the set and number; a contradiction between them is a warning."""
        if not (self.table.knows_printings and entry.set_code and entry.number):
            return entry.card
        set_code = ARENA_SETS.get(entry.set_code.upper(), entry.set_code)
        printed = self.table.printing(set_code, entry.number)
        card = self.table.lookup(printed) if printed else None
        if card is None or (entry.card and entry.card.name == card.name):
            return entry.card
        printing = f"({entry.set_code}) {entry.number}"
        if entry.card is None:
            self.notes.append(f"line {entry.line}: {entry.name!r} was read as {card.name}, which {printing} is")
            return card
        self.warnings.append(f"line {entry.line}: {printing} is {card.name}, not {entry.card.name}; the name was used")
        return entry.card

    def _unread(self, entry: Entry, reason: str, name: str = "") -> None:
        near = self.table.nearest(name) if name and len(self.unknown) < MAX_NEAREST else []
        self.unknown.append(UnreadLine(entry.line, entry.text, tuple(near), reason))


def _count(text: str) -> int | None:
    if not text:
        return 1
    return int(text) if COUNT.fullmatch(text) and int(text) <= MAX_COUNT else None


def _deck(listing: Listing, name: str, resolved: _Resolver) -> Deck:
    notes = [*listing.notes, *resolved.notes]
    if left_out := sum(entry.section is Section.ASIDE for entry in listing.entries):
        notes.append(f"lines left out of the deck, as a maybeboard or the like: {left_out}")
    copies = resolved.copies
    if not listing.divided:
        copies, guess = divide(copies, blank_line=FORMATS[listing.format].blank_line)
        notes += guess
    copies, guess = name_commander(copies)
    notes += guess
    piles: dict[Section, list[tuple[Card, int]]] = {section: [] for section in Section}
    for entry in copies:
        piles[entry.section or Section.MAIN].append((entry.card, entry.count))
    if not (piles[Section.MAIN] or resolved.unknown):
        raise DeckError("no cards in the main deck, only outside it" if copies else "no cards in it")
    return Deck(
        name,
        tuple(piles[Section.MAIN]),
        tuple(piles[Section.SIDEBOARD]),
        tuple(piles[Section.COMMANDER]),
        tuple(piles[Section.COMPANION]),
        format=listing.format,
        notes=tuple(notes),
        warnings=tuple(resolved.warnings),
    )
