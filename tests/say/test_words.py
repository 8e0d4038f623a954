from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import mtgstats as ms
from mtgstats.say.choices import Rule, by_rules
from mtgstats.say.phrases import phrase
from mtgstats.say.values import as_value
from mtgstats.say.verbs import step_in_words, step_name
from tests.run.games import Inventor

TOLD = Path(__file__).with_name("told.txt")


@ms.choice(lands=ms.count("t:land", ms.hand | ms.battlefield))
def dig_for_lands(card: ms.Card, lands: int) -> bool:
    return card.is_land and lands < 4


def test_a_plan_is_told_step_by_step() -> None:
    lands = ms.count("t:land", ms.hand)
    rules = [Rule(as_value("power"), ms.where("t:creature"), lands >= 3), Rule(as_value("mana_value"))]
    plan = ms.Plan(
        ms.OpeningHand(7, ms.London((lands >= 2) & (lands <= 5), ms.lowest("mana_value"), at_most=2)),
        ms.Whenever(ms.SURVEIL, [ms.Draw(1)], when=ms.surveils_this_turn == 1),
        *ms.turns(1, 3, [ms.PlayLand(), ms.Surveil(2, dig_for_lands)], on=ms.ON_THE_PLAY),
        *ms.turns(4, 4, [ms.If(lands < 4, [ms.Scry(1, by_rules("grow", rules))], [ms.Mill(2)])]),
        ms.Hideaway(4, ms.wanted("t:creature mv>=7"), source="Bridge 1"),
        ms.PlayHidden("Bridge 1", when=ms.total("power", "t:creature", ms.battlefield) >= 10),
        ms.Watch("four lands", lands >= 4),
        ms.Watch("hidden", ms.which(ms.hidden["Bridge 1"]), at="end"),
        ms.Watch("lands", lands, given=~ms.decked, at=["turn 1", "end"]),
        ms.Joint("four lands", "lands", at="end"),
    )
    assert str(plan) == TOLD.read_text(encoding="utf-8").rstrip("\n")


def test_turns_with_a_gap_between_them_are_told_apart() -> None:
    told = str(ms.Plan(*ms.turns(1, 1), *ms.turns(3, 4)))
    assert told.splitlines() == [
        "1. Turn 1: draw for the turn, on turn 1 in multiplayer only",
        "2. Turns 3 to 4: draw for the turn",
    ]


def test_a_trigger_that_each_turn_adds_once_more_says_so() -> None:
    trigger = ms.Whenever(ms.SURVEIL, [ms.Draw()])
    told = str(ms.Plan(trigger, *ms.turns(1, 2, [trigger]), *ms.turns(3, 3, [trigger, ms.Surveil(1, "power")])))
    assert [line.strip(" -123.") for line in told.splitlines() if "From here" in line] == [
        "From here on, after each surveil:",
        "From here on (once more from each of these turns on), after each surveil:",
        "From here on, after each surveil:",
    ]


def test_rules_say_what_is_left_over_where_anything_is() -> None:
    some, rest = Rule(as_value("power"), ms.where("t:creature")), Rule(as_value("mana_value"))
    told = str(ms.Plan(ms.Scry(1, by_rules("a", [some])), ms.Scry(1, by_rules("b", [some, rest]))))
    assert told.splitlines()[-2:] == [
        "- a: power for “t:creature” cards; else not wanted",
        "- b: power for “t:creature” cards; mana value for any card",
    ]


def test_steps_in_words() -> None:
    for step, text in {
        ms.Manifest(2): "manifest the top 2 cards",
        ms.Cloak(1, ms.hand, "power"): "cloak 1 card from hand, highest power first",
        ms.Surveil(1, ms.wanted("t:land"), extra=2): "surveil 1 and 2 more, wanting “t:land”",
        ms.Dig(3, "power", take=2): "look at the top 3 cards, take up to 2 into hand, highest power first; "
        "the rest to the bottom in random order",
        ms.Tutor("power", to=ms.battlefield): "search the library for a card and put it onto the battlefield, "
        "highest power first; then shuffle",
    }.items():
        assert step_in_words(step) == text


def test_quantities_in_words() -> None:
    for expression, text in {
        2 * ms.mana - ms.size(ms.hand) + 1: "2 times the mana left minus the number of cards in hand plus 1",
        ms.size(ms.hidden).clip(0, 2): "the number of cards hidden, held between 0 and 2",
        ms.first(ms.decked | ~(ms.turn > 3)): "the first turn at whose end the library has run out for a draw or "
        "not (the turn is more than 3)",
        ms.chance(0.25) & (ms.decked | ms.chance(1)): "a chance of 25 % comes true and (the library has run out for "
        "a draw or a chance of 100 % comes true)",
        ms.count("t:land", ms.exile) == 1: "exactly 1 “t:land” card in exile",
    }.items():
        assert phrase(expression) == text


def test_a_short_name_says_number_and_source() -> None:
    assert step_name(ms.Surveil(1, "power", extra=1)) == "surveil 2"
    assert step_name(ms.Hideaway(4, "power", source="Bridge 1")) == "hideaway 4 (Bridge 1)"
    assert step_name(ms.Manifest(1)) == "manifest 1"
    assert step_name(ms.Shuffle()) == "shuffle"


@given(st.integers(0, 10**9).map(Inventor))
@settings(derandomize=True, deadline=None)
def test_every_plan_can_be_told(inventor: Inventor) -> None:
    plan = inventor.plan()
    told = str(plan)
    numbers = [int(line.partition(".")[0]) for line in told.splitlines() if line[0].isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(f"\n- {watch.name}: " in told for watch in plan.watches)
    assert "object at 0x" not in told
