"""The deck and plans that the tests of this folder show."""

import mtgstats as ms
from mtgstats.say.plan import Joint

DECK = ms.Deck.from_counts(
    {"Forest": 16, "Mosswort Bridge": 4, "Llanowar Elves": 8, "Grizzly Bears": 6, "Craterhoof Behemoth": 6},
    name="bears",
)
BOMB = ms.count("t:creature mv>=7", ms.hidden) >= 1


def looks(n: int) -> ms.Plan:
    """One look at `n` cards."""
    return ms.Plan(
        ms.Hideaway(n, ms.best("mana_value")),
        ms.Watch("bomb", BOMB),
        ms.Watch("cost", ms.total("mana_value", "mv>=0", ms.hidden)),
        ms.Watch("card", ms.which(ms.hidden)),
    )


TURNS = ms.Plan(
    ms.OpeningHand(),
    *ms.turns(1, 3, ms.Surveil(1, ms.wanted("t:land", lands=3))),
    ms.Watch("three lands", ms.count("t:land", ms.hand) >= 3),
    ms.Watch("binned", ms.size(ms.graveyard), at="end"),
    ms.Watch("Bears & <Elves>", ms.count("t:bear", ms.hand) >= 1, at="end", given=ms.count("t:elf", ms.hand) >= 2),
    Joint("three lands", "binned"),
)
"""Three turns with a surveil each; a condition at every mark, a conditional one, and a pair that is crossed."""
