import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtgstats as ms
from mtgstats.errors import PlanError
from mtgstats.say.quantities import compare_quantities
from mtgstats.say.text import LIMIT, Vocabulary
from tests.run.games import Inventor

WORDS = Vocabulary()
inventors = st.integers(0, 10**9).map(Inventor)
EXAMPLES = (
    'count("t:land", hand | battlefield) >= 4',
    "((turn <= 4) & (~(decked))) | (chance(0.3333333333333333))",
    'total("power", "t:creature", battlefield).clip(-1, 20) != -3',
    "(2 * mana - surveils + 1).clip(0, 3) == 2",
    "first((size(hand) >= 4) & (mulligans == 0)) <= 3",
    "surveils_this_turn - surveils < 0",
    'count(\'!"Forest" or !"Mosswort Bridge"\', hidden["Bridge \\\\ 1"] | exile) > 0',
    "size(library | graveyard | face_down | looked | kept) >= 1",
)


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_condition_prints_the_text_that_makes_it(text: str) -> None:
    condition = WORDS.condition(text, "here")
    assert WORDS.condition(str(condition), "here") == condition


@given(inventors)
@settings(derandomize=True, deadline=None)
def test_expressions_come_back_from_their_text(inventor: Inventor) -> None:
    condition, quantity = inventor.condition(), inventor.quantity()
    assert WORDS.condition(str(condition), "here") == condition
    assert WORDS.seen(str(quantity), "here") == quantity


@given(inventors, st.text(min_size=1, max_size=8))
@settings(derandomize=True, deadline=None)
def test_zones_come_back_from_their_text_whatever_a_source_is_called(inventor: Inventor, source: str) -> None:
    union = inventor.zone() | ms.hidden[source]
    assert WORDS.zone(str(union), "here") == union


@given(inventors)
@settings(derandomize=True, deadline=None)
def test_ready_made_choices_come_back_from_their_text(inventor: Inventor) -> None:
    selector, value = inventor.selector(), inventor.random.choice(["mana_value", "power", "toughness", "untapped"])
    for choice in (ms.best(value), ms.lowest(value), ms.wanted(selector), ms.wanted(selector, lands=2)):
        assert WORDS.choice(str(choice), "here") == choice


def test_a_land_limit_keeps_its_zone() -> None:
    choice = ms.wanted("t:creature", lands=3, zone=ms.hand | ms.hidden["a"])
    assert str(choice) == 'wanted("t:creature", lands=3, zone=hand | hidden["a"])'
    assert WORDS.choice(str(choice), "here") == choice


def test_names_stand_for_what_is_declared() -> None:
    heavy = ms.matching(lambda card: card.mana_value > 4, "heavy")
    lands = ms.count("t:land", ms.hand)
    words = Vocabulary(names={"lands": lands}, selectors={"heavy": heavy}, choices={"mine": ms.best("power")})
    assert words.condition("lands >= 4", "here") == (lands >= 4)
    assert words.seen('count("heavy", hand)', "here") == ms.count(heavy, ms.hand)
    assert words.choice("mine", "here") == ms.best("power")
    assert words.choice("mana_value", "here") == ms.best("mana_value")


def test_two_quantities_are_compared_in_a_text_as_they_cannot_be_in_python() -> None:
    assert WORDS.condition("size(hand) == mana", "here") == compare_quantities(ms.size(ms.hand), "==", ms.mana)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("not decked", 0, "~ for not"),
        ("decked and decked", 0, "& for and"),
        ("2 <= mana <= 5", 0, r"\(2 <= x\) & \(x <= 5\)"),
        ("2 & 3", 0, "cannot be joined"),
        ('"a" * 99999999', 0, "cannot be joined"),
        ("mana >= 2 & mana <= 5", 0, r"\(2 <= x\)"),
        ("size(hand) >= 2.5", 0, "whole numbers"),
        ("size(hand) * mana >= 1", 0, "whole multiples"),
        ("lands >= 4", 0, "'lands' means nothing"),
        ("(mana >= 1) & foo(3)", 14, "no function is called 'foo'"),
        ("size(hand, x=1) > 1", 0, r"write it like size\(hand\)"),
        ("size(3) > 1", 5, "a zone belongs here"),
        ('count("t:foo", hand) > 1', 9, "no card has the type 'foo'"),
        ('count("é", 3) > 1', 11, "a zone belongs here"),
        ('(mana > 1) | (count("é or t:foo", hand) > 1)', 28, "no card has the type 'foo'"),
        ('total("speed", "t:land", hand) > 1', 6, "no value is called 'speed'"),
        ("chance(2)", 0, "a probability"),
        ("mana.clip(3, 1) > 1", 0, "lo must not exceed hi"),
        ("().__class__", 0, "makes no sense"),
        ("mana.__class__", 0, "makes no sense"),
        ("lambda: 1", 0, "makes no sense"),
        ("[x for x in (1,)]", 0, "makes no sense"),
        ("__import__('os').system('ls')", 0, "makes no sense"),
        ("True", 0, "makes no sense"),
        ("mana >= 1; decked", 9, "makes no sense"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_with_the_character(text: str, column: int, message: str) -> None:
    with pytest.raises(PlanError, match=message) as caught:
        WORDS.condition(text, "plan.when")
    assert str(caught.value).startswith("plan.when: ")
    assert str(caught.value).endswith(f", at character {column + 1} of {text!r}")


@pytest.mark.parametrize("text", ["mana", "hand", "3", "", " ", None, 7, 'best("power")'])
def test_what_is_no_condition_is_refused(text: object) -> None:
    with pytest.raises(PlanError, match=r"here: got .*; write a condition"):
        WORDS.condition(text, "here")


@pytest.mark.parametrize(
    "text", ["~" * 5000 + "decked", "(" * 900, "9" * 6000, "x" * (LIMIT + 1), "mana +" * 1600 + "1"]
)
def test_endless_texts_are_refused(text: str) -> None:
    with pytest.raises(PlanError):
        WORDS.condition(text, "here")


@given(st.text(alphabet="()[]&|~+-*<>=!\"'.,0123456789abcdehinost \n\\", max_size=40))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_no_text_makes_a_traceback(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's own about odd escapes
        with suppress(PlanError):
            WORDS.watched(text, "here")
