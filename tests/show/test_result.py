"""Results: numbers, frames, and their faces in words (against golden files)."""

import os
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import mtgstats as ms
from mtgstats.errors import ResultError
from mtgstats.run.tallies import Tally
from mtgstats.say.steps import Start
from mtgstats.show.environment import Environment
from mtgstats.show.result import Result
from mtgstats.show.tables import MEANS, RATES, joint_frame
from mtgstats.show.views import result_as_grid

from .questions import DECK, TURNS, looks

GOLDEN = Path(__file__).with_name("golden")
TRIALS = 20_000


@pytest.fixture(scope="module")
def simulated() -> Result:
    return ms.simulate(looks(4), DECK, trials=TRIALS, seed=1)


@pytest.fixture(scope="module")
def exact() -> Result:
    return ms.exact(looks(4), DECK)


@pytest.fixture(scope="module")
def turns() -> Result:
    return ms.simulate(TURNS, DECK, trials=TRIALS, seed=1)


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_rates_agree_with_the_closed_form(simulated: Result, exact: Result) -> None:
    chance = 1 - Fraction(comb(34, 4), comb(40, 4))
    assert exact.rate("bomb") == pytest.approx(float(chance), rel=1e-12)
    assert exact.interval("bomb") == (exact.rate("bomb"),) * 2
    low, high = simulated.interval("bomb", level=1 - 1e-6)
    assert low <= chance <= high


def test_moments_and_quantiles_are_numpys(simulated: Result) -> None:
    tally = simulated.tally("cost")
    sample = np.repeat(tally.values, tally.counts)
    assert simulated.mean("cost") == pytest.approx(sample.mean(), rel=1e-12)
    assert simulated.variance("cost") == pytest.approx(sample.var(ddof=1), rel=1e-12)
    error = np.sqrt(sample.var(ddof=1) / TRIALS)
    expected = stats.t.interval(0.9, TRIALS - 1, sample.mean(), error)
    assert simulated.mean_interval("cost", level=0.9) == pytest.approx(expected, rel=1e-9)
    for q in (0, 0.1, 0.25, 0.5, 0.9, 1):
        assert simulated.quantile("cost", q) == np.quantile(sample, q, method="inverted_cdf")


def test_exact_moments(exact: Result) -> None:
    chances = exact.distribution("cost")
    mean = sum(value * chance for value, chance in chances.items())
    assert exact.mean("cost") == pytest.approx(mean, rel=1e-12)
    assert exact.mean_interval("cost") == (exact.mean("cost"),) * 2
    variance = sum((value - mean) ** 2 * chance for value, chance in chances.items())
    assert exact.variance("cost") == pytest.approx(variance, rel=1e-12)
    assert sum(chances.values()) == pytest.approx(1, rel=1e-12)


def test_the_mean_of_a_condition_is_its_rate(simulated: Result) -> None:
    assert simulated.mean("bomb") == pytest.approx(simulated.rate("bomb"), rel=1e-12)


def test_a_conditional_rate_is_of_the_games_counted(turns: Result) -> None:
    tally = turns.tally("Bears & <Elves>")
    assert 0 < tally.total < TRIALS
    assert turns.rate("Bears & <Elves>") == tally.counts[1] / tally.total
    (row,) = turns.frame().query("watch == 'Bears & <Elves>'").to_dict("records")
    assert (row["count"], row["trials"]) == (tally.counts[1], tally.total)


def test_no_games_give_no_number(simulated: Result) -> None:
    empty = Tally("never", "end", "quantity", (), (), 0)
    result = replace(simulated, tallies=(empty,))
    assert np.isnan(result.mean("never"))
    assert np.isnan(result.rate("never", value=3))
    with pytest.raises(ResultError, match="counted no game"):
        result.quantile("never", 0.5)


def test_what_was_not_recorded_is_named(simulated: Result) -> None:
    with pytest.raises(
        ResultError, match=r"watch 'bom' was not recorded; recorded are 'bomb' at 'end', 'cost' at 'end'"
    ):
        simulated.rate("bom")
    with pytest.raises(ResultError, match="watch 'bomb' was not recorded at 'turn 1'"):
        simulated.rate("bomb", "turn 1")
    with pytest.raises(ResultError, match="says which cards; they have rates by name, no mean or quantile"):
        simulated.mean("card")
    with pytest.raises(ResultError, match=r"q: got 50; .* 0\.5 for the median"):
        simulated.quantile("cost", 50)


# --- joints -----------------------------------------------------------------------------------------------------------


def test_a_joint_table_has_the_rates_of_its_watches_as_sums(turns: Result) -> None:
    table = turns.joint("three lands", "binned")
    assert table.loc[True].sum() == pytest.approx(turns.rate("three lands"), rel=1e-12)
    for value, chance in turns.distribution("binned").items():
        assert table[value].sum() == pytest.approx(chance, rel=1e-12)
    pd.testing.assert_frame_equal(turns.joint("binned", "three lands"), table.T)


def test_a_joint_frame_has_counts_and_intervals(turns: Result) -> None:
    frame = joint_frame(turns, turns.joint_tally("three lands", "binned"))
    assert frame["count"].sum() == TRIALS
    assert ((frame["low"] <= frame["rate"]) & (frame["rate"] <= frame["high"])).all()


def test_a_pair_that_was_not_crossed_is_refused_with_the_line_to_add(turns: Result) -> None:
    with pytest.raises(ResultError, match=r"add Joint\('binned', 'binned'\) to the plan"):
        turns.joint("binned", "binned")
    with pytest.raises(ResultError, match=r"Joint\('three lands', 'binned', at='turn 1', second_at='end'\)"):
        turns.joint("three lands", "binned", mark="turn 1", second_mark="end")


# --- frames -----------------------------------------------------------------------------------------------------------


def test_the_frame_is_tidy(simulated: Result, exact: Result) -> None:
    frame = simulated.frame(exact=exact)
    assert list(frame.columns) == RATES
    assert frame["count"].dtype == frame["trials"].dtype == "Int64"
    assert (frame["trials"] == TRIALS).all()
    assert frame["rate"].tolist() == pytest.approx((frame["count"] / TRIALS).tolist())
    rates = [exact.rate(row.watch, row.mark, row.value) for row in frame.itertuples()]
    assert frame["exact"].tolist() == pytest.approx(rates)
    narrow = simulated.frame(level=0.5)
    assert ((narrow["low"] > frame["low"]) & (narrow["high"] < frame["high"])).all()
    assert narrow["exact"].isna().all()


def test_the_frame_of_an_exact_result_has_no_counts(exact: Result) -> None:
    frame = exact.frame()
    assert frame["count"].isna().all()
    assert frame["trials"].isna().all()
    for column in ("low", "high", "exact"):
        assert frame[column].equals(frame["rate"].rename(column))


def test_means_are_of_quantities(simulated: Result, exact: Result) -> None:
    (row,) = simulated.means(exact=exact).to_dict("records")
    assert list(row) == MEANS
    assert (row["mark"], row["watch"], row["trials"]) == ("end", "cost", TRIALS)
    assert row["sd"] == pytest.approx(simulated.variance("cost") ** 0.5)
    assert (row["low"] < row["mean"] < row["high"], row["exact"]) == (True, pytest.approx(exact.mean("cost")))
    (row,) = exact.means().to_dict("records")
    assert row["low"] == row["high"] == row["mean"] == row["exact"]


# --- provenance -------------------------------------------------------------------------------------------------------


def test_provenance_does_not_count_for_equality(simulated: Result) -> None:
    elsewhere = replace(simulated, environment=replace(Environment.here(), python="4.0.0"), notes=("a note",))
    assert elsewhere == simulated
    assert simulated.version == ms.__version__
    assert replace(simulated, seed=2) != simulated


# --- faces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["simulated", "exact", "turns"])
def test_text_and_html_are_golden(name: str, request: pytest.FixtureRequest) -> None:
    """``MTGSTATS_GOLDEN=write pytest`` writes the files anew, to be read before they are kept."""
    result = request.getfixturevalue(name)
    for ending, text in (("txt", f"{result!r}\n\n{result}\n"), ("html", result._repr_html_())):
        path = GOLDEN / f"{name}.{ending}"
        if os.environ.get("MTGSTATS_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")


def test_a_run_that_was_stopped_says_so(simulated: Result) -> None:
    assert "20,000 games, seed 1, stopped early" in str(replace(simulated, finished=False))


def test_multiplayer_rules_that_a_plan_left_to_the_deck_are_said() -> None:
    lands = ms.count("t:land", ms.hand)
    deck = ms.Deck.from_counts({"Forest": 40, "Grizzly Bears": 60})

    def notes(plan: ms.Plan, deck: ms.Deck = deck) -> list[str]:
        return str(ms.simulate(plan, deck, trials=10)).split("\n\n")[2:]

    def plan(free: bool | None, on: Start | None) -> ms.Plan:
        hand = ms.OpeningHand(7, ms.London(lands >= 2, ms.lowest("mana_value"), free_first=free))
        return ms.Plan(hand, *ms.turns(1, 2, [], on=on), ms.Watch("lands", lands, at="end"))

    (both,) = notes(plan(None, None))
    assert "first mulligan is free" in both
    assert "drawn on turn 1" in both
    (draw,) = notes(plan(False, None))
    assert "mulligan" not in draw
    assert notes(plan(True, ms.ON_THE_PLAY)) == []
    assert notes(plan(None, None), DECK) == []


def test_never_is_said_of_what_did_not_happen() -> None:
    happened = ms.first(ms.count("t:land", ms.hand) >= 1)
    plan = ms.Plan(*ms.turns(1, 2, [], on=ms.ON_THE_DRAW), ms.Watch("land", happened, at="end"))
    assert [row[2] for row in result_as_grid(ms.exact(plan, DECK)).rows] == ["mean, never as 3", "1", "2", "never"]
    sure = ms.Plan(*ms.turns(1, 2, []), ms.Watch("hand", ms.first(ms.size(ms.hand) >= 0), at="end"))
    assert [row[2] for row in result_as_grid(ms.exact(sure, DECK)).rows] == ["mean", "1"]


def test_many_cards_are_summed_up(simulated: Result) -> None:
    names = tuple(f"Card {number:02}" for number in range(20))
    tally = Tally("card", "end", "cards", names, tuple(range(1, 21)), 100)
    text = str(replace(simulated, tallies=(tally,)))
    assert "Card 19" in text
    assert "8 others" in text
    assert "Card 00" not in text
