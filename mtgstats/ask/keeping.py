"""Kept runs: the result so far in a file, written every few seconds, from which the same call goes on."""

import os
import time
from dataclasses import replace
from pathlib import Path

from mtgstats.errors import ResultError
from mtgstats.show.merging import merge
from mtgstats.show.result import Result
from mtgstats.show.saving import load, save

from .ledger import Ledger, Reader

EVERY, TIMES = 5.0, 20.0
"""Seconds from one writing to the next; or so many times as long as the writing took, if that is longer."""


class Keeper:
    """Keeps a run's result in a file, which `load` reads at any time."""

    def __init__(self, path: str | os.PathLike[str], reader: Reader, trials: range) -> None:
        """Begin with what the file holds; ResultError where it is of another run, no result, or cannot be written."""
        self.path = Path(path)
        self.reader = reader
        self._next = 0.0
        nothing = Ledger.empty(reader.program.binary)
        if self.path.exists():
            self.reader = replace(reader, kept=self._read(reader.result(nothing, finished=False), trials))
        else:
            self.write(nothing)

    @property
    def trials(self) -> tuple[range, ...]:
        """The trials that the file held at first."""
        return () if self.reader.kept is None else self.reader.kept.trials

    def _read(self, nothing: Result, asked: range) -> Result:
        try:
            kept = load(self.path)
            merge(kept, nothing)
        except ResultError as error:
            raise ResultError(
                f"keep: {self.path} does not go on with this run, so give another name: {error}"
            ) from None
        if any(piece.start < asked.start or piece.stop > asked.stop for piece in kept.trials):
            raise ResultError(
                f"keep: {self.path} holds trials {kept.trials[0].start:,} to {kept.trials[-1].stop:,}, asked for are "
                f"{asked.start:,} to {asked.stop:,}; ask for all of them, or give another name"
            )
        return replace(kept, plan=nothing.plan, deck=nothing.deck)

    def note(self, ledger: Ledger) -> None:
        """Write, if it is time to."""
        if time.monotonic() >= self._next:
            self.write(ledger)

    def write(self, ledger: Ledger, *, finished: bool = False) -> None:
        """Write the result so far."""
        start = time.monotonic()
        save(self.reader.result(ledger, finished=finished), self.path)
        now = time.monotonic()
        self._next = now + max(EVERY, TIMES * (now - start))
