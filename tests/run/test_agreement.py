"""The engines against each other: random plans and decks, game by game and in probability."""

from collections import Counter
from itertools import chain, product
from math import sqrt

import numpy as np
import pytest

import mtgstats as ms
from mtgstats.run.encode.program import encode
from mtgstats.run.exploring import explore
from mtgstats.run.interpreter import Interpreter
from mtgstats.run.replaying import Replayer, TrialWords
from mtgstats.run.simulation import chunks, run_chunk, run_games

from .games import Inventor, binomial_tail, outcomes

GAMES = 30
ZONES = (ms.library, ms.hand, ms.battlefield, ms.graveyard, ms.exile, ms.hidden, ms.face_down)


@pytest.mark.parametrize("number", range(400))
def test_simulate_is_replay_game_by_game(number: int) -> None:
    inventor = Inventor(number)
    plan, deck = inventor.plan(), inventor.deck()
    program = encode([(plan, deck)], store=True)
    start = 1000 * number
    games = run_games(program.binary, number, range(start, start + GAMES))
    replayer = Replayer(plan, deck)
    for trial in range(GAMES):
        told = replayer.play(TrialWords(number, start + trial)).watches
        ours = outcomes(program, games, trial)
        for key, value in told.items():
            expected = tuple(sorted(set(value))) if isinstance(value, tuple) else value
            assert ours[key] == expected, (key, trial)


@pytest.mark.parametrize("number", range(100))
def test_two_plans_in_one_program_meet_the_same_games(number: int) -> None:
    inventor = Inventor(number + 10**6)
    deck = inventor.deck()
    questions = [(inventor.plan(most=3), deck), (inventor.plan(most=3), deck)]
    places = [((0, watch, "end"), (1, watch, "end")) for watch in ("condition", "quantity", "first")]
    program = encode(questions, crossed=places)
    bins = run_chunk(program.binary, number, range(GAMES))
    replayers = [Replayer(*question) for question in questions]
    told = [[one.play(TrialWords(number, trial)).watches for one in replayers] for trial in range(GAMES)]
    for k, replayer in enumerate(replayers):
        alone = encode([(replayer.script.plan, deck)])
        assert program.tallies(bins, GAMES, k) == alone.tallies(run_chunk(alone.binary, number, range(GAMES)), GAMES)
    for crossing, (first, second) in zip(program.crossings, places, strict=True):
        joint = crossing.tally(bins)
        pairs = Counter((one[first[1:]], other[second[1:]]) for one, other in told)
        expected = {pair: count for pair, count in pairs.items() if None not in pair}
        cells = product(joint.first_values, joint.second_values)
        counts = dict(zip(cells, chain.from_iterable(joint.counts), strict=True))
        assert {pair: count for pair, count in counts.items() if count} == expected


@pytest.mark.parametrize("number", range(150))
def test_how_a_plan_is_encoded_changes_no_game(number: int) -> None:
    inventor = Inventor(number)
    plan, deck = inventor.plan(), inventor.deck()
    seed, trials = number + 2**63, range(500, 1700)
    ways = [encode([(plan, deck)]), encode([(plan, deck)], finest=True), encode([(plan, deck)], shortcuts=False)]
    first, *others = (way.tallies(run_chunk(way.binary, seed, trials), len(trials)) for way in ways)
    assert others == [first, first]


@pytest.mark.parametrize("number", range(40))
def test_the_machine_does_what_its_instructions_say(number: int) -> None:
    inventor = Inventor(number)
    program = encode([(inventor.plan(), inventor.deck())], store=True)
    trials = range(7 * number, 7 * number + 1500)
    interpreter = Interpreter(program.binary, number, trials)
    assert np.array_equal(interpreter.run(), run_chunk(program.binary, number, trials))
    assert np.array_equal(interpreter.out, run_games(program.binary, number, trials))


@pytest.mark.parametrize("number", range(60))
def test_every_card_is_in_exactly_one_zone(number: int) -> None:
    inventor = Inventor(number)
    plan, deck = inventor.plan(), inventor.deck()
    everywhere = sum((ms.size(zone) for zone in ZONES), start=ms.turn * 0)
    # A face-down permanent is counted on the battlefield too, as a 2/2.
    plan = ms.Plan(*plan.steps, ms.Watch("cards", everywhere - ms.size(ms.face_down)))
    program = encode([(plan, deck)])
    for tally in program.tallies(run_chunk(program.binary, 1, range(2000)), 2000):
        assert tally.values == (deck.size,)


@pytest.mark.parametrize("number", range(20))
def test_tallies_do_not_depend_on_how_trials_are_cut(number: int) -> None:
    inventor = Inventor(number)
    program = encode([(inventor.plan(), inventor.deck())])
    whole = run_chunk(program.binary, 5, range(333, 5000))
    for size in (1, 700, 1024, 4096):
        pieces = list(chunks(range(333, 5000), size if size > 1 else 1000))
        assert sum(run_chunk(program.binary, 5, piece) for piece in reversed(pieces)).tolist() == whole.tolist()


@pytest.mark.parametrize("number", range(120))
def test_simulate_agrees_with_exact(number: int) -> None:
    inventor = Inventor(number)
    plan, deck = inventor.plan(most=3), inventor.deck(most=8)
    try:
        truth = {(tally.watch, tally.mark): tally for tally in explore(plan, deck, limit=20_000).watches}
    except ms.SizeError:
        pytest.skip("too many states for a quick exact answer")
    trials = 100_000
    program = encode([(plan, deck)])
    for tally in program.tallies(run_chunk(program.binary, number, range(trials)), trials):
        exact = truth[tally.watch, tally.mark]
        chances = dict(zip(exact.values, map(float, exact.counts), strict=True))
        assert {value for value, count in zip(tally.values, tally.counts, strict=True) if count} <= set(chances)
        for value, p in chances.items():
            if not exact.total:
                continue
            p = min(p, 1.0)
            count = dict(zip(tally.values, tally.counts, strict=True)).get(value, 0)
            expected = trials * p
            if p < 1e-15 or p > 1 - 1e-15:
                assert count == round(expected)
            elif min(expected, trials - expected) < 25:
                assert binomial_tail(count, trials, p) > 6e-7, (tally.watch, tally.mark, value)
            else:
                assert abs(count - expected) < 5 * sqrt(expected * (1 - p)), (tally.watch, tally.mark, value)


@pytest.mark.parametrize(("steps", "cards"), [(150, 7), (60, 16), (100, 30)])
def test_a_library_may_be_gone_through_many_times(steps: int, cards: int) -> None:
    inventor = Inventor(steps)
    deck = ms.Deck.from_counts({"Forest": cards - 5, "Grizzly Bears": 2, "Griselbrand": 3})
    looks = [
        step
        for _ in range(steps)
        for step in (ms.Scry(2, inventor.choice()), ms.If(ms.chance(0.7), [ms.Dig(3, "power", take=0)]))
    ]
    draws = [step for number in range(cards) for step in (ms.Draw(1), ms.Mark(f"draw {number}"))]
    plan = ms.Plan(*looks, *draws, ms.Watch("lands", ms.count("t:land", ms.hand)), ms.Watch("out", ms.decked))
    program = encode([(plan, deck)], store=True)
    games = run_games(program.binary, 1, range(GAMES))
    replayer = Replayer(plan, deck)
    for trial in range(GAMES):
        assert outcomes(program, games, trial) == replayer.play(TrialWords(1, trial)).watches
