"""The opening hand and its mulligans."""

from contextlib import ExitStack

from mtgstats.run.assemble import Row
from mtgstats.run.randomness import Kind
from mtgstats.say.choices import as_choice
from mtgstats.say.script import Line
from mtgstats.say.steps import London, OpeningHand

from .game import Game, write
from .library import Dealer
from .scalars import Scalar


@write.register
def _(step: OpeningHand, game: Game, line: Line, mask: Row | None) -> None:
    deck = Dealer(game.asm, game.classes, Kind.DECK, 0, game.library.urn())
    size = min(step.size, game.library.size)
    cards = [game.library.card(position) for position in range(size)]
    for position, card in enumerate(cards):
        deck.deal(position, card)
        game.move(card, "library", "hand", sure=True)
    game.library.head = Scalar(size, size)
    if size < step.size:
        game.ask.decked = game.asm.keep(1)
    if step.mulligan is not None:
        mulligans(game, step.mulligan, deck, cards)
    game.library.begin(deck, size)


def mulligans(game: Game, policy: London, deck: Dealer, cards: list[Row]) -> None:
    """Further hands while `keep` does not hold; then a card to the bottom for each that cost one."""
    asm = game.asm
    free = game.script.deck.is_multiplayer if policy.free_first is None else policy.free_first
    again: Row | None = None
    with ExitStack() as further:
        for attempt in range(1, policy.at_most + free + 1):
            game.ask.attempt = attempt - 1
            here = game.where(again, game.ask.negate(game.ask.condition(policy.keep)))
            if here is False:
                break
            again = asm.copy(here, asm.keep()) if isinstance(here, Row) else None
            further.enter_context(asm.where(again))
            game.ask.scalars["mulligans"].move(asm, 1, again)
            new_hand(game, attempt, deck, cards, again)
    game.ask.attempt = 0
    taken = game.ask.scalars["mulligans"]
    for number in range(1 + free, taken.hi + 1):
        with asm.frame():
            owes = None if taken.lo >= number else asm.within(taken.as_row(asm), number, 256)
            with asm.where(owes):
                card = game.pick("hand", as_choice(policy.prefer), owes, lowest=True)
                game.move(card, "hand", "library", picked=True)
                game.library.put_under(card)


def new_hand(game: Game, attempt: int, deck: Dealer, cards: list[Row], mask: Row | None) -> None:
    """Another hand where `mask` holds; what is left in the urn goes with it."""
    asm = game.asm
    dealer = Dealer(asm, game.classes, Kind.HAND, attempt, game.library.urn())
    with asm.frame():
        fresh = []
        for position in range(len(cards)):
            fresh.append(asm.row())
            dealer.deal(position, fresh[-1])
        for old, new in zip([*cards, *deck.urn], [*fresh, *dealer.urn], strict=True):
            if mask is None:
                asm.copy(new, old)
            else:
                asm.blend(old, new, mask)
    game.zones.redeal(cards)
