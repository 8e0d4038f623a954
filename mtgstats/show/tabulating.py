"""Plans to plain data: what functions of Python say about a deck's cards is asked once more and written as tables.

A choice is asked as the engines ask it: in every context that the encoder thinks can come up, and in those by which the
exact engine tells cards apart. So a plan read back acts, card by card, as the one that was written.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from itertools import count
from typing import Any

from mtgstats.errors import PlanError
from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.read.query import Selector
from mtgstats.read.structure import to_data
from mtgstats.run.encode.program import encode
from mtgstats.run.plain.classes import classify
from mtgstats.say.choices import Choice, Plain, Wanted
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import Expression
from mtgstats.say.script import unroll
from mtgstats.say.steps import London, Step
from mtgstats.say.values import VALUES, Value
from mtgstats.say.watches import Watch, Which
from mtgstats.say.written import FORMAT, items_to_data
from mtgstats.say.zones import FACE_DOWN

Change = Callable[[Any], Any]
Row = dict[str, float]
"""A number for each card, by name."""


def plan_to_json(plan: Plan, deck: Deck) -> dict[str, Any]:
    """The plan as plain data, which JSON can hold (see `mtgstats.say.written`), with tables for this deck's cards.

    `mtgstats.say.written.plan_from_json` reads it: the plan read back gives the same games with this deck. Functions go
    by the names they have; a second one of the same name by that name and a number.
    """
    names = _Names(rebuilt_parts(plan))
    renamed = rebuilt(plan, names.change)
    asked = _asked(renamed, deck)
    cards = (*deck.cards, FACE_DOWN)
    sections = {
        "queries": {text: _taken(selector, cards) for text, selector in names.queries.items()},
        "selectors": {name: _taken(selector, cards) for name, selector in names.selectors.items()},
        "values": {name: _numbers(value, cards) for name, value in names.values.items()},
        "choices": {name: choice.table(deck.cards) for name, choice in asked.items()},
    }
    known = {"cards": [card.name for card in cards]} if sections["queries"] or sections["selectors"] else {}
    return {
        "format": FORMAT,
        **known,
        **{key: part for key, part in sections.items() if part},
        **items_to_data(renamed),
    }


# --- names ------------------------------------------------------------------------------------------------------------


class _Names:
    """A name of its own for each function that a plan holds."""

    def __init__(self, parts: list[Any]) -> None:
        self.queries = {part.text: part for part in parts if isinstance(part, Selector) and not part.functions}
        self.selectors: dict[str, Selector] = {}
        self.values: dict[str, Value] = {}
        self.choices: dict[str, Choice] = {}
        choices = [part for part in parts if isinstance(part, Choice)]
        self._ready_made = {part.name: part for part in choices if isinstance(part.function, Plain | Wanted)}
        self._known: dict[Any, Any] = {}

    def change(self, thing: Any) -> Any:
        """The same thing by its name in the file."""
        match thing:
            case Choice(function=Plain() | Wanted() as function):
                return replace(thing, name=str(function))
            case Choice():
                return self._named(thing, thing.name, "name", self.choices, {**VALUES, **self._ready_made})
            case Value() if VALUES.get(thing.name) != thing:
                return self._named(thing, thing.name, "name", self.values, VALUES)
            case Selector() if thing.functions:
                return self._named(thing, thing.text, "text", self.selectors, self.queries)
        return thing

    def _named(self, thing: Any, name: str, key: str, mine: dict[str, Any], taken: dict[str, Any]) -> Any:
        if thing not in self._known:
            numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
            own = next(candidate for candidate in numbered if candidate not in mine and candidate not in taken)
            mine[own] = self._known[thing] = replace(thing, **{key: own})
        return self._known[thing]


def rebuilt(thing: Any, change: Change) -> Any:
    """A plan, or part of one, with `change` applied to each thing in it, inner ones first."""
    match thing:
        case tuple():
            return tuple(rebuilt(part, change) for part in thing)
        case Plan():
            return Plan(*rebuilt((*thing.steps, *thing.watches, *thing.joints), change))
        case Step() | London() | Watch() | Which() | Expression() | Choice() | Plain() | Wanted():
            parts = {own.name: rebuilt(getattr(thing, own.name), change) for own in fields(thing)}  # type: ignore[arg-type]
            return change(replace(thing, **parts))  # type: ignore[type-var]
    return change(thing)


def rebuilt_parts(plan: Plan) -> list[Any]:
    """All things in a plan, inner ones first."""
    found: list[Any] = []

    def note(thing: Any) -> Any:
        found.append(thing)
        return thing

    rebuilt(plan, note)
    return found


# --- asking -----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Asked:
    """A choice's function that keeps its answers; where it fails there is none, and the engines get a zero."""

    choice: Choice
    answers: dict[tuple[int, ...], Row] = field(default_factory=dict)

    def __call__(self, card: Card, **given: int) -> float:
        context = tuple(int(number) for number in given.values())
        row = self.answers.setdefault(context, {})
        if card.name not in row:
            try:
                row[card.name] = self.choice.value(card, context)
            except PlanError:
                return 0.0
        return row[card.name]

    def table(self, cards: tuple[Card, ...]) -> dict[str, Any]:
        """The answers as plain data."""
        contexts = sorted(self.answers)
        values = {card.name: [_plain(self.answers[context].get(card.name)) for context in contexts] for card in cards}
        return {
            "sees": {name: str(what) for name, what in self.choice.given},
            "contexts": [list(context) for context in contexts],
            "values": values,
        }


def _asked(plan: Plan, deck: Deck) -> dict[str, _Asked]:
    """The answers of a plan's choices, by their names; of ready-made ones, which are texts, there are none."""
    asked: dict[str, _Asked] = {}

    def ask(thing: Any) -> Any:
        if not isinstance(thing, Choice) or isinstance(thing.function, Plain | Wanted):
            return thing
        return replace(thing, function=asked.setdefault(thing.name, _Asked(thing)))

    asking = rebuilt(plan, ask)
    if asked:
        encode([(asking, deck)])
        classify(unroll(asking, deck))
    return asked


def _taken(selector: Selector, cards: tuple[Card, ...]) -> list[str]:
    """The cards that a selector takes; one that it cannot tell, such as a face-down creature, is none of them."""

    def takes(card: Card) -> bool:
        try:
            return selector.matches(card)
        except Exception:
            return False

    return [card.name for card in filter(takes, cards)]


def _numbers(value: Value, cards: tuple[Card, ...]) -> dict[str, Any]:
    """The number of each card that has one."""
    numbers = {}
    for card in cards:
        with suppress(PlanError):
            numbers[card.name] = _plain(value(card))
    return numbers


def _plain(number: float | None) -> Any:
    """A number as it is easiest to read."""
    return int(number) if number is not None and number == number // 1 else to_data(number)
