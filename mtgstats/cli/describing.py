"""What a deck holds and what a card is, as plain data and in words."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from math import ceil
from typing import Any

from mtgstats.read.card import Card
from mtgstats.read.costs import turn_up_cost
from mtgstats.read.deck import Deck, Pile
from mtgstats.read.decklists import Reading
from mtgstats.run.encode.program import LIBRARY_LIMIT

TYPES = ("creature", "planeswalker", "battle", "instant", "sorcery", "artifact", "enchantment", "land")
TOP_OF_CURVE = 7
"""The curve's last column: this mana value or more."""

WIDEST = 60
"""Signs in the longest bar of the curve; one sign is one card, where there is no more."""

MODELLED = {
    "Hideaway",
    "Surveil",
    "Scry",
    "Mill",
    "Manifest",
    "Manifest dread",
    "Cloak",
    "Morph",
    "Megamorph",
    "Disguise",
}
"""Keywords for which there are steps."""
COMBAT = {
    *("Deathtouch", "Defender", "Double strike", "Enchant", "Equip", "Fight", "First strike", "Flying", "Haste"),
    *("Hexproof", "Indestructible", "Intimidate", "Lifelink", "Menace", "Protection", "Reach", "Shroud", "Trample"),
    *("Vigilance", "Ward"),
}
"""Keywords that move no card and cost no mana; nothing is lost by leaving them out."""


def deck_facts(reading: Reading) -> dict[str, Any]:
    """What was read, as plain data for JSON.

    ``name``, ``format``, the piles ``main``, ``sideboard``, ``commander`` and ``companion`` (card counts by name), what
    the main deck holds (``curve`` and ``average_mana_value`` without lands, ``types``, ``colors``, ``hideaway`` and
    ``surveil`` numbers, ``manifest`` words, ``not_modelled`` words), ``warnings`` (what was guessed or looks wrong)
    and ``unknown``: the lines that could not be read (``line``, ``text``, ``nearest``, ``reason``).
    """
    deck = reading.deck
    piles = {pile: _counts(getattr(deck, pile)) for pile in ("main", "sideboard", "commander", "companion")}
    return {
        "name": deck.name,
        "format": deck.format,
        **piles,
        "curve": curve(deck),
        "average_mana_value": average_mana_value(deck),
        "types": types(deck),
        "colors": colors(deck),
        "hideaway": {card.name: list(card.hideaway) for card in deck.cards if card.hideaway},
        "surveil": {card.name: list(card.surveil) for card in deck.cards if card.surveil},
        "manifest": {card.name: words for card in deck.cards if (words := _manifest_words(card))},
        "not_modelled": {card.name: words for card in deck.cards if (words := _not_modelled(card))},
        "warnings": [*deck.notes, *_warnings(deck)],
        "unknown": [
            {"line": one.line, "text": one.text, "nearest": list(one.nearest), "reason": one.reason}
            for one in reading.unknown
        ],
    }


def curve(deck: Deck) -> dict[str, int]:
    """Cards that are no lands by mana value (rounded down), ``"7+"`` last."""
    columns: Counter[int] = Counter()
    for card, number in deck.main:
        if not card.is_land:
            columns[min(int(card.mana_value), TOP_OF_CURVE)] += number
    names = {value: str(value) for value in range(TOP_OF_CURVE)} | {TOP_OF_CURVE: f"{TOP_OF_CURVE}+"}
    return {name: columns[value] for value, name in names.items()}


def average_mana_value(deck: Deck) -> float | None:
    """The average mana value of the cards that are no lands."""
    spells = [(card.mana_value, number) for card, number in deck.main if not card.is_land]
    cards = sum(number for _, number in spells)
    return sum(value * number for value, number in spells) / cards if cards else None


def types(deck: Deck) -> dict[str, int]:
    """Cards by card type; a card of two types counts for both."""
    counts = Counter(dict.fromkeys(TYPES, 0))
    for card, number in deck.main:
        counts.update({kind: number for kind in TYPES if kind in card.types})
    return {kind: number for kind, number in counts.items() if number}


def colors(deck: Deck) -> dict[str, int]:
    """Cards that are no lands by colour, ``C`` for the colourless; a card of two colours counts for both."""
    counts = dict.fromkeys("WUBRGC", 0)
    for card, number in deck.main:
        for color in () if card.is_land else card.colors or "C":
            counts[color] += number
    return {color: number for color, number in counts.items() if number}


def told_deck(reading: Reading) -> str:
    """What was read and what the deck holds, in words."""
    return "\n".join(_deck_lines(reading))


def _deck_lines(reading: Reading) -> Iterator[str]:
    deck, unread = reading.deck, len(reading.unknown)
    lines = f", {unread:,} line{'s' if unread > 1 else ''} unread" if unread else ""
    yield f"{deck.name}: {deck.size:,} cards{lines}{f', read as {deck.format}' if deck.format else ''}"
    for title in ("commander", "companion", "main", "sideboard"):
        if pile := getattr(deck, title):
            yield f"\n{title} ({sum(number for _, number in pile):,})"
            yield from (f"{number:>4,} {card.name}" for card, number in pile)
    average = average_mana_value(deck)
    if average is not None:
        yield f"\ncurve without lands (average mana value {average:.2f})"
        columns = curve(deck)
        scale = max(1, max(columns.values()) / WIDEST)
        bars = {value: "#" * ceil(number / scale) for value, number in columns.items()}
        yield from (f"{value:>4} {columns[value]:>3,} {bar}".rstrip() for value, bar in bars.items())
    yield "\nholds"
    yield "  types: " + _listed(types(deck))
    yield "  colors without lands: " + _listed(colors(deck))
    yield from _found(deck, "hideaway", lambda card: card.hideaway)
    yield from _found(deck, "surveil", lambda card: card.surveil)
    yield from _found(deck, "manifest", _manifest_words)
    yield "\nnot modelled: what the text of a card does when it is drawn, cast or on the battlefield; a plan says that."
    unknown = {card: words for card in deck.cards if (words := _not_modelled(card))}
    if unknown:
        share = sum(deck.count(card.name) for card in unknown)
        yield f"Known to matter, by keywords and words of the text, on {share:,} of {deck.size:,} cards:"
        yield from (f"  {card.name}: {', '.join(words)}" for card, words in unknown.items())
    for note in deck.notes:
        yield f"\nNote: {note}"
    for warning in _warnings(deck):
        yield f"\nWarning: {warning}"


def _warnings(deck: Deck) -> Iterator[str]:
    yield from deck.warnings
    if deck.size > LIBRARY_LIMIT:
        yield f"studies take libraries of at most {LIBRARY_LIMIT} cards, and this one has {deck.size:,}"


def _found(deck: Deck, title: str, told: Callable[[Card], Any]) -> Iterator[str]:
    cards = [f"{card.name} ({', '.join(map(str, told(card)))})" for card in deck.cards if told(card)]
    if cards:
        yield f"  {title}: {', '.join(cards)}"


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in counts.items()) or "none"


def _manifest_words(card: Card) -> list[str]:
    words = {"manifest": card.manifests, "manifest dread": card.manifests_dread, "cloak": card.cloaks}
    return [word for word, does in words.items() if does]


def _not_modelled(card: Card) -> list[str]:
    """Keywords without a step that may move cards or mana, `Card.moves`, and costs of turning up that are not mana."""
    costs = [cost for cost in (card.morph, card.megamorph, card.disguise) if cost and turn_up_cost(card) is None]
    return [*sorted(card.keywords - MODELLED - COMBAT), *card.moves, *costs]


def _counts(pile: Pile) -> dict[str, int]:
    return {card.name: number for card, number in pile}


def card_facts(card: Card) -> dict[str, Any]:
    """The facts of a card as plain data for JSON."""
    return {**asdict(card), "keywords": sorted(card.keywords), "turn_up_cost": turn_up_cost(card)}


def told_card(card: Card) -> str:
    """The facts of a card in words."""
    return "\n".join(_card_lines(card))


def _card_lines(card: Card) -> Iterator[str]:
    yield card.name
    for face in card.faces:
        name = f"{face.name}: " if len(card.faces) > 1 else ""
        size = f" {face.power}/{face.toughness}" if face.power is not None else ""
        yield f"  {name}{face.mana_cost or 'no mana cost'}, {face.type_line}{size}"
    colors, identity = card.colors or "none", card.color_identity or "none"
    yield f"  mana value {card.mana_value:g}, colors {colors}, color identity {identity}"
    if card.keywords:
        yield f"  keywords: {', '.join(sorted(card.keywords))}"
    for name in ("hideaway", "surveil", "scry", "mill", "moves", "morph", "megamorph", "disguise"):
        if fact := getattr(card, name):
            yield f"  {name}: {fact if isinstance(fact, str) else ', '.join(map(str, fact))}"
    if (cost := turn_up_cost(card)) is not None:
        yield f"  turned face up for {cost} mana when manifested"
    yield from (f"  {word}s" for word in _manifest_words(card))
    if card.enters_tapped:
        yield "  enters tapped"
    if card.commander:
        yield "  may be a commander"
