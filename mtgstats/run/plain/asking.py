"""Questions about a state: quantities and conditions as functions of it, and how much the player wants each card."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod

from mtgstats.read.card import Card
from mtgstats.run.plain.library import Cards, cards_of
from mtgstats.run.plain.state import State, hidden_by
from mtgstats.run.plain.walking import serial_of
from mtgstats.say.choices import Choice, ChoiceLike, as_choice, contexts_of
from mtgstats.say.quantities import (
    And,
    Chance,
    Clip,
    Compare,
    Condition,
    Counter,
    Decked,
    First,
    Linear,
    Not,
    Or,
    Quantity,
    Total,
    chances_in,
)
from mtgstats.say.zones import FACE_DOWN, Zone

Reader = Callable[[State], int]
"""A quantity, or a condition (0 or 1), as a function of the state; its chances must have been thrown."""

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Row(dict[int, float]):
    """What each card is worth in one context; a choice is asked only for what a game really meets."""

    def __init__(self, choice: Choice, cards: Sequence[Card], context: tuple[int, ...]) -> None:
        super().__init__()
        self.choice, self.cards, self.context = choice, cards, context

    def __missing__(self, card: int) -> float:
        value = self[card] = self.choice.value(self.cards[card], self.context)
        return value


@dataclass(frozen=True)
class Wish:
    """A choice put to a state. `varies`: asked again within one look, its values may have changed."""

    choice: Choice
    cards: tuple[Card, ...]
    readers: tuple[Reader, ...]
    chances: tuple[Chance, ...]
    varies: bool
    rows: dict[tuple[int, ...], Row]

    def values(self, state: State) -> Row:
        """The value of every card, as things stand."""
        context = tuple([reader(state) for reader in self.readers])
        if context not in self.rows:
            self.rows[context] = Row(self.choice, self.cards, context)
        return self.rows[context]


class Questions:
    """Makes functions of the state out of expressions and choices, each once."""

    def __init__(self, cards: tuple[Card, ...], firsts: tuple[First, ...]) -> None:
        self.cards = cards
        self.firsts = firsts
        self._readers: dict[Quantity | Condition, Reader] = {}

    def reader(self, expression: Quantity | Condition) -> Reader:
        """A quantity or condition as a function of the state."""
        if expression not in self._readers:
            self._readers[expression] = self._read(expression)
        return self._readers[expression]

    def wish(self, source: ChoiceLike, *, once: bool = False) -> Wish:
        """A choice as values of the cards in a state; `once`: not asked again within one look."""
        choice = as_choice(source)
        given = tuple(contexts_of(choice))
        readers = tuple(self.reader(what) for what in given)
        varies = bool(given) and not once
        return Wish(choice, self.cards, readers, chances_in(iter(given)), varies, {})

    @singledispatchmethod
    def _read(self, expression: Quantity | Condition) -> Reader:
        raise NotImplementedError(f"no meaning is known for {expression!r}")

    @_read.register
    def _(self, expression: Total) -> Reader:
        places = expression.zone.places
        weights = tuple(expression.weight(card) for card in self.cards)
        readers = [_cards_reader(place, weights) for place in sorted(places) if not _covered(place, places)]
        if "battlefield" in places and "face_down" not in places:
            faceless = expression.weight(FACE_DOWN)
            readers.append(lambda state: faceless * len(state.face_down))
        if len(readers) == 1:
            return readers[0]
        return lambda state: sum([reader(state) for reader in readers])

    @_read.register
    def _(self, expression: Counter) -> Reader:
        reader: Reader = operator.attrgetter(expression.name)
        return reader

    @_read.register
    def _(self, _expression: Decked) -> Reader:
        return lambda state: state.decked

    @_read.register
    def _(self, expression: First) -> Reader:
        index = self.firsts.index(expression)
        return lambda state: state.firsts[index]

    @_read.register
    def _(self, expression: Linear) -> Reader:
        constant = expression.constant
        terms = [(weight, self.reader(term)) for weight, term in expression.terms]
        return lambda state: sum([weight * term(state) for weight, term in terms], constant)

    @_read.register
    def _(self, expression: Clip) -> Reader:
        lo, hi, inner = expression.lo, expression.hi, self.reader(expression.quantity)
        return lambda state: min(max(inner(state), lo), hi)

    @_read.register
    def _(self, expression: Compare) -> Reader:
        compare, number = OPERATORS[expression.op], expression.number
        inner = self.reader(expression.quantity)
        return lambda state: compare(inner(state), number)

    @_read.register
    def _(self, expression: And) -> Reader:
        parts = [self.reader(part) for part in expression.parts]
        return lambda state: all(part(state) for part in parts)

    @_read.register
    def _(self, expression: Or) -> Reader:
        parts = [self.reader(part) for part in expression.parts]
        return lambda state: any(part(state) for part in parts)

    @_read.register
    def _(self, expression: Not) -> Reader:
        part = self.reader(expression.part)
        return lambda state: not part(state)

    @_read.register
    def _(self, expression: Chance) -> Reader:
        serial = serial_of(expression)
        return lambda state: dict(state.throws)[serial]


def _covered(place: str, places: frozenset[str]) -> bool:
    """Whether a zone is part of another one of the union."""
    return place.startswith("hidden[") and "hidden" in places


def _cards_reader(place: str, weights: tuple[int, ...]) -> Reader:
    cards = cards_reader(place)
    return lambda state: sum([weights[card] for card in cards(state)])


def cards_reader(place: str) -> Callable[[State], Cards]:
    """The cards in a zone as a function of the state; of ``battlefield`` the face-up ones."""
    if place == "library":
        return lambda state: cards_of(state.library)
    if place == "looked":
        return lambda state: cards_of(state.looked)
    if place == "hidden":
        return lambda state: tuple([card for _, card in state.hidden])
    if place.startswith("hidden["):
        source = place[7:-1]
        return lambda state: hidden_by(state, source)
    reader: Callable[[State], Cards] = operator.attrgetter(place)
    return reader


def present_in(zone: Zone) -> Callable[[State], Cards]:
    """The different cards in a zone; a face-down permanent has no name, so the battlefield shows only face-up ones."""
    readers = [cards_reader(place) for place in sorted(zone.places)]
    return lambda state: tuple(sorted({card for reader in readers for card in reader(state)}))
