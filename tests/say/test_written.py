import json
from typing import Any

import pytest

import mtgstats as ms
from mtgstats.errors import PlanError
from mtgstats.say.steps import Step, Turn
from mtgstats.say.written import STEPS, plan_from_json


def read(**sections: Any) -> ms.Plan:
    return plan_from_json(json.loads(json.dumps(sections)), place="file")


def test_every_step_can_be_written() -> None:
    steps = {thing for thing in vars(ms).values() if isinstance(thing, type) and issubclass(thing, Step)}
    assert steps - {Step} | {Turn} == set(STEPS.values())


def test_a_plan_is_what_its_data_say() -> None:
    lands = ms.count("t:land", ms.hand | ms.battlefield)
    plan = read(
        let={"lands": 'count("t:land", hand | battlefield)', "enough": "lands >= 4"},
        selectors={"bomb": "t:creature mv>=7"},
        steps=[
            {"opening_hand": 7, "mulligan": {"keep": "lands >= 2", "prefer": 'lowest("mana_value")', "at_most": 2}},
            {"whenever": "surveil", "steps": [{"draw": 1}], "when": "surveils_this_turn == 1"},
            {"turns": [1, 2], "on": "on the draw", "steps": [{"surveil": 2, "choice": "power", "extra": 1}]},
            {"if": "enough", "steps": [{"hideaway": 4, "choice": 'wanted("bomb")'}], "otherwise": [{"shuffle": True}]},
            {"cloak": 1, "source": "hand", "choice": 'best("power")'},
            {"dig": 3, "choice": "mana_value", "to": "graveyard", "rest": "bottom, chosen order"},
            {"mark": "here"},
        ],
        watches=[
            {"watch": "enough", "what": "enough", "at": ["here", "end"], "given": "turn >= 1"},
            {"watch": "lands", "what": "lands"},
            {"watch": "hidden", "what": "which(hidden)", "at": "end"},
        ],
        joints=[{"joint": "enough", "second": "lands", "at": "here"}],
    )
    assert plan == ms.Plan(
        ms.OpeningHand(7, ms.London(lands >= 2, ms.lowest("mana_value"), at_most=2)),
        ms.Whenever(ms.SURVEIL, [ms.Draw(1)], when=ms.surveils_this_turn == 1),
        *ms.turns(1, 2, [ms.Surveil(2, "power", extra=1)], on=ms.ON_THE_DRAW),
        ms.If(lands >= 4, [ms.Hideaway(4, ms.wanted("t:creature mv>=7"))], [ms.Shuffle()]),
        ms.Cloak(1, ms.hand, "power"),
        ms.Dig(3, "mana_value", to=ms.graveyard, rest=ms.CHOSEN),
        ms.Mark("here"),
        ms.Watch("enough", lands >= 4, at=("here", "end"), given=ms.turn >= 1),
        ms.Watch("lands", lands),
        ms.Watch("hidden", ms.which(ms.hidden), at="end"),
        ms.Joint("enough", "lands", at="here"),
    )


def test_the_first_rule_that_takes_a_card_gives_its_value() -> None:
    rules = [
        {"cards": "t:land", "when": "mana < 4", "value": 2},
        {"cards": "t:creature", "value": "power"},
        {"cards": "t:land", "when": "decked", "value": -3},
    ]
    (step,) = read(choices={"mine": rules}, steps=[{"scry": 1, "choice": "mine"}]).steps
    choice = step.choice  # type: ignore[attr-defined]
    forest, bears, bolt = map(ms.load_table().find, ("Forest", "Grizzly Bears", "Lightning Bolt"))
    assert choice.name == "mine"
    assert dict(choice.given) == {"mana < 4": ms.mana < 4, "decked": ms.decked}
    assert [choice.value(forest, (few, out)) for few in (0, 1) for out in (0, 1)] == [-1, -3, 2, 2]
    assert [choice.value(card, (0, 0)) for card in (bears, bolt)] == [2, -1]


def test_tables_by_card_name_are_selectors_values_and_choices() -> None:
    plan = read(
        cards=["Forest", "Grizzly Bears"],
        selectors={"mine": ["Grizzly Bears"]},
        queries={"t:creature": ["Forest"]},
        values={"worth": {"Forest": 3, "Grizzly Bears": "-inf"}},
        choices={"grow": {"sees": {"t": "turn"}, "contexts": [[0], [1]], "values": {"Forest": [1, None]}}},
        steps=[{"scry": 1, "choice": "grow"}, {"scry": 1, "choice": "worth"}],
        watches=[
            {"watch": "a", "what": 'count("mine", hand)'},
            {"watch": "b", "what": 'count("t:creature", hand)'},
        ],
    )
    forest, bears, elves = map(ms.load_table().find, ("Forest", "Grizzly Bears", "Llanowar Elves"))
    mine, recorded = (watch.what.selector for watch in plan.watches)  # type: ignore[union-attr]
    assert [mine.matches(card) for card in (forest, bears)] == [False, True]
    assert [recorded.matches(card) for card in (forest, bears, elves)] == [True, False, True]
    with pytest.raises(PlanError, match="lists the cards"):
        mine.matches(elves)
    grow, worth = (step.choice for step in plan.steps)  # type: ignore[attr-defined]
    assert [worth.value(card) for card in (forest, bears)] == [3, float("-inf")]
    assert grow.value(forest, (0,)) == 1
    for card, context in ((forest, (1,)), (forest, (2,)), (bears, (0,))):
        with pytest.raises(PlanError, match="'grow' on"):
            grow.value(card, context)


def draw(**more: Any) -> dict[str, Any]:
    return {"steps": [{"draw": 1}], **more}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "^file: got \\[\\]; give a table"),
        (draw(stpes=[]), "^file: 'stpes' is not known; there are format, let"),
        (draw(format=2), "^file: format 2; this version reads format 1"),
        ({"steps": {}}, "^file.steps: got {}; give a list"),
        ({"steps": [3]}, r"^file.steps\[0\]: got 3; give a table"),
        (
            {"steps": [{"drew": 1}]},
            r"^file.steps\[0\]: got {'drew': 1}; give one of draw, mill.*turns, as in {draw = …}",
        ),
        ({"steps": [{"if": "decked", "steps": [{"turns": [1, 2]}]}]}, r"steps\[0\]: turns follow each other"),
        ({"steps": [{"turns": "1-4"}]}, r"turns: got '1-4'; give a list \[a whole number, a whole number\]"),
        ({"steps": [{"draw": 1, "mill": 1}]}, r"^file.steps\[0\]: got .*; give one of"),
        ({"steps": [{"draw": "1"}]}, r"^file.steps\[0\].draw.n: got '1'; give a whole number"),
        ({"steps": [{"draw": True}]}, r"^file.steps\[0\].draw.n: got True; give a whole number"),
        ({"steps": [{"draw": -1}]}, r"^file.steps\[0\].draw: Draw\(n=…\): got -1"),
        ({"steps": [{"draw": 1, "n": 2}]}, r"^file.steps\[0\]: 'n' is what 'draw' says already"),
        ({"steps": [{"draw": 1, "m": 2}]}, r"^file.steps\[0\].draw: 'm' is not known; there are n"),
        ({"steps": [{"shuffle": 3}]}, r"^file.steps\[0\].shuffle: got 3; give true"),
        ({"steps": [{"scry": 1}]}, r"^file.steps\[0\].scry: 'choice' is missing"),
        (
            {"steps": [{"scry": 1, "choice": "mine"}]},
            r"^file.steps\[0\].scry.choice: no choice is called 'mine'; there are mana_value, power, t",
        ),
        (
            {"steps": [{"scry": 1, "choice": "mana"}]},
            r"^file.steps\[0\].scry.choice: no choice is called 'mana'; there are mana_value, ",
        ),
        ({"steps": [{"scry": 1, "choice": "3"}]}, r"^file.steps\[0\].scry.choice: got '3'; write a choice: mana_value"),
        ({"steps": [{"if": "mana", "steps": []}]}, r"^file.steps\[0\].if.condition: got 'mana'; write a condition"),
        ({"steps": [{"whenever": "scry", "steps": []}]}, r"^file.steps\[0\].whenever.event: got 'scry'; give one of"),
        ({"steps": [{"turns": [1]}]}, r"^file.steps\[0\].turns: got \[1\]; give a list \[a whole"),
        ({"steps": [{"play_hidden": "a"}]}, r"^file: PlayHidden\('a'\): no Hideaway step"),
        (
            draw(watches=[{"watch": "a", "what": "hand"}]),
            r"^file.watches\[0\].watch.what: got 'hand'; write a condition",
        ),
        (
            draw(watches=[{"watch": "a", "what": "mana", "at": 3}]),
            r"^file.watches\[0\].watch.at: got 3; give a text or a list",
        ),
        (
            draw(watches=[{"joint": "a", "second": "b"}]),
            r"^file.watches\[0\]: got .*; give one of watch, as in {watch = …}",
        ),
        (draw(joints=[{"joint": "a", "second": "b"}]), "^file: .*no watch is called 'a'"),
        (draw(let={"x": "y"}), "^file.let.x: 'y' means nothing"),
        (draw(selectors={"x": "t:foo"}), "^file.selectors.x: no card has the type 'foo'"),
        (draw(selectors={"x": ["Forest"]}), "^file.selectors.x: got .*; give cards that the plan's `cards` name"),
        (draw(values={"x": {"Forest": "many"}}), "^file.values.x.Forest: got 'many'; give a number"),
        (draw(choices={"x": [{"cards": "t:land"}]}), r"^file.choices.x\[0\]: 'value' is missing"),
        (draw(choices={"x": [{"value": "speed"}]}), r"^file.choices.x\[0\]: no value is called 'speed'"),
        (draw(choices={"x": [{"value": 1, "when": "turn"}]}), r"^file.choices.x\[0\].when: got 'turn'"),
        (
            draw(choices={"x": {"sees": {}, "contexts": [[]], "values": {"Forest": []}}}),
            r"^file.choices.x.values.Forest: got \(\); give a list of 1",
        ),
        (draw(choices={"x": {"sees": {}, "contexts": [[1]], "values": {}}}), r"^file.choices.x.contexts\[0\]: got"),
    ],
)
def test_what_is_no_plan_is_refused_with_its_place(data: Any, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        plan_from_json(data, place="file")


def test_plans_are_equal_when_they_say_the_same() -> None:
    def worth(card: ms.Card) -> float:
        return card.mana_value

    def plan(n: int) -> ms.Plan:
        return ms.Plan(
            ms.Surveil(n, ms.wanted("t:creature", lands=4)),
            ms.Scry(1, ms.best(worth)),
            ms.PlayLand(),
            ms.Watch("lands", (ms.count("t:land", ms.hand) >= 4) & ~ms.decked),
        )

    assert plan(2) == plan(2)
    assert hash(plan(2)) == hash(plan(2))
    assert plan(2) != plan(3)
    assert ms.best(worth) == ms.best(worth)
    assert ms.best(lambda card: 1) != ms.best(lambda card: 1)
