"""Mana costs in Scryfall's notation: what they add up to, which colours they have, what a player pays for a card."""

import re
from collections.abc import Container
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtgstats.read.card import Card

COLORS = "WUBRG"
_SYMBOL = re.compile(r"\{([^}]*)\}")
_ALL_MANA = re.compile(r"(\{[^}]+\})+")


def mana_value(cost: str) -> float:
    """What a mana cost adds up to (CR 202.3): X is 0, a hybrid symbol its largest half, ``{HW}`` one half.

    >>> mana_value("{X}{2/W}{G}"), mana_value("{HW}")
    (3, 0.5)
    """
    return sum(max(_half_value(half) for half in symbol.split("/")) for symbol in _SYMBOL.findall(cost))


def cost_colors(cost: str) -> str:
    """The colours of a mana cost, in the order WUBRG (CR 202.2)."""
    letters = {letter for symbol in _SYMBOL.findall(cost) for letter in symbol}
    return in_order(letters)


def in_order(colors: Container[str]) -> str:
    """Colour letters in the order WUBRG, each once."""
    return "".join(letter for letter in COLORS if letter in colors)


def cast_cost(card: "Card") -> int:
    """Mana needed to cast a card for its mana cost, halves rounded up; of a split card the cheaper half (709.3)."""
    return min(ceil(face.mana_value) for face in card.seen)


def turn_up_cost(card: "Card") -> int | None:
    """Mana needed to turn a face-down permanent up, ``None`` where it cannot be turned up for mana (CR 701.40b).

    The cheapest of a creature card's mana cost and a morph, megamorph or disguise cost of any permanent card
    (702.37e, 702.168d); X is 0. An instant or sorcery is never turned up (701.40g).
    """
    if not card.is_permanent:
        return None
    own = card.faces[0].mana_cost if card.is_creature else ""
    costs = [cost for cost in (own, card.morph, card.megamorph, card.disguise) if _ALL_MANA.fullmatch(cost)]
    return min((ceil(mana_value(cost)) for cost in costs), default=None)


def _half_value(half: str) -> float:
    if half.isdigit():
        return int(half)
    if half in {"X", "Y", "Z"}:
        return 0
    return 0.5 if half.startswith("H") and len(half) > 1 else 1
