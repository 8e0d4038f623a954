"""Shuffles, conditions, turns and marks."""

from mtgstats.run.assemble import Row
from mtgstats.run.randomness import Kind
from mtgstats.say.script import Line, StartTurn
from mtgstats.say.steps import If, Mark, Shuffle

from .expressions import Sum, only
from .game import Game, write
from .library import Dealer


@write.register
def _(step: Shuffle, game: Game, line: Line, mask: Row | None) -> None:
    shuffle(game, line, mask)


def shuffle(game: Game, line: Line, mask: Row | None) -> None:
    """The library's cards in a new order: dealt anew to its last positions, from the counts of what is left."""
    asm, library = game.asm, game.library
    counts = game.zones.tracked("library")
    urn, upto = [], None
    for count in counts[:-1]:
        upto, before = asm.copy(count, asm.keep()), upto
        if before is not None:
            asm.add(upto, before)
        urn.append(upto)
    kept = asm.copy(mask, asm.keep()) if mask is not None else None
    size = Sum(tuple((1, count) for count in counts), 0, *game.zones.size("library"))
    library.restart(size.lo, size.hi, minus(game, library.size, size), kept)
    dealer = Dealer(asm, game.classes, Kind.DECK, line.serial + 1, urn)
    head = library.head
    library.begin(dealer, head.lo, mask=kept, head=None if head.row is None else asm.copy(head.row, asm.keep()))


def minus(game: Game, constant: int, total: Sum) -> Row | None:
    """``constant - total`` as a row; None where it is the same in all games."""
    if total.fixed:
        return None
    row = game.asm.constant(constant)
    for _, count in total.terms:
        assert isinstance(count, Row)
        game.asm.sub(row, count)
    return row


@write.register
def _(step: If, game: Game, line: Line, mask: Row | None) -> None:
    holds = game.ask.condition(step.condition)
    if isinstance(holds, Row):
        holds = game.asm.copy(holds)
    for body, branch in ((line.body, holds), (line.otherwise, game.ask.negate(holds) if line.otherwise else False)):
        here = game.where(mask, branch)
        if here is False or not body:
            continue
        inner = only(here)
        with game.asm.where(inner):
            game.block(body, inner)


@write.register
def _(step: StartTurn, game: Game, line: Line, mask: Row | None) -> None:
    game.land_plays.lo = game.land_plays.hi = 1
    if game.land_plays.row is not None:
        game.asm.fill(game.land_plays.row, 1)
    turn_surveils = game.ask.scalars["surveils_this_turn"]
    if turn_surveils.row is not None:
        game.asm.fill(turn_surveils.row, 0)
    turn_surveils.lo = turn_surveils.hi = 0
    if "mana" in game.reads.scalars:
        untap(game)


def untap(game: Game) -> None:
    """Lands give their mana: what there is now is one for each land."""
    asm, mana = game.asm, game.ask.scalars["mana"]
    weights = game.classes.facts(lambda card: int(card.is_land))
    terms = game.zones.weighted("battlefield", weights)
    lands = sum(count for count, weight in zip(game.classes.counts, weights, strict=True) if weight)
    mana.lo, mana.hi = 0, min(game.zones.size("battlefield")[1], lands)
    row = asm.fill(mana.as_row(asm), 0)
    for _, count in terms:
        asm.add(row, count)


@write.register
def _(step: Mark, game: Game, line: Line, mask: Row | None) -> None:
    if line.ends_turn:
        game.ask.note_firsts()
    for watch in game.script.watches_at(step.name):
        with game.asm.frame():
            game.recorder.record(game, watch, step.name)
