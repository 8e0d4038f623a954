"""Ranks: the cards of a deck by how much a study's player wants them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtgstats.read.card import Card
from mtgstats.read.deck import Deck


@dataclass(frozen=True)
class Ranking:
    """The rank of each card of a deck by name: 1 for the least wanted, then up; cards wanted alike share one."""

    ranks: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, deck: Deck, key: Callable[[Card], Any]) -> "Ranking":
        """The ranking of a deck's cards in the order of `key`."""
        order = {known: rank for rank, known in enumerate(sorted({key(card) for card in deck.cards}), start=1)}
        return cls(tuple((card.name, order[key(card)]) for card in deck.cards))

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return dict(self.ranks)

    @property
    def highest(self) -> int:
        """The highest rank; 0 in a deck without cards."""
        return max(self._by_name.values(), default=0)

    def __call__(self, card: Card) -> int:
        return self._by_name[card.name]


@dataclass(frozen=True)
class AtLeast:
    """Whether a card is of this rank or a higher one."""

    ranking: Ranking
    rank: int

    def __call__(self, card: Card) -> bool:
        return self.ranking(card) >= self.rank
