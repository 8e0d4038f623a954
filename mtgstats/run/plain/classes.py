"""Classes of cards for the exact engine: cards that a plan cannot tell apart count as copies of one card.

Two cards are alike where every fact that the plan asks of a card is equal: what it adds to each count and total, its
value in each context of each choice, and what the rules of the plan's steps look at. Ties in a zone go to the first
card in canonical order, so alike cards on both sides of an unlike one that they may tie with there stay apart.
Joining too few cards costs time; joining too many would be wrong, so what is not known is taken as different.
"""

from collections.abc import Callable, Hashable, Iterator
from itertools import chain, product
from math import prod

from mtgstats.errors import PlanError
from mtgstats.read.card import Card
from mtgstats.read.costs import cast_cost, turn_up_cost
from mtgstats.run.plain.bounds import bounds
from mtgstats.run.plain.walking import watches_at
from mtgstats.say.choices import Choice, contexts_of
from mtgstats.say.quantities import Condition, Counter, Quantity, Total, parts_of
from mtgstats.say.script import Line, Script, StartTurn, all_lines
from mtgstats.say.steps import (
    Cast,
    Cloak,
    Discard,
    Flicker,
    Manifest,
    OpeningHand,
    PlayHidden,
    PlayLand,
    Step,
    TurnUp,
    Tutor,
)
from mtgstats.say.walking import choices_of, expressions_of, expressions_of_watch
from mtgstats.say.watches import Watch, Which

Column = tuple[Hashable, ...]
"""One fact about each card, in canonical order."""

CONTEXT_LIMIT = 100_000
"""A choice with more entries (contexts times cards) is not tabulated here: it tells every card apart."""


def classify(script: Script) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """One card of each class, in canonical order, and how many cards of the deck are like it."""
    copies = dict(script.deck.main)
    classes = alike(script)
    return tuple(first for first, *_ in classes), tuple(sum(copies[card] for card in cards) for cards in classes)


def alike(script: Script) -> list[tuple[Card, ...]]:
    """The deck's different cards by class, in canonical order."""
    asked = Asked(script, script.deck.cards)
    for line in script.lines:
        asked.add(line)
    classes: dict[int, list[Card]] = {}
    for first, card in zip(asked.alike(), script.deck.cards, strict=True):
        classes.setdefault(first, []).append(card)
    return [tuple(cards) for cards in classes.values()]


class Asked:
    """What some lines of a script ask of cards."""

    def __init__(self, script: Script, cards: tuple[Card, ...]) -> None:
        self.script = script
        self.cards = cards
        self.names: Column = tuple(card.name for card in cards)
        self.facts: dict[Column, None] = {}
        self.preferences: dict[Column, None] = {}
        """Values by which a card of a zone is chosen; `None` for cards that cannot be."""
        self._tables: dict[Choice, list[Column]] = {}
        kinds = {type(line.step) for line in all_lines(script.lines)}
        self.mana_matters = not kinds.isdisjoint({Cast, TurnUp}) or Counter("mana") in set(script.expressions)

    def add(self, line: Line) -> None:
        """Adds what a line asks."""
        for watch in watches_at(self.script, line):
            self.facts.update(dict.fromkeys(self._of_watch(watch)))
        for inner in all_lines((line,)):
            self.facts.update(dict.fromkeys(self._of_step(inner.step)))
            self.preferences.update(dict.fromkeys(self._preferences(inner.step)))

    def alike(self) -> tuple[int, ...]:
        """For each card the number of the first card that is like it."""
        signatures = list(zip(*self.facts, strict=True)) or [()] * len(self.cards)
        tied = self._tied(signatures)
        first: dict[Hashable, int] = {}
        run = 0
        result = []
        for number, signature in enumerate(signatures):
            run += number > 0 and signature != signatures[number - 1]
            result.append(first.setdefault((signature, run if signature in tied else None), number))
        return tuple(result)

    def _tied(self, signatures: list[Column]) -> set[Column]:
        """The signatures of cards that may tie with unlike ones where a card is chosen from a zone."""
        tied: set[Column] = set()
        for values in self.preferences:
            groups: dict[Hashable, set[Column]] = {}
            for value, signature in zip(values, signatures, strict=True):
                if value is not None:
                    groups.setdefault(value, set()).add(signature)
            tied.update(*(group for group in groups.values() if len(group) > 1))
        return tied

    def _column(self, fact: Callable[[Card], Hashable]) -> Column:
        return tuple(fact(card) for card in self.cards)

    def _of_watch(self, watch: Watch) -> Iterator[Column]:
        for expression in expressions_of_watch(watch):
            yield from self._weights(expression)
        if isinstance(watch.what, Which):
            yield self.names

    def _of_step(self, step: Step) -> Iterator[Column]:
        for expression in expressions_of(step):
            yield from self._weights(expression)
        for choice in choices_of(step):
            yield from self._values(choice)
        if isinstance(step, PlayLand | PlayHidden | Cast) or (isinstance(step, StartTurn) and self.mana_matters):
            yield self._column(lambda card: card.is_land)
        if isinstance(step, PlayLand | PlayHidden) and self.mana_matters:
            yield self._column(lambda card: card.is_land and card.enters_tapped)
        if isinstance(step, Cast | PlayHidden | Flicker | TurnUp):
            yield self._column(lambda card: card.is_permanent)
        if isinstance(step, Cast):
            yield self._column(cast_cost)
        if isinstance(step, TurnUp):
            yield self._column(turn_up_cost)

    def _weights(self, expression: Quantity | Condition) -> Iterator[Column]:
        return (self._column(part.weight) for part in parts_of(expression) if isinstance(part, Total))

    def _preferences(self, step: Step) -> Iterator[Column]:
        if isinstance(step, OpeningHand | Discard | Cast | PlayLand | TurnUp | Flicker | Tutor | Manifest | Cloak):
            eligible = [
                not isinstance(step, PlayLand | Cast) or card.is_land == isinstance(step, PlayLand)
                for card in self.cards
            ]
            for values in chain.from_iterable(self._values(choice) for choice in choices_of(step)):
                yield tuple(value if may else None for value, may in zip(values, eligible, strict=True))

    def _values(self, choice: Choice) -> list[Column]:
        """The values of each card in every context there might be; its name, where they cannot be had."""
        if choice not in self._tables:
            self._tables[choice] = self._tabulate(choice)
        return self._tables[choice]

    def _tabulate(self, choice: Choice) -> list[Column]:
        ranges = [range(lo, hi + 1) for lo, hi in (bounds(what, self.script) for what in contexts_of(choice))]
        if prod(map(len, ranges)) * len(self.cards) > CONTEXT_LIMIT:
            return [self.names]
        try:
            return [tuple(choice.value(card, context) for card in self.cards) for context in product(*ranges)]
        except PlanError:  # the function may fail where no game ever comes; where one does, the game says so
            return [self.names]
