"""Zones as rows of counts: for each zone only the counts that something reads, each over one interval of classes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from mtgstats.run.assemble import Assembler, Row
from mtgstats.say.zones import Zone

from .classes import Classes


@dataclass(frozen=True)
class Reads:
    """What a plan reads of its zones, learned when it is first encoded; weights are by finest class."""

    weights: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)
    tracked: set[str] = field(default_factory=set)
    scalars: set[str] = field(default_factory=set)


class Zones:
    """Counts of cards by zone and interval of classes, with bounds on the size of each zone."""

    def __init__(self, asm: Assembler, classes: Classes, sources: Sequence[str], reads: Reads, finest: Classes) -> None:
        self.asm = asm
        self.classes = classes
        self.sources = tuple(sources)
        self.asked = Reads()
        self.sizes: dict[str, list[int]] = {"library": [len(classes.slots)] * 2}
        self._counters: dict[str, dict[tuple[int, int], Row]] = {}
        line = {start: k for k, start in enumerate(finest.starts)}
        for place, weights in sorted(reads.weights):
            for _, start, stop in intervals([weights[line[start]] for start in classes.starts]):
                self._counter(place, start, stop)
        for place in sorted(reads.tracked):
            for k in range(len(classes)):
                self._counter(place, k, k + 1)

    def _counter(self, place: str, start: int, stop: int) -> Row:
        counters = self._counters.setdefault(place, {})
        if (start, stop) not in counters:
            counters[start, stop] = self.asm.keep(self._at_first(place, start, stop))
        return counters[start, stop]

    def _at_first(self, place: str, start: int, stop: int) -> int:
        return sum(self.classes.counts[start:stop]) if place == "library" else 0

    # --- reading ------------------------------------------------------------------------------------------------------

    def places(self, zone: Zone) -> list[str]:
        """The zones that are kept apart, out of a union: what each source has hidden is a zone of its own."""
        found: dict[str, None] = {}
        for place in sorted(zone.places):
            found |= (
                dict.fromkeys(f"hidden[{source}]" for source in self.sources) if place == "hidden" else {place: None}
            )
        return list(found)

    def weighted(self, place: str, weights: Sequence[int]) -> list[tuple[int, Row]]:
        """The terms of a weighted count of one zone."""
        self.asked.weights.add((place, tuple(weights)))
        return [(weight, self._counter(place, start, stop)) for weight, start, stop in intervals(weights)]

    def tracked(self, place: str) -> list[Row]:
        """The count of each class in one zone."""
        self.asked.tracked.add(place)
        return [self._counter(place, k, k + 1) for k in range(len(self.classes))]

    def is_read(self, place: str) -> bool:
        """Whether anything is counted there."""
        return bool(self._counters.get(place))

    def size(self, place: str) -> tuple[int, int]:
        """The least and the greatest number of cards there can be in a zone."""
        lo, hi = self.sizes.get(place, (0, 0))
        return lo, hi

    # --- moving -------------------------------------------------------------------------------------------------------

    def arrive(self, place: str, card: Row, *, sure: bool) -> None:
        """Cards come into a zone; `sure` says that there is one in every game."""
        size = self.sizes.setdefault(place, [0, 0])
        size[0] += sure
        size[1] = min(size[1] + 1, len(self.classes.slots))
        for (start, stop), row in self._counters.get(place, {}).items():
            self.asm.gain(row, card, start, stop)

    def leave(self, place: str, card: Row, *, sure: bool, picked: bool = False) -> None:
        """Cards go out of a zone; `picked` by the machine itself, which has counted its class already."""
        size = self.sizes.setdefault(place, [0, 0])
        size[0] = max(size[0] - 1, 0)
        size[1] = max(size[1] - sure, 0)
        for (start, stop), row in self._counters.get(place, {}).items():
            if not (picked and stop == start + 1):
                self.asm.lose(row, card, start, stop)

    def forget(self, *places: str) -> None:
        """Nothing lies in these zones, whatever the bounds say."""
        for place in places:
            self.sizes.pop(place, None)

    def at_most(self, place: str, size: int) -> None:
        """No game has more than `size` cards in this zone."""
        self.sizes[place] = [min(bound, size) for bound in self.size(place)]

    def redeal(self, cards: Sequence[Row]) -> None:
        """The hand goes back, and `cards` are drawn from the whole deck: library and hand are counted anew."""
        for place, count in (("library", self.asm.lose), ("hand", self.asm.gain)):
            for (start, stop), row in self._counters.get(place, {}).items():
                self.asm.fill(row, self._at_first(place, start, stop))
                for card in cards:
                    count(row, card, start, stop)


def intervals(weights: Sequence[int]) -> list[tuple[int, int, int]]:
    """Runs of equal weights other than 0, as (weight, start, stop)."""
    found, start = [], 0
    for weight, run in groupby(weights):
        stop = start + len(list(run))
        if weight:
            found.append((weight, start, stop))
        start = stop
    return found
