"""The formats by name, the signs each is known by, and which of the three readers reads it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from mtgstats.errors import DeckError
from mtgstats.read.lists.csv_reader import looks_like_csv, read_csv
from mtgstats.read.lists.lines import Lookup
from mtgstats.read.lists.listing import Listing
from mtgstats.read.lists.text_reader import read_text
from mtgstats.read.lists.xml_reader import ROOTS, read_xml


@dataclass(frozen=True)
class Format:
    """A format: its reader, and the `sign` of some line that no earlier format shows.

    `blank_line` is whether one blank line divides the main deck from the sideboard by the format's own rule.
    """

    read: Callable[[str, Lookup, str], Listing]
    sign: str = r"(?!)"
    blank_line: bool = False


FORMATS = {
    "mtgo-dek": Format(read_xml),
    "cockatrice-cod": Format(read_xml),
    "octgn": Format(read_xml),
    "csv": Format(read_csv),
    "xmage": Format(read_text, r"(?:SB: )?\d+ \[\w+:[^\]]+\] "),
    "forge": Format(read_text, r"\[metadata\]|\d+ [^|]+\|\w"),
    "deckstats": Format(read_text, r"//NAME: .*deckstats\.net|\d+ .*# ?!Commander|\d+ \[\w*#\w+\] "),
    "workstation": Format(read_text, r"// .*Magic Workstation|(?:SB: *)?\d+ \[\w*\] "),
    "archidekt": Format(read_text, r"\d+x? .*(?:\(\w*\)[^\[]* \[\w|\{(?:top|noDeck|noPrice)\}|,#\w+\^)"),
    "mtggoldfish": Format(read_text, r"\d+ .* \[\w+\](?: \(F\))?$", blank_line=True),
    "moxfield": Format(read_text, r"\d+ .*\(\w+\) \S+ (?:\*[FEA]\*|#)"),
    "tappedout": Format(read_text, r".*\*CMDR\*|\d+x .*\(\w+\)"),
    "arena": Format(read_text, r"(?:About|Deck|Mazo|Mazzo|デッキ|덱|套牌)$|\d+ .*\(\w*\) \S+$", blank_line=True),
    "apprentice": Format(read_text, r"// *NAME *:|SB: "),
    "mtgo": Format(read_text, blank_line=True),
    "cockatrice": Format(read_text, blank_line=True),
    "plain": Format(read_text),
}
"""Every format that can be detected or forced; text that shows no sign is ``plain``."""

XML = re.compile(r"\s*<[?!A-Za-z]")
ROOT = re.compile(r"<([A-Za-z]\w*)")
MAX_LINES_SCANNED = 2_000


def detect(text: str) -> str:
    """The name of the format that a list is in."""
    if XML.match(text):
        root = ROOT.search(text)
        return ROOTS.get(root[1] if root else "", "mtgo-dek")
    if looks_like_csv(text):
        return "csv"
    lines = [line.strip()[:200] for line in re.split(r"[\r\n]+", text, maxsplit=MAX_LINES_SCANNED)]
    return next((name for name, kind in FORMATS.items() if any(re.match(kind.sign, line) for line in lines)), "plain")


def read_listing(text: str, lookup: Lookup, format_name: str | None) -> Listing:
    """Read a list in the format named, or in the one it shows."""
    name = format_name or detect(text)
    if name not in FORMATS:
        raise DeckError(f"format: got {name!r}, expected one of {', '.join(FORMATS)}")
    return FORMATS[name].read(text, lookup, name)
