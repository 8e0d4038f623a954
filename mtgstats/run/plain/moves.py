"""Moves: how a step acts on the state of a game, and how moves are joined.

A move is a function from a state to the states that may follow, with their probabilities; `Moves.chain` makes one
after the other and adds up the probabilities of equal states. What chance decides (shuffles, random orders, throws) is
left to the engine: the exact one follows every branch, a replay the one that its random words say.

Every step is one of three moves: the top n cards to a zone; look at n cards and place each by choice; from zone to zone
by preference.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf

from mtgstats.read.card import Card
from mtgstats.run.plain.asking import Questions, Wish, present_in
from mtgstats.run.plain.library import (
    Cards,
    Library,
    Looked,
    cards_of,
    draws,
    draws_count,
    kinds_in,
    orders,
    orders_count,
    taken_from,
    top_of,
)
from mtgstats.run.plain.state import Branches, Move, State, Weight, put, take
from mtgstats.run.plain.walking import serial_of, watches_at
from mtgstats.say.choices import ChoiceLike
from mtgstats.say.quantities import Chance, Condition, Expression, Quantity, chances_in
from mtgstats.say.script import Line, Script
from mtgstats.say.steps import CHOSEN, RANDOM, Rest
from mtgstats.say.watches import Watch, Which

FATES = {
    "hand": "to hand",
    "battlefield": "to the battlefield",
    "face_down": "to the battlefield face down",
    "graveyard": "to the graveyard",
    "exile": "to exile",
}

Use = Callable[[State, int], State]
"""What happens with a card that was chosen."""
Eligible = Callable[[State], Iterable[int]]
"""The cards that may be chosen, in the order in which ties are decided."""
Answers = Iterator[tuple[tuple[int, ...], Weight]]
Record = int | Cards | None
Recorder = Callable[[State], Iterator[tuple[Record, Weight]]]
"""What a watch records of a state, in all ways that its chances may fall."""


class Moves(ABC):
    """The moves of a script's steps. `cards` are the different cards of the deck in canonical order."""

    one: Weight = 1

    def __init__(self, script: Script, cards: tuple[Card, ...]) -> None:
        self.script = script
        self.cards = cards
        self.firsts = script.firsts
        self.questions = Questions(cards, self.firsts)

    # --- what chance decides, in each engine its own way --------------------------------------------------------------

    @abstractmethod
    def ratio(self, part: int, whole: int, /) -> Weight:
        """A probability as the engine writes it."""

    @abstractmethod
    def dealt(self, hand: int, attempt: int, /) -> Library:
        """The shuffled deck of one attempt at an opening hand of so many cards."""

    @abstractmethod
    def shuffled(self, library: Library, line: Line, /) -> Library:
        """The library after a shuffle."""

    @abstractmethod
    def disordered(self, looked: Looked, n: int, line: Line, /) -> Library:
        """What is left of a look at `n` cards, in random order."""

    @abstractmethod
    def thrown(self, chance: Chance, word: int, /) -> Iterable[tuple[bool, Weight]]:
        """Whether a chance holds."""

    @abstractmethod
    def at_random(self, hand: Cards, line: Line, number: int, /) -> Iterable[tuple[int, Weight]]:
        """The card of a hand that is the `number`-th to be discarded at random."""

    # --- what an engine is told ---------------------------------------------------------------------------------------

    @abstractmethod
    def expect(self, branches: int, /) -> None:
        """So many branches are going to be made; the engine may refuse."""

    @abstractmethod
    def note(self, cards: Cards, fate: str, /) -> None:
        """These cards move or stay."""

    # --- moves and how they are joined --------------------------------------------------------------------------------

    def follow(self, spread: Branches, move: Move) -> dict[State, Weight]:
        """The branches after a move made in each branch; equal states become one."""
        after: dict[State, Weight] = {}
        for state, weight in spread:
            for successor, share in move(state):
                after[successor] = after.get(successor, 0) + weight * share
        return after

    def chain(self, moves: Sequence[Move]) -> Move:
        """One move after the other."""

        def chained(state: State) -> Branches:
            spread: Branches = ((state, self.one),)
            for move in moves:
                spread = self.follow(spread, move).items()
            return spread

        return moves[0] if len(moves) == 1 else chained

    def sure(self, change: Callable[[State], State]) -> Move:
        """A move that leaves nothing to chance."""
        return lambda state: ((change(state), self.one),)

    # --- conditions and choices ---------------------------------------------------------------------------------------

    def throw(self, chances: Sequence[Chance], word: int = 0) -> Move:
        """Throws the chances that a question will ask for; the same one asked again gives the same answer."""

        def throwing(chance: Chance) -> Move:
            def move(state: State) -> Branches:
                for holds, weight in self.thrown(chance, word):
                    yield state._replace(throws=(*state.throws, (serial_of(chance), holds))), weight

            return move

        return self.chain([throwing(chance) for chance in chances])

    def numbers(self, expressions: Sequence[Quantity | Condition], word: int = 0) -> Callable[[State], Answers]:
        """The values of quantities and conditions, with the chances in them thrown."""
        readers = [self.questions.reader(expression) for expression in expressions]
        throw = self.throw(chances_in(iter(expressions)), word)

        def ask(state: State) -> Answers:
            for thrown, weight in throw(state):
                yield tuple([reader(thrown) for reader in readers]), weight

        return ask

    def recorders(self, line: Line) -> list[tuple[Watch, Recorder]]:
        """The watches recorded at a line, which is a mark then."""
        return [(watch, self.recorder(watch)) for watch in watches_at(self.script, line)]

    def recorder(self, watch: Watch) -> Recorder:
        """What a watch records of a state: a truth, a number, the cards there are; ``None`` where `given` fails."""
        ask = self.numbers(
            [expression for expression in (watch.what, watch.given) if isinstance(expression, Expression)]
        )
        present = present_in(watch.what.zone) if isinstance(watch.what, Which) else None

        def record(state: State) -> Iterator[tuple[Record, Weight]]:
            for answers, weight in ask(state):
                if watch.given is not None and not answers[-1]:
                    yield None, weight
                else:
                    yield (present(state) if present else answers[0]), weight

        return record

    def wishing(self, wish: Wish, *moves: Move) -> Move:
        """Moves that ask a choice: its chances are thrown before and forgotten after."""
        if not wish.chances:
            return self.chain(moves)
        forget = self.sure(lambda state: state._replace(throws=()))
        return self.chain([self.throw(wish.chances), *moves, forget])

    def where(self, condition: Condition, then: Move, otherwise: Move) -> Move:
        """One move where a condition holds, else another."""
        ask = self.numbers((condition,))

        def move(state: State) -> Branches:
            for (holds,), weight in ask(state):
                for after, share in (then if holds else otherwise)(state):
                    yield after, weight * share

        return move

    # --- first move: the top n cards to a zone ------------------------------------------------------------------------

    def split(self, library: Library, n: int) -> Iterator[tuple[Library, Library, Weight]]:
        """The top `n` cards (fewer where there are no more) and the rest, in all ways they may come."""
        top, rest, wanted = top_of(library, n)
        if not wanted:
            yield top, rest, self.one
            return
        pile = rest[0]
        assert isinstance(pile, tuple), "only a pile holds more than one card"
        self.expect(draws_count(pile, wanted))
        possible = draws(pile, wanted)
        whole = sum(ways for *_, ways in possible)
        for drawn, left, ways in possible:
            yield top + drawn, left + rest[1:], self.ratio(ways, whole)

    def top_to(self, place: str, n: int) -> Move:
        def move(state: State) -> Branches:
            for top, rest, weight in self.split(state.library, n):
                yield self.put(state._replace(library=rest), place, *cards_of(top)), weight

        return move

    def put(self, state: State, place: str, *cards: int) -> State:
        self.note(cards, FATES[place])
        return put(state, place, cards)

    def put_on_bottom(self, state: State, card: int) -> State:
        self.note((card,), "to the bottom")
        return state._replace(library=(*state.library, card))

    # --- second move: look at n cards and place each by choice --------------------------------------------------------

    def look(self, n: int) -> Move:
        def move(state: State) -> Branches:
            for top, rest, weight in self.split(state.library, n):
                yield state._replace(library=rest, looked=top), weight

        return move

    def pick(self, state: State, wish: Wish) -> Iterator[tuple[State, int, float, Weight]]:
        """Takes the highest valued looked-at card, of equals the one seen first: the state, the card and its value."""
        values = wish.values(state)
        highest = [max([values[card] for card in kinds_in(part)], default=-inf) for part in state.looked]
        best = max(highest)
        index = highest.index(best)
        part = state.looked[index]
        if not isinstance(part, tuple):
            assert part is not None, "something is looked at"
            yield state._replace(looked=taken_from(state.looked, index, part)), part, best, self.one
            return
        tied = {card: part[card] for card in kinds_in(part) if values[card] == best}
        among = sum(tied.values())
        if wish.varies and 1 < among < sum(part):
            # That the card taken came first among equals says something about the order of the others, which may
            # become equals when values are looked up again: from here on the order is followed.
            for revealed, weight in self.reveal(state, index):
                for after, card, value, share in self.pick(revealed, wish):
                    yield after, card, value, weight * share
            return
        for card, copies in tied.items():
            after = state._replace(looked=taken_from(state.looked, index, card))
            yield after, card, best, self.ratio(copies, among)

    def reveal(self, state: State, index: int) -> Branches:
        """A looked-at pile in all its orders."""
        pile = state.looked[index]
        assert isinstance(pile, tuple), "a known card has no order to reveal"
        number = orders_count(pile)
        self.expect(number)
        for order in orders(pile):
            looked = state.looked[:index] + order + state.looked[index + 1 :]
            yield state._replace(looked=looked), self.ratio(1, number)

    def place(self, wish: Wish, use: Callable[[State, int, float], State | None]) -> Move:
        """Places the highest valued looked-at card; `use` gives ``None`` to leave it where it is."""

        def move(state: State) -> Branches:
            if all(part is None for part in state.looked):
                return ((state, self.one),)
            return (
                (state if (used := use(after, card, value)) is None else used, weight)
                for after, card, value, weight in self.pick(state, wish)
            )

        return move

    def rest(self, rest: Rest, wish: Wish, n: int, line: Line) -> list[Move]:
        """What becomes of looked-at cards that were not taken."""

        def random_order(state: State) -> State:
            bottom = self.disordered(state.looked, n, line)
            self.note(cards_of(bottom), "to the bottom")
            return state._replace(library=state.library + bottom, looked=())

        def to_graveyard(state: State) -> State:
            return self.put(state._replace(looked=()), "graveyard", *cards_of(state.looked))

        if rest is RANDOM:
            return [self.sure(random_order)]
        if rest is CHOSEN:
            lower = self.place(wish, lambda state, card, _: self.put_on_bottom(state, card))
            return [*[lower] * n, self.sure(lambda state: state._replace(looked=()))]
        return [self.sure(to_graveyard)]

    # --- third move: from zone to zone by preference ------------------------------------------------------------------

    def by_preference(self, choice: ChoiceLike, n: int | None, eligible: Eligible, use: Use) -> Move:
        """Up to `n` times (``None``: while there are any) the highest valued eligible card, none below zero."""
        wish = self.questions.wish(choice)

        def choose(state: State) -> State:
            taken = 0
            while n is None or taken < n:
                values = wish.values(state)
                card = max(eligible(state), key=values.__getitem__, default=None)
                if card is None or values[card] < 0:
                    break
                state = use(state, card)
                taken += 1
            return state

        return self.wishing(wish, self.sure(choose))

    def giving_up(self, choice: ChoiceLike, number: Callable[[State], int], use: Use) -> Move:
        """So many cards of the hand, the lowest valued first."""
        wish = self.questions.wish(choice)

        def choose(state: State) -> State:
            for _ in range(min(number(state), len(state.hand))):
                card = min(state.hand, key=wish.values(state).__getitem__)
                state = use(take(state, "hand", card), card)
            return state

        return self.wishing(wish, self.sure(choose))

    def moving(self, origin: str, place: str) -> Use:
        return lambda state, card: self.put(take(state, origin, card), place, card)
