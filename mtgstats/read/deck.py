"""A deck: counts of cards in one fixed order, whatever the order of the lines it was read from."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from mtgstats.errors import DeckError
from mtgstats.read.card import Card
from mtgstats.read.query import Selector, as_selector
from mtgstats.read.table import load_table

Pile = tuple[tuple[Card, int], ...]

MULTIPLAYER_SIZE = 100
"""A Commander deck: exactly 100 cards, the commander among them (CR 903.5a)."""


def canonical(card: Card) -> tuple[bool, float, str]:
    """Sort key of the one order of cards that every deck is kept in: lands first, then mana value, then name."""
    return (not card.is_land, card.mana_value, card.name)


@dataclass(frozen=True, repr=False)
class Deck:
    """Four piles of cards with their counts, each in canonical order; equal and hashed by these alone.

    The library is `main`. `commander` and `companion` are outside it; a companion that starts in the sideboard
    is in both piles (CR 702.139a). `format` is the format the list was read as, `notes` says what was guessed,
    `warnings` what looks wrong.
    """

    name: str = field(compare=False)
    main: Pile
    sideboard: Pile = ()
    commander: Pile = ()
    companion: Pile = ()
    format: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for pile in ("main", "sideboard", "commander", "companion"):
            object.__setattr__(self, pile, _in_order(getattr(self, pile)))

    @classmethod
    def from_counts(cls, counts: Mapping[str, int], *, name: str = "deck") -> "Deck":
        """A main deck from names and counts: ``Deck.from_counts({"Forest": 24, "Llanowar Elves": 36})``.

        Raises CardError for a name that no card has, DeckError for a count that is not a whole number of at least 0.
        """
        return cls(
            name=name, main=tuple((load_table().find(card), _checked(card, count)) for card, count in counts.items())
        )

    @property
    def size(self) -> int:
        """Number of cards in the library."""
        return sum(count for _, count in self.main)

    @property
    def is_multiplayer(self) -> bool:
        """A 100-card deck, the commander among them or not: multiplayer rules are the default for it."""
        return self.size + sum(count for _, count in self.commander) == MULTIPLAYER_SIZE

    @property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the library, in canonical order."""
        return tuple(card for card, _ in self.main)

    def count(self, which: str | Selector | Callable[[Card], bool]) -> int:
        """Number of cards in the library of this name, or of those that a selector (or any ``Card -> bool``) takes."""
        if isinstance(which, str):
            wanted = self._named(which).name
            return sum(count for card, count in self.main if card.name == wanted)
        return sum(count for card, count in self.main if as_selector(which).matches(card))

    def without(self, *names: str) -> "Deck":
        """The deck with one copy of each of these cards taken out of the library; a name may stand more than once."""
        deck = self
        for name in names:
            deck = deck._changed(self._named(name), -1)
        return deck

    def swap(self, out: str, into: str | Card, n: int = 1) -> "Deck":
        """The deck with `n` copies of `out` replaced by as many of `into`."""
        if n < 1:
            raise DeckError(f"n: got {n}, but at least 1 card is swapped")
        return self._changed(self._named(out), -n)._changed(self._named(into) if isinstance(into, str) else into, n)

    def _named(self, name: str) -> Card:
        return next((card for card in self.cards if card.name == name), None) or load_table().find(name)

    def _changed(self, wanted: Card, change: int) -> "Deck":
        there = sum(count for card, count in self.main if card.name == wanted.name)
        if there + change < 0:
            raise DeckError(f"deck {self.name!r} holds {there} of {wanted.name}, so {-change} cannot be taken out")
        others = tuple((card, count) for card, count in self.main if card.name != wanted.name)
        return replace(self, main=(*others, (wanted, there + change)))

    def __repr__(self) -> str:
        piles = {"sideboard": self.sideboard, "commander": self.commander, "companion": self.companion}
        sizes = [f"{sum(count for _, count in pile)} {name}" for name, pile in piles.items() if pile]
        return f"<Deck {self.name!r}: {', '.join([f'{self.size} cards', *sizes])}>"


def _in_order(pile: Iterable[tuple[Card, int]]) -> Pile:
    counts: dict[Card, int] = {}
    for card, count in pile:
        counts[card] = counts.get(card, 0) + count
    return tuple(sorted(((card, n) for card, n in counts.items() if n), key=lambda entry: canonical(entry[0])))


def _checked(name: str, count: int) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise DeckError(f"count of {name!r}: got {count!r}, expected a whole number of at least 0")
    return count
