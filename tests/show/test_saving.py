import gzip
import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import mtgstats as ms
from mtgstats.errors import MtgstatsError, ResultError, SizeError
from mtgstats.read.card import Card, Face
from mtgstats.run.replaying import replay
from mtgstats.show.saving import result_from_json, result_to_json
from tests.run.games import Inventor

inventors = st.integers(0, 10**9).map(Inventor)
DECK = ms.Deck.from_counts({"Forest": 20, "Grizzly Bears": 8, "Lightning Bolt": 8, "Griselbrand": 4})


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


@ms.choice(lands=ms.count("t:land", ms.hand), out=ms.decked)
def by_lands(card: Card, lands: int, out: bool) -> float:
    assert isinstance(out, bool)
    return 1 if card.is_land and lands < 4 else -1


PLAN = ms.Plan(
    ms.OpeningHand(7, ms.London(ms.count("t:land", ms.hand) >= 2, ms.lowest("mana_value"), at_most=1)),
    *ms.turns(1, 2, [ms.Surveil(2, by_lands), ms.PlayLand(), ms.Discard(1, lambda card: len(card.name))]),
    ms.Scry(1, ms.best(lambda card: float("-inf") if card.is_land else 1)),
    ms.Watch("lands", ms.count("t:land", ms.hand)),
    ms.Watch("big", ms.count(ms.matching(lambda card: card.mana_value > 4, "big"), ms.graveyard) >= 1),
    ms.Watch("letters", ms.total(lambda card: len(card.name), "t:creature", ms.graveyard), given=ms.mana >= 1),
    ms.Watch("which", ms.which(ms.graveyard), at="end"),
    ms.Joint("lands", "big"),
)


# --- plans ------------------------------------------------------------------------------------------------------------


@given(inventors)
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_plan_read_back_plays_the_same_games(inventor: Inventor) -> None:
    plan, deck = inventor.plan(), inventor.deck()
    data = ms.plan_to_json(plan, deck)
    again = ms.plan_from_json(through_json(data))
    assert ms.plan_to_json(again, deck) == data
    assert ms.simulate(again, deck, trials=200).tallies == ms.simulate(plan, deck, trials=200).tallies
    told, ours = (replay(one, deck, seed=1, trial=7).watches for one in (again, plan))
    assert told == ours


class PlainInventor(Inventor):
    """Invents plans without functions of Python."""

    def choice(self) -> ms.Choice:
        selector, limit = self.selector(), self.number(0, 3)
        return self.one_of(
            lambda: ms.best("power"),
            lambda: ms.lowest("untapped"),
            lambda: ms.wanted(selector),
            lambda: ms.wanted(selector, lands=limit, zone=self.zone()),
        )


@given(st.integers(0, 10**9).map(PlainInventor))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_plan_without_functions_is_read_back_equal(inventor: Inventor) -> None:
    plan, deck = inventor.plan(), inventor.deck()
    again = ms.plan_from_json(through_json(ms.plan_to_json(plan, deck)))
    assert again == plan
    assert hash(again) == hash(plan)


def test_functions_of_one_name_are_kept_apart() -> None:
    plan = ms.Plan(
        ms.Scry(1, lambda card: card.mana_value),
        ms.Scry(1, lambda card: -card.mana_value),
        ms.Scry(1, ms.best(ms.Selector("power", lambda card: card.is_land))),
        ms.Watch("a", ms.count(ms.matching(lambda card: card.is_land, "t:land"), ms.hand)),
        ms.Watch("b", ms.count("t:land", ms.hand)),
    )
    data = ms.plan_to_json(plan, DECK)
    assert [step["choice"] for step in data["steps"]] == ["<lambda>", "<lambda> 2", 'best("power 2")']
    assert [watch["what"] for watch in data["watches"]] == ['count("t:land 2", hand)', 'count("t:land", hand)']
    assert data["selectors"] == {"t:land 2": ["Forest"]}


def test_a_choice_is_written_in_every_context_that_can_come_up() -> None:
    table = ms.plan_to_json(PLAN, DECK)["choices"]["by_lands"]
    assert table["sees"] == {"lands": 'count("t:land", hand)', "out": "decked"}
    assert {lands for lands, _ in table["contexts"]} >= set(range(8))
    at = table["contexts"].index([3, 0])
    assert {card: values[at] for card, values in table["values"].items()} == {
        "Forest": 1,
        "Grizzly Bears": -1,
        "Lightning Bolt": -1,
        "Griselbrand": -1,
    }


def test_a_function_is_not_asked_where_it_fails() -> None:
    costs = {"Grizzly Bears": 3, "Griselbrand": 9}
    worth = ms.total(lambda card: costs[card.name], "t:creature", ms.battlefield | ms.hand)
    plan = ms.Plan(ms.Draw(7), ms.Watch("worth", worth))
    with pytest.raises(MtgstatsError, match="face-down creature"):
        ms.simulate(plan, DECK, trials=10)
    plan = ms.Plan(ms.Draw(7), ms.Watch("worth", ms.total(lambda card: costs[card.name], "t:creature", ms.hand)))
    data = ms.plan_to_json(plan, DECK)
    assert data["values"] == {"<lambda>": costs}
    again = ms.plan_from_json(data)
    assert ms.exact(again, DECK).tallies == ms.exact(plan, DECK).tallies


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["run.json", "run.json.gz"])
def test_a_result_is_loaded_as_it_was_saved_and_made_again(tmp_path: Path, name: str) -> None:
    result = ms.simulate(PLAN, DECK, trials=range(100, 2100), seed=5)
    ms.save(result, tmp_path / name)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    loaded = ms.load(tmp_path / name)
    assert (loaded.tallies, loaded.joints, loaded.deck) == (result.tallies, result.joints, result.deck)
    assert (loaded.seed, loaded.trials, loaded.stream) == (5, (range(100, 2100),), result.stream)
    assert loaded.environment == result.environment
    again = ms.remake(tmp_path / name)
    assert (again.tallies, again.joints, again.trials) == (result.tallies, result.joints, result.trials)
    ms.save(loaded, tmp_path / "twice.json")
    ms.save(result, tmp_path / "once.json")
    assert (tmp_path / "twice.json").read_bytes() == (tmp_path / "once.json").read_bytes()


@given(inventors, st.booleans())
@settings(derandomize=True, deadline=None, max_examples=25)
def test_an_exact_result_is_made_again_bit_for_bit(inventor: Inventor, fractions: bool) -> None:
    plan, deck = inventor.plan(most=2), inventor.deck(most=8)
    try:
        result = ms.exact(plan, deck, fractions=fractions, limit=20_000)
    except SizeError:
        assume(False)
    loaded = result_from_json(through_json(result_to_json(result)))
    assert loaded.tallies == result.tallies
    assert all(type(tally.total) is (Fraction if fractions else float) for tally in loaded.tallies)
    assert ms.remake(loaded).tallies == result.tallies


def test_a_result_is_made_again_with_a_card_that_no_table_knows() -> None:
    newest = Card.of_faces(
        "Newest Card", "normal", (Face("Newest Card", "{3}", 3, "Creature — Novelty"),), color_identity=""
    )
    deck = ms.Deck("new", main=(*DECK.main, (newest, 8)))
    new = ms.Selector(
        '!"Newest Card"', lambda card: card.name == "Newest Card"
    )  # as a table that knows it would make it
    plan = ms.Plan(ms.Draw(7), ms.Watch("new", ms.count(new, ms.hand) >= 1))
    result = ms.simulate(plan, deck, trials=500)
    loaded = result_from_json(through_json(result_to_json(result)))
    assert loaded == result
    assert ms.remake(loaded) == result


def test_a_result_of_another_stream_is_not_made_again() -> None:
    data = result_to_json(ms.simulate(PLAN, DECK, trials=10))
    with pytest.raises(ResultError, match="stream 0"):
        ms.remake(result_from_json({**data, "stream": 0}))


def test_a_simulated_result_without_a_seed_is_refused() -> None:
    data = result_to_json(ms.simulate(PLAN, DECK, trials=10))
    with pytest.raises(ResultError, match="a simulated result has a seed"):
        result_from_json({**data, "seed": None})


# --- files of strangers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no saved result"),
        (b"[1]", "give a table"),
        (b"{}", "no saved result of mtgstats"),
        (b'{"kind": "mtgstats result", "format": 9}', "format 9; this version reads format 1"),
        (b'{"kind": "mtgstats result", "format": 1}', "'plan' is missing"),
        (b'{"kind": NaN}', "NaN is no number"),
        (b"[" * 100_000, "no saved result"),
        (b"\xff\xfe", "no saved result"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(content)
    with pytest.raises(ResultError, match=message) as caught:
        ms.load(file)
    assert "run.json" in str(caught.value)


def test_a_file_that_is_not_there_or_not_compressed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="cannot be read"):
        ms.load(tmp_path / "none.json")
    (tmp_path / "plain.json.gz").write_bytes(b"{}")
    (tmp_path / "cut.json.gz").write_bytes(gzip.compress(b"{}" * 1000)[:-9])
    for name in ("plain.json.gz", "cut.json.gz"):
        with pytest.raises(ResultError, match="cannot be read"):
            ms.load(tmp_path / name)
    with pytest.raises(ResultError, match="cannot be written"):
        ms.save(ms.exact(ms.Plan(ms.Draw(1), ms.Watch("mana", ms.mana)), DECK), tmp_path / "nowhere" / "run.json")


def paths(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [here, *(path for key, part in inner for path in paths(part, (*here, key)))]


SMALL = result_to_json(
    ms.simulate(
        ms.Plan(
            ms.Hideaway(2, by_lands),
            ms.PlayHidden(when=ms.mana >= 0),
            ms.Watch("a", ms.size(ms.hidden)),
            ms.Watch("b", ms.decked),
            ms.Joint("a", "b"),
        ),
        ms.Deck.from_counts({"Forest": 3, "Fire // Ice": 2}),
        trials=5,
    )
)


@given(st.data())
@settings(derandomize=True, deadline=None, max_examples=300)
def test_a_spoiled_file_is_refused_or_loads_but_never_fails(data: st.DataObject) -> None:
    spoiled = through_json(SMALL)
    *path, last = data.draw(st.sampled_from(paths(spoiled)[1:]))
    junk = [None, True, -1, 10**30, 0.5, "", "mana", "1/2", [], [[]], {}, {"draw": 1}]
    target = spoiled
    for key in path:
        target = target[key]
    target[last] = data.draw(st.sampled_from(junk))
    with suppress(ResultError):
        assert isinstance(result_from_json(spoiled), ms.Result)
