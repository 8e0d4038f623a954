"""What functions of a card say, as tables by card name: selectors, values and choices out of a file."""

from dataclasses import dataclass
from functools import cached_property

from mtgstats.errors import PlanError
from mtgstats.read.card import Card
from mtgstats.read.query import Selector, where


@dataclass(frozen=True)
class Listed:
    """A set of cards by name, out of those `known`; others are asked of the query, where there is one."""

    taken: frozenset[str]
    known: frozenset[str]
    query: str | None = None

    def __call__(self, card: Card) -> bool:
        if card.name in self.known:
            return card.name in self.taken
        return self._asked.matches(card)

    @cached_property
    def _asked(self) -> Selector:
        if self.query is None:
            raise PlanError("the file lists the cards of this selector, and names not all cards that it is asked about")
        return where(self.query)


@dataclass(frozen=True)
class Numbered:
    """A number for each card, by name."""

    numbers: tuple[tuple[str, float], ...]

    @cached_property
    def _lookup(self) -> dict[str, float]:
        return dict(self.numbers)

    def __call__(self, card: Card) -> float:
        if card.name not in self._lookup:
            raise PlanError(f"the file holds no number for {card.name}")
        return self._lookup[card.name]


@dataclass(frozen=True)
class CardTable:
    """A choice: for each card, by name, a value in each of `contexts`; ``None`` where it has none."""

    contexts: tuple[tuple[int, ...], ...]
    values: tuple[tuple[str, tuple[float | None, ...]], ...]

    @cached_property
    def _lookup(self) -> dict[str, dict[tuple[int, ...], float | None]]:
        return {name: dict(zip(self.contexts, values, strict=True)) for name, values in self.values}

    def __call__(self, card: Card, **context: int) -> float:
        value = self._lookup.get(card.name, {}).get(tuple(int(number) for number in context.values()))
        if value is None:
            raise PlanError(f"the table holds no value for {card.name} there")
        return value


@dataclass(frozen=True)
class Same:
    """One number for all cards."""

    number: float

    def __call__(self, _card: Card) -> float:
        return self.number
