"""Joints for the exact engine: what a watch recorded travels with the state until its partner is recorded too."""

from mtgstats.run.plain.moves import Moves, Record, Recorder
from mtgstats.run.plain.state import Branches, Move, State
from mtgstats.run.plain.walking import mark_of, watches_at
from mtgstats.say.quantities import Condition
from mtgstats.say.script import Line
from mtgstats.say.watches import Recorded

Pair = tuple[Recorded, Recorded]


class Joining:
    """What to note down and what to forget of the crossed watches at each mark."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.script = moves.script
        self.pairs = self.script.plan.crossed
        self.kinds = {watch.name: type(watch.what) for watch in self.script.plan.watches}

    def note(self, line: Line) -> Move:
        """Notes down what the crossed watches record at a mark."""
        crossed = {place for pair in self.pairs for place in pair}
        mark = mark_of(line)
        return self.moves.chain(
            [
                self._noting((watch.name, mark), self.moves.recorder(watch))
                for watch in watches_at(self.script, line)
                if (watch.name, mark) in crossed
            ]
        )

    def _noting(self, place: Recorded, recorder: Recorder) -> Move:
        def move(state: State) -> Branches:
            for record, weight in recorder(state):
                yield state._replace(recorded=(*state.recorded, (place, record))), weight

        return move

    def complete_at(self, line: Line) -> list[Pair]:
        """The pairs of which both have been recorded at this mark, and not before."""
        return [pair for pair in self.pairs if max(map(self._time, pair)) == self._time(("", mark_of(line)))]

    def forget(self, line: Line) -> Move:
        """Keeps only what a later partner still needs."""
        now = self._time(("", mark_of(line)))
        needed = {place for pair in self.pairs if max(map(self._time, pair)) > now for place in pair}
        return self.moves.sure(
            lambda state: state._replace(recorded=tuple(entry for entry in state.recorded if entry[0] in needed))
        )

    def _time(self, place: Recorded) -> int:
        return self.script.plan.marks.index(place[1])

    def values(self, place: Recorded, records: set[Record]) -> tuple[bool | int, ...]:
        """The values of a watch in order; of a condition both."""
        if issubclass(self.kinds[place[0]], Condition):
            return (False, True)
        return tuple(sorted(record for record in records if isinstance(record, int)))
