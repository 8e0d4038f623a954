"""The rules in plain Python: what each step does to the state of a game. Both plain engines play by these."""

from collections.abc import Callable, Iterable
from functools import singledispatchmethod

from mtgstats.read.card import Card
from mtgstats.read.costs import cast_cost, turn_up_cost
from mtgstats.run.plain.library import cards_of, size, without
from mtgstats.run.plain.moves import Eligible, Moves, Use
from mtgstats.run.plain.state import Branches, Move, State, Weight, hidden_by, take
from mtgstats.say.choices import ChoiceLike
from mtgstats.say.script import Line, Script, StartTurn
from mtgstats.say.steps import (
    CHOSEN,
    PLAY,
    RANDOM,
    TO_HAND,
    Cast,
    Cloak,
    Dig,
    Discard,
    DiscardAtRandom,
    Draw,
    Flicker,
    Hideaway,
    If,
    London,
    Manifest,
    ManifestDread,
    Mark,
    Mill,
    OpeningHand,
    PlayHidden,
    PlayLand,
    Rest,
    Scry,
    Shuffle,
    SourceLeaves,
    Step,
    Surveil,
    TurnUp,
    Tutor,
)


class Rules(Moves):
    """The lines of a script as moves, one rule for each step."""

    def __init__(self, script: Script, cards: tuple[Card, ...]) -> None:
        super().__init__(script, cards)
        self.is_land = tuple(card.is_land for card in cards)
        self.is_permanent = tuple(card.is_permanent for card in cards)
        self.gives_mana = tuple(int(card.is_land and not card.enters_tapped) for card in cards)
        self.cast_costs = tuple(cast_cost(card) for card in cards)
        self.turn_up_costs = tuple(turn_up_cost(card) for card in cards)

    def start(self) -> State:
        """The state before the first line: nothing drawn yet from the shuffled library."""
        return State(library=self.dealt(0, 0), firsts=(self.script.never,) * len(self.firsts))

    def move(self, line: Line) -> Move:
        """What a line does."""
        return self._rule(line.step, line)

    @singledispatchmethod
    def _rule(self, step: Step, line: Line) -> Move:
        raise NotImplementedError(f"no rule for {step!r} on turn {line.turn}")

    # --- the top n cards to a zone ------------------------------------------------------------------------------------

    @_rule.register
    def _(self, step: Draw, _line: Line) -> Move:
        return self.draw(step.n)

    def draw(self, n: int) -> Move:
        top_to_hand = self.top_to("hand", n)

        def move(state: State) -> Branches:
            short = sum(map(size, state.library)) < n
            for after, weight in top_to_hand(state):
                yield (after._replace(decked=True) if short else after), weight

        return move

    @_rule.register
    def _(self, step: Mill, _line: Line) -> Move:
        return self.top_to("graveyard", step.n)

    @_rule.register(Manifest)
    @_rule.register(Cloak)
    def _(self, step: Manifest | Cloak, _line: Line) -> Move:
        if step.choice is None:
            return self.top_to("face_down", step.n)
        place = step.source.place
        return self.by_preference(step.choice, step.n, zone(place), self.moving(place, "face_down"))

    # --- look and place -----------------------------------------------------------------------------------------------

    def sort_out(self, choice: ChoiceLike, n: int, low: Use, done: Callable[[State], State]) -> Move:
        """Scry and surveil: what is valued below zero goes `low`, the rest stays on top, the first placed topmost."""
        wish = self.questions.wish(choice)

        def use(state: State, card: int, value: float) -> State:
            if value < 0:
                return low(state, card)
            self.note((card,), "kept on top")
            return state._replace(kept=(*state.kept, card))

        def finish(state: State) -> State:
            return done(state._replace(library=state.kept + state.library, kept=(), looked=()))

        return self.wishing(wish, self.look(n), *[self.place(wish, use)] * n, self.sure(finish))

    @_rule.register
    def _(self, step: Scry, _line: Line) -> Move:
        return self.sort_out(step.choice, step.n, self.put_on_bottom, lambda state: state)

    @_rule.register
    def _(self, step: Surveil, _line: Line) -> Move:
        if not step.n:
            return self.sure(lambda state: state)

        def to_graveyard(state: State, card: int) -> State:
            return self.put(state, "graveyard", card)

        def count_event(state: State) -> State:
            return state._replace(surveils=state.surveils + 1, surveils_this_turn=state.surveils_this_turn + 1)

        return self.sort_out(step.choice, step.looks, to_graveyard, count_event)

    @_rule.register
    def _(self, step: Hideaway, line: Line) -> Move:
        wish = self.questions.wish(step.choice, once=step.rest is RANDOM)

        def hide(state: State, card: int, _value: float) -> State:
            self.note((card,), f"hidden under {step.source}")
            return state._replace(hidden=(*state.hidden, (step.source, card)))

        rest = self.rest(step.rest, wish, step.n, line)
        return self.wishing(wish, self.look(step.n), self.place(wish, hide), *rest)

    @_rule.register
    def _(self, step: ManifestDread, line: Line) -> Move:
        wish = self.questions.wish(step.choice, once=True)
        manifest = self.place(wish, lambda state, card, _: self.put(state, "face_down", card))
        return self.wishing(wish, self.look(2), manifest, *self.rest(Rest.GRAVEYARD, wish, 2, line))

    @_rule.register
    def _(self, step: Dig, line: Line) -> Move:
        wish = self.questions.wish(step.choice, once=step.take == 1 and step.rest is not CHOSEN)
        place = step.to.place

        def use(state: State, card: int, value: float) -> State | None:
            return self.put(state, place, card) if value >= 0 else None

        taking = [self.place(wish, use)] * min(step.take, step.n)
        return self.wishing(wish, self.look(step.n), *taking, *self.rest(step.rest, wish, step.n, line))

    # --- by preference ------------------------------------------------------------------------------------------------

    def resolve(self, origin: str, elsewhere: str) -> Use:
        """A permanent card goes to the battlefield, another one `elsewhere`."""

        def use(state: State, card: int) -> State:
            return self.put(take(state, origin, card), "battlefield" if self.is_permanent[card] else elsewhere, card)

        return use

    def play_land(self, state: State, origin: str, card: int) -> State:
        """Uses the land play; the land's mana is there at once unless it enters tapped (CR 305.2)."""
        after = self.put(take(state, origin, card), "battlefield", card)
        return after._replace(land_plays=state.land_plays - 1, mana=state.mana + self.gives_mana[card])

    @_rule.register
    def _(self, step: OpeningHand, _line: Line) -> Move:
        return self.draw(step.size) if step.mulligan is None else self.mulligans(step.size, step.mulligan)

    def mulligans(self, size: int, policy: London) -> Move:
        """Attempts at a hand until one is kept; as many cards to the bottom as mulligans cost."""
        free = self.script.deck.is_multiplayer if policy.free_first is None else policy.free_first
        last = policy.at_most + free
        draw = self.draw(size)
        asks = [self.numbers((policy.keep,), attempt) for attempt in range(last)]
        asks.append(lambda _: iter([((True,), self.one)]))
        bottoms = [self.bottom(policy, max(0, attempt - free)) for attempt in range(last + 1)]

        def move(state: State) -> Branches:
            trying = self.one
            for attempt in range(last + 1):
                again: Weight = 0
                for hand, weight in draw(state._replace(library=self.dealt(size, attempt), mulligans=attempt)):
                    for (keeps,), share in asks[attempt](hand):
                        if keeps:
                            for after, part in bottoms[attempt](hand):
                                yield after, trying * weight * share * part
                        else:
                            self.note(hand.hand, "shuffled back for a mulligan")
                            again += weight * share
                trying *= again
                if not trying:
                    return

        return move

    def bottom(self, policy: London, cards: int) -> Move:
        return self.giving_up(policy.prefer, lambda _: cards, self.put_on_bottom)

    @_rule.register
    def _(self, step: Discard, _line: Line) -> Move:
        def number(state: State) -> int:
            return step.n if step.down_to is None else max(0, len(state.hand) - step.down_to)

        return self.giving_up(step.choice, number, lambda state, card: self.put(state, "graveyard", card))

    @_rule.register
    def _(self, step: DiscardAtRandom, line: Line) -> Move:
        discard = self.moving("hand", "graveyard")

        def discarding(number: int) -> Move:
            def move(state: State) -> Branches:
                if not state.hand:
                    yield state, self.one
                    return
                for card, weight in self.at_random(state.hand, line, number):
                    yield discard(state, card), weight

            return move

        return self.chain([discarding(number) for number in range(step.n)])

    @_rule.register
    def _(self, step: PlayLand, _line: Line) -> Move:
        def lands(state: State) -> Iterable[int]:
            return [card for card in state.hand if self.is_land[card]] if state.land_plays else ()

        return self.by_preference(step.choice, 1, lands, lambda state, card: self.play_land(state, "hand", card))

    @_rule.register
    def _(self, step: Cast, _line: Line) -> Move:
        resolve = self.resolve("hand", "graveyard")

        def castable(state: State) -> Iterable[int]:
            return [card for card in state.hand if not self.is_land[card] and self.cast_costs[card] <= state.mana]

        def cast(state: State, card: int) -> State:
            return resolve(state._replace(mana=state.mana - self.cast_costs[card]), card)

        return self.by_preference(step.choice, step.n, castable, cast)

    @_rule.register
    def _(self, step: TurnUp, _line: Line) -> Move:
        costs = self.turn_up_costs
        if step.free:
            costs = tuple(0 if permanent else None for permanent in self.is_permanent)
        turn_up = self.moving("face_down", "battlefield")

        def payable(state: State) -> Iterable[int]:
            return [card for card in state.face_down if (cost := costs[card]) is not None and cost <= state.mana]

        def pay(state: State, card: int) -> State:
            return turn_up(state._replace(mana=state.mana - (costs[card] or 0)), card)

        return self.by_preference(step.choice, step.n, payable, pay)

    @_rule.register
    def _(self, step: Flicker, _line: Line) -> Move:
        return self.by_preference(step.choice, step.n, zone("face_down"), self.resolve("face_down", "exile"))

    @_rule.register
    def _(self, step: PlayHidden, _line: Line) -> Move:
        origin = f"hidden[{step.source}]"
        resolve = self.resolve(origin, "graveyard")

        def usable(state: State) -> Iterable[int]:
            lands_too = step.kind is TO_HAND or (step.kind is PLAY and state.land_plays > 0)
            return [card for card in hidden_by(state, step.source) if lands_too or not self.is_land[card]]

        def use(state: State, card: int) -> State:
            if step.kind is TO_HAND:
                return self.put(take(state, origin, card), "hand", card)
            if self.is_land[card]:
                return self.play_land(state, origin, card)
            return resolve(state, card)

        play = self.by_preference(step.choice, 1 if step.one else None, usable, use)
        return play if step.when is None else self.where(step.when, play, self.chain(()))

    @_rule.register
    def _(self, step: SourceLeaves, _line: Line) -> Move:
        def leave(state: State) -> State:
            for card in hidden_by(state, step.source):
                state = self.put(take(state, f"hidden[{step.source}]", card), "exile", card)
            return state

        return self.sure(leave)

    @_rule.register
    def _(self, step: Tutor, line: Line) -> Move:
        place = step.to.place

        def found(state: State, card: int) -> State:
            return self.put(state._replace(library=without(state.library, card)), place, card)

        def whole_library(state: State) -> Iterable[int]:
            return sorted(cards_of(state.library))

        search = self.by_preference(step.choice, step.n, whole_library, found)
        return self.chain([search, self.shuffle(line)])

    # --- shuffle, conditions, turns and marks -------------------------------------------------------------------------

    def shuffle(self, line: Line) -> Move:
        return self.sure(lambda state: state._replace(library=self.shuffled(state.library, line)))

    @_rule.register
    def _(self, _step: Shuffle, line: Line) -> Move:
        return self.shuffle(line)

    @_rule.register
    def _(self, step: If, line: Line) -> Move:
        body = self.chain([self.move(inner) for inner in line.body])
        return self.where(step.condition, body, self.chain([self.move(inner) for inner in line.otherwise]))

    @_rule.register
    def _(self, step: StartTurn, _line: Line) -> Move:
        def begin(state: State) -> State:
            lands = sum([self.is_land[card] for card in state.battlefield])
            return state._replace(turn=step.number, mana=lands, land_plays=1, surveils_this_turn=0)

        return self.sure(begin)

    @_rule.register
    def _(self, _step: Mark, line: Line) -> Move:
        conditions = [self.questions.reader(first.condition) for first in self.firsts]
        never = self.script.never

        def update(state: State) -> State:
            for index, holds in enumerate(conditions):
                if state.firsts[index] == never and holds(state):
                    firsts = (*state.firsts[:index], line.turn, *state.firsts[index + 1 :])
                    state = state._replace(firsts=firsts)
            return state

        return self.sure(update if line.ends_turn else lambda state: state)


def zone(place: str) -> Eligible:
    """All cards of a zone, in canonical order."""
    return lambda state: getattr(state, place)
