"""The ledger of a run: what is played so far, what it came to, and the result that makes."""

from dataclasses import dataclass, replace

import numpy as np

from mtgstats.read.deck import Deck
from mtgstats.run.binary import Binary
from mtgstats.run.encode.program import Program, Question
from mtgstats.run.simulation import Bins
from mtgstats.show.merging import joined, merge
from mtgstats.show.result import Result


@dataclass(frozen=True)
class Ledger:
    """A tally, and the trials it is of (ranges in order, neighbours joined)."""

    bins: Bins
    trials: tuple[range, ...] = ()

    @classmethod
    def empty(cls, binary: Binary) -> "Ledger":
        """That of a run that has not begun."""
        return cls(np.zeros(max(binary.bins, 1), dtype=np.int64))

    @property
    def games(self) -> int:
        """How many games are played."""
        return sum(map(len, self.trials))

    def with_chunk(self, trials: range, bins: Bins) -> "Ledger":
        """The ledger with a chunk more; a new one, so that an interrupt never leaves half an entry."""
        return Ledger(self.bins + bins, joined((*self.trials, trials)))


@dataclass(frozen=True)
class Reader:
    """Reads the result of one plan of a program (`number` says which) out of a ledger, and adds what was `kept`.

    `dealt_as` is the deck whose shuffles the program deals, where the plan is played with another one.
    """

    program: Program
    question: Question
    seed: int
    number: int = 0
    dealt_as: Deck | None = None
    kept: Result | None = None

    def result(self, ledger: Ledger, *, finished: bool) -> Result:
        """The result so far, or of a whole run."""
        own = Result(
            *self.question,
            "simulate",
            tuple(self.program.tallies(ledger.bins, ledger.games, self.number)),
            seed=self.seed,
            trials=ledger.trials,
            finished=finished,
            joints=tuple(self.program.joints(ledger.bins, self.number)),
            dealt_as=self.dealt_as,
        )
        return own if self.kept is None else replace(merge(self.kept, own), finished=finished)


def missing(trials: range, done: tuple[range, ...]) -> list[range]:
    """Those of `trials` that are not among the ranges done, which come in order."""
    left, start = [], trials.start
    for piece in done:
        left.append(range(start, min(piece.start, trials.stop)))
        start = max(start, piece.stop)
    left.append(range(start, trials.stop))
    return [piece for piece in left if piece]
