"""Sweeps: one question asked along a row of values, exactly where that is quick, else on the same shuffles."""

from collections.abc import Callable, Iterable
from inspect import signature
from math import comb
from typing import Any, Literal

from mtgstats.errors import PlanError, SizeError
from mtgstats.read.deck import Deck
from mtgstats.run.encode.program import Question
from mtgstats.say.plan import Plan
from mtgstats.show.result import Result
from mtgstats.show.sweeps import Sweep

from .engines import TRIALS, simulate
from .engines import exact as exactly

Make = Callable[[Any], Plan | Deck | tuple[Plan, Deck]]

QUICK = 10_000
"""Steps from state to state that an exact answer may take, some tenths of a second, before it is simulated instead."""


def sweep(
    make: Make,
    values: Iterable[Any],
    *,
    plan: Plan | None = None,
    deck: Deck | None = None,
    exact: Literal["auto"] | bool = "auto",
    trials: int | range = TRIALS,
    seed: int = 1,
) -> Sweep:
    """Ask one question for each value: `make` gives its plan, its deck or both, `plan` and `deck` what it does not.

    ``sweep(lambda lands: deck.swap("Llanowar Elves", "Forest", lands), range(1, 9), plan=plan)``. The sweep is called
    after the argument of `make` (``lambda more_lands: …``: more lands). Each answer is exact where that is quick,
    else simulated; with ``exact=True`` always exact (SizeError where that is too much), with ``exact=False`` always
    simulated. Simulated answers share seed and trials, so one luck runs along the sweep.
    """
    asked = tuple(values)
    if not asked:
        raise PlanError("sweep(values): got none; give the values to ask about, such as range(1, 9)")

    def answer(value: Any) -> Result:
        question = _question(make(value), plan, deck)
        if exact:
            try:
                return exactly(*question, limit=QUICK if exact == "auto" else None)
            except SizeError:
                if exact is True:
                    raise
        return simulate(*question, trials=trials, seed=seed)

    parameter = next(iter(signature(make).parameters), "x").replace("_", " ")
    return Sweep(parameter, asked, tuple(map(answer, asked)))


def _question(made: Plan | Deck | tuple[Plan, Deck], plan: Plan | None, deck: Deck | None) -> Question:
    """The plan and deck of one value."""
    own = {type(part): part for part in (made if isinstance(made, tuple) else (made,))}
    whole = own.get(Plan, plan), own.get(Deck, deck)
    match whole:
        case Plan() as asked, Deck() as with_deck:
            return asked, with_deck
    raise PlanError(f"sweep(make): it gave {made!r}; with plan= and deck= that makes no plan and deck")


def hits_saved(size: int, hits: int, few: int = 4, many: int = 5) -> int:
    """How many hits more a library needs for hideaway `few` to find one as often as hideaway `many` does with `hits`.

    The smallest number for which ``1 - C(size - more, few) / C(size, few)`` is no less than
    ``1 - C(size - hits, many) / C(size, many)``, in whole numbers.
    """
    if not 0 <= hits <= size or not 1 <= few <= many <= size:
        raise PlanError(
            f"hits_saved: got size={size}, hits={hits}, few={few}, many={many}; hits are at most size, few at most many"
        )
    misses = comb(size - hits, many) * comb(size, few)
    return next(more - hits for more in range(hits, size + 1) if comb(size - more, few) * comb(size, many) <= misses)
