"""Comparisons: the same shuffles, game by game, with paired differences and their intervals."""

from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from mtgstats.ask.comparing import compare, land_swaps, perturb
from mtgstats.ask.engines import exact, simulate
from mtgstats.ask.remaking import remake
from mtgstats.errors import PlanError, ResultError, SizeError
from mtgstats.read.deck import Deck
from mtgstats.run.encode.program import encode
from mtgstats.run.simulation import run_games
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import count, total
from mtgstats.say.steps import OpeningHand
from mtgstats.say.watches import Watch, which
from mtgstats.say.zones import hand, hidden
from mtgstats.show.comparison import Comparison, Pair
from mtgstats.show.pairing import agresti_caffo, holm
from mtgstats.show.saving import load, save
from tests.ask.questions import HIT, deck_of, hideaway, turns_with

DECK = deck_of(10)
TRIALS = 100_000


def the_pair(comparison: Comparison, watch: str, mark: str = "end") -> Pair:
    (pair,) = (pair for pair in comparison.pairs if (pair.watch, pair.mark) == (watch, mark))
    return pair


@pytest.fixture(scope="module")
def five_and_four() -> Comparison:
    return compare({"hideaway 5": hideaway(5), "hideaway 4": hideaway(4)}, DECK)


def test_the_gain_of_the_fifth_card(five_and_four: Comparison) -> None:
    pair = the_pair(five_and_four, "hit")
    rates = [exact(hideaway(n), DECK).rate("hit") for n in (5, 4)]
    assert rates == pytest.approx([0.6121, 0.5277], abs=5e-5)
    assert pair.low < rates[0] - rates[1] < pair.high
    assert pair.worse == 0  # the four cards are among the five
    narrower = (pair.unpaired_high - pair.unpaired_low) / (pair.high - pair.low)
    assert narrower == pytest.approx(2.5, abs=0.05)
    assert pair.saved == pytest.approx(narrower**2)
    assert pair.verdict == "higher"


def test_results_are_those_of_each_plan_alone(five_and_four: Comparison) -> None:
    assert five_and_four["hideaway 5"] == simulate(hideaway(5), DECK)
    assert five_and_four["hideaway 4"] == simulate(hideaway(4), DECK)
    assert five_and_four.by_name == {name: five_and_four[name] for name in ("hideaway 5", "hideaway 4")}


def test_pairs_are_what_every_game_says() -> None:
    plans = {"one": turns_with(1), "three": turns_with(3)}
    pair = the_pair(compare(plans, DECK, trials=TRIALS), "lands", "turn 3")
    program = encode([(plan, DECK) for plan in plans.values()], store=True)
    games = run_games(program.binary, 1, range(TRIALS))
    one, three = (games[slot.outputs[1]] for slot in program.slots if slot.place[1:] == ("lands", "turn 3"))
    apart = one - three
    assert (pair.better, pair.worse, pair.same) == ((apart > 0).sum(), (apart < 0).sum(), (apart == 0).sum())
    assert pair.difference == pytest.approx(apart.mean())
    paired = stats.ttest_rel(one, three)
    assert (pair.low, pair.high) == pytest.approx(tuple(paired.confidence_interval(0.95)))
    assert pair.p == pytest.approx(paired.pvalue, rel=0.02, abs=1e-12)
    unpaired = sqrt((one.var(ddof=1) + three.var(ddof=1)) / TRIALS)
    assert (pair.unpaired_high - pair.unpaired_low) / 2 == pytest.approx(1.96 * unpaired, rel=1e-3)


def test_a_watch_with_given_is_compared_where_both_hold() -> None:
    plans = {"one": turns_with(1), "three": turns_with(3)}
    pair = the_pair(compare(plans, DECK, trials=TRIALS), "four lands", "turn 4")
    program = encode([(plan, DECK) for plan in plans.values()], store=True)
    games = run_games(program.binary, 1, range(TRIALS))
    one, three = (slot.outputs for slot in program.slots if slot.place[1:] == ("four lands", "turn 4"))
    both = (games[one[0]] & games[three[0]]).astype(bool)
    assert pair.trials == both.sum() < TRIALS
    assert pair.better == (games[one[1]] > games[three[1]])[both].sum()


def test_only_changed_slots_differ_between_decks() -> None:
    more = DECK.swap("Forest", HIT)
    comparison = compare(hideaway(4), {"a hit more": more, "as it is": DECK}, trials=TRIALS)
    pair = the_pair(comparison, "hit")
    # The changed card is among the four in 4 games of 60; it makes a hit where none of the others is one.
    assert pair.worse == 0
    expected = exact(hideaway(4), more).rate("hit") - exact(hideaway(4), DECK).rate("hit")
    assert pair.low < expected < pair.high
    assert pair.saved > 10


def test_plans_and_decks_may_both_have_names() -> None:
    comparison = compare(
        {"old": hideaway(4), "new": hideaway(5)}, {"new": deck_of(9), "old": deck_of(12)}, trials=TRIALS
    )
    assert [(result.plan, result.deck) for result in comparison.results] == [
        (hideaway(4), deck_of(12)),
        (hideaway(5), deck_of(9)),
    ]


def test_all_pairs_of_three_with_holms_verdicts() -> None:
    comparison = compare({str(n): hideaway(n) for n in (3, 4, 5)}, DECK, watches=["hit"], trials=TRIALS)
    assert [(pair.first, pair.second) for pair in comparison.pairs] == [("3", "4"), ("3", "5"), ("4", "5")]
    assert [pair.verdict for pair in comparison.pairs] == ["lower", "lower", "lower"]


def test_verdicts_of_no_difference() -> None:
    same = compare({"one": hideaway(4), "other": hideaway(4)}, DECK, trials=TRIALS)
    assert {pair.verdict for pair in same.pairs} == {"same in every game"}
    assert {pair.p for pair in same.pairs} == {1.0}
    assert "sharing shuffles" not in str(same.pairs[0])
    few = compare({"one": turns_with(1), "other": turns_with(2)}, DECK, watches=["four lands"], trials=30)
    assert "no difference shown" in {pair.verdict for pair in few.pairs}


def test_the_level_is_chosen_late(five_and_four: Comparison) -> None:
    wide, narrow = (five_and_four.frame(level=level).iloc[0] for level in (0.99, 0.5))
    assert wide["low"] < narrow["low"] < wide["difference"] < narrow["high"] < wide["high"]
    assert wide["p"] == pytest.approx(narrow["p"])


def test_the_table_and_the_words(five_and_four: Comparison) -> None:
    table = five_and_four.frame()
    columns = "first second watch mark kind better worse same trials difference low high unpaired_low unpaired_high"
    assert list(table.columns) == [*columns.split(), "p", "p_holm", "verdict", "saved"]
    assert list(table["watch"]) == ["hit", "cost"]
    pair = the_pair(five_and_four, "hit")
    told = "hit at end, hideaway 5 instead of hideaway 4: +8.41 points ± 0.05, higher (p < 1e-16). More "
    assert str(pair).startswith(told)
    first, second, *_ = five_and_four.grid().rows
    assert first == ("hit", "end", "hideaway 5", "hideaway 4", "+8.41 points ± 0.05", "< 1e-16", "higher")
    assert second[:4] == ("cost", "end", "hideaway 5", "hideaway 4")
    assert str(five_and_four) == str(five_and_four.grid())
    assert repr(five_and_four) == "<Comparison of hideaway 5, hideaway 4: 2 pairs>"
    assert "<table" in five_and_four._repr_html_()


def test_all_pairs_stand_in_one_table_the_greatest_gain_on_top_and_equal_ones_together() -> None:
    plans = {name: hideaway(n) for name, n in {"four": 4, "again": 4, "five": 5}.items()}
    rows = compare(plans, DECK, watches=["hit"], trials=TRIALS).grid().rows
    assert [row[2:4] for row in rows] == [("four", "again"), ("four (1 more alike)", "five")]
    assert [row[-1] for row in rows] == ["same in every game", "lower"]
    assert rows[1][:2] == ("", "")


def test_ctrl_c_gives_the_comparison_so_far() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    comparison = compare({"5": hideaway(5), "4": hideaway(4)}, DECK, trials=TRIALS, progress=interrupt)
    assert all(not result.finished and 0 < result.games < TRIALS for result in comparison.results)
    assert comparison.pairs[0].trials == comparison.results[0].games


@pytest.mark.parametrize(
    ("plan", "deck", "message"),
    [
        (hideaway(4), DECK, "two or more plans or decks by name"),
        ({"a": hideaway(4)}, DECK, "two or more"),
        (
            hideaway(4),
            {"small": deck_of(10, 53), "large": DECK},
            "different size cannot share shuffles: 'small' has 53 cards, 'large' has 60 cards",
        ),
        ({"a": hideaway(4), "b": hideaway(5)}, {"a": DECK, "c": DECK}, "give equal names"),
        ({"a": hideaway(4), "b": DECK}, DECK, r"compare\(plan\): got <Deck"),
        (
            {"a": hideaway(4), "b": Plan(*hideaway(4).steps, Watch("own", count("mv>=6", hidden)))},
            DECK,
            "a, b have no watch in common",
        ),
        (Plan(*hideaway(4).steps, Watch("cards", which(hidden))), {"a": DECK, "b": DECK}, "no watch in common"),
    ],
)
def test_what_cannot_be_compared_is_said(plan: Plan, deck: Deck, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        compare(plan, deck)


def test_conditions_are_not_compared_with_quantities() -> None:
    number = Plan(*hideaway(4).steps, Watch("hit", count("mv>=6", hidden)))
    with pytest.raises(PlanError, match="no watch in common"):
        compare({"yes or no": hideaway(4), "how many": number}, DECK)


def test_a_joint_table_that_is_too_large_is_refused() -> None:
    plan = Plan(*hideaway(4).steps, Watch("much", 1000 * total("mana_value", "mv>=0", hidden)))
    with pytest.raises(SizeError, match=r"'much' crossed with 'much': its table would have .* cells"):
        compare({"one": plan, "other": plan}, DECK)


# --- swaps of one card ------------------------------------------------------------------------------------------------


def test_perturb_gives_each_swap_against_the_deck() -> None:
    table = perturb(DECK, hideaway(4), trials=TRIALS)
    assert table.names[0] == "the deck as it is"
    assert list(table.names[1:]) == [
        "-1 Llanowar Elves +1 Forest",
        "-1 Forest +1 Llanowar Elves",
        f"-1 {HIT} +1 Forest",
        f"-1 Forest +1 {HIT}",
    ]
    assert {pair.second for pair in table.pairs} == {"the deck as it is"}
    own = exact(hideaway(4), DECK).rate("hit")
    for pair in table.pairs:
        if pair.watch == "hit":
            gain = exact(hideaway(4), table[pair.first].deck).rate("hit") - own
            reach = 2 * (pair.high - pair.low)  # more than five standard errors either way
            assert pair.low - reach < gain < pair.high + reach


def test_swaps_of_ones_own() -> None:
    table = perturb(DECK, hideaway(4), [("Forest", HIT), ("Forest", "Grizzly Bears")], watches=["hit"], trials=TRIALS)
    assert [pair.verdict for pair in table.pairs] == ["higher", "same in every game"]


def test_of_cards_that_the_plan_cannot_tell_apart_one_is_swapped() -> None:
    names = ["Llanowar Elves", "Grizzly Bears", "Hill Giant", "Air Elemental", HIT]
    deck = Deck.from_counts({"Forest": 20, "Swamp": 10, **dict.fromkeys(names, 6)})
    lands = Plan(OpeningHand(), Watch("lands", count("t:land", hand)), Watch("cards", which(hand)))
    table = perturb(deck, lands, trials=1000)
    spells = "any of Llanowar Elves, Grizzly Bears, Hill Giant and 2 more"
    assert table.names[1:] == (f"-1 {spells} +1 Forest", f"-1 Forest +1 {spells}")
    assert list(land_swaps(hideaway(4), deck).values())[:2] == [
        ("Llanowar Elves", "Forest"),
        ("Forest", "Llanowar Elves"),
    ]


def test_swaps_that_make_no_sense_are_refused() -> None:
    with pytest.raises(PlanError, match="no land to swap for"):
        perturb(Deck.from_counts({HIT: 60}), hideaway(4))
    with pytest.raises(PlanError, match="no swap to try"):
        perturb(DECK, hideaway(4), [])


# --- formulas ---------------------------------------------------------------------------------------------------------


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_unpaired_interval_covers() -> None:
    n, p, q = 200, 0.3, 0.36
    chance = np.outer(stats.binom.pmf(range(n + 1), n, p), stats.binom.pmf(range(n + 1), n, q))
    covered = 0.0
    for first, second in np.argwhere(chance > 1e-8):
        low, high = agresti_caffo(int(first), int(second), n)
        covered += chance[first, second] * (low <= p - q <= high)
    assert covered == pytest.approx(0.95, abs=0.01)


def test_paired_intervals_cover() -> None:
    """Comparisons of 1,000 seeds: the interval of the gain holds the exact one in 95 % of them (|z| < 5)."""
    truth = exact(hideaway(5), DECK).rate("hit") - exact(hideaway(4), DECK).rate("hit")
    covered = 0
    for seed in range(1000):
        pair = compare({"5": hideaway(5), "4": hideaway(4)}, DECK, watches=["hit"], trials=500, seed=seed).pairs[0]
        covered += pair.low <= truth <= pair.high
    assert abs(covered - 950) < 5 * sqrt(1000 * 0.95 * 0.05)


def test_a_result_on_another_decks_shuffles_is_made_again_as_such(tmp_path: Path) -> None:
    other = DECK.swap("Forest", HIT)
    result = compare(hideaway(4), {"as it is": DECK, "a hit more": other}, trials=TRIALS)["a hit more"]
    save(result, tmp_path / "result.json")
    assert load(tmp_path / "result.json") == result
    assert remake(tmp_path / "result.json") == result
    with pytest.raises(ResultError, match="shuffles of different decks"):
        result + simulate(hideaway(4), other, trials=range(TRIALS, 2 * TRIALS))
