"""Exploring: every way a plan may go, with its probability; the exact engine.

Forward dynamic programming over the lines of a script: a probability for each state, equal states joined after each
line. Cards that the plan cannot tell apart are copies of one (`mtgstats.run.plain.classes`), and what no later line
asks for is forgotten (`mtgstats.run.plain.memory`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from math import fsum
from typing import Any

from mtgstats.errors import SizeError
from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.run.plain.classes import classify
from mtgstats.run.plain.joining import Joining, Pair
from mtgstats.run.plain.library import Cards, Library, Looked, as_parts, cards_of, piled
from mtgstats.run.plain.memory import Forget, memories
from mtgstats.run.plain.moves import Record
from mtgstats.run.plain.rules import Rules
from mtgstats.run.plain.state import Branches, Move, State, Weight
from mtgstats.run.plain.walking import watches_at
from mtgstats.run.randomness import FRACTION, threshold
from mtgstats.run.tallies import JointTally, Kind, Tallies, Tally
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import Chance, Condition
from mtgstats.say.script import Line, unroll
from mtgstats.say.steps import Mark
from mtgstats.say.verbs import step_name
from mtgstats.say.watches import Watch, Which

LIMIT = 500_000
"""Steps from state to state that take some ten seconds."""

PROBE = 50
"""States of a line after which its size is foretold."""


def explore(plan: Plan, deck: Deck, *, fractions: bool = False, limit: int = LIMIT) -> Tallies:
    """The exact probabilities of all that a plan's watches record: one tally for each mark and watch, and its joints.

    Probabilities are floats, or `Fraction` with ``fractions=True``. Raises SizeError when more than `limit` steps from
    one state to another would have to be followed.
    """
    return Explorer(plan, deck, fractions, limit).tallies()


class Explorer(Rules):
    """Follows every branch of a script."""

    def __init__(self, plan: Plan, deck: Deck, fractions: bool, limit: int) -> None:
        script = unroll(plan, deck)
        cards, self.pile = classify(script)
        self.fractions = fractions
        self.one = Fraction(1) if fractions else 1.0
        self.limit = limit
        self.followed = 0
        self.number = 0
        super().__init__(script, cards)
        self.joining = Joining(self)

    def tallies(self) -> Tallies:
        """The answers, in the order of the marks."""
        first, *forgets = memories(self)
        spread: dict[State, Weight] = {first(self.start()): self.one}
        watches: list[Tally] = []
        joints: dict[Pair, JointTally] = {}
        for line, forget in zip(self.script.lines, forgets, strict=True):
            self.number += 1
            move = self.move(line)
            if isinstance(line.step, Mark):
                spread = self.follow(spread.items(), move)
                watches += [self.tally(line.step.name, watch, spread) for watch in watches_at(self.script, line)]
                spread = self.follow(spread.items(), self.joining.note(line))
                joints |= {pair: self.joint_tally(pair, spread) for pair in self.joining.complete_at(line)}
                spread = self.follow(spread.items(), self.joining.forget(line))
                move = self.chain(())
            spread = self.follow(self.foreseen(spread), forgetful(move, forget))
        return Tallies(tuple(watches), tuple(joints[pair] for pair in self.script.plan.crossed))

    def tally(self, mark: str, watch: Watch, spread: dict[State, Weight]) -> Tally:
        """What one watch records in all these states."""
        record = self.recorder(watch)
        seen: dict[Record, list[Weight]] = {}
        for state, weight in spread.items():
            for recorded, share in record(state):
                seen.setdefault(recorded, []).append(weight * share)
        # The branches sum to 1 but for rounding; divided by their sum, what is certain has probability 1 exactly.
        whole = self.sum(chain.from_iterable(seen.values()))
        seen.pop(None, None)
        total = self.sum(chain.from_iterable(seen.values())) / whole
        kind, sorted_out = _sorted_out(watch, seen, self.cards)
        chances = tuple(self.sum(weights) / whole for weights in sorted_out.values())
        return Tally(watch.name, mark, kind, tuple(sorted_out), chances, total)

    def joint_tally(self, pair: Pair, spread: dict[State, Weight]) -> JointTally:
        """What two watches recorded together in all these states."""
        one, other = pair
        seen: dict[tuple[Record, Record], list[Weight]] = {}
        for state, weight in spread.items():
            recorded = dict(state.recorded)
            if recorded[one] is not None and recorded[other] is not None:
                seen.setdefault((recorded[one], recorded[other]), []).append(weight)
        whole = self.sum(spread.values())
        first = self.joining.values(one, {record for record, _ in seen})
        second = self.joining.values(other, {record for _, record in seen})
        counts = tuple(tuple(self.sum(seen.get((i, j), ())) / whole for j in second) for i in first)
        return JointTally(one[0], other[0], one[1], other[1], first, second, counts)

    def sum(self, weights: Iterable[Weight]) -> Any:
        return sum(weights, Fraction(0)) if self.fractions else fsum(weights)

    # --- size ---------------------------------------------------------------------------------------------------------

    def foreseen(self, spread: dict[State, Weight]) -> Branches:
        """The states before a line, with a look ahead: is it hopeless?"""
        before = self.followed
        for done, branch in enumerate(spread.items()):
            if done == PROBE:
                self.refuse_above(before + (self.followed - before) * len(spread) // done)
            self.expect(1)
            yield branch

    def expect(self, branches: int) -> None:
        self.followed += branches
        self.refuse_above(self.followed)

    def note(self, _cards: Cards, _fate: str) -> None:
        """Nobody follows a single game."""

    def refuse_above(self, steps: int) -> None:
        """Refuses a script that needs so many steps up to the end of this line, if they are too many."""
        if steps > self.limit:
            line = self.script.lines[self.number - 1]
            where = f"turn {line.turn}, {step_name(line.step)}" if line.turn else step_name(line.step)
            raise SizeError(
                f"exact: at most {self.limit:,} steps from state to state are followed, and this plan needs at least "
                f"{steps:,} up to line {self.number} of {len(self.script.lines)} ({where}), with {len(self.cards)} "
                "classes of cards; let selectors and choices tell fewer cards apart, or simulate"
            )

    # --- what chance decides ------------------------------------------------------------------------------------------

    def ratio(self, part: int, whole: int) -> Weight:
        return Fraction(part, whole) if self.fractions else part / whole

    def dealt(self, _hand: int, _attempt: int) -> Library:
        return as_parts(self.pile)

    def shuffled(self, library: Library, _line: Line) -> Library:
        return piled(cards_of(library), len(self.cards))

    def disordered(self, looked: Looked, _n: int, _line: Line) -> Library:
        return piled(cards_of(looked), len(self.cards))

    def thrown(self, chance: Chance, _word: int) -> Iterator[tuple[bool, Weight]]:
        holds = threshold(chance.p)
        for result, part in ((True, holds), (False, (1 << FRACTION) - holds)):
            if part:
                yield result, self.ratio(part, 1 << FRACTION)

    def at_random(self, hand: Cards, _line: Line, _number: int) -> Iterator[tuple[int, Weight]]:
        for card, copies in Counter(hand).items():
            yield card, self.ratio(copies, len(hand))


def forgetful(move: Move, forget: Forget) -> Move:
    """A move, and of each state after it only what is still needed."""
    return lambda state: ((forget(after), weight) for after, weight in move(state))


def _sorted_out(
    watch: Watch, seen: dict[Record, list[Weight]], cards: tuple[Card, ...]
) -> tuple[Kind, dict[bool | int | str, list[Weight]]]:
    """Weights by value, in the order and kind in which a tally has them."""
    if isinstance(watch.what, Condition):
        return "condition", {value: seen.get(value, []) for value in (False, True)}
    if isinstance(watch.what, Which):
        by_card: dict[bool | int | str, list[Weight]] = {}
        for number, card in enumerate(cards):
            here = [weights for present, weights in seen.items() if isinstance(present, tuple) and number in present]
            if here:
                by_card[card.name] = list(chain.from_iterable(here))
        return "cards", by_card
    return "quantity", {number: seen[number] for number in sorted(record for record in seen if isinstance(record, int))}
