"""The top n cards to a zone: draw, mill, manifest, cloak."""

from mtgstats.run.assemble import Row
from mtgstats.say.choices import as_choice
from mtgstats.say.script import Line
from mtgstats.say.steps import Cloak, Draw, Manifest, Mill

from .game import Game, write


def top_to(game: Game, place: str, n: int, mask: Row | None) -> None:
    """The top `n` cards, one at a time, as many as there are."""
    for _ in range(n):
        with game.asm.frame():
            if (taken := game.take(mask)) is not None:
                game.zones.arrive(place, taken[0], sure=taken[1])


@write.register
def _(step: Draw, game: Game, line: Line, mask: Row | None) -> None:
    for _ in range(step.n):
        with game.asm.frame():
            note_decked(game, mask)
            if (taken := game.take(mask)) is not None:
                game.zones.arrive("hand", taken[0], sure=taken[1])


def note_decked(game: Game, mask: Row | None) -> None:
    """A draw from an empty library marks the game."""
    empty = game.where(mask, game.ask.negate(game.library.available()))
    if empty is False:
        return
    if game.ask.decked is None:
        game.ask.decked = game.asm.keep(0)
    game.asm.either(game.ask.decked, game.asm.constant(1) if empty is True else empty)


@write.register
def _(step: Mill, game: Game, line: Line, mask: Row | None) -> None:
    top_to(game, "graveyard", step.n, mask)


@write.register(Manifest)
@write.register(Cloak)
def _(step: Manifest | Cloak, game: Game, line: Line, mask: Row | None) -> None:
    place = step.source.place
    if place == "library":
        top_to(game, "face_down", step.n, mask)
        return
    for _ in range(step.n):
        with game.asm.frame():
            game.move(game.pick(place, as_choice(step.choice or "mana_value"), mask), place, "face_down", picked=True)
