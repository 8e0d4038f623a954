"""Classes: runs of neighbours in the deck's order that the plan cannot tell apart.

A deck is a row of *slots*, one card each. The encoder writes a plan twice: first with one class for each run of equal
cards, only to learn what is asked of cards; then with neighbours joined wherever every answer was the same.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from mtgstats.read.card import Card

T = TypeVar("T")


class Classes:
    """The classes of one deck's slots; class k holds slots ``starts[k]`` up to ``starts[k + 1]``."""

    def __init__(self, slots: Sequence[Card], starts: Sequence[int]) -> None:
        self.slots = tuple(slots)
        self.starts = tuple(starts)
        self.cards = tuple(self.slots[start] for start in starts)
        self.counts = tuple(map(len, self.members()))
        self._asked: list[list[object]] = []

    def __len__(self) -> int:
        return len(self.cards)

    def members(self) -> list[tuple[Card, ...]]:
        """The cards of each class."""
        stops = (*self.starts[1:], len(self.slots))
        return [self.slots[start:stop] for start, stop in zip(self.starts, stops, strict=False)]

    def facts(self, ask: Callable[[Card], T]) -> list[T]:
        """What `ask` says of each class; the answers are remembered as something the plan tells apart."""
        answers = [ask(card) for card in self.cards]
        self.told_apart(answers)
        return answers

    def told_apart(self, answers: Sequence[object]) -> None:
        """Remember answers, one for each class."""
        self._asked.append(list(answers))

    def distinguished(self) -> set[int]:
        """The starts of classes that some answer tells from the class before."""
        return {
            self.starts[k] for k in range(1, len(self)) if any(answers[k] != answers[k - 1] for answers in self._asked)
        }


def runs(slots: Sequence[Card]) -> set[int]:
    """Where a card begins that differs from its neighbour before."""
    return {i for i in range(len(slots)) if i == 0 or slots[i] != slots[i - 1]}
