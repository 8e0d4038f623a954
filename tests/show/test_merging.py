from dataclasses import replace

import pytest

import mtgstats as ms
from mtgstats.errors import ResultError
from mtgstats.show.merging import merge

DECK = ms.Deck.from_counts({"Forest": 20, "Grizzly Bears": 8, "Lightning Bolt": 8, "Griselbrand": 4})
PLAN = ms.Plan(
    *ms.turns(1, 3, [ms.Surveil(2, lambda card: not card.is_land)]),
    ms.Watch("lands", ms.count("t:land", ms.hand)),
    ms.Watch("bin", ms.size(ms.graveyard), given=ms.count("t:land", ms.hand) >= 2),
    ms.Watch("some", ms.count("Griselbrand", ms.graveyard) >= 1),
    ms.Watch("which", ms.which(ms.graveyard), at="end"),
    ms.Joint("lands", "bin"),
    ms.Joint("lands", "some", at="turn 1", second_at="end"),
)


def run(start: int, stop: int, *, seed: int = 3, plan: ms.Plan = PLAN, deck: ms.Deck = DECK) -> ms.Result:
    return ms.simulate(plan, deck, trials=range(start, stop), seed=seed)


def test_two_runs_are_one_long_run_bit_for_bit() -> None:
    whole = run(0, 3000)
    assert merge(run(0, 7), run(7, 3000)) == whole
    assert merge(run(2999, 3000), run(0, 2999)) == whole
    parts = merge(merge(run(0, 1000), run(2000, 3000)), run(1000, 2000))
    assert parts == whole
    assert parts.trials == (range(3000),)


def test_results_are_added_and_summed() -> None:
    parts = [run(start, start + 10) for start in (0, 10, 20)]
    assert sum(parts) == parts[0] + parts[1] + parts[2] == run(0, 30)
    with pytest.raises(TypeError, match="unsupported operand"):
        parts[0] + 1  # type: ignore[operator]


def test_a_gap_stays_a_gap() -> None:
    parts = merge(run(0, 10), run(20, 30))
    assert parts.trials == (range(10), range(20, 30))
    assert parts.games == 20


def test_a_saved_result_goes_on(tmp_path) -> None:
    ms.save(run(0, 500), tmp_path / "old.json")
    merged = merge(ms.load(tmp_path / "old.json"), run(500, 900))
    whole = run(0, 900)
    assert (merged.tallies, merged.joints, merged.trials) == (whole.tallies, whole.joints, whole.trials)


def test_results_of_other_runs_are_refused_with_the_reason() -> None:
    one = run(0, 100)
    other_plan = ms.Plan(*PLAN.steps, ms.Watch("lands", ms.count("t:land", ms.hand)))
    other_choice = ms.Plan(*ms.turns(1, 3, [ms.Surveil(2, lambda card: card.is_land)]), *PLAN.watches, *PLAN.joints)
    for second, reason in (
        (run(50, 200), "both played trials 50 to 99"),
        (run(100, 200, seed=4), "seed 3, the other of seed 4"),
        (run(100, 200, deck=DECK.swap("Forest", "Griselbrand")), r"different decks.*: -1 Forest \+1 Griselbrand"),
        (run(100, 200, plan=other_plan), "different plans"),
        (run(100, 200, plan=other_choice), "different plans"),
        (replace(run(100, 200), stream=0), "stream 1, the other of stream 0"),
        (ms.exact(ms.Plan(ms.Draw(1), ms.Watch("mana", ms.mana)), DECK), "an exact result"),
    ):
        with pytest.raises(ResultError, match=reason):
            merge(one, second)


def test_what_was_stopped_early_stays_marked() -> None:
    assert not merge(replace(run(0, 10), finished=False), run(10, 20)).finished
