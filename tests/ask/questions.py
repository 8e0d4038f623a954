"""Decks and plans that the tests of this folder ask about."""

from mtgstats.read.deck import Deck
from mtgstats.say.choices import best, wanted
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import count, total
from mtgstats.say.steps import Hideaway, OpeningHand, Surveil, turns
from mtgstats.say.watches import Watch, which
from mtgstats.say.zones import hand, hidden

HIT = "Colossal Dreadmaw"


def deck_of(hits: int, size: int = 60) -> Deck:
    """So many hits, half of the rest lands."""
    lands = (size - hits) // 2
    counts = {HIT: hits, "Forest": lands, "Llanowar Elves": size - hits - lands}
    return Deck.from_counts(counts, name=f"{hits} hits of {size}")


def hideaway(n: int) -> Plan:
    """Hide the card of the highest mana value among `n`; a hit is hidden, and what it costs."""
    return Plan(
        Hideaway(n, best("mana_value")),
        Watch("hit", count(f'!"{HIT}"', hidden) >= 1),
        Watch("cost", total("mana_value", "mv>=0", hidden)),
    )


def turns_with(n: int, keep: str = "t:land") -> Plan:
    """Four turns with a look at `n` cards each, of which these are kept; lands in hand and which cards are there."""
    return Plan(
        OpeningHand(),
        *turns(1, 4, Surveil(n, wanted(keep))),
        Watch("lands", count("t:land", hand)),
        Watch("four lands", count("t:land", hand) >= 4, given=count(f'!"{HIT}"', hand) >= 1),
        Watch("cards", which(hand)),
    )
