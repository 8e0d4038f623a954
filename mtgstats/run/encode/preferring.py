"""From zone to zone by preference: lands, spells, turning up, discards, tutors."""

from mtgstats.read.card import Card
from mtgstats.read.costs import cast_cost, turn_up_cost
from mtgstats.run.assemble import EVERYONE, Row
from mtgstats.run.instructions import NONE
from mtgstats.run.randomness import Kind
from mtgstats.say.choices import Choice, as_choice
from mtgstats.say.script import Line
from mtgstats.say.steps import Cast, Discard, DiscardAtRandom, Flicker, PlayLand, TurnUp, Tutor

from .choosing import Allowed
from .expressions import fixed, only
from .game import Game, write
from .turning import shuffle


@write.register
def _(step: PlayLand, game: Game, line: Line, mask: Row | None) -> None:
    here = game.where(mask, game.has_land_play())
    if here is False:
        return
    lands = Allowed(lambda card, _: card.is_land, fixed(0))
    card = game.pick("hand", as_choice(step.choice), only(here), allowed=lands)
    game.move(card, "hand", "battlefield", picked=True)
    game.played_land(card)


@write.register
def _(step: Cast, game: Game, line: Line, mask: Row | None) -> None:
    for _ in range(min(step.n, most(game, "hand"))):
        with game.asm.frame():
            card = game.pick("hand", as_choice(step.choice), mask, allowed=game.affordable(_castable))
            game.move_to_rest(card, "hand", picked=True)
            game.pay(card, game.classes.facts(_castable))


@write.register
def _(step: TurnUp, game: Game, line: Line, mask: Row | None) -> None:
    for _ in range(min(step.n, most(game, "face_down"))):
        with game.asm.frame():
            if step.free:
                allowed = Allowed(lambda card, _: card.is_permanent, fixed(0))
            else:
                allowed = game.affordable(turn_up_cost)
            card = game.pick("face_down", as_choice(step.choice), mask, allowed=allowed)
            game.move(card, "face_down", "battlefield", picked=True)
            if not step.free:
                game.pay(card, game.classes.facts(turn_up_cost))


@write.register
def _(step: Flicker, game: Game, line: Line, mask: Row | None) -> None:
    for _ in range(min(step.n, most(game, "face_down"))):
        with game.asm.frame():
            card = game.pick("face_down", as_choice(step.choice), mask)
            permanent = game.those(card, game.classes.facts(lambda card: card.is_permanent))
            game.zones.leave("face_down", card, sure=False, picked=True)
            game.zones.arrive("battlefield", game.part(card, permanent), sure=False)
            game.zones.arrive("exile", game.part(card, game.asm.invert(permanent)), sure=False)


@write.register
def _(step: Discard, game: Game, line: Line, mask: Row | None) -> None:
    if step.down_to is None:
        for _ in range(min(step.n, most(game, "hand"))):
            discard(game, as_choice(step.choice), mask)
        return
    for _ in range(most(game, "hand") - step.down_to):
        with game.asm.frame():
            over = game.asm.within(game.count_in("hand"), step.down_to + 1, 256)
            here = game.where(mask, over)
            assert isinstance(here, Row)
            with game.asm.where(here):
                discard(game, as_choice(step.choice), here)
    if mask is None:
        game.zones.at_most("hand", step.down_to)


def most(game: Game, place: str) -> int:
    """The most cards that any game has in a zone."""
    return game.zones.size(place)[1]


def discard(game: Game, choice: Choice, mask: Row | None) -> None:
    with game.asm.frame():
        game.move(game.pick("hand", choice, mask, lowest=True), "hand", "graveyard", picked=True)


@write.register
def _(step: DiscardAtRandom, game: Game, line: Line, mask: Row | None) -> None:
    asm = game.asm
    for number in range(min(step.n, most(game, "hand"))):
        with asm.frame():
            counts = game.zones.tracked("hand")
            size = asm.copy(game.count_in("hand"))
            word, index, card = asm.word_row(), asm.row(), asm.constant(NONE)
            asm.word_each(word, size, word=number, kind=Kind.DISCARD << 24 | line.serial)
            asm.index_each(index, word, size)
            for k in range(len(counts)):
                asm.nth(card, counts[k], index, mask or EVERYONE, k)
            game.move(card, "hand", "graveyard", picked=True)


@write.register
def _(step: Tutor, game: Game, line: Line, mask: Row | None) -> None:
    for _ in range(min(step.n, most(game, "library"))):
        with game.asm.frame():
            card = game.pick("library", as_choice(step.choice), mask)
            game.move(card, "library", step.to.place, picked=True)
    shuffle(game, line, mask)


def _castable(card: Card) -> int | None:
    return None if card.is_land else cast_cost(card)
