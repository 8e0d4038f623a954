"""The script: a plan unrolled for a deck into lines in the order of play, which all engines follow."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import singledispatch
from itertools import chain
from itertools import count as counting
from typing import Any

from mtgstats.read.deck import Deck

from .choices import Choice
from .plan import Plan
from .quantities import And, Chance, Condition, First, Linear, Or, Quantity, parts_of
from .steps import (
    COIN_FLIP,
    ON_THE_PLAY,
    Dig,
    DiscardAtRandom,
    Draw,
    Hideaway,
    If,
    London,
    Mark,
    Shuffle,
    Step,
    Surveil,
    Turn,
    Tutor,
    Whenever,
    start_for,
)
from .walking import expressions_of, expressions_of_watch
from .watches import END, Watch


@dataclass(frozen=True)
class StartTurn(Step):
    """Turn `number` begins: lands untap, the land play is back, this turn's counters are zero."""

    number: int


@dataclass(frozen=True)
class Line:
    """One occurrence of a step in the unrolled plan.

    `serial` numbers the steps that use randomness beyond the order of the library (orders, discards at random) and the
    shuffles, each kind for itself; every `Chance` of the step carries a number of its own. So a step more shifts no
    randomness of another kind. `turn` is the number of the turn it falls in, 0 before the first.
    """

    step: Step
    turn: int
    serial: int = 0
    body: tuple["Line", ...] = ()
    otherwise: tuple["Line", ...] = ()
    ends_turn: bool = False


@dataclass(frozen=True)
class Script:
    """A plan unrolled for a deck: lines in the order of play. Engines follow these and nothing else."""

    plan: Plan
    deck: Deck
    lines: tuple[Line, ...]
    watches: tuple[tuple[str, tuple[Watch, ...]], ...] = field(default=())
    """For each mark its watches, with their chances numbered."""

    def watches_at(self, mark: str) -> tuple[Watch, ...]:
        """The watches recorded at `mark`."""
        return dict(self.watches)[mark]

    @property
    def steps(self) -> Iterator[Step]:
        """The step of every line, nested ones too."""
        return (line.step for line in all_lines(self.lines))

    @property
    def expressions(self) -> Iterator[Condition | Quantity]:
        """Every expression asked in the script, each with, after it, all its parts."""
        asked = chain.from_iterable(map(expressions_of, self.steps))
        recorded = (part for _, watches in self.watches for watch in watches for part in expressions_of_watch(watch))
        return (part for expression in chain(asked, recorded) for part in parts_of(expression))

    @property
    def firsts(self) -> tuple[First, ...]:
        """The ``first(condition)`` quantities asked, each once, inner ones before those that hold them."""
        found = [part for part in self.expressions if isinstance(part, First)]
        return tuple(dict.fromkeys(reversed(found)))

    @property
    def never(self) -> int:
        """The value of `first(condition)` where it never held."""
        return self.plan.last_turn + 1


def all_lines(lines: tuple[Line, ...]) -> Iterator[Line]:
    """The lines and those within them."""
    for line in lines:
        yield line
        yield from all_lines(line.body + line.otherwise)


def unroll(plan: Plan, deck: Deck) -> Script:
    """The plan's lines for this deck: turns written out, triggers behind their events, chances numbered."""
    writer = _Writer(deck)
    lines = (*writer.block(plan.steps), Line(Mark(END), writer.turn))
    numbers = counting()
    watches = tuple(
        (mark, tuple(number_chances(watch, numbers) for watch in plan.watches if watch.recorded_at(mark)))
        for mark in plan.marks
    )
    return Script(plan, deck, lines, watches)


class _Writer:
    """Writes lines in the order of play and hands out serial numbers."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.turn = 0
        self.triggers: list[Whenever] = []
        # Chances of watches count from 0, those of steps from a range of their own, so that a watch moves none.
        self.chances = counting(1 << 15)
        self.serials: dict[str, Any] = {}

    def serial(self, kind: str) -> int:
        return int(next(self.serials.setdefault(kind, counting())))

    def block(self, steps: tuple[Step, ...]) -> tuple[Line, ...]:
        return tuple(line for step in steps for line in self.lines(step))

    def lines(self, step: Step) -> Iterator[Line]:
        if isinstance(step, Turn):
            yield from self.whole_turn(step)
        elif isinstance(step, Whenever):
            self.triggers.append(step)
        elif isinstance(step, If):
            asked = number_chances(step, self.chances)
            yield Line(asked, self.turn, body=self.block(step.steps), otherwise=self.block(step.otherwise))
        else:
            yield Line(number_chances(step, self.chances), self.turn, self.serial(_randomness(step)))
            if isinstance(step, Surveil) and step.n:
                for trigger in self.triggers:
                    yield from self.triggered(trigger)

    def triggered(self, trigger: Whenever) -> Iterator[Line]:
        if trigger.when is None:
            yield from self.block(trigger.steps)
        else:
            yield from self.lines(If(trigger.when, trigger.steps))

    def whole_turn(self, step: Turn) -> Iterator[Line]:
        self.turn = step.number
        yield Line(StartTurn(step.number), self.turn)
        start = start_for(self.deck, step.on)
        if step.number > 1 or start not in (ON_THE_PLAY, COIN_FLIP):
            yield from self.lines(Draw(1))
        elif start is COIN_FLIP:
            yield from self.lines(If(Chance(0.5), (Draw(1),)))
        yield from self.block(step.steps)
        yield Line(Mark(f"turn {step.number}"), self.turn, ends_turn=True)


def _randomness(step: Step) -> str:
    """The kind of randomness a step uses beyond the library's order: steps of one kind are numbered together."""
    match step:
        case Tutor() | Shuffle():
            return "shuffle"
        case Hideaway() | Dig():
            return "order"
        case DiscardAtRandom():
            return "discard"
    return "none"


# --- numbering of chances ---------------------------------------------------------------------------------------------


@singledispatch
def number_chances(thing: Any, numbers: Iterator[int]) -> Any:
    """The same thing with each `Chance` in it numbered, in the order written.

    Works through expressions, choices, watches and the fields of steps; nested steps are numbered when they are
    written, once for each occurrence.
    """
    changes = {}
    for name in getattr(thing, "__dataclass_fields__", {}):
        old = getattr(thing, name)
        if isinstance(old, Condition | Quantity | Choice | London):
            new = number_chances(old, numbers)
            if new is not old:
                changes[name] = new
    return replace(thing, **changes) if changes else thing


@number_chances.register
def _(thing: Chance, numbers: Iterator[int]) -> Chance:
    return Chance(thing.p, next(numbers))


@number_chances.register(And)
@number_chances.register(Or)
def _(thing: And | Or, numbers: Iterator[int]) -> And | Or:
    return type(thing)(tuple(number_chances(part, numbers) for part in thing.parts))


@number_chances.register
def _(thing: Linear, numbers: Iterator[int]) -> Linear:
    return Linear(tuple((weight, number_chances(term, numbers)) for weight, term in thing.terms), thing.constant)


@number_chances.register
def _(thing: Choice, numbers: Iterator[int]) -> Choice:
    given = tuple((name, number_chances(what, numbers)) for name, what in thing.given)
    return replace(thing, given=given) if given != thing.given else thing
