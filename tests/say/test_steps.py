"""Steps and plans that make no sense are refused where they are written, in words that say what would be right."""

from collections.abc import Callable

import pytest

import mtgstats as ms

LANDS = ms.count("t:land", ms.hand)


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda: ms.Draw(-1), r"Draw\(n=…\): got -1; give a whole number from 0 to 255"),
        (lambda: ms.Draw(10**9), r"Draw\(n=…\): got 1000000000; give a whole number from 0 to 255"),
        (lambda: ms.Surveil(1.5, "power"), r"Surveil\(n=…\): got 1.5"),
        (lambda: ms.Hideaway(4, "strength"), "value: got 'strength'; a name is one of mana_value, power"),
        (lambda: ms.Manifest(1, ms.battlefield, "power"), "cards come from library, hand, graveyard or exile"),
        (lambda: ms.Manifest(1, ms.hand), "a choice goes with a source other than the library"),
        (lambda: ms.If(True, [ms.Draw(1)]), r"If\(condition=…\): got True, which is no condition"),
        (lambda: ms.If(LANDS >= 1, ["draw"]), "If: got 'draw' where a step such as Draw"),
        (lambda: ms.Plan(ms.Draw(1), ms.OpeningHand(7)), "OpeningHand is the first step of a plan"),
        (lambda: ms.Plan(ms.PlayHidden("Bridge 1")), "no Hideaway step has that source; the plan's sources are: none"),
        (
            lambda: ms.Plan(ms.Whenever(ms.SURVEIL, [ms.Surveil(1, "power")])),
            "Surveil cannot stand inside Whenever: .* would never end",
        ),
        (
            lambda: ms.Plan(ms.If(LANDS >= 1, [ms.Whenever(ms.SURVEIL, [ms.Draw(1)])])),
            "Whenever cannot stand inside If: .* give Whenever a `when` instead",
        ),
        (lambda: ms.Plan(*ms.turns(1, 2), *ms.turns(2, 3)), "the mark 'turn 2' stands 2 times; names must differ"),
        (lambda: ms.Plan(ms.Watch("a", LANDS), ms.Watch("a", LANDS)), "the watch 'a' stands 2 times"),
        (lambda: ms.Plan(ms.Watch("a", LANDS, at="turn 3")), r"Watch\('a', at='turn 3'\): the plan's marks are end"),
        (lambda: ms.Watch("a", LANDS == LANDS), "two quantities are compared for equality with"),
        (lambda: ms.Watch("a", (LANDS >= 2) and (LANDS <= 5)), "write & for and"),
        (lambda: ms.Watch("a", 2 <= LANDS <= 5), "write & for and"),
        (lambda: LANDS * 1.5, "whole multiples only: got 1.5"),
        (lambda: LANDS * LANDS, r'whole multiples only: got count\("t:land", hand\)$'),
        (lambda: LANDS / 2 >= 3, r'^count\("t:land", hand\): .*multiply the other side instead'),
        (lambda: LANDS // 2, "multiply the other side"),
        (lambda: 7 % LANDS, "multiply the other side"),
        (lambda: abs(LANDS), "multiply the other side"),
        (lambda: ms.decked >= 1, "^decked is a condition, no number: as it stands"),
        (lambda: sum([ms.decked, LANDS >= 2]), "^decked is a condition, no number"),
        (lambda: LANDS + 0.5, "whole numbers and quantities only: got 0.5"),
        (lambda: LANDS.clip(3, 1), "lo must not exceed hi"),
        (lambda: ms.chance(1.5), r"chance\(p\): got 1.5"),
        (lambda: ms.first(ms.chance(0.5)), "chance.* cannot stand inside first"),
        (lambda: ms.count("t:land", "hand"), "zone: got 'hand'; give one such as hand"),
    ],
)
def test_what_makes_no_sense_is_refused(write: Callable[[], object], message: str) -> None:
    with pytest.raises(ms.PlanError, match=message):
        write()


def test_a_plan_is_shown_with_its_expressions_as_text() -> None:
    plan = ms.Plan(ms.Surveil(2, ms.wanted("t:land")), ms.Watch("lands", LANDS >= 2, given=~ms.decked))
    assert repr(plan) == (
        'Plan(steps=(Surveil(n=2, choice=wanted("t:land"), extra=0),), '
        """watches=(Watch(name='lands', what=count("t:land", hand) >= 2, at=None, given=~(decked)),), joints=())"""
    )


def test_plans_are_equal_when_they_say_the_same() -> None:
    def plan() -> ms.Plan:
        keep = (LANDS >= 2) & (LANDS <= 5)
        return ms.Plan(
            ms.OpeningHand(7, ms.London(keep, ms.lowest("mana_value"), at_most=2)),
            *ms.turns(1, 3, [ms.Surveil(2, ms.wanted("t:creature", lands=4)), ms.If(LANDS >= 3, [ms.Mill(1)])]),
            ms.Hideaway(4, ms.best(ms.where("t:creature mv>=7"))),
            ms.Watch("lands", LANDS, given=~(ms.turn == 1)),
        )

    assert plan() == plan()
    assert hash(plan()) == hash(plan())
    assert plan() != ms.Plan(*plan().steps)
