"""Replays: the rules of each step on libraries in a known order, and one game told in words."""

from collections import Counter
from collections.abc import Sequence

import pytest

import mtgstats as ms
from mtgstats.run.randomness import FRACTION, Kind
from mtgstats.run.replaying import Replay, Replayer, replay

from .games import Inventor


class Stacked:
    """Words of randomness that deal the deck in a given order, take the last card at random, and let no chance hold."""

    def __init__(self, order: Sequence[int]) -> None:
        left = sorted(order)
        self.deal = []
        for card in order:
            self.deal.append(left.index(card))
            left.remove(card)

    def indices(self, kind: Kind, serial: int, size: int) -> Sequence[int]:
        """The given order at first; in canonical order after a shuffle or a mulligan; as seen where it is random."""
        return self.deal if (kind, serial) == (Kind.DECK, 0) else [0] * size

    def fraction(self, kind: Kind, serial: int, word: int, product: int) -> int:
        return (1 << FRACTION) - 1


def play(library: Sequence[str], *items: ms.Step | ms.Watch) -> Replay:
    """The game in which the library has this order, the top first."""
    deck = ms.Deck.from_counts(Counter(library))
    place = {card.name: number for number, card in enumerate(deck.cards)}
    return Replayer(ms.Plan(*items), deck).play(Stacked([place[name] for name in library]))


def zones(library: Sequence[str], *steps: ms.Step) -> dict[str, tuple[str, ...]]:
    """The zones that hold cards at the end of that game."""
    return {zone: cards for zone, cards in play(library, *steps).events[-1].zones.items() if cards}


FOREST, BEARS, BOLT, ELVES, BRIDGE = "Forest", "Grizzly Bears", "Lightning Bolt", "Llanowar Elves", "Mosswort Bridge"
BEST = ms.best("mana_value")
NOTHING = ms.wanted("t:battle")


# --- the top n cards to a zone ----------------------------------------------------------------------------------------


def test_draw_from_a_short_library_is_decked_and_goes_on() -> None:
    game = play([FOREST, BEARS], ms.Draw(3), ms.Mill(1), ms.Watch("decked", ms.decked), ms.Watch("n", ms.size(ms.hand)))
    assert game.watches == {("decked", "end"): True, ("n", "end"): 2}


def test_drawing_the_last_card_is_no_loss() -> None:
    assert play([FOREST], ms.Draw(1), ms.Watch("decked", ms.decked)).watches["decked", "end"] is False


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (ms.Mill(3), {"graveyard": (FOREST, BEARS)}),
        (ms.Scry(3, BEST), {"library": (BEARS, FOREST)}),
        (ms.Surveil(3, BEST), {"library": (BEARS, FOREST)}),
        (ms.Hideaway(4, BEST), {"hidden[hideaway]": (BEARS,), "library": (FOREST,)}),
        (ms.Manifest(3), {"face_down": (FOREST, BEARS)}),
        (ms.ManifestDread(BEST), {"face_down": (BEARS,), "graveyard": (FOREST,)}),
        (ms.Dig(3, BEST), {"hand": (BEARS,), "library": (FOREST,)}),
    ],
)
def test_as_much_as_possible_with_two_cards(step: ms.Step, expected: dict[str, tuple[str, ...]]) -> None:
    assert zones([FOREST, BEARS], step) == expected
    assert zones([], step) == {}


def test_a_single_card_is_manifested_by_dread() -> None:
    assert zones([FOREST], ms.ManifestDread(BEST)) == {"face_down": (FOREST,)}


# --- look and place ---------------------------------------------------------------------------------------------------


def test_surveil_keeps_the_highest_topmost_and_bins_below_zero() -> None:
    @ms.choice()
    def no_lands(card: ms.Card) -> float:
        return -1 if card.is_land else card.mana_value

    game = play([ELVES, FOREST, BEARS, BOLT], ms.Surveil(3, no_lands))
    surveil = game.events[0]
    assert surveil.zones["library"] == (BEARS, ELVES, BOLT)
    assert [tuple(happening) for happening in surveil.happenings] == [
        (BEARS, "kept on top"),
        (ELVES, "kept on top"),
        (FOREST, "to the graveyard"),
    ]


def test_scry_puts_cards_behind_the_library_in_the_order_placed() -> None:
    assert zones([FOREST, BEARS, BOLT], ms.Scry(2, NOTHING)) == {"library": (BOLT, FOREST, BEARS)}


def test_equals_are_taken_in_the_order_seen() -> None:
    anything = ms.wanted("mv>=0")
    assert zones([BOLT, FOREST, BEARS], ms.Hideaway(3, anything))["hidden[hideaway]"] == (BOLT,)
    assert zones([BEARS, FOREST, BOLT], ms.Hideaway(3, anything))["hidden[hideaway]"] == (BEARS,)


def test_values_are_looked_up_again_after_each_card() -> None:
    @ms.choice(lands=ms.count("t:land", ms.kept))
    def one_land(card: ms.Card, lands: int) -> int:
        return 1 if card.is_land and lands == 0 else -1

    expected = {"library": (FOREST, ELVES), "graveyard": (BRIDGE, BOLT)}
    assert zones([BOLT, FOREST, BRIDGE, ELVES], ms.Surveil(3, one_land)) == expected


def test_surveil_of_none_is_no_event_and_of_an_empty_library_is_one() -> None:
    draw = ms.Whenever(ms.SURVEIL, [ms.Draw(1)])
    events = ms.Watch("events", ms.surveils)
    assert play([FOREST], draw, ms.Surveil(0, BEST, extra=2), events).watches["events", "end"] == 0
    game = play([], draw, ms.Surveil(2, BEST), events, ms.Watch("decked", ms.decked))
    assert game.watches == {("events", "end"): 1, ("decked", "end"): True}


def test_a_trigger_sees_what_this_surveil_put_into_the_graveyard() -> None:
    trigger = ms.Whenever(ms.SURVEIL, [ms.Draw(1)], when=ms.count("t:creature", ms.graveyard) >= 1)
    assert zones([BEARS, FOREST], trigger, ms.Surveil(1, NOTHING)) == {"graveyard": (BEARS,), "hand": (FOREST,)}
    assert zones([FOREST, BEARS], trigger, ms.Surveil(1, NOTHING)) == {"graveyard": (FOREST,), "library": (BEARS,)}


def test_hideaway_takes_a_card_whatever_its_value() -> None:
    assert zones([FOREST, FOREST], ms.Hideaway(1, NOTHING))["hidden[hideaway]"] == (FOREST,)


def test_hideaway_by_the_old_wording_orders_the_rest() -> None:
    assert zones([ELVES, FOREST, BEARS, BOLT], ms.Hideaway(3, BEST, rest=ms.CHOSEN))["library"] == (BOLT, ELVES, FOREST)


def test_dig_takes_only_what_is_wanted() -> None:
    library = [FOREST, BEARS, ELVES, BOLT]
    assert zones(library, ms.Dig(3, ms.wanted("t:creature"), take=3, rest=ms.Rest.GRAVEYARD)) == {
        "hand": (ELVES, BEARS),
        "graveyard": (FOREST,),
        "library": (BOLT,),
    }


# --- from zone to zone ------------------------------------------------------------------------------------------------


def test_mulligan_bottoms_the_lowest_behind_the_library() -> None:
    policy = ms.London(ms.mulligans == 2, ms.lowest("mana_value"), at_most=7)
    opening = ms.OpeningHand(3, policy)
    game = play([BOLT, BEARS, ELVES, FOREST, FOREST], opening, ms.Watch("mulligans", ms.mulligans))
    # Hands after mulligans come in canonical order here: Forest, Forest, Bolt.
    (event,) = [event for event in game.events if event.step == opening]
    assert event.zones["hand"] == (FOREST,)
    assert event.zones["library"][-2:] == (BOLT, FOREST)
    assert game.watches["mulligans", "end"] == 2


def test_one_land_a_turn() -> None:
    steps = (ms.Draw(3), ms.PlayLand(), ms.PlayLand(), *ms.turns(1, 1, [ms.PlayLand(), ms.PlayLand()]))
    game = play([FOREST, FOREST, BRIDGE], *steps, ms.Watch("mana", ms.mana, at="turn 1"))
    assert game.events[-1].zones["battlefield"] == (FOREST, FOREST)
    assert game.watches["mana", "turn 1"] == 2


def test_a_land_that_enters_tapped_gives_mana_from_the_next_turn_on() -> None:
    steps = (ms.Draw(1), *ms.turns(1, 1, [ms.PlayLand()]), *ms.turns(2, 2))
    game = play([BRIDGE, BOLT], *steps, ms.Watch("mana", ms.mana))
    assert (game.watches["mana", "turn 1"], game.watches["mana", "turn 2"]) == (0, 1)


def test_cast_within_mana_highest_first() -> None:
    steps = (ms.Draw(4), *ms.turns(1, 1, [ms.PlayLand(), ms.Cast(n=3)]))
    expected = {"battlefield": (FOREST,), "graveyard": (BOLT,), "hand": (ELVES, BEARS)}
    assert zones([FOREST, BEARS, BOLT, ELVES], *steps) == expected


def test_instants_and_split_cards_stay_face_down() -> None:
    library = [BOLT, "Dusk // Dawn"]
    assert zones(library, ms.Manifest(2), ms.TurnUp(n=2, free=True)) == {"face_down": (BOLT, "Dusk // Dawn")}


def test_turning_up_for_the_cheapest_cost() -> None:
    """Willbender has morph {1}{U} and costs three; Zoetic Cavern, a land, has morph {2}."""
    lands = [FOREST, FOREST]
    for name in ("Willbender", "Zoetic Cavern"):
        steps = (ms.Manifest(1), ms.Dig(2, ms.wanted("t:land"), take=2, to=ms.battlefield))
        found = zones([name, *lands], *steps, *ms.turns(1, 1, [ms.TurnUp()]))
        assert set(found["battlefield"]) == {name, FOREST}
    steps = (ms.Manifest(1), ms.Dig(2, ms.wanted("t:land"), take=2, to=ms.battlefield))
    assert zones(["Shivan Dragon", *lands], *steps, *ms.turns(1, 1, [ms.TurnUp()]))["face_down"] == ("Shivan Dragon",)


def test_flicker_returns_permanents_only() -> None:
    assert zones([BOLT, BEARS], ms.Manifest(2), ms.Flicker(n=2)) == {"battlefield": (BEARS,), "exile": (BOLT,)}


def test_a_hidden_land_needs_a_land_play() -> None:
    hide = (ms.Draw(1), ms.Hideaway(1, BEST))
    played = ms.turns(1, 1, [ms.PlayLand(), ms.PlayHidden()])
    assert zones([FOREST, BRIDGE], *hide, *played)["hidden[hideaway]"] == (BRIDGE,)
    again = ms.turns(1, 1, [ms.PlayHidden(), ms.PlayLand()])
    assert zones([FOREST, BRIDGE], *hide, *again) == {"battlefield": (BRIDGE,), "hand": (FOREST,)}
    for kind, zone in ((ms.CAST, "hidden[hideaway]"), (ms.TO_HAND, "hand")):
        assert zones([FOREST], ms.Hideaway(1, BEST), ms.PlayHidden(kind=kind)) == {zone: (FOREST,)}


def test_hidden_cards_are_linked_to_their_source() -> None:
    hide = (ms.Hideaway(1, BEST, "one"), ms.Hideaway(1, BEST, "two"), ms.Hideaway(1, BEST, "two"))
    library = [BEARS, ELVES, BOLT]
    assert zones(library, *hide, ms.PlayHidden("two")) == {
        "hidden[one]": (BEARS,),
        "battlefield": (ELVES,),
        "graveyard": (BOLT,),
    }
    one_each_time = ms.PlayHidden("two", one=True)
    assert zones(library, *hide, one_each_time)["hidden[two]"] == (BOLT,)
    assert zones(library, *hide, ms.SourceLeaves("two"), ms.PlayHidden("two"))["exile"] == (BOLT, ELVES)


def test_discard_down_to_a_hand_size_and_at_random() -> None:
    draw = ms.Draw(4)
    library = [FOREST, ELVES, BOLT, BEARS]
    assert zones(library, draw, ms.Discard(down_to=2))["graveyard"] == (FOREST, BOLT)
    assert zones(library, draw, ms.DiscardAtRandom(2))["graveyard"] == (ELVES, BEARS)


def test_tutor_takes_what_is_wanted_and_shuffles() -> None:
    found = zones([BOLT, BEARS, ELVES], ms.Tutor(ms.wanted("t:creature"), n=3))
    assert found == {"hand": (ELVES, BEARS), "library": (BOLT,)}
    assert zones([BEARS, ELVES, FOREST], ms.Tutor(NOTHING))["library"] == (FOREST, ELVES, BEARS)


def test_face_down_permanents_count_as_creatures_without_traits() -> None:
    seen = {
        "creatures": ms.count("t:creature", ms.battlefield),
        "power": ms.total("power", "t:creature", ms.battlefield),
        "dragons": ms.count("t:dragon", ms.battlefield),
        "really": ms.count("t:dragon", ms.face_down),
        "both": ms.size(ms.battlefield | ms.face_down),
    }
    game = play(["Shivan Dragon"], ms.Manifest(1), *(ms.Watch(name, what) for name, what in seen.items()))
    assert list(game.watches.values()) == [1, 2, 0, 1, 1]


# --- the whole --------------------------------------------------------------------------------------------------------


def test_tells_a_game_in_words() -> None:
    steps = (ms.Draw(1), *ms.turns(1, 1, [ms.PlayLand(), ms.Surveil(2, ms.wanted("t:land")), ms.TurnUp()]))
    game = play([FOREST, BEARS, FOREST], *steps, ms.Watch("lands", ms.count("t:land", ms.battlefield), at="end"))
    assert str(game) == (
        "A game\n"
        "draw 1: Forest to hand\n"
        "Turn 1: play land: Forest to the battlefield\n"
        "Turn 1: surveil 2: Forest kept on top, Grizzly Bears to the graveyard\n"
        "Turn 1: turn up 1: nothing\n"
        "lands at end: 1"
    )


@pytest.mark.parametrize("number", range(60))
def test_every_card_is_in_one_zone(number: int) -> None:
    inventor = Inventor(number)
    plan, deck = inventor.plan(), inventor.deck()
    cards = {card.name: copies for card, copies in deck.main}
    for event in replay(plan, deck, seed=number, trial=number).events:
        assert Counter(name for zone in event.zones.values() for name in zone) == cards


def test_a_trial_is_one_shuffle_whatever_the_plan() -> None:
    deck = ms.read_deck("mosswort-ramp")

    def library(*steps: ms.Step, trial: int = 5) -> tuple[str, ...]:
        return replay(ms.Plan(*steps), deck, seed=1, trial=trial).events[-1].zones["library"]

    assert library(ms.Mill(3)) == library()[3:]
    assert library(ms.Scry(2, NOTHING))[:58] == library()[2:]
    assert library(trial=6) != library()


@pytest.mark.parametrize(("seed", "trial", "message"), [(-1, 0, "seed=…"), (1 << 64, 0, "seed=…"), (0, -1, "trial=…")])
def test_numbers_out_of_range(seed: int, trial: int, message: str) -> None:
    with pytest.raises(ms.PlanError, match=message):
        replay(ms.Plan(ms.Draw(1)), ms.read_deck("mosswort-ramp"), seed=seed, trial=trial)
