"""What every reader of decklists returns: the entries of a list, in the order of the file, with their cards found."""

from dataclasses import dataclass, field

from mtgstats.read.card import Card
from mtgstats.read.lists.headings import Section


@dataclass(frozen=True, slots=True)
class Entry:
    """Some copies of one card; `card` is ``None`` where no card has that name.

    `line` counts from 1, `text` is the line as it stands, `count` and `name` are as written (no count is one copy).
    `section` is ``None`` where nothing says it, `chunk` the number of the block between blank lines.
    """

    line: int
    text: str
    name: str
    card: Card | None
    count: str = ""
    section: Section | None = None
    chunk: int = 0
    set_code: str = ""
    number: str = ""


@dataclass
class Listing:
    """A list as read; `divided` where headings or marks say which cards are the sideboard."""

    format: str
    name: str = ""
    entries: list[Entry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    divided: bool = False
