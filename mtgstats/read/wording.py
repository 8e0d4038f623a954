"""From a card's rules text to facts: the numbers after hideaway, surveil, scry and mill, what it moves, costs."""

import re
from collections.abc import Collection
from typing import Any

from mtgstats.read.card import Face

_REMINDER = re.compile(r"\([^)]*\)")
_HIDEAWAY = re.compile(r"\bhideaway (\d+)", re.IGNORECASE)
_SURVEIL = re.compile(r"\bsurveils? (\d+)", re.IGNORECASE)
_SCRY = re.compile(r"\b(?:scry|scries) (\d+)", re.IGNORECASE)
_MILL = re.compile(r"\bmills? (\w+) cards?\b", re.IGNORECASE)
_MANIFEST = re.compile(r"\bmanifests?\b(?! dread)", re.IGNORECASE)
_DREAD = re.compile(r"\bmanifests? dread\b", re.IGNORECASE)
_MOVES = {
    word: re.compile(rf"\b{word}(?:e?s)?\b{rest}", re.IGNORECASE)
    for word, rest in {
        "cast": r"[^.]*\blibrar",
        "discard": "",
        "draw": r"(?! steps?\b)",
        "exile": r"[^.]*\b(?:librar|graveyard)",
        "look": r" at (?![^.]*\bhands?\b)[^.]*\b(?:librar|cards?\b)",
        "play": r"[^.]*\blibrar",
        "put": r"[^.]*\b(?:librar|graveyard|hand\b)",
        "return": r"[^.]*\bgraveyard",
        "reveal": r"[^.]*\blibrar",
        "search": r"[^.]*\blibrar",
        "shuffle": r"[^.]*\blibrar",
    }.items()
}
"""Words that move or show cards of a library, hand or graveyard, and what must follow them in their sentence."""
_TURN_UP = re.compile(r"^(morph|megamorph|disguise)(?: |—)((?:\{[^}]+\})+|.+?)\.?\s*(?:$|\. )", re.IGNORECASE | re.M)
_TAPPED = re.compile(r"^([^.,:—\n]+?) enters(?: the battlefield)? tapped(?! unless| if)", re.MULTILINE)
_COMMANDER = "can be your commander"
_WORDS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_WORDS |= {"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "twenty": 20}


def facts_of(texts: list[str], front: str, keywords: Collection[str]) -> dict[str, Any]:
    """Those fields of `Card` that only the rules text tells: `texts` by face, the name of the `front` face, keywords.

    Numbers count wherever they stand on the card; costs and entering tapped are the front face's.
    """
    texts = [_REMINDER.sub("", text) for text in texts]
    whole = "\n".join(texts)
    dread = "Manifest dread" in keywords or bool(_DREAD.search(whole))
    return {
        "hideaway": _numbers(_HIDEAWAY, whole),
        "surveil": _numbers(_SURVEIL, whole),
        "scry": _numbers(_SCRY, whole),
        "mill": _numbers(_MILL, whole),
        "moves": tuple(word for word, pattern in _MOVES.items() if pattern.search(whole)),
        # "Manifest" stands among the keywords of cards that only manifest dread, too: there the words decide
        "manifests": "Manifest" in keywords and (not dread or bool(_MANIFEST.search(whole))),
        "manifests_dread": dread,
        "cloaks": "Cloak" in keywords,
        "enters_tapped": _enters_tapped(texts[0], front),
        **{match[1].lower(): match[2] for match in _TURN_UP.finditer(texts[0])},
    }


def may_command(front: Face, text: str) -> bool:
    """Whether the card may be a commander (CR 903.3): legendary creature, Vehicle or Spacecraft, or it says so."""
    types = set(front.type_line.lower().split())
    vessel = front.power is not None and not types.isdisjoint({"vehicle", "spacecraft"})
    return ("legendary" in types and ("creature" in types or vessel)) or _COMMANDER in text


def _numbers(pattern: re.Pattern[str], text: str) -> tuple[int, ...]:
    words = (match.lower() for match in pattern.findall(text))
    numbers = (int(word) if word.isdigit() else _WORDS.get(word) for word in words)
    return tuple(number for number in numbers if number is not None)


def _enters_tapped(text: str, name: str) -> bool:
    """Whether the text says of the card itself, without condition, that it enters tapped."""
    subjects = _TAPPED.findall(text)
    return any(subject.startswith("This ") or name.removeprefix("A-").startswith(subject) for subject in subjects)
