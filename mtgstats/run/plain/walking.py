"""Small questions about lines: the mark one is, the watches recorded there, a chance's number."""

from mtgstats.say.quantities import Chance
from mtgstats.say.script import Line, Script
from mtgstats.say.steps import Mark
from mtgstats.say.watches import Watch


def serial_of(chance: Chance) -> int:
    """The number of a chance in an unrolled plan."""
    assert chance.serial is not None, "unrolling numbers every chance"
    return chance.serial


def mark_of(line: Line) -> str:
    """The name of the mark that a line is; empty where it is none."""
    return line.step.name if isinstance(line.step, Mark) else ""


def watches_at(script: Script, line: Line) -> tuple[Watch, ...]:
    """The watches recorded at a line; none, where it is not a mark."""
    return script.watches_at(line.step.name) if isinstance(line.step, Mark) else ()
