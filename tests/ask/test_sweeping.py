"""Sweeps against closed forms: rates along a row of values, and the smallest value that is enough."""

from math import comb

import pytest

from mtgstats.ask.engines import exact, simulate
from mtgstats.ask.sweeping import hits_saved, sweep
from mtgstats.errors import PlanError, ResultError, SizeError
from mtgstats.read.deck import Deck
from mtgstats.run import exploring
from mtgstats.show.sweeps import required
from tests.ask.questions import HIT, deck_of, hideaway, turns_with


def rate(hits: int, look: int, size: int = 53) -> float:
    """P(a hit among so many cards)."""
    return 1 - comb(size - hits, look) / comb(size, look)


def in_53(hits: int) -> Deck:
    return deck_of(hits, 53)


def test_a_sweep_is_exact_where_it_can_be() -> None:
    swept = sweep(lambda hits: in_53(hits), range(1, 30), plan=hideaway(4))
    assert swept.parameter == "hits"
    assert sweep(lambda more_hits: in_53(more_hits), [4], plan=hideaway(4)).parameter == "more hits"
    assert [result.engine for _, result in swept] == ["exact"] * 29
    assert [result.rate("hit") for _, result in swept] == pytest.approx([rate(hits, 4) for hits in range(1, 30)])


def test_elsewhere_it_is_simulated_with_the_same_seed_and_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("Forest", "Island", "Swamp", "Mountain", "Plains", "Grizzly Bears", "Hill Giant", "Air Elemental", HIT)
    deck = Deck.from_counts(dict.fromkeys(names, 6))
    swept = sweep(turns_with, (4, 5), deck=deck, trials=20_000, seed=3)
    assert swept.results == tuple(simulate(turns_with(n), deck, trials=20_000, seed=3) for n in (4, 5))
    monkeypatch.setattr(exploring, "LIMIT", 1000)
    with pytest.raises(SizeError):
        sweep(turns_with, [5], deck=deck, exact=True)


def test_exact_answers_may_be_declined() -> None:
    swept = sweep(hideaway, [4], deck=deck_of(10), exact=False, trials=100)
    assert swept.results == (simulate(hideaway(4), deck_of(10), trials=100),)


def test_plans_decks_or_both() -> None:
    deck = deck_of(10)
    by_plan = sweep(lambda n: hideaway(n), (4, 5), deck=deck)
    both = sweep(lambda n: (hideaway(n), deck), (4, 5))
    assert by_plan.results == both.results == (exact(hideaway(4), deck), exact(hideaway(5), deck))


def test_one_tidy_frame() -> None:
    swept = sweep(lambda hits: in_53(hits), (8, 9), plan=hideaway(4))
    table = swept.frame()
    assert list(table.columns) == ["x", "mark", "watch", "value", "count", "trials", "rate", "low", "high", "exact"]
    hits = table[table["watch"] == "hit"]
    assert list(hits["x"]) == [8, 9]
    assert list(hits["rate"]) == pytest.approx([rate(8, 4), rate(9, 4)])
    means = swept.means()
    assert list(means.columns)[:3] == ["x", "mark", "watch"]
    assert list(means["x"]) == [8, 9]
    assert "<table" in swept._repr_html_()


def test_the_table_in_words_has_a_row_for_each_value() -> None:
    grid = sweep(lambda hits: in_53(hits), (8, 9), plan=hideaway(4)).grid()
    assert (grid.title, grid.columns) == ("exact", ("hits", "hit", "mean cost"))
    assert [row[:2] for row in grid.rows] == [(str(hits), f"{100 * rate(hits, 4):.4f} %") for hits in (8, 9)]
    turns = sweep(turns_with, (1, 2), deck=in_53(9), exact=False, trials=100)
    assert str(turns).startswith("9 hits of 53 (53 cards): 100 games, seed 1; intervals at 95 %\n\nn  mean lands")
    assert repr(turns) == "<Sweep of n: 1, 2>"
    assert len(turns.grid().notes) == 1


@pytest.mark.parametrize("target", [0.1, 0.3, 0.6, 0.8, 0.95])
def test_how_many_hits_for_a_target(target: float) -> None:
    swept = sweep(lambda hits: in_53(hits), range(1, 50), plan=hideaway(4))
    needed = next(hits for hits in range(1, 50) if rate(hits, 4) >= target)
    found = required(swept, target, watch="hit")
    assert (found.low, found.value, found.high) == (needed, needed, needed)


def test_hits_for_sixty_per_cent_with_hideaway_4_in_53_cards() -> None:
    found = required(sweep(lambda hits: in_53(hits), range(1, 30), plan=hideaway(4)), 0.6, watch="hit")
    assert found.value == 11
    assert str(found) == "hits = 11 is enough for 0.6"
    assert rate(10, 4) < 0.6 <= rate(11, 4)


def test_a_simulated_answer_has_bounds() -> None:
    swept = sweep(lambda hits: in_53(hits), range(1, 30), plan=hideaway(4), exact=False, trials=1000)
    found = required(swept, 0.6, watch="hit")
    assert found.low <= 11 <= found.high
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    assert f"(from {found.low} to {found.high})" in str(found)
    assert required(swept, 0.6, watch="hit", level=0.5).high <= found.high


def test_means_have_targets_too() -> None:
    swept = sweep(lambda hits: in_53(hits), range(1, 30), plan=hideaway(4))
    found = required(swept, 4.0, watch="cost")
    means = [result.mean("cost") for _, result in swept]
    assert found.value == next(hits for hits, mean in enumerate(means, 1) if mean >= 4)


def test_targets_out_of_reach_are_said() -> None:
    swept = sweep(lambda hits: in_53(hits), range(1, 5), plan=hideaway(4))
    with pytest.raises(
        ResultError, match=r"'hit' reaches 0\.9 at none of the values of hits; the most is 0\.276442 at 4"
    ):
        required(swept, 0.9, watch="hit")
    with pytest.raises(ResultError, match="target: got 60, but 'hit' is a condition, whose rate lies between 0 and 1"):
        required(swept, 60, watch="hit")
    assert required(swept, 1, watch="cost").target == 1


@pytest.mark.parametrize(("hits", "needed"), [(4, 5), (8, 10), (12, 15), (16, 20)])
def test_hits_saved_in_53_cards(hits: int, needed: int) -> None:
    assert hits_saved(53, hits) == needed - hits
    target = exact(hideaway(5), in_53(hits)).rate("hit")
    swept = sweep(lambda hits: in_53(hits), range(1, 30), plan=hideaway(4))
    assert required(swept, target, watch="hit").value == needed


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(PlanError, match="got none"):
        sweep(hideaway, [], deck=deck_of(10))
    with pytest.raises(PlanError, match="makes no plan and deck"):
        sweep(hideaway, [4])
    with pytest.raises(PlanError, match="makes no plan and deck"):
        sweep(lambda n: n, [4], deck=deck_of(10))  # type: ignore[arg-type, return-value]
    with pytest.raises(PlanError, match="hits are at most size"):
        hits_saved(53, 60)
