"""Tallies: what every engine answers. One for each watch and mark, whole numbers or exact probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

Kind = Literal["condition", "quantity", "cards"]


@dataclass(frozen=True)
class Tally:
    """What one watch saw at one mark.

    `values` are ``(False, True)`` for a condition, whole numbers in order for a quantity, card names for `which`.
    `counts` say in how many games (simulation) or with what probability (exact) each value came up; those of a
    condition or quantity sum to `total`, the games in which the watch's `given` held (all games, where there is none).
    For cards each count is of the games with at least one copy.
    """

    watch: str
    mark: str
    kind: Kind
    values: tuple[bool | int | str, ...]
    counts: Sequence[int | float | Fraction]
    total: int | float | Fraction


@dataclass(frozen=True)
class JointTally:
    """What two watches saw together: ``counts[i][j]`` for value i of the first and value j of the second.

    Each watch at its mark; whole numbers (simulation) or probabilities (exact) of the games in which the `given` of
    both held.
    """

    first: str
    second: str
    first_mark: str
    second_mark: str
    first_values: tuple[bool | int | str, ...]
    second_values: tuple[bool | int | str, ...]
    counts: tuple[tuple[int | float | Fraction, ...], ...]

    @property
    def swapped(self) -> "JointTally":
        """The same with first and second exchanged."""
        return JointTally(
            self.second,
            self.first,
            self.second_mark,
            self.first_mark,
            self.second_values,
            self.first_values,
            tuple(zip(*self.counts, strict=True)),
        )

    @property
    def total(self) -> int | float | Fraction:
        """The games counted."""
        return sum(number for row in self.counts for number in row)


class Tallies(NamedTuple):
    """All that a plan's watches saw: each for itself, and those that were crossed."""

    watches: tuple[Tally, ...]
    joints: tuple[JointTally, ...]
