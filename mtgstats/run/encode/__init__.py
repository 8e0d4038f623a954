"""From plan and deck to a program for the machine: all rules live here, written as rows of integers.

`program.py` encodes plans; `game.py` is the game on the way; the steps are in `topping.py` (top n to a zone),
`looking.py` (look and place), `preferring.py` and `hidden.py` (zone to zone by preference), `opening.py` (mulligans)
and `turning.py` (shuffles, conditions, turns, marks); below them lie `choosing.py`, `expressions.py`, `watches.py`,
`library.py`, `zones.py` and `classes.py`.
"""

from . import hidden, looking, opening, preferring, topping, turning

__all__ = ["hidden", "looking", "opening", "preferring", "topping", "turning"]
