"""The line of a decklist, as every text format writes it.

``[SB: ]COUNT[x] [[SET:NUMBER]] NAME [xCOUNT] [(SET) NUMBER] [<variant>] [[SET]] [*F*] [[Category]] [^Label^] [#tag]``

A name may hold nearly any of these signs, so names are looked up, never filtered by their letters: first the whole
line, then the line without its count, then with one suffix after another peeled from the right.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from mtgstats.read.card import Card
from mtgstats.read.lists.headings import Section, section_called

Lookup = Callable[[str], Card | None]

MAX_LENGTH = 1_000
MAX_SUFFIXES = 40

SIDEBOARD_PREFIX = re.compile(r"SB:\s*", re.IGNORECASE)
COUNT = re.compile(r"[\[(]?(?P<count>[-+]?\d(?:[\d.,]*[\d.])?)(?: ?[xX\xd7])?[\])]?(?:\s*[,;]\s*|\s+)(?=\S)")
PRINTING_PREFIX = re.compile(r"\[(?P<set>[^\[\]:#]*)(?:[:#](?P<number>[^\[\]]*))?\]\s*")
SUFFIXES = tuple(
    re.compile(pattern)
    for pattern in (
        r"\t[^\t]*$",
        r" \^.*$",
        r"[ \t]#(?P<tag>[^#]*)$",
        r" \*(?P<mark>\w+)\*$",
        r" \((?:F|\d+)\)$",
        r" \[(?P<bracket>[^\[\]]*)\]$",
        r" <(?P<number>\d+)>$",
        r" <[^<>]*>$",
        r" \((?P<set>\w{0,6})\)(?: (?P<number>\S+))?$",
        r"\+?\|(?P<set>\w*)[^|]*(?:\|[^|]*)?$",
        r"\+$",
        r" [xX\xd7] ?(?P<count>\d+)$",
        r" (?P<count>\d+) ?[xX\xd7]$",
        r" ?//(?P<comment>(?:(?!//).)*)$",
    )
)
FLAGS = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line taken apart: `card` is ``None`` where no reading of the line is a card's name.

    `count` is as written (``""`` where there is none), `name` what was looked up last, `section` what the line itself
    says of its place, `comment` what was cut off behind ``//``.
    """

    card: Card | None
    name: str
    count: str = ""
    section: Section | None = None
    set_code: str = ""
    number: str = ""
    comment: str = ""


def read_line(text: str, lookup: Lookup) -> Line:
    """Take a line apart (blanks already squeezed); the card is the first reading of it that `lookup` knows."""
    prefix = SIDEBOARD_PREFIX.match(text)
    section = Section.SIDEBOARD if prefix else None
    name = text[prefix.end() :] if prefix else text
    if len(name) > MAX_LENGTH:
        return Line(None, name, section=section)
    if card := lookup(name):
        return Line(card, name, section=section)
    count = COUNT.match(name)
    name = name[count.end() :] if count else name
    card, name, parts = _peel(name, lookup)
    return Line(
        card,
        name,
        # Two counts are none: what is read then is no number, and the line is told as such.
        count=" and ".join(dict.fromkeys(filter(None, (count and count["count"], parts.get("count"))))),
        section=section or _own_section(parts),
        set_code=parts.get("set", ""),
        number=parts.get("number", ""),
        comment=parts.get("comment", "").strip(),
    )


def _peel(name: str, lookup: Lookup) -> tuple[Card | None, str, dict[str, str]]:
    parts: dict[str, str] = {}
    if (card := lookup(name)) is None and (prefix := PRINTING_PREFIX.match(name)):
        parts.update(_said(prefix))
        name = name[prefix.end() :]
    for _ in range(MAX_SUFFIXES):
        card = lookup(name)
        found = None if card else next((hit for suffix in SUFFIXES if (hit := suffix.search(name))), None)
        if found is None:
            break
        parts = _said(found) | parts
        name = name[: found.start()].rstrip()
    return card, name, parts


def _said(found: re.Match[str]) -> dict[str, str]:
    return {part: text for part, text in found.groupdict().items() if text}


def _own_section(parts: dict[str, str]) -> Section | None:
    """What marks on the line say: ``*CMDR*``, ``# !Commander``, or Archidekt's categories.

    A card that any category puts into the sideboard or the maybeboard is there; else the first decides.
    """
    if parts.get("mark", "").casefold() == "cmdr":
        return Section.COMMANDER
    if (tag := parts.get("tag", "").strip()).startswith("!") and (named := section_called(tag[1:])):
        return named if named in {Section.COMMANDER, Section.COMPANION} else None
    first, *others = parts.get("bracket", "").split(",")
    words = [FLAGS.sub("", category) for category in (first, *others)]
    called = [section_called(word) for word in words]
    for outside in (Section.SIDEBOARD, Section.ASIDE):
        if outside in called:
            return outside
    if "{nodeck}" in first.casefold():
        return Section.ASIDE
    return called[0] if called[0] in {Section.COMMANDER, Section.COMPANION} else None
