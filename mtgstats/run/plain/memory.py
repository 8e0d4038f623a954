"""Memory for the exact engine: what no later line asks for is forgotten, so that states that differ in nothing else
become one.

Cards that nothing tells apart from now on become copies of one card, and of a zone only what is still counted stays.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from mtgstats.run.plain.classes import Asked
from mtgstats.run.plain.library import Cards, Library, cards_of, piled, size
from mtgstats.run.plain.moves import Moves
from mtgstats.run.plain.needs import NOTHING, NUMBERS, ONE_BY_ONE, Foresight, Needs
from mtgstats.run.plain.state import PLACES, State

Forget = Callable[[State], State]
Hidden = tuple[tuple[str, int], ...]


def memories(moves: Moves) -> list[Forget]:
    """What to forget at the start and after each line of a script."""
    foresight = Foresight(moves.script, moves.cards)
    asked = Asked(moves.script, moves.cards)
    needs = NOTHING
    result: list[Forget] = [Memory(moves, needs, asked.alike()).forget]
    for line in reversed(moves.script.lines):
        needs = foresight.before(line, needs)
        asked.add(line)
        result.append(Memory(moves, needs, asked.alike()).forget)
    return result[::-1]


class Memory:
    """What to keep of states at one point of a script; `alike` gives for each card the first that is like it."""

    def __init__(self, moves: Moves, needs: Needs, alike: Cards) -> None:
        self.needs = needs
        self.alike = alike
        self.needed_firsts = [first in needs.firsts for first in moves.firsts]
        self.never = moves.script.never
        gone = {*NUMBERS, *PLACES} - needs.numbers - {place for place, _ in needs.counted}
        self.gone = {name: State._field_defaults[name] for name in gone}
        self.parts: dict[str, Callable[[Any], Any]] = {name: self._cards(name) for name in PLACES if name not in gone}
        self.parts |= {"library": cache(self._library), "hidden": cache(self._hidden), "firsts": self._firsts}

    def forget(self, state: State) -> State:
        """The state with what is still needed."""
        kept = {name: part(getattr(state, name)) for name, part in self.parts.items()}
        return state._replace(**kept, **self.gone)

    def _cards(self, place: str) -> Callable[[Cards], Cards]:
        like = self._like(place)
        return cache(lambda cards: tuple(sorted(kept for card in cards if (kept := like[card]) is not None)))

    def _like(self, *places: str) -> list[int | None]:
        """For each card the first that these zones need not tell it from; ``None`` where it counts for nothing."""
        asked = [weights for place in places for weights in self.needs.weights(place)]
        numbers = [[card + 1 for card in self.alike] if weights == ONE_BY_ONE else weights for weights in asked]
        first: dict[tuple[int, ...], int] = {}
        signatures = [tuple(weights[card] for weights in numbers) for card in range(len(self.alike))]
        return [
            first.setdefault(signature, card) if any(signature) else None for card, signature in enumerate(signatures)
        ]

    def _library(self, library: Library) -> Library:
        """The parts that may come off the top; of those below at most which cards they are."""
        depth = self.needs.reach
        kept: Library = ()
        for index, part in enumerate(library):
            if depth <= 0:
                below = library[index:] if self.needs.weights("library") else ()
                return kept + self._piled(cards_of(below))
            kept += (self.alike[part],) if isinstance(part, int) else self._piled(cards_of((part,)))
            depth -= size(part)
        return kept

    def _piled(self, cards: Cards) -> Library:
        return piled((self.alike[card] for card in cards), len(self.alike))

    def _hidden(self, hidden: Hidden) -> Hidden:
        """Cards that may still be used stay linked to their source; others are only counted."""
        used, counted = [], []
        for source, card in hidden:
            if source in self.needs.sources:
                used.append((source, self.alike[card]))
            elif (like := self._like("hidden", f"hidden[{source}]")[card]) is not None:
                counted.append((source if self.needs.weights(f"hidden[{source}]") else "", like))
        return (*sorted(counted), *sorted(used, key=lambda entry: entry[0]))

    def _firsts(self, firsts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([turn if keep else self.never for turn, keep in zip(firsts, self.needed_firsts, strict=True)])
