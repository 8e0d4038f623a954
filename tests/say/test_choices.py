from typing import Any

import pytest

import mtgstats as ms
from mtgstats.errors import PlanError, SizeError

DECK = ms.Deck.from_counts({"Forest": 2, "Griselbrand": 1})
FOREST, GRISELBRAND = DECK.cards


@ms.choice(lands=ms.count("t:land", ms.hand), out=ms.decked)
def careful(card: ms.Card, lands: int, out: bool) -> float:
    if out:
        return card.mana_value
    return card.is_land and lands < 1


def test_the_table_is_a_frame() -> None:
    frame = careful.frame(DECK.cards, lands=range(2), out=range(2))
    assert list(frame.columns) == ["card", "lands", "out", "value"]
    assert frame.to_dict("split")["data"] == [
        ["Forest", 0, 0, 1.0],
        ["Griselbrand", 0, 0, -1.0],
        ["Forest", 0, 1, 0.0],
        ["Griselbrand", 0, 1, 8.0],
        ["Forest", 1, 0, -1.0],
        ["Griselbrand", 1, 0, -1.0],
        ["Forest", 1, 1, 0.0],
        ["Griselbrand", 1, 1, 8.0],
    ]


def test_the_frame_takes_a_deck_and_shows_what_is_not_given_from_zero_to_seven_and_both_ways() -> None:
    frame = careful.frame(DECK)
    assert len(frame) == 2 * 8 * 2
    assert list(frame["lands"].unique()) == list(range(8))
    assert list(frame["out"].unique()) == [False, True]
    assert frame.equals(careful.frame(DECK.cards, lands=range(8), out=(False, True)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"land": range(5)}, r"does not look at \['land'\]; it looks at \['lands', 'out'\]"),
        ({"lands": 5}, r"frame\(lands=…\): got 5; give the values to show"),
    ],
)
def test_a_frame_of_what_the_choice_does_not_see_is_refused(values: Any, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        careful.frame(DECK, **values)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda card, lands: 1 / lands, "failed with ZeroDivisionError"),
        (lambda card, lands: float("nan"), "got NaN"),
        (lambda card, lands: "much", "got 'much'; it must give a number"),
        (lambda card, lands: None, "got None; it must give a number"),
    ],
)
def test_a_choice_that_gives_no_number_names_card_and_context(function: object, message: str) -> None:
    wrong = ms.choice(lands=ms.count("t:land", ms.hand))(function)
    plan = ms.Plan(ms.Surveil(2, wrong), ms.Watch("binned", ms.size(ms.graveyard)))
    for ask in (lambda: ms.simulate(plan, DECK, trials=1), lambda: ms.exact(plan, DECK)):
        with pytest.raises(PlanError, match=rf"choice '<lambda>' on (Forest|Griselbrand), lands=0: .*{message}"):
            ask()


def test_a_table_that_is_too_large_is_refused_with_its_sizes() -> None:
    sees = {
        name: ms.size(zone) for name, zone in zip("abcd", (ms.library, ms.hand, ms.graveyard, ms.exile), strict=True)
    }
    everything = ms.choice(**sees)(lambda card, **sizes: 1)
    with pytest.raises(SizeError, match=r"2 cards x 100 of a x 100 of b"):
        everything.table(DECK.cards, ((0, 99),) * 4)


def test_lands_are_wanted_up_to_a_limit() -> None:
    wanted = ms.wanted("t:creature", lands=2)
    assert [wanted.value(FOREST, (lands,)) for lands in range(4)] == [1, 1, -1, -1]
    assert wanted.value(GRISELBRAND, (9,)) == 1
    assert ms.lowest("mana_value").value(GRISELBRAND) == -8
    assert ms.wanted("t:land").value(GRISELBRAND) == -1


def test_a_function_of_the_card_alone_needs_no_parentheses() -> None:
    @ms.choice
    def lands_first(card: ms.Card) -> bool:
        return card.is_land

    assert lands_first == ms.choice()(lands_first.function)
    assert lands_first.value(ms.load_table().find("Forest")) == 1
