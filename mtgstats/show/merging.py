"""Merging: two results of one run over different trials are one result."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from mtgstats.errors import ResultError
from mtgstats.run.tallies import JointTally, Tally
from mtgstats.show.changes import changes
from mtgstats.show.result import Result
from mtgstats.show.tabulating import plan_to_json

Value = bool | int | str


def merge(first: Result, second: Result) -> Result:
    """The result over the trials of both: bit for bit that of one run over all of them.

    ResultError, with the reason, unless both are simulations of one plan with one deck, one seed and one stream, over
    trials of which none is in both.
    """
    for reason in _reasons(first, second):
        raise ResultError(f"these results cannot be merged: {reason}")
    return replace(
        first,
        tallies=tuple(_sum(a, b) for a, b in zip(first.tallies, second.tallies, strict=True)),
        joints=tuple(_joint_sum(a, b) for a, b in zip(first.joints, second.joints, strict=True)),
        trials=joined([*first.trials, *second.trials]),
        finished=first.finished and second.finished,
        notes=tuple(dict.fromkeys((*first.notes, *second.notes))),
    )


def joined(trials: Iterable[range]) -> tuple[range, ...]:
    """Ranges in order, neighbours joined; ranges that overlap stay apart."""
    result: list[range] = []
    for piece in sorted(filter(None, trials), key=lambda piece: piece.start):
        start = result.pop().start if result and result[-1].stop == piece.start else piece.start
        result.append(range(start, piece.stop))
    return tuple(result)


def _reasons(first: Result, second: Result) -> Iterable[str]:
    """Why two results are not of one run over different trials."""
    if "exact" in (first.engine, second.engine):
        yield "an exact result is of no trials; only simulated ones are merged"
    if first.deck != second.deck:
        told = changes(first.deck, second.deck)
        yield f"they are of different decks, {first.deck.name!r} and {second.deck.name!r}: {told}"
    if first.dealt_as != second.dealt_as:
        yield "their games met the shuffles of different decks"
    if first.seed != second.seed:
        yield f"one is of seed {first.seed}, the other of seed {second.seed}"
    if first.stream != second.stream:
        yield f"one is of stream {first.stream}, the other of stream {second.stream}: the same seed gave other games"
    if first.plan != second.plan and plan_to_json(first.plan, first.deck) != plan_to_json(second.plan, second.deck):
        yield "they are of different plans, or a function in them says otherwise about a card"
    ranges = joined([*first.trials, *second.trials])
    for one, other in pairwise(ranges):
        if other.start < one.stop:
            yield f"both played trials {other.start:,} to {min(one.stop, other.stop) - 1:,}"


def _sum(first: Tally, second: Tally) -> Tally:
    counts: dict[Value, Any] = dict(zip(first.values, first.counts, strict=True))
    for value, number in zip(second.values, second.counts, strict=True):
        counts[value] = counts.get(value, 0) + number
    values = tuple(sorted(counts)) if first.kind == "quantity" else tuple(counts)
    return replace(
        first, values=values, counts=tuple(counts[value] for value in values), total=first.total + second.total
    )


def _joint_sum(first: JointTally, second: JointTally) -> JointTally:
    cells: dict[tuple[Value, Value], Any] = {}
    for joint in (first, second):
        for value, row in zip(joint.first_values, joint.counts, strict=True):
            for other, number in zip(joint.second_values, row, strict=True):
                cells[value, other] = cells.get((value, other), 0) + number
    rows = _all(first.first_values, second.first_values)
    columns = _all(first.second_values, second.second_values)
    counts = tuple(tuple(cells.get((row, column), 0) for column in columns) for row in rows)
    return replace(first, first_values=rows, second_values=columns, counts=counts)


def _all(first: Sequence[Value], second: Sequence[Value]) -> tuple[Value, ...]:
    """The values of both, in order."""
    return tuple(sorted({*first, *second}, key=int))
