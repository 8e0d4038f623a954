"""What a list without headings means by custom: where its sideboard starts, which card is the commander.

Every guess is said in words; none is made where the list itself says it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from mtgstats.read.card import Card
from mtgstats.read.deck import MULTIPLAYER_SIZE
from mtgstats.read.lists.headings import Section
from mtgstats.read.names import fold

MAX_SIDEBOARD = 15
MIN_DECK = 60
MAX_COMMANDERS = 2


@dataclass(frozen=True, slots=True)
class Copies:
    """Some copies of a card, where the list puts them, and the number of their block between blank lines."""

    card: Card
    count: int
    section: Section | None = None
    chunk: int = 0


def divide(copies: Sequence[Copies], *, blank_line: bool) -> tuple[list[Copies], list[str]]:
    """Put the last block into the sideboard where custom says so, and say it.

    It has at most 15 cards, and those before it at least 60; where `blank_line` (one blank line is the format's own
    sign of a sideboard) any number. In a list without blank lines a block ends where the alphabet starts anew.
    """
    blocks = [list(block) for _, block in groupby(copies, key=lambda entry: entry.chunk)]
    own_sign = blank_line and len(blocks) == 2
    if len(blocks) == 1:
        blocks = _alphabets(blocks[0])
    main = [entry for block in blocks[:-1] for entry in block]
    side = blocks[-1] if blocks else []
    enough = own_sign or _size(main) >= MIN_DECK
    if not enough or _size(side) > MAX_SIDEBOARD or _is_commander_deck(copies):
        return list(copies), []
    note = f"the last {_size(side)} cards, from {side[0].card.name} on, were taken for the sideboard"
    return main + [replace(entry, section=Section.SIDEBOARD) for entry in side], [note]


def name_commander(copies: Sequence[Copies]) -> tuple[list[Copies], list[str]]:
    """Say which card may be the commander of a 100-card deck that names none.

    Legendary cards alone in the sideboard are it (so MTGO and XMage save it); one that only stands first or in a block
    of its own is no more than mentioned, and stays in the library.
    """
    copies = list(copies)
    if not _is_commander_deck(copies) or any(entry.section is Section.COMMANDER for entry in copies):
        return copies, []
    side = [entry for entry in copies if entry.section is Section.SIDEBOARD]
    if _can_lead(side):
        moved = [replace(entry, section=Section.COMMANDER) if entry in side else entry for entry in copies]
        return moved, [f"{_names(side)}, alone in the sideboard of a 100-card deck, was taken for the commander"]
    last = [entry for entry in copies if entry.chunk == copies[-1].chunk]
    likely = next((block for block in (copies[:1], last) if _can_lead(block)), None)
    said = f"{_names(likely)} may be it, and is counted in the library" if likely else "none is assumed"
    return copies, [f"a Commander deck by its size that names no commander: {said}"]


def _alphabets(block: list[Copies]) -> list[list[Copies]]:
    names = [fold(entry.card.name) for entry in block]
    starts = [at for at, (above, below) in enumerate(pairwise(names), start=1) if below < above]
    return [block[: starts[0]], block[starts[0] :]] if len(starts) == 1 else [block]


def _is_commander_deck(copies: Sequence[Copies]) -> bool:
    counts = Counter[str]()
    for entry in copies:
        if "basic" not in entry.card.types:
            counts[entry.card.name] += entry.count
    return _size(copies) == MULTIPLAYER_SIZE and max(counts.values(), default=1) == 1


def _can_lead(block: Sequence[Copies]) -> bool:
    return 1 <= _size(block) <= MAX_COMMANDERS and all("legendary" in entry.card.types for entry in block)


def _size(copies: Sequence[Copies]) -> int:
    return sum(entry.count for entry in copies)


def _names(copies: Sequence[Copies]) -> str:
    return " and ".join(entry.card.name for entry in copies)
