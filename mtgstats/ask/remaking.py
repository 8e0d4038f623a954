"""Remaking: a result made again from what its file says, and from nothing else."""

from fractions import Fraction
from os import PathLike

from mtgstats.errors import ResultError
from mtgstats.run.encode.program import encode
from mtgstats.run.randomness import STREAM
from mtgstats.show.result import Result
from mtgstats.show.saving import load

from .engines import exact
from .ledger import Reader
from .running import Run


def remake(result: Result | str | PathLike[str]) -> Result:
    """A result, or one in a file, made again: the same trials of the same seed; its tallies are equal, bit for bit.

    Made again from a file, its plan has tables where functions of Python were (see `mtgstats.show.saving.save`).
    ResultError where it is of another stream of games, as then the same seed gives other games.
    """
    old = result if isinstance(result, Result) else load(result)
    if old.engine == "exact":
        return exact(old.plan, old.deck, fractions=any(isinstance(tally.total, Fraction) for tally in old.tallies))
    if old.seed is None or not old.trials:
        raise ResultError("this result says no seed or no trials, so it cannot be made again")
    if old.stream != STREAM:
        raise ResultError(f"this result is of stream {old.stream}, this version plays stream {STREAM}: other games")
    questions = [(old.plan, deck) for deck in (old.dealt_as, old.deck) if deck is not None]
    program = encode(questions)
    run = Run(program.binary, old.seed)
    finished = all(run.advance(trials) for trials in old.trials)
    return Reader(program, questions[-1], old.seed, len(questions) - 1, old.dealt_as).result(
        run.ledger, finished=finished
    )
