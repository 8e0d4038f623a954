"""The state of a game: everything that the rest of a plan may depend on."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from mtgstats.run.plain.library import Cards, Library, Looked

Weight = float | Fraction
"""The probability of a branch; 1 where there is but one."""


class State(NamedTuple):
    """Zones hold card numbers in canonical order; `hidden` holds (source, card) in the order of the triggers."""

    library: Library = ()
    looked: Looked = ()
    """Cards that the step under way looks at, in the order seen, still to be placed."""
    kept: Cards = ()
    """Cards that it has placed on top, the topmost first."""
    hand: Cards = ()
    battlefield: Cards = ()
    """Face-up permanents."""
    face_down: Cards = ()
    graveyard: Cards = ()
    exile: Cards = ()
    hidden: tuple[tuple[str, int], ...] = ()
    turn: int = 0
    mana: int = 0
    land_plays: int = 1
    surveils: int = 0
    surveils_this_turn: int = 0
    mulligans: int = 0
    decked: bool = False
    firsts: tuple[int, ...] = ()
    """For each `first(condition)` of the plan the turn on which it first held."""
    throws: tuple[tuple[int, bool], ...] = ()
    """Chances thrown by the step under way: serial number and result."""
    recorded: tuple[tuple[tuple[str, str], int | Cards | None], ...] = ()
    """What watches recorded, (watch, mark) and record, that is to be tallied jointly with others."""


Branches = Iterable[tuple[State, Weight]]
Move = Callable[[State], Branches]
"""What a step does: a state to the states that may follow, with their probabilities."""

PLACES = ("hand", "battlefield", "face_down", "graveyard", "exile")
"""The zones that hold plain cards."""


def put(state: State, place: str, cards: Cards) -> State:
    """The state with `cards` added to a zone."""
    changed: dict[str, Any] = {place: tuple(sorted(getattr(state, place) + cards))}
    return state._replace(**changed)


def take(state: State, place: str, card: int) -> State:
    """The state with one copy of `card` taken from a zone; ``hidden[source]`` is a zone too."""
    if place.startswith("hidden["):
        index = state.hidden.index((place[7:-1], card))
        return state._replace(hidden=state.hidden[:index] + state.hidden[index + 1 :])
    held: Cards = getattr(state, place)
    index = held.index(card)
    changed: dict[str, Any] = {place: held[:index] + held[index + 1 :]}
    return state._replace(**changed)


def hidden_by(state: State, source: str) -> Cards:
    """The cards hidden by a source, in the order of its triggers."""
    return tuple(card for origin, card in state.hidden if origin == source)
