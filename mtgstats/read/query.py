"""Selectors: sets of cards, said in Scryfall's search syntax, as names, or as any function of a card."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mtgstats.errors import QueryError
from mtgstats.read.card import Card
from mtgstats.read.table import load_table

Test = Callable[[Card], bool]


@dataclass(frozen=True)
class Selector:
    """A set of cards; made by `where`, `named` or `matching`, combined with ``&``, ``|`` and ``~``.

    Two selectors are equal where their texts are (and the same functions stand behind those of `matching`).
    """

    text: str
    matches: Test = field(compare=False, repr=False)
    functions: tuple[Test, ...] = field(default=(), repr=False)

    def __and__(self, other: "Cards") -> "Selector":
        that = as_selector(other)
        functions = self.functions + that.functions
        return Selector(f"({self}) ({that})", lambda card: self.matches(card) and that.matches(card), functions)

    def __or__(self, other: "Cards") -> "Selector":
        that = as_selector(other)
        functions = self.functions + that.functions
        return Selector(f"({self}) or ({that})", lambda card: self.matches(card) or that.matches(card), functions)

    def __invert__(self) -> "Selector":
        return Selector(f"-({self})", lambda card: not self.matches(card), self.functions)

    def __str__(self) -> str:
        return self.text


Cards = Selector | str | Test | Iterable[str]  # whatever says a set of cards


def where(query: str) -> Selector:
    """The cards that a query in Scryfall's syntax finds; `mtgstats.read.syntax` lists all it may hold.

    Raises `QueryError`, which points at the character, for a query that makes no sense or a word that no card has.

    >>> bombs = where("t:creature mv>=7")
    """
    from mtgstats.read.syntax import parse

    return Selector(query.strip(), parse(query))


def named(*names: str) -> Selector:
    """The cards of these names. Raises `CardError` with the nearest names where there is no such card.

    >>> out = named("Forest", "Mosswort Bridge")
    """
    found = [load_table().find(name).name for name in names]
    text = " or ".join('!"{}"'.format(name.replace('"', "")) for name in found)
    return Selector(text, lambda card: card.name in found)


def matching(test: Test, name: str | None = None) -> Selector:
    """The cards for which `test` holds; `name` is how results call them (the function's own name if not given).

    >>> heavy = matching(lambda card: card.mana_value > 2 * len(card.colors), "heavy")
    """
    return Selector(name or str(getattr(test, "__name__", test)), lambda card: bool(test(card)), (test,))


def as_selector(cards: Cards) -> Selector:
    """Whatever says a set of cards, as a `Selector`: a query, a function of a card, or several names."""
    if isinstance(cards, Selector):
        return cards
    if isinstance(cards, str):
        return where(cards)
    if callable(cards):
        return matching(cards)
    if isinstance(cards, Iterable):
        return named(*cards)
    raise QueryError(f"a set of cards is a query, a selector, a function of a card or a list of names, not {cards!r}")
