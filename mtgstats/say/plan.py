"""The plan: steps in order, watches beside them, and what may stand where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mtgstats.errors import PlanError

from .steps import Hideaway, If, Mark, OpeningHand, PlayHidden, SourceLeaves, Step, Surveil, Turn, Whenever
from .watches import END, Recorded, Watch, Which


@dataclass(frozen=True)
class Joint:
    """Two watches tallied jointly: in how many games each value of one met each value of the other.

    At every mark at which both are recorded; with `at` at that one only, with `second_at` the second at another one:
    ``Joint("lands", "hit", at="turn 2", second_at="turn 4")``. Games are counted in which the `given` of both holds.
    """

    first: str
    second: str
    at: str | None = None
    second_at: str | None = None

    def pairs(self, plan: "Plan") -> tuple[tuple[Recorded, Recorded], ...]:
        """What is crossed with what in this plan; PlanError where that makes no sense."""
        first, second = (self._watch(plan, name) for name in (self.first, self.second))
        if self.at is None and self.second_at is None:
            marks = [(mark, mark) for mark in plan.marks if first.recorded_at(mark) and second.recorded_at(mark)]
        else:
            mark = self.at or END
            marks = [(mark, self.second_at or mark)]
        if not marks:
            raise PlanError(f"{self}: the two are never recorded at the same mark; say which with at= and second_at=")
        for pair in marks:
            for watch, mark in zip((first, second), pair, strict=True):
                if mark not in plan.marks or not watch.recorded_at(mark):
                    known = ", ".join(mark for mark in plan.marks if watch.recorded_at(mark))
                    raise PlanError(f"{self}: {watch.name!r} is not recorded at {mark!r}; it is at {known}")
            if first is second and len(set(pair)) == 1:
                raise PlanError(f"{self}: the two are the same; give two watches, or one at two marks")
        return tuple(((first.name, mark), (second.name, other)) for mark, other in marks)

    def _watch(self, plan: "Plan", name: str) -> Watch:
        watch = next((watch for watch in plan.watches if watch.name == name), None)
        if watch is None:
            known = ", ".join(repr(watch.name) for watch in plan.watches)
            raise PlanError(f"{self}: no watch is called {name!r}; the plan's watches are {known or 'none'}")
        if isinstance(watch.what, Which):
            raise PlanError(
                f"{self}: {name!r} says which cards; cross conditions or quantities, such as count('t:land', …)"
            )
        return watch


@dataclass(frozen=True, init=False)
class Plan:
    """Steps in order and what is watched: ``Plan(Hideaway(4, best("mana_value")), Watch("hit", …))``.

    Watches (and joints of them) are not steps in time; where they stand among the steps does not matter. Plans are
    plain data: equal when they say the same, hashable, and printed in words by ``str``.
    """

    steps: tuple[Step, ...]
    watches: tuple[Watch, ...]
    joints: tuple[Joint, ...]

    def __init__(self, *items: Step | Watch | Joint) -> None:
        for item in items:
            if not isinstance(item, Step | Watch | Joint):
                raise PlanError(f"Plan: got {item!r}; give steps (Draw(1), *turns(…)) and watches (Watch(name, …))")
        object.__setattr__(self, "steps", tuple(item for item in items if isinstance(item, Step)))
        object.__setattr__(self, "watches", tuple(item for item in items if isinstance(item, Watch)))
        object.__setattr__(self, "joints", tuple(item for item in items if isinstance(item, Joint)))
        _check(self)

    @property
    def marks(self) -> tuple[str, ...]:
        """The points in time at which watches are recorded, in order."""
        return (*tuple(_marks(self.steps)), END)

    @property
    def crossed(self) -> tuple[tuple[Recorded, Recorded], ...]:
        """The pairs of watches, each at a mark, that the plan's joints ask for, each pair once."""
        return tuple(dict.fromkeys(pair for joint in self.joints for pair in joint.pairs(self)))

    @property
    def last_turn(self) -> int:
        """The highest turn number, 0 in a plan without turns."""
        return max((step.number for step in self.steps if isinstance(step, Turn)), default=0)

    def __str__(self) -> str:
        from .words import plan_in_words

        return plan_in_words(self)


def _marks(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, Turn):
            yield from _marks(step.steps)
            yield f"turn {step.number}"
        elif isinstance(step, Mark):
            yield step.name


def _check(plan: Plan) -> None:
    """Every rule for what may stand where, one function each."""
    _check_names("the mark", plan.marks)
    _check_names("the watch", [watch.name for watch in plan.watches])
    _check_marks(plan)
    _check_sources(plan)
    _check_turns(plan)
    _check_places(plan)
    for joint in plan.joints:
        joint.pairs(plan)


def _check_names(what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise PlanError(f"Plan: {what} {name!r} stands {names.count(name)} times; names must differ")


def _check_marks(plan: Plan) -> None:
    for watch in plan.watches:
        for mark in (watch.at,) if isinstance(watch.at, str) else watch.at or ():
            if mark not in plan.marks:
                raise PlanError(f"Watch({watch.name!r}, at={mark!r}): the plan's marks are {', '.join(plan.marks)}")


def _check_sources(plan: Plan) -> None:
    steps = tuple(nested(plan.steps))
    sources = {step.source: None for step in steps if isinstance(step, Hideaway)}
    for step in steps:
        if isinstance(step, PlayHidden | SourceLeaves) and step.source not in sources:
            raise PlanError(
                f"{type(step).__name__}({step.source!r}): no Hideaway step has that source; "
                f"the plan's sources are: {', '.join(sources) or 'none'}"
            )


def _check_turns(plan: Plan) -> None:
    numbers = [step.number for step in plan.steps if isinstance(step, Turn)]
    for before, number in pairwise(numbers):
        if number < before:
            raise PlanError(f"Plan: turn {number} stands behind turn {before}; turns are written in order")


def _check_places(plan: Plan) -> None:
    if any(isinstance(step, OpeningHand) for step in nested(plan.steps[1:])):
        raise PlanError("OpeningHand is the first step of a plan, outside any turn or condition")
    for step in nested(plan.steps):
        for inner in nested(_body(step)):
            if isinstance(inner, _BARRED[type(step)]):
                raise PlanError(
                    f"{type(inner).__name__} cannot stand inside {type(step).__name__}: {_REASONS[type(step)]}"
                )


_BARRED: dict[type[Step], tuple[type[Step], ...]] = {
    Turn: (Turn, OpeningHand),
    If: (Whenever, Mark, Turn, OpeningHand),
    Whenever: (Surveil, Whenever, Mark, Turn, OpeningHand),
}
_REASONS = {
    Turn: "turns follow each other",
    If: "what may be skipped can mark no time and begin no trigger; give Whenever a `when` instead",
    Whenever: "what a surveil triggers can neither surveil again, which would never end, nor mark time",
}


def _body(step: Step) -> tuple[Step, ...]:
    """The steps within a step."""
    match step:
        case If(steps=steps, otherwise=otherwise):
            return steps + otherwise
        case Turn(steps=steps) | Whenever(steps=steps):
            return steps
    return ()


def nested(steps: tuple[Step, ...]) -> Iterator[Step]:
    """The steps and all within them."""
    for step in steps:
        yield step
        yield from nested(_body(step))
