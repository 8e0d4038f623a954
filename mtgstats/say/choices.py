"""Choices: how much the player wants a card, given what is seen from the table.

A choice is plain Python, tabulated before the run over every card and every value its declared quantities can take::

    @choice(lands=count("t:land", hand | battlefield))
    def dig_for_lands(card, lands):
        if card.is_land:
            return 1 if lands < 4 else -1
        return card.mana_value if lands >= 3 else -1

In every step the highest value is taken, hidden, manifested, played, kept on top; below zero means to the graveyard
(surveil), to the bottom (scry), not taken (dig), not played. What must be given up (mulligan, discard) is the lowest.
Ties go to the card seen first; in a zone, where no order is kept, to the first in the deck's canonical order.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from mtgstats.errors import PlanError, SizeError
from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.read.query import Selector, as_selector

from .quantities import Condition, Expression, Quantity, Total
from .values import Value, ValueLike, as_value, name_of
from .zones import Zone, battlefield, hand, kept, quoted

if TYPE_CHECKING:
    import pandas as pd

TABLE_LIMIT = 1_000_000


@dataclass(frozen=True, repr=False)
class Choice:
    """A value for each card that may depend on quantities and conditions (conditions arrive as ``True`` or ``False``).

    `function` is called as ``function(card, **context)``; its result is a number, or ``True`` / ``False`` for 1 / −1.
    """

    name: str
    function: Callable[..., float]
    given: tuple[tuple[str, Quantity | Condition], ...] = ()

    def value(self, card: Card, context: tuple[int, ...] = ()) -> float:
        """The value of `card` where the declared quantities have the values `context`."""
        named = {
            name: bool(number) if isinstance(what, Condition) else number
            for (name, what), number in zip(self.given, context, strict=True)
        }
        where = f"choice {self.name!r} on {card.name}" + "".join(f", {key}={got}" for key, got in named.items())
        try:
            result: Any = self.function(card, **named)
        except Exception as error:
            raise PlanError(f"{where}: the function failed with {error!r}; it must give a number") from error
        if isinstance(result, bool | np.bool_):
            return 1.0 if result else -1.0
        try:
            number = float(result)
        except (TypeError, ValueError):
            raise PlanError(f"{where}: got {result!r}; it must give a number, True or False") from None
        if number != number:
            raise PlanError(f"{where}: got NaN; it must give a number")
        return number

    def table(self, cards: tuple[Card, ...], ranges: tuple[tuple[int, int], ...]) -> dict[tuple[int, ...], list[float]]:
        """Values of all cards for each context; `ranges` are the (lowest, highest) values of what is declared."""
        contexts = self._contexts(len(cards), [range(lo, hi + 1) for lo, hi in ranges])
        return {context: [self.value(card, context) for card in cards] for context in contexts}

    def frame(self, cards: Deck | Iterable[Card], **values: Iterable[int]) -> "pd.DataFrame":
        """What would it do? One row for each card (of a deck) and context, with its value.

        ``frame(deck, lands=range(5))`` shows it with 0 to 4 `lands`; what is not said here is shown from 0 to 7, and
        conditions both ways.
        """
        import pandas as pd

        names = [name for name, _ in self.given]
        if unknown := sorted(values.keys() - set(names)):
            raise PlanError(
                f"choice {self.name!r}: it does not look at {unknown}; it looks at {names or 'the card alone'}"
            )
        shown = [
            _listed(name, values.get(name, (False, True) if isinstance(what, Condition) else range(8)))
            for name, what in self.given
        ]
        listed = cards.cards if isinstance(cards, Deck) else tuple(cards)
        rows = [
            {"card": card.name, **dict(zip(names, context, strict=True)), "value": self.value(card, context)}
            for context in self._contexts(len(listed), shown)
            for card in listed
        ]
        return pd.DataFrame(rows)

    def _contexts(self, cards: int, values: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
        """All combinations of values, unless a table of so many cards with them would be too large."""
        entries = cards * prod(map(len, values))
        if entries > TABLE_LIMIT:
            sizes = [f"{len(own)} of {name}" for own, (name, _) in zip(values, self.given, strict=True)]
            raise SizeError(
                f"choice {self.name!r}: its table would have {entries:,} entries "
                f"({' x '.join([f'{cards} cards', *sizes])}), at most {TABLE_LIMIT:,} are made; "
                "declare fewer quantities, or clip(lo, hi) them"
            )
        return product(*values)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Plain:
    """A choice that looks at the card alone: ``sign * value``."""

    worth: Value
    sign: int = 1

    def __call__(self, card: Card) -> float:
        return self.sign * self.worth(card)

    def __str__(self) -> str:
        return f"{'best' if self.sign > 0 else 'lowest'}({quoted(self.worth)})"


@dataclass(frozen=True)
class Wanted:
    """1 for wanted cards, −1 for the rest; lands are wanted up to a limit where one is given, counted in `zone`."""

    selector: Selector
    land_limit: int | None = None
    zone: Zone | None = None

    def __call__(self, card: Card, **context: int) -> float:
        if card.is_land and self.land_limit is not None:
            return 1 if context["lands"] < self.land_limit else -1
        return 1 if self.selector.matches(card) else -1

    def __str__(self) -> str:
        lands = [] if self.land_limit is None else [f"lands={self.land_limit}"]
        zone = [] if self.zone is None else [f"zone={self.zone}"]
        return f"wanted({', '.join([quoted(self.selector), *lands, *zone])})"


@dataclass(frozen=True)
class Rule:
    """The cards of a selector (all, where there is none) have this value while a condition (if any) holds."""

    value: Value
    cards: Selector | None = None
    when: Condition | None = None


@dataclass(frozen=True)
class Rules:
    """The value of a card is that of the first rule that takes it; where none does, the card is not wanted (−1)."""

    rules: tuple[Rule, ...]

    def __call__(self, card: Card, **context: bool) -> float:
        for rule in self.rules:
            if (rule.cards is None or rule.cards.matches(card)) and (rule.when is None or context[str(rule.when)]):
                return rule.value(card)
        return -1


@overload
def choice(function: Callable[..., float], /) -> Choice: ...
@overload
def choice(**given: Quantity | Condition) -> Callable[[Callable[..., float]], Choice]: ...


def choice(
    function: Callable[..., float] | None = None, /, **given: Quantity | Condition
) -> Choice | Callable[[Callable[..., float]], Choice]:
    """Make a choice of a function ``f(card, name=…)``; each keyword declares a quantity or condition it may look at.

    As ``@choice(lands=…)`` or, for a function that looks at the card alone, as plain ``@choice``.
    """
    for name, what in given.items():
        if not isinstance(what, Expression):
            raise PlanError(f"choice({name}=…): got {what!r}; declare a quantity or a condition")

    def decorate(function: Callable[..., float]) -> Choice:
        return Choice(name_of(function), function, tuple(given.items()))

    return decorate if function is None else decorate(function)


def best(value: ValueLike) -> Choice:
    """The highest value first: ``best("mana_value")``, ``best(ratings)``, ``best(lambda card: …)``."""
    return _ready_made(Plain(as_value(value)))


def lowest(value: ValueLike) -> Choice:
    """The lowest value first (its negative is the choice's value)."""
    return _ready_made(Plain(as_value(value), -1))


def wanted(
    selector: Selector | str | Callable[[Card], bool], *, lands: int | None = None, zone: Zone | None = None
) -> Choice:
    """1 for cards the selector takes, −1 for the rest: keep these, bin those.

    With ``lands=4`` a land is wanted, whatever the selector says, while fewer than four lands lie in `zone` (hand and
    battlefield where not given) or are kept by the step itself.
    """
    chosen = as_selector(selector)
    if lands is None:
        return _ready_made(Wanted(chosen))
    seen = Total(None, as_selector("t:land"), (zone or hand | battlefield) | kept)
    return _ready_made(Wanted(chosen, lands, zone), (("lands", seen),))


def _listed(name: str, values: Iterable[int]) -> Sequence[int]:
    if not isinstance(values, Iterable):
        raise PlanError(f"frame({name}=…): got {values!r}; give the values to show, such as range(5)")
    return tuple(values)


def _ready_made(function: Plain | Wanted, given: tuple[tuple[str, Quantity | Condition], ...] = ()) -> Choice:
    """A choice whose name is the text that makes it again."""
    return Choice(str(function), function, given)


def by_rules(name: str, rules: Iterable[Rule]) -> Choice:
    """The choice that follows these rules, the first that takes a card (see `Rules`)."""
    ordered = tuple(rules)
    conditions = dict.fromkeys(rule.when for rule in ordered if rule.when is not None)
    return Choice(name, Rules(ordered), tuple((str(condition), condition) for condition in conditions))


ChoiceLike = Choice | ValueLike


def as_choice(source: ChoiceLike) -> Choice:
    """A `Choice` out of a choice, a value's name, a selector (wanted or not) or a function of a card."""
    match source:
        case Choice():
            return source
        case Selector():
            return wanted(source)
        case str():
            return best(source)
    if not callable(source):
        raise PlanError(f"choice: got {source!r}; give best(…), wanted(…), a @choice function or a function of a card")
    return Choice(name_of(source), source)


def contexts_of(choice: Choice) -> Iterator[Quantity | Condition]:
    """The quantities and conditions a choice looks at."""
    return (what for _, what in choice.given)
