"""Values of cards: a number for each, with a name to print."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import Any

from mtgstats.errors import PlanError
from mtgstats.read.card import Card
from mtgstats.read.query import Selector


@dataclass(frozen=True)
class Value:
    """A number for each card, with a name to print: mana value, power, a rating, any ``Card -> float``."""

    name: str
    function: Callable[[Card], float]

    def __call__(self, card: Card) -> float:
        try:
            number = float(self.function(card))
        except Exception as error:
            raise PlanError(f"value {self.name!r} failed on {card.name}: {error!r}; it must give a number") from error
        if number != number:
            raise PlanError(f"value {self.name!r} gave NaN for {card.name}; it must give a number")
        return number

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Taken:
    """1 for the cards that a selector takes, 0 for the rest."""

    selector: Selector

    def __call__(self, card: Card) -> float:
        return self.selector.matches(card)


def _mana_value(card: Card) -> float:
    return card.mana_value


def _power(card: Card) -> float:
    return card.power or 0


def _toughness(card: Card) -> float:
    return card.toughness or 0


def _untapped(card: Card) -> float:
    return not card.enters_tapped


VALUES = {
    "mana_value": Value("mana_value", _mana_value),
    "power": Value("power", _power),
    "toughness": Value("toughness", _toughness),
    "untapped": Value("untapped", _untapped),
}

ValueLike = str | Value | Selector | Callable[[Card], float]


def as_value(source: ValueLike) -> Value:
    """A `Value` out of a name (one of `VALUES`), a selector (1 or 0) or a function of a card."""
    match source:
        case Value():
            return source
        case str():
            if source not in VALUES:
                raise PlanError(f"value: got {source!r}; a name is one of {', '.join(VALUES)}, else give a function")
            return VALUES[source]
        case Selector():
            return Value(str(source), Taken(source))
    if not callable(source):
        raise PlanError(f"value: got {source!r}; give a name ({', '.join(VALUES)}), a selector or a function of a card")
    return Value(name_of(source), source)


def whole(number: Any) -> int | None:
    """A whole number (numpy's too) as Python's own; None for what is none."""
    try:
        return None if isinstance(number, bool) else index(number)
    except TypeError:
        return None


def name_of(function: object) -> str:
    """What to call a function of cards: its `name`, its own name, or that of its type."""
    return str(getattr(function, "name", None) or getattr(function, "__name__", type(function).__name__))
