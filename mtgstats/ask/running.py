"""Running: a run that goes on from what is played, chunk by chunk, until it is done or stopped."""

import time
from collections.abc import Callable
from math import inf
from warnings import catch_warnings, simplefilter

from mtgstats.run.binary import Binary
from mtgstats.show.merging import joined

from .keeping import Keeper
from .ledger import Ledger, missing
from .playing import play

Progress = Callable[[int], None]


class Run:
    """The games of one program: `ledger` is what is played so far, `advance` plays more.

    `progress` is told how many games came in; with a `keeper` those that its file holds are not played again.
    """

    def __init__(
        self,
        binary: Binary,
        seed: int,
        *,
        keeper: Keeper | None = None,
        progress: Progress | None = None,
        seconds: float = inf,
    ) -> None:
        self.binary, self.seed = binary, seed
        self.ledger = Ledger.empty(binary)
        self._keeper = keeper
        self._progress = progress or (lambda _: None)
        self._deadline = time.monotonic() + seconds
        if keeper and keeper.trials:
            self._progress(sum(map(len, keeper.trials)))

    @property
    def done(self) -> tuple[range, ...]:
        """The trials played, those that were kept among them."""
        return joined((*self.ledger.trials, *(self._keeper.trials if self._keeper else ())))

    def advance(self, trials: range) -> bool:
        """Play those of `trials` that are missing; false if Ctrl-C or the end of the time came first.

        Whatever happens, the ledger holds (and the keeper's file gets) what was played until then.
        """
        chunks = play(self.binary, self.seed, missing(trials, self.done))
        try:
            for piece, bins in chunks:
                self.ledger = self.ledger.with_chunk(piece, bins)
                self._progress(len(piece))
                if self._keeper:
                    self._keeper.note(self.ledger)
                if time.monotonic() > self._deadline:
                    break
        except KeyboardInterrupt:
            pass
        finally:
            with catch_warnings():
                simplefilter("ignore")  # joblib says that tasks are lost; they are not in the ledger, so none is
                chunks.close()
            if self._keeper:
                self._keeper.write(self.ledger)
        return not missing(trials, self.done)
