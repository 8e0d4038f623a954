"""Look at n cards and place each by choice: scry, surveil, hideaway, manifest dread, dig."""

from mtgstats.run.assemble import Row
from mtgstats.run.instructions import NONE
from mtgstats.run.randomness import Kind, groups
from mtgstats.say.choices import Choice, as_choice
from mtgstats.say.script import Line
from mtgstats.say.steps import Dig, Hideaway, ManifestDread, Rest, Scry, Surveil

from .choosing import Ranking, best_of, in_order, reads_places
from .game import Game, write


@write.register
def _(step: Scry, game: Game, line: Line, mask: Row | None) -> None:
    place(game, step.n, as_choice(step.choice), "library", mask)


@write.register
def _(step: Surveil, game: Game, line: Line, mask: Row | None) -> None:
    if step.n == 0:
        return
    place(game, step.looks, as_choice(step.choice), "graveyard", mask)
    for name in ("surveils", "surveils_this_turn"):
        if name in game.reads.scalars:
            game.ask.scalars[name].move(game.asm, 1, mask)


def place(game: Game, n: int, choice: Choice, away: str, mask: Row | None) -> None:
    """Look at `n`; those worth zero or more stay on top, the first placed topmost, the rest go away."""
    floor = game.library.head.lo
    cards = game.look(n, mask)
    changing = reads_places(choice, ("looked", "kept", away))
    ordered = away == "library" and game.library.runs_out
    kept = []
    for card, keep in in_order(game.ask, choice, cards, changing=changing, all_ordered=ordered):
        stays, goes = game.part(card, keep), game.part(card, game.asm.invert(keep))
        game.move(stays, "looked", "kept")
        if away == "library":
            game.put_under(goes)
        else:
            game.move(goes, "looked", away)
        kept.append((stays, keep))
    for card, keep in reversed(kept):
        game.move(card, "kept", "library")
        game.library.put_back(card, keep, floor)


@write.register
def _(step: Hideaway, game: Game, line: Line, mask: Row | None) -> None:
    if (best := hide(game, step, line, mask)) is not None:
        game.hidden[step.source].append(game.asm.copy(best, game.asm.keep(NONE)))


def hide(game: Game, step: Hideaway, line: Line, mask: Row | None) -> Row | None:
    """Look at n, exile the best, put the rest under."""
    cards = game.look(step.n, mask)
    if not cards:
        return None
    ranking = Ranking(game.ask, as_choice(step.choice))
    place = f"hidden[{step.source}]"
    if game.library.runs_out or game.zones.is_read("looked"):
        best, _ = best_of(ranking, cards)
        game.move(best, "looked", place, sure=False)
        put_away(game, cards, step, as_choice(step.choice), line)
        return best
    best = best_alone(game, ranking, cards)
    least, _ = game.zones.size("looked")
    for number, card in enumerate(cards):
        game.move(card, "looked", "library", sure=number < least)
    game.move(best, "library", place, sure=least > 0)
    return best


def best_alone(game: Game, ranking: Ranking, cards: list[Row]) -> Row:
    """The best card, where nobody asks which of the rows it was."""
    asm = game.asm
    if ranking.rises_with_class() and game.shortcuts:
        best = asm.copy(cards[0])
        # No card is 255 and must lose, so where there may be none, classes count from 1 while they are compared.
        raised = [best, *cards[1:]] if game.zones.size("looked")[0] < len(cards) else []
        for card in raised:
            asm.shift(card, 1)
        for card in cards[1:]:
            asm.maximum(best, card)
        for card in raised:
            asm.shift(card, -1)
        return best
    ranks, _ = ranking.rank_rows(cards)
    highest, best = asm.copy(ranks[0]), asm.copy(cards[0])
    for card, rank in zip(cards[1:], ranks[1:], strict=True):
        asm.best(highest, best, rank, card)
    return best


def put_away(game: Game, cards: list[Row], step: Hideaway | Dig, choice: Choice, line: Line) -> None:
    """The cards that were not taken go where they belong."""
    if step.rest is Rest.GRAVEYARD:
        for card in cards:
            game.move(card, "looked", "graveyard")
    elif step.rest is Rest.CHOSEN and game.library.runs_out:
        for _ in range(len(cards)):
            chosen, _ = best_of(Ranking(game.ask, choice), cards)
            game.put_under(chosen)
    else:
        if step.rest is Rest.RANDOM and game.library.runs_out:
            shuffle_rows(game, cards, step.n, line.serial)
        for card in cards:
            game.put_under(card)


def shuffle_rows(game: Game, cards: list[Row], n: int, serial: int) -> None:
    """Put looked-at cards in random order: of n places, one after the other is exchanged with a later one."""
    asm = game.asm
    slots = cards + [asm.constant(NONE) for _ in range(n - len(cards))]
    word, index = asm.word_row(), asm.row()
    for number, group in enumerate(groups(n)):
        asm.word(word, word=number, kind=Kind.ORDER << 24 | serial, product=group.product)
        for i in range(group.start, min(group.stop, n - 1)):
            asm.index(index, word, n - i)
            for k in range(1, n - i):
                with asm.frame():
                    here = asm.within(index, k, k + 1)
                    old = asm.copy(slots[i])
                    asm.blend(slots[i], slots[i + k], here)
                    asm.blend(slots[i + k], old, here)
    cards[:] = slots


@write.register
def _(step: ManifestDread, game: Game, line: Line, mask: Row | None) -> None:
    if cards := game.look(2, mask):
        best, _ = best_of(Ranking(game.ask, as_choice(step.choice)), cards)
        game.move(best, "looked", "face_down")
        for card in cards:
            game.move(card, "looked", "graveyard")


@write.register
def _(step: Dig, game: Game, line: Line, mask: Row | None) -> None:
    cards = game.look(step.n, mask)
    if not cards:
        return
    choice, to = as_choice(step.choice), step.to.place
    for _ in range(min(step.take, len(cards))):
        best, _ = best_of(Ranking(game.ask, choice), cards, wanted_only=True)
        game.move(best, "looked", to)
    put_away(game, cards, step, choice, line)
