"""Joint tallies: each engine against games played one by one, and against closed forms."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb

import pytest

import mtgstats as ms
from mtgstats.run.exploring import explore
from mtgstats.run.replaying import Replayer, TrialWords
from mtgstats.run.tallies import JointTally
from mtgstats.say.plan import Joint

from .every_game import TooManyError, every_game
from .games import Inventor

Pairs = dict[tuple[tuple[str, str], tuple[str, str], object, object], int | Fraction]
"""How often two watches, each at its mark, recorded two values in one game."""

GAMES = 40


def invented(number: int, steps: int, cards: int) -> tuple[ms.Plan, ms.Deck]:
    """A random plan that crosses two of its watches at every mark, and one of them with itself at two marks."""
    inventor = Inventor(number)
    plan, deck = inventor.plan(steps), inventor.deck(cards)
    condition, quantity, first, _ = plan.watches
    one, other = [(condition, quantity), (quantity, first), (first, condition)][number % 3]
    joints = [Joint(one.name, other.name)]
    if len(plan.marks) > 1:
        joints.append(Joint(one.name, one.name, at=plan.marks[-1], second_at=plan.marks[0]))
    return ms.Plan(*plan.steps, one, other, *joints), deck


def seen_together(plan: ms.Plan, watches: dict[tuple[str, str], object]) -> list[tuple[object, ...]]:
    """What one game adds to the joint tallies."""
    return [
        (one, other, watches[one], watches[other])
        for one, other in plan.crossed
        if watches[one] is not None and watches[other] is not None
    ]


def tallied(joints: tuple[JointTally, ...]) -> Pairs:
    return {
        ((joint.first, joint.first_mark), (joint.second, joint.second_mark), first, second): number
        for joint in joints
        for first, row in zip(joint.first_values, joint.counts, strict=True)
        for second, number in zip(joint.second_values, row, strict=True)
        if number
    }


@pytest.mark.parametrize("number", range(60))
def test_simulated_joints_are_those_of_the_games_replayed(number: int) -> None:
    plan, deck = invented(number, steps=4, cards=16)
    replayer = Replayer(plan, deck)
    expected: Counter[tuple[object, ...]] = Counter()
    for trial in range(GAMES):
        expected.update(seen_together(plan, replayer.play(TrialWords(number, trial)).watches))
    assert tallied(ms.simulate(plan, deck, trials=GAMES, seed=number).joints) == expected


def check_exact(number: int) -> bool:
    """Whether an invented plan had few enough games to be checked."""
    plan, deck = invented(number, steps=1, cards=4)
    expected: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
    try:
        for game, weight in every_game(plan, deck, 200):
            for together in seen_together(plan, game.watches):
                expected[together] += weight
    except TooManyError:
        return False
    assert tallied(explore(plan, deck, fractions=True).joints) == expected
    return True


def test_exact_joints_are_those_of_all_games() -> None:
    assert sum(map(check_exact, range(100))) >= 30


def test_lands_milled_early_and_late() -> None:
    """Three of five cards milled, then two more: two hypergeometric draws, one after the other."""
    deck = ms.Deck.from_counts({"Forest": 4, "Memnite": 6})
    milled = ms.Watch("lands", ms.count("t:land", ms.graveyard))
    plan = ms.Plan(ms.Mill(3), ms.Mark("early"), ms.Mill(2), milled, Joint("lands", "lands", "early", "end"))
    joint = ms.exact(plan, deck, fractions=True).joint_tally("lands", "lands", mark="early", second_mark="end")
    for first, row in zip(joint.first_values, joint.counts, strict=True):
        for second, chance in zip(joint.second_values, row, strict=True):
            early = Fraction(comb(4, first) * comb(6, 3 - first), comb(10, 3))
            more = second - first
            late = Fraction(comb(4 - first, more) * comb(3 + first, 2 - more), comb(7, 2)) if 0 <= more <= 2 else 0
            assert chance == early * late


def test_a_condition_that_always_holds_is_crossed_as_such() -> None:
    deck = ms.Deck.from_counts({"Forest": 2, "Memnite": 2})
    always, lands = ms.Watch("always", ms.size(ms.library) <= 99), ms.Watch("lands", ms.count("t:land", ms.hand))
    plan = ms.Plan(ms.Draw(1), always, lands, Joint("always", "lands"))
    for result in (ms.simulate(plan, deck, trials=100), ms.exact(plan, deck)):
        joint = result.joint_tally("always", "lands")
        assert joint.first_values == (False, True)
        assert sum(joint.counts[0]) == 0
        assert sum(joint.counts[1]) == joint.total


@pytest.mark.parametrize(
    ("joint", "message"),
    [
        (
            Joint("hit", "no such"),
            "no watch is called 'no such'; the plan's watches are 'hit', 'lands', 'cards', 'late'",
        ),
        (Joint("hit", "cards"), "'cards' says which cards; cross conditions or quantities"),
        (Joint("hit", "hit"), "the two are the same"),
        (Joint("hit", "lands", at="turn 9"), "'hit' is not recorded at 'turn 9'; it is at early, end"),
        (Joint("hit", "late", at="end", second_at="early"), "'late' is not recorded at 'early'; it is at end"),
        (Joint("late", "early"), "never recorded at the same mark; say which with at= and second_at="),
    ],
)
def test_joints_that_make_no_sense_are_refused(joint: Joint, message: str) -> None:
    watches = [
        ms.Watch("hit", ms.count("t:land", ms.hand) >= 1),
        ms.Watch("lands", ms.count("t:land", ms.hand)),
        ms.Watch("cards", ms.which(ms.hand)),
        ms.Watch("late", ms.count("t:land", ms.hand) >= 2, at="end"),
    ]
    if joint.second == "early":
        watches.append(ms.Watch("early", ms.count("t:land", ms.hand) >= 1, at="early"))
    with pytest.raises(ms.PlanError) as refused:
        ms.Plan(ms.Draw(1), ms.Mark("early"), ms.Draw(1), *watches, joint)
    assert message in str(refused.value)
