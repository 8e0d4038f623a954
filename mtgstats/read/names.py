"""Card names as people type them: one spelling to look them up by, and the nearest spellings to a miss."""

import re
import unicodedata
from collections.abc import Collection, Iterable

ALIKE = 0.85
"""Names less alike than this (from 0 to 1) have little in common but their first letters."""

_PLAIN = (
    {"æ": "ae", "œ": "oe", "ø": "o"}
    | dict.fromkeys("\u2018\u2019\u02bc`", "'")  # apostrophes
    | dict.fromkeys("\u2010\u2013\u2014", "-")  # hyphens and dashes
    | dict.fromkeys('"\u201c\u201d\u201e\u00ae\ua789\u200b\ufeff', "")  # signs that lists leave out or add
)
_SIGNS = re.compile(f"[{''.join(_PLAIN)}]")
_MARKS = re.compile("[\u0300-\u036f]+")
_SLASHES = re.compile(" ?/[/ ]*")


def fold(name: str) -> str:
    """`name` in the one spelling that look-ups use: no case, accents, quotation marks or extra space; one slash.

    >>> fold("Lim-Dûl's  VAULT")
    "lim-dul's vault"
    >>> fold("Fire // Ice")
    'fire/ice'
    """
    return fold_all([name.replace("\n", " ")])[0]


def fold_all(names: Iterable[str]) -> list[str]:
    """`fold` of many names in one go, which is much faster than one by one; none may hold a line break."""
    text = "\n".join(names)
    if not text.isascii():
        acute = text.replace("\u00b4", "'")  # typed as an apostrophe; NFKD would make a space of it
        text = _MARKS.sub("", unicodedata.normalize("NFKD", acute))
    text = _SIGNS.sub(lambda sign: _PLAIN[sign[0]], text.casefold())
    keys = [" ".join(key.split()) for key in text.split("\n")]
    return [_SLASHES.sub("/", key) if "/" in key else key for key in keys]


def nearest(word: str, known: Collection[str], n: int = 3) -> list[str]:
    """The `n` of `known` (folded) that are spelled most like `word`, best first; fewer where few are like it."""
    from rapidfuzz import process
    from rapidfuzz.distance import JaroWinkler  # forgives typing errors and names that break off

    found = process.extract(fold(word), known, scorer=JaroWinkler.similarity, limit=n, score_cutoff=ALIKE)
    return [name for name, _, _ in found]
