"""Watches: what is recorded of a game, and at which points in time."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtgstats.errors import PlanError

from .quantities import Condition, Quantity, as_condition
from .zones import Zone

END = "end"
Recorded = tuple[str, str]
"""A watch by name and a mark at which it is recorded."""


@dataclass(frozen=True)
class Which:
    """Which cards lie in a zone, by name."""

    zone: Zone

    def __str__(self) -> str:
        return f"which({self.zone})"


def which(zone: Zone) -> Which:
    """For a `Watch`: which cards lie in `zone`; for each name, in how many games at least one copy does."""
    if not isinstance(zone, Zone):
        raise PlanError(f"which(zone): got {zone!r}; give a zone such as hidden or graveyard")
    return Which(zone)


@dataclass(frozen=True)
class Watch:
    """A named condition, quantity or `which(zone)`, recorded at every mark: the end of each turn, each `Mark`, the end.

    `at` limits it to one mark or several (``"turn 4"``, ``"end"``, a mark's name); with `given` only the games in which
    that condition holds at the mark are counted.
    """

    name: str
    what: Condition | Quantity | Which
    at: str | Sequence[str] | None = None
    given: Condition | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.what, Condition | Quantity | Which):
            raise PlanError(
                f"Watch({self.name!r}): got {self.what!r}; give a condition (lands >= 4), a quantity (count(…)) or "
                "which(zone); two quantities are compared for equality with (a - b) == 0"
            )
        if self.given is not None:
            as_condition(self.given, f"Watch({self.name!r}, given=…)")
        if self.at is not None and not isinstance(self.at, str):
            object.__setattr__(self, "at", tuple(self.at))

    def recorded_at(self, mark: str) -> bool:
        """Whether this watch is recorded at `mark`."""
        return self.at is None or mark == self.at or (not isinstance(self.at, str) and mark in self.at)
