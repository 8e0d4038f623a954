"""Precision: runs stop when every interval asked for is narrow enough, and say how many games that took."""

import pytest

from mtgstats.ask import precision
from mtgstats.ask.engines import exact, simulate
from mtgstats.ask.precision import FIRST, Precision, trials_needed
from mtgstats.errors import PlanError
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import count
from mtgstats.say.watches import Watch
from mtgstats.say.zones import hidden
from tests.ask.questions import deck_of, hideaway, turns_with

DECK = deck_of(10)


def test_the_half_width_is_reached_and_no_more_is_played_than_needed() -> None:
    result = simulate(hideaway(4), DECK, precision=Precision(0.001, watch="hit"))
    low, high = result.interval("hit")
    assert (high - low) / 2 <= 0.001
    assert result.finished
    assert result.notes == ("reached: half-widths of 'hit' of at most 0.001 at 95 %",)
    assert f"{result.games:,} games" in str(result)
    needed = trials_needed(hideaway(4), DECK, Precision(0.001, watch="hit"))
    assert needed == pytest.approx((1.96 / 0.001) ** 2 * 0.5277205286741108 * 0.4722794713258892, rel=1e-4)
    assert needed <= result.games <= 1.1 * needed


def test_all_watches_are_asked_of() -> None:
    result = simulate(hideaway(4), DECK, precision=0.005)
    low, high = result.mean_interval("cost")
    assert (high - low) / 2 <= 0.005
    assert result.games >= trials_needed(hideaway(4), DECK, Precision(0.005, watch="cost")) * 0.99


def test_relative_precision_and_levels() -> None:
    asked = Precision(0.002, level=0.99, relative=True, watch="hit")
    result = simulate(hideaway(4), DECK, precision=asked)
    low, high = result.interval("hit", level=0.99)
    assert (high - low) / 2 <= 0.002 * result.rate("hit")
    assert result.games == pytest.approx(trials_needed(hideaway(4), DECK, asked), rel=0.1)


def test_cards_and_conditions_with_given_are_asked_of() -> None:
    result = simulate(turns_with(1), DECK, precision=Precision(0.002, mark="turn 4"))
    low, high = result.interval("four lands", "turn 4")
    assert (high - low) / 2 <= 0.002
    for name in DECK.cards:
        low, high = result.interval("cards", "turn 4", name.name)
        assert (high - low) / 2 <= 0.002


def test_the_same_call_gives_the_same_games() -> None:
    first, second = (simulate(turns_with(1), DECK, precision=0.003, seed=5) for _ in range(2))
    assert first == second


def test_a_rough_answer_takes_one_round() -> None:
    assert simulate(hideaway(4), DECK, precision=0.05).games == FIRST


def test_the_cap_on_trials_ends_a_run() -> None:
    result = simulate(hideaway(4), DECK, precision=1e-6, trials=range(7, 300_007))
    assert result.trials == (range(7, 300_007),)
    assert not result.finished
    assert result.notes == ("not reached: half-widths of all watches of at most 1e-06 at 95 %",)


def test_a_share_of_what_never_comes_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "HOPELESS", 500_000)
    plan = Plan(*hideaway(4).steps, Watch("never", count("t:planeswalker", hidden) >= 1))
    result = simulate(plan, DECK, precision=Precision(0.01, relative=True))
    assert 500_000 <= result.games < 5_000_000
    assert not result.finished
    (note,) = result.notes
    assert note.startswith("not reached: half-widths of all watches of at most 0.01 of the rate or mean")
    assert note.endswith("; never came up: never at end")


def test_the_cap_on_time_ends_a_run() -> None:
    result = simulate(hideaway(4), DECK, precision=Precision(1e-9, seconds=0))
    assert 0 < result.games <= FIRST
    assert not result.finished


def test_what_is_needed_grows_with_the_rarity_of_the_given() -> None:
    hit = count("mv>=6", hidden) >= 1
    plan = hideaway(4)
    costly = Plan(*plan.steps, Watch("cost", count("mv>=1", hidden), given=hit), Watch("hit", hit))
    needed = trials_needed(costly, DECK, Precision(0.01, watch="hit"))
    assert needed == pytest.approx((1.96 / 0.01) ** 2 * exact(costly, DECK).variance("hit"), rel=1e-3)
    assert trials_needed(costly, DECK, Precision(0.01, watch="cost")) == 0


@pytest.mark.parametrize(
    ("half_width", "options", "message"),
    [
        (0, {}, "half-width of 0"),
        (-1, {}, "half-width of -1"),
        (float("nan"), {}, "half-width of nan"),
        (0.1, {"level": 1.0}, "level: got 1.0"),
        (0.1, {"watch": "hits"}, "the plan records 'hit' at 'end', 'cost' at 'end'"),
        (0.1, {"mark": "turn 3"}, "the plan records 'hit' at 'end'"),
    ],
)
def test_what_makes_no_sense_is_refused(half_width: float, options: dict[str, object], message: str) -> None:
    with pytest.raises(PlanError, match=message):
        simulate(hideaway(4), DECK, precision=Precision(half_width, **options))  # type: ignore[arg-type]


def test_no_share_of_nothing_is_exact_enough() -> None:
    never = Plan(*hideaway(4).steps, Watch("never", count("mv>=9", hidden) >= 1))
    with pytest.raises(PlanError, match="'never' at 'end' is 0"):
        trials_needed(never, DECK, Precision(0.01, relative=True))
