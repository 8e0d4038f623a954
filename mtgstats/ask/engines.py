"""The engines' public faces: `simulate` and `exact` give a `Result`, `find` the trials in which something happened."""

from collections import Counter
from dataclasses import replace
from math import inf
from operator import index
from os import PathLike

import numpy as np

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.run.encode.program import encode
from mtgstats.run.instructions import BLOCK
from mtgstats.run.simulation import Games, chunks, run_games
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import Condition, as_condition, chances_in
from mtgstats.say.watches import Watch
from mtgstats.show.result import Result

from .keeping import Keeper
from .ledger import Reader
from .precision import Precision, as_precision, play_until
from .questions import as_question
from .running import Progress, Run

TRIALS = 1_000_000
AT_MOST = 1_000_000_000
"""Trials where none are given, and with a precision."""


def simulate(
    plan: Plan,
    deck: Deck,
    *,
    trials: int | range | None = None,
    seed: int = 1,
    precision: float | Precision | None = None,
    keep: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play `trials` games of `plan` with `deck` and tally its watches.

    `trials` is a number (trials 0 up to it; a million where not given) or a range of trial numbers; trial i of a seed
    is one order of the deck, whatever the plan. The same plan, deck, seed and trials give the same tallies, bit for
    bit, on any machine and with any number of threads. Long runs are joblib tasks on all cores;
    ``joblib.parallel_config`` takes them elsewhere. `progress` is called with the number of games done since it was
    last called.

    With `precision` (a half-width, or a `Precision`) games are played until all intervals are that narrow, and
    `trials` are the most there may be (10**9 where not given); see `mtgstats.ask.precision` for what stopping so does
    to the intervals. With `keep` the result so far is saved in that file every few seconds; the same call, or one for
    more trials, goes on there.

    Ctrl-C ends a run early: the result so far is returned, its `finished` is false.
    """
    asked = None if precision is None else as_precision(precision)
    most = TRIALS if asked is None else AT_MOST
    games = as_games(most if trials is None else trials, seed)
    question = as_question("simulate", plan, deck)
    program = encode([question])
    reader = Reader(program, question, games.seed)
    keeper = None if keep is None else Keeper(keep, reader, games.trials)
    reader = keeper.reader if keeper else reader
    run = Run(program.binary, games.seed, keeper=keeper, progress=progress, seconds=asked.seconds if asked else inf)
    finished = play_until(asked, run, games.trials, reader) if asked else run.advance(games.trials)
    if keeper:
        keeper.write(run.ledger, finished=finished)
    result = reader.result(run.ledger, finished=finished)
    if asked is None:
        return result
    return replace(result, notes=(*result.notes, asked.outcome(result.tallies, reached=finished)))


def as_games(trials: int | range, seed: int) -> Games:
    """The games that are asked for; PlanError for what is no number or range of trials, or no seed."""
    try:
        games = Games(index(seed), trials if isinstance(trials, range) else range(index(trials)))
    except TypeError:
        raise PlanError(f"trials, seed: got {trials!r}, {seed!r}; give whole numbers") from None
    if not games.trials:
        raise PlanError(f"trials: got {trials!r}, which is no game; give 1 or more")
    return games


def exact(plan: Plan, deck: Deck, *, fractions: bool = False, limit: int | None = None) -> Result:
    """The exact answer by enumeration: the same tallies as `simulate`, as probabilities (or `fractions`).

    Refuses with `SizeError` where the plan tells too many states of the game apart: where more than `limit` steps from
    state to state (half a million where not given) would have to be followed.
    """
    from mtgstats.run.exploring import LIMIT, explore

    tallies, joints = explore(
        *as_question("exact", plan, deck), fractions=fractions, limit=LIMIT if limit is None else limit
    )
    return Result(plan, deck, "exact", tallies, joints=joints)


def classes_of(plan: Plan, deck: Deck) -> list[dict[str, int]]:
    """The classes of a plan: which cards of the deck it cannot tell apart, each class as copies by name.

    A class is a run of neighbours in the deck's order (lands first, then by mana value, then by name).
    """
    (classes,) = encode([as_question("classes_of", plan, deck, watched=False)]).classes
    return [dict(Counter(card.name for card in cards)) for cards in classes.members()]


def find(
    plan: Plan, deck: Deck, condition: Condition, *, seed: int = 1, n: int = 10, among: int = 1_000_000
) -> list[int]:
    """The first `n` trials (among so many) at whose end `condition` holds; `replay` tells each in words."""
    as_question("find", plan, deck, watched=False)
    if chances_in([as_condition(condition, "find(condition)")]):
        raise PlanError("find(condition): chance(p) is thrown anew here, so what is found would not be what a game had")
    program = encode([(Plan(*plan.steps, Watch("found", condition, at="end")), deck)], store=True)
    (output,) = (slot.outputs[1] for slot in program.slots)
    found: list[int] = []
    for piece in chunks(as_games(among, seed).trials, 16 * BLOCK):
        values = run_games(program.binary, seed, piece)[output]
        found.extend(int(piece.start + k) for k in np.flatnonzero(values))
        if len(found) >= n:
            break
    return found[:n]
