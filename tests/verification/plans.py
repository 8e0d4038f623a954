"""A plan for each step, small enough for the exact engine, whose one quantity shows what the step did."""

import mtgstats as ms
from mtgstats.say.quantities import Quantity
from mtgstats.say.zones import Zone

DECK = ms.Deck.from_counts({"Forest": 6, "Llanowar Elves": 4, "Colossal Dreadmaw": 3, "Lightning Bolt": 3})
LAND, CREATURE, SPELL = "t:land", "t:creature", "t:instant"

lands = ms.count(LAND, ms.hand)
keep_lands = ms.wanted(LAND)
keep_creatures = ms.wanted(CREATURE)
dear = ms.best("mana_value")


def seen(where: Zone = ms.hand) -> Quantity:
    """Lands and creatures of a zone in one number."""
    return ms.count(LAND, where) + 7 * ms.count(CREATURE, where)


PLANS: dict[str, ms.Plan] = {
    name: ms.Plan(*steps, ms.Watch("what", what, at="end"))
    for name, steps, what in [
        ("draw", [ms.Draw(5)], seen()),
        ("mill", [ms.Mill(5)], seen(ms.graveyard)),
        ("scry", [ms.Scry(3, keep_lands), ms.Draw(3)], seen()),
        ("surveil", [ms.Surveil(3, keep_lands), ms.Draw(3)], lands + 7 * ms.count(CREATURE, ms.graveyard)),
        ("whenever", [ms.Whenever(ms.SURVEIL, [ms.Draw(1)]), *[ms.Surveil(2, keep_lands)] * 2], seen()),
        ("hideaway", [ms.Hideaway(4, dear), ms.Draw(2)], lands + 7 * ms.total("mana_value", CREATURE, ms.hidden)),
        ("hideaway, down to its bottom", [ms.Hideaway(4, dear), ms.Draw(14)], seen()),
        ("play hidden", [ms.Draw(2), ms.Hideaway(3, dear), ms.PlayHidden(when=lands >= 1)], seen(ms.battlefield)),
        (
            "source leaves",
            [ms.Hideaway(3, dear), ms.If(ms.chance(0.3), [ms.SourceLeaves()]), ms.PlayHidden()],
            seen(ms.battlefield),
        ),
        ("manifest, turn up", [ms.Manifest(2), ms.TurnUp(free=True)], ms.total("power", CREATURE, ms.battlefield)),
        ("manifest dread", [ms.ManifestDread(keep_creatures)] * 2, seen(ms.graveyard)),
        ("cloak", [ms.Draw(3), ms.Cloak(1, ms.hand, dear)], seen()),
        ("flicker", [ms.Manifest(2), ms.Flicker(keep_lands)], seen(ms.battlefield)),
        (
            "opening hand, London mulligan",
            [ms.OpeningHand(5, ms.London((lands >= 2) & (lands <= 3), ms.lowest("mana_value"), 2))],
            seen() + 50 * ms.mulligans,
        ),
        ("shuffle", [ms.Scry(3, keep_lands), ms.Shuffle(), ms.Draw(3)], seen()),
        ("dig", [ms.Dig(4, keep_creatures), ms.Draw(1)], seen()),
        ("discard", [ms.Draw(5), ms.Discard(2, dear)], seen()),
        ("discard at random", [ms.Draw(5), ms.DiscardAtRandom(2)], seen()),
        ("tutor", [ms.Draw(2), ms.Tutor(dear), ms.Draw(2)], seen()),
        ("if", [ms.Draw(2), ms.If(lands >= 1, [ms.Draw(2)], [ms.Mill(3)])], seen()),
        ("chance", [ms.If(ms.chance(0.37), [ms.Draw(3)], [ms.Draw(1)])], seen()),
        ("turns, a coin flipped", [*ms.turns(1, 3, on=ms.COIN_FLIP)], seen()),
        (
            "land drops and spells",
            [ms.OpeningHand(3), *ms.turns(1, 3, [ms.PlayLand(), ms.Cast(dear)], on=ms.ON_THE_DRAW)],
            seen(ms.battlefield),
        ),
    ]
}
