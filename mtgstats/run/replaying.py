"""Replay: one game of a plan, card by card, in words and as data.

Straight from the plan's lines in plain Python. Of what happens in a game it shares with the compiled engine only the
words of randomness (`randomness.py`), so that each is a check on the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, Protocol

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.run.plain.library import Cards, Library, Looked, cards_of
from mtgstats.run.plain.moves import Record
from mtgstats.run.plain.rules import Rules
from mtgstats.run.plain.state import PLACES, Move, State, Weight
from mtgstats.run.plain.walking import mark_of, serial_of
from mtgstats.run.randomness import FRACTION, SEED_LIMIT, TRIAL_LIMIT, Kind, fraction, indices, threshold
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import Chance, Condition
from mtgstats.say.script import Line, StartTurn, unroll
from mtgstats.say.steps import If, Mark, Step
from mtgstats.say.verbs import step_name
from mtgstats.say.watches import Watch

Value = bool | int | tuple[str, ...] | None
"""What a watch records: a condition's truth, a quantity, names of cards, ``None`` where its `given` does not hold."""


class Words(Protocol):
    """Where a game's randomness comes from; see `mtgstats.run.randomness`."""

    def indices(self, kind: Kind, serial: int, size: int) -> Sequence[int]:
        """For each of `size` positions the index of its card among those left."""

    def fraction(self, kind: Kind, serial: int, word: int, product: int) -> int:
        """A 48-bit fraction for indices below `product`."""


@dataclass(frozen=True)
class TrialWords:
    """The words of trial number `trial` of a seed."""

    seed: int
    trial: int

    def indices(self, kind: Kind, serial: int, size: int) -> Sequence[int]:
        return indices(self.seed, self.trial, kind, serial, size)

    def fraction(self, kind: Kind, serial: int, word: int, product: int) -> int:
        return fraction(self.seed, self.trial, kind, serial, word, product)


class Happening(NamedTuple):
    """What happened to one card."""

    card: str
    fate: str


@dataclass(frozen=True)
class Event:
    """One step of a game: the turn (0 before the first), the step, what happened to each card, and the zones after it.

    In `zones` the library comes in its order, the top first; the other zones in canonical order.
    """

    turn: int
    step: Step
    happenings: tuple[Happening, ...]
    zones: dict[str, tuple[str, ...]] = field(repr=False)

    def __str__(self) -> str:
        told = (
            f"{', '.join(card for card, _ in group)} {fate}"
            for fate, group in groupby(self.happenings, key=lambda happening: happening.fate)
        )
        when = f"Turn {self.turn}: " if self.turn else ""
        return f"{when}{step_name(self.step)}: {', '.join(told) or 'nothing'}"


@dataclass(frozen=True)
class Replay:
    """One game: its events, and what each watch recorded, ``{(watch, mark): value}``. ``str`` tells it in words."""

    name: str
    events: tuple[Event, ...]
    watches: dict[tuple[str, str], Value]

    def __str__(self) -> str:
        told = [str(event) for event in self.events if event.happenings or not isinstance(event.step, StartTurn | Mark)]
        seen = [f"{watch} at {mark}: {_told(value)}" for (watch, mark), value in self.watches.items()]
        return "\n".join([self.name, *told, *seen])


def replay(plan: Plan, deck: Deck, *, seed: int, trial: int) -> Replay:
    """The game that is trial number `trial` of a simulation with this seed.

    Raises PlanError for a negative seed or trial, a seed of 2**64 or more, a trial of 2**49 or more.
    """
    for name, number, limit in (("seed", seed, SEED_LIMIT), ("trial", trial, TRIAL_LIMIT)):
        if not 0 <= number < limit:
            raise PlanError(f"replay({name}=…): got {number}; give a whole number from 0 to {limit - 1}")
    return Replayer(plan, deck).play(TrialWords(seed, trial), f"Trial {trial} of seed {seed}")


class Replayer(Rules):
    """Plays games of one plan and deck; each card is known to it, and each move has one outcome."""

    def __init__(self, plan: Plan, deck: Deck) -> None:
        super().__init__(unroll(plan, deck), deck.cards)
        self.deck = tuple(number for number, (_, copies) in enumerate(deck.main) for _ in range(copies))
        self.words: Words = TrialWords(0, 0)
        self.events: list[Event] = []
        self.happenings: list[Happening] = []
        self.lines = [(self.move(line), mark_of(line), self.recorders(line)) for line in self.script.lines]

    def play(self, words: Words, name: str = "A game") -> Replay:
        """The game that these words make."""
        self.words, self.events, self.happenings = words, [], []
        state = self.start()
        watches = {}
        for move, mark, recorders in self.lines:
            ((state, _),) = move(state)
            for watch, recorder in recorders:
                ((record, _),) = recorder(state)
                watches[watch.name, mark] = self.value(watch, record)
        return Replay(name, tuple(self.events), watches)

    def value(self, watch: Watch, record: Record) -> Value:
        """What was recorded, with cards by name and truths as such."""
        if isinstance(record, tuple):
            return tuple(self.name(card) for card in record)
        return bool(record) if isinstance(watch.what, Condition) and record is not None else record

    def name(self, card: int) -> str:
        return self.cards[card].name

    # --- telling ------------------------------------------------------------------------------------------------------

    def move(self, line: Line) -> Move:
        """What a line does, told as an event; a condition's own steps are told one by one."""
        play = super().move(line)
        if isinstance(line.step, If):
            return play

        def told(state: State) -> list[tuple[State, Weight]]:
            self.happenings = []
            branches = list(play(state))
            self.events.append(Event(line.turn, line.step, tuple(self.happenings), self.zones(branches[0][0])))
            return branches

        return told

    def note(self, cards: Cards, fate: str) -> None:
        self.happenings += [Happening(self.name(card), fate) for card in cards]

    def expect(self, _branches: int) -> None:
        """One game has but one branch."""

    def zones(self, state: State) -> dict[str, tuple[str, ...]]:
        """Every zone by the names of its cards."""
        cards = {"library": cards_of(state.library)} | {place: getattr(state, place) for place in PLACES}
        for source, _ in state.hidden:
            cards[f"hidden[{source}]"] = tuple(card for origin, card in state.hidden if origin == source)
        return {place: tuple(map(self.name, numbers)) for place, numbers in cards.items()}

    # --- what chance decides ------------------------------------------------------------------------------------------

    def ratio(self, part: int, whole: int) -> Weight:
        return part / whole

    def dealt(self, hand: int, attempt: int) -> Library:
        size = len(self.deck)
        order = list(self.words.indices(Kind.DECK, 0, size))
        if attempt:
            order[:hand] = self.words.indices(Kind.HAND, attempt, size)[:hand]
        return _deal(self.deck, order)

    def shuffled(self, library: Library, line: Line) -> Library:
        left = sorted(cards_of(library))
        order = self.words.indices(Kind.DECK, line.serial + 1, len(self.deck))
        return _deal(left, order[len(self.deck) - len(left) :])

    def disordered(self, looked: Looked, n: int, line: Line) -> Library:
        slots = [*looked, *[None] * (n - len(looked))]
        for position, index in enumerate(self.words.indices(Kind.ORDER, line.serial, n)[:-1]):
            other = position + index
            slots[position], slots[other] = slots[other], slots[position]
        return tuple(card for card in slots if card is not None)

    def thrown(self, chance: Chance, word: int) -> Iterable[tuple[bool, Weight]]:
        yield self.words.fraction(Kind.CHANCE, serial_of(chance), word, 2) < threshold(chance.p), self.one

    def at_random(self, hand: Cards, line: Line, number: int) -> Iterator[tuple[int, Weight]]:
        drawn = self.words.fraction(Kind.DISCARD, line.serial, number, len(hand))
        yield hand[drawn * len(hand) >> FRACTION], self.one


def _deal(cards: Sequence[int], order: Sequence[int]) -> Cards:
    left = list(cards)
    return tuple(left.pop(index) for index in order)


def _told(value: Value) -> str:
    if value is None:
        return "not counted"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
