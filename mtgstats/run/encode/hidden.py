"""What hideaway has hidden: played, or lost with its source."""

from mtgstats.read.card import Card
from mtgstats.run.assemble import Row
from mtgstats.run.instructions import NONE
from mtgstats.say.choices import as_choice
from mtgstats.say.script import Line
from mtgstats.say.steps import CAST, PLAY, TO_HAND, PlayHidden, SourceLeaves

from .choosing import Allowed, Ranking, best_of
from .expressions import as_sum, fixed, only
from .game import Game, write


@write.register
def _(step: PlayHidden, game: Game, line: Line, mask: Row | None) -> None:
    here = game.where(mask, True if step.when is None else game.ask.condition(step.when))
    rows = game.hidden[step.source]
    if here is False or not rows:
        return
    mask = only(here)
    with game.asm.where(mask):
        for _ in range(1 if step.one else len(rows)):
            with game.asm.frame():
                play_one(game, step, rows, mask)


def play_one(game: Game, step: PlayHidden, rows: list[Row], mask: Row | None) -> None:
    """The best card that may be played, out of those hidden."""
    land_plays = as_sum(game.land_plays) if step.kind is PLAY else fixed(0)
    allowed = None if step.kind is TO_HAND else Allowed(_playable, land_plays)
    ranking = Ranking(game.ask, as_choice(step.choice), allowed)
    cards = [game.asm.copy(row) for row in rows]
    if mask is not None:
        for card in cards:
            game.asm.hide(card, mask)
    before = [game.asm.copy(card) for card in cards]
    card, _ = best_of(ranking, cards, wanted_only=True)
    for row, old, new in zip(rows, before, cards, strict=True):
        gone = game.asm.within(old, 0, 255)
        game.asm.also(gone, game.asm.within(new, 255, 256))
        game.asm.blend(row, game.asm.constant(NONE), gone)
    place = f"hidden[{step.source}]"
    if step.kind is TO_HAND:
        game.move(card, place, "hand")
    else:
        game.move_to_rest(card, place, picked=False)
        if step.kind is not CAST:
            game.played_land(card)


@write.register
def _(step: SourceLeaves, game: Game, line: Line, mask: Row | None) -> None:
    for row in game.hidden.get(step.source, []):
        with game.asm.frame():
            card = game.asm.copy(row)
            if mask is None:
                game.asm.fill(row, NONE)
            else:
                game.asm.hide(card, mask)
                game.asm.blend(row, game.asm.constant(NONE), mask)
            game.move(card, f"hidden[{step.source}]", "exile")


def _playable(card: Card, land_plays: int) -> bool:
    return land_plays > 0 or not card.is_land
