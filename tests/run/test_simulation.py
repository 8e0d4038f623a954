"""The compiled engine alone: its generator, its shuffles, its limits, and values known in closed form."""

from collections import Counter
from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest
from scipy.stats import chi2

import mtgstats as ms
from mtgstats.run.encode.program import encode
from mtgstats.run.randomness import fraction, groups, indices, philox
from mtgstats.run.simulation import run_games
from mtgstats.say.choices import Choice
from mtgstats.say.script import unroll

FULL = 2**32 - 1


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((FULL,) * 4, (FULL,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_known_answers_of_the_generator(counter: tuple[int, ...], key: tuple[int, ...], words: str) -> None:
    assert " ".join(f"{word:08x}" for word in philox(counter, key)) == words


@pytest.mark.parametrize("size", [1, 2, 7, 40, 60, 99, 250, 255])
def test_groups_share_words_evenly(size: int) -> None:
    shared = groups(size)
    assert [group.start for group in shared] == [0, *(group.stop for group in shared[:-1])]
    assert shared[-1].stop == size
    assert all(group.product < 2**36 for group in shared)
    assert all(0 <= index < size - k for k, index in enumerate(indices(3, 5, 0, 0, size)))


def test_a_fraction_is_taken_only_where_indices_stay_uniform() -> None:
    product = 2**47 + 1  # half of all fractions are refused
    taken = [fraction(1, trial, 0, 0, 0, product) for trial in range(200)]
    assert all(f * product % 2**48 >= 2**48 % product for f in taken)


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    names = ("Forest", "Llanowar Elves", "Grizzly Bears", "Griselbrand")
    deck = ms.Deck.from_counts(dict.fromkeys(names, 1))
    steps = [step for n in range(4) for step in (ms.Draw(1), ms.Mark(f"draw {n}"))]
    watches = [ms.Watch(name, ms.count(f'!"{name}"', ms.hand)) for name in names]
    program = encode([(ms.Plan(*steps, *watches), deck)], store=True)
    trials = 240_000
    games = run_games(program.binary, 7, range(trials))
    # At how many of the four marks a card is not yet in hand is its place in the library.
    seen = np.zeros((4, trials), dtype=np.int64)
    for slot in program.slots:
        _, name, mark = slot.place
        if mark != "end":
            seen[names.index(name)] += 1 - games[slot.outputs[1]]
    counts = Counter(map(tuple, seen.T.tolist()))
    assert set(counts) == set(permutations(range(4)))
    score = sum((count - trials / 24) ** 2 / (trials / 24) for count in counts.values())
    assert 1e-6 < chi2.sf(score, 23) < 1 - 1e-6


def by_land_count(card: ms.Card, lands: int) -> int:
    if card.is_land:
        return -1 if lands >= 4 else 0
    return -1 if lands < 3 else 0


def keep_to_four_lands(card: ms.Card, lands: int) -> int:
    if card.is_land:
        return -1 if lands >= 4 else 1
    return 0


LANDS = ms.count("t:land", ms.hand)
SIXTY = {"Forest": 24, "Grizzly Bears": 36}
SURVEIL = ms.Surveil(2, Choice("by land count", by_land_count, (("lands", LANDS),)))
LONDON = ms.London(
    keep=(LANDS >= 2) & (LANDS <= 5), prefer=Choice("lands", keep_to_four_lands, (("lands", LANDS),)), at_most=2
)
DREAD = {"Forest": 30, "Grizzly Bears": 22}
KNOWN = {
    "four lands by turn four on the play": (
        [ms.OpeningHand(7), *ms.turns(1, 4, on=ms.ON_THE_PLAY)],
        LANDS >= 4,
        SIXTY,
        0.631785,
    ),
    "four lands by turn four on the draw": (
        [ms.OpeningHand(7), *ms.turns(1, 4, on=ms.ON_THE_DRAW)],
        LANDS >= 4,
        SIXTY,
        0.725907,
    ),
    "one of four in seven": ([ms.Draw(7)], LANDS >= 1, {"Forest": 4, "Grizzly Bears": 56}, 0.399499625745),
    "the first hand has two to five lands": ([ms.Draw(7)], (LANDS >= 2) & (LANDS <= 5), SIXTY, 0.843902),
    "surveil by land count": (
        [ms.OpeningHand(7), *ms.turns(1, 1, on=ms.ON_THE_DRAW), *ms.turns(2, 4, [SURVEIL])],
        LANDS >= 4,
        SIXTY,
        0.769078,
    ),
    "london mulligans": (
        [ms.OpeningHand(7, LONDON), *ms.turns(1, 4, on=ms.ON_THE_DRAW)],
        LANDS >= 4,
        SIXTY,
        0.805617,
    ),
    "manifest a creature": ([ms.Manifest(1)], ms.count("t:creature", ms.face_down) >= 1, DREAD, 0.423077),
    "manifest dread a creature": (
        [ms.ManifestDread("power")],
        ms.count("t:creature", ms.face_down) >= 1,
        DREAD,
        0.671946,
    ),
    "two looks of four without a shuffle": (
        [ms.Hideaway(4, "power"), ms.Hideaway(4, "power")],
        ms.count("t:creature", ms.hidden) >= 1,
        {"Forest": 45, "Grizzly Bears": 8},
        0.756801,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_values_known_in_closed_form(name: str) -> None:
    steps, condition, counts, known = KNOWN[name]
    plan, deck = ms.Plan(*steps, ms.Watch("it", condition, at="end")), ms.Deck.from_counts(counts)
    trials = 2_000_000
    result = ms.simulate(plan, deck, trials=trials, seed=11)
    assert abs(result.rate("it") - known) < 5 * sqrt(known * (1 - known) / trials)
    assert ms.exact(plan, deck).rate("it") == pytest.approx(known, abs=6e-7)


@pytest.mark.parametrize(("n", "hits"), [(3, 8), (4, 8), (5, 8), (8, 20)])
def test_the_best_of_n_in_the_largest_libraries(n: int, hits: int) -> None:
    size, trials = 250, 1_000_000
    deck = ms.Deck.from_counts({"Forest": size - hits, "Griselbrand": hits})
    plan = ms.Plan(ms.Hideaway(n, "mana_value"), ms.Watch("hit", ms.count("t:creature", ms.hidden) == 1))
    known = 1 - comb(size - hits, n) / comb(size, n)
    assert abs(ms.simulate(plan, deck, trials=trials).rate("hit") - known) < 5 * sqrt(known * (1 - known) / trials)


def test_250_different_cards() -> None:
    cards = [card for card in ms.load_table() if not card.is_land][:250]
    deck = ms.Deck("many", tuple((card, 1) for card in cards))
    plan = ms.Plan(ms.Draw(1), ms.Watch("which", ms.which(ms.hand)))
    tally = ms.simulate(plan, deck, trials=500_000).tally("which")
    assert len(tally.values) == 250
    assert all(abs(count - 2000) < 5 * sqrt(2000) for count in tally.counts)


@pytest.mark.parametrize("size", [256, 20_000])
def test_a_library_too_large_is_refused_in_one_line(size: int) -> None:
    deck = ms.Deck.from_counts({"Forest": size}, name="forests")
    plan = ms.Plan(ms.Draw(1), ms.Watch("lands", LANDS))
    with pytest.raises(ms.SizeError, match=r"'forests' has [\d,]+ cards; libraries of at most 255 are handled"):
        ms.simulate(plan, deck, trials=10)


def test_a_deck_of_one_card_name() -> None:
    plan = ms.Plan(ms.OpeningHand(7), ms.Surveil(2, "power"), ms.Shuffle(), ms.Draw(3), ms.Watch("lands", LANDS))
    assert ms.simulate(plan, ms.Deck.from_counts({"Forest": 60}), trials=5000).rate("lands", value=10) == 1


def test_a_long_new_plan_compiles_nothing() -> None:
    from mtgstats.run.machine import walk

    deck = ms.read_deck("dimir-surveil")
    ms.simulate(ms.Plan(ms.Draw(1), ms.Watch("lands", LANDS)), deck, trials=10)
    before = list(walk.signatures)
    plan = ms.Plan(*[ms.Surveil(1, "mana_value"), ms.Mill(1)] * 25, *[ms.Draw(1)] * 50, ms.Watch("lands", LANDS))
    ms.simulate(plan, deck, trials=2000)
    assert list(walk.signatures) == before
    assert len(before) == 1


DECK = ms.Deck.from_counts(SIXTY)


def means(plan: ms.Plan, trials: int = 2000) -> tuple[float, float]:
    return ms.simulate(plan, DECK, trials=trials).mean("it"), ms.exact(plan, DECK).mean("it")


def test_a_clip_wider_than_any_number_holds_nothing_back() -> None:
    wide = ms.Plan(ms.Draw(3), ms.Watch("it", (LANDS - ms.size(ms.graveyard)).clip(0, 10**12)))
    plain = ms.Plan(ms.Draw(3), ms.Watch("it", LANDS))
    assert (
        ms.simulate(wide, DECK, trials=5000).tally("it").counts
        == ms.simulate(plain, DECK, trials=5000).tally("it").counts
    )


@pytest.mark.parametrize(
    ("steps", "what", "message"),
    [
        ([ms.Draw(7)], LANDS * 10**10 >= 3 * 10**10, "a quantity reaches up to .* at most 2,147,483,647 is handled"),
        ([ms.Draw(7)], LANDS * 10**9, r"watch 'it': its table would have 7,000,000,001 cells"),
        (
            [ms.If(LANDS >= 0, [ms.If(ms.chance(0.5), [ms.Surveil(1, "power")])])] * 300,
            ms.surveils,
            "surveils may come to",
        ),
    ],
)
def test_numbers_too_large_are_refused(steps: list[ms.Step], what: object, message: str) -> None:
    with pytest.raises(ms.SizeError, match=message):
        ms.simulate(ms.Plan(*steps, ms.Watch("it", what, at="end")), DECK, trials=10)


def test_joint_tables_too_large_are_refused() -> None:
    wide = ms.count("t:land", ms.hand) * 1000
    plan = ms.Plan(ms.Draw(7), ms.Watch("a", wide), ms.Watch("b", wide), ms.Joint("a", "b"))
    with pytest.raises(ms.SizeError, match="'a' crossed with 'b': its table would have 49,014,001 cells"):
        ms.simulate(plan, DECK, trials=10)


def test_a_choice_is_asked_only_of_what_can_come() -> None:
    by_place = ms.choice(k=ms.size(ms.kept))(lambda card, k: [1, 1, -1][k])
    plan = ms.Plan(*[ms.Surveil(2, by_place)] * 4, ms.Watch("it", ms.size(ms.graveyard)))
    assert means(plan) == (0, 0)


def test_a_step_more_shifts_no_randomness_of_another_kind() -> None:
    dig, other = ms.Dig(4, "power"), [ms.Draw(1), ms.Scry(1, "power"), ms.Shuffle(), ms.DiscardAtRandom(1)]
    serials = [line.serial for line in unroll(ms.Plan(*other, dig, *other, dig), DECK).lines if line.step == dig]
    assert serials == [0, 1]


def test_the_classes_of_a_plan() -> None:
    deck = ms.Deck.from_counts({"Forest": 20, "Mosswort Bridge": 4, "Llanowar Elves": 4, "Griselbrand": 2})
    plan = ms.Plan(ms.Draw(7), ms.Watch("lands", LANDS), ms.Watch("bombs", ms.count("mv>=7", ms.hand)))
    assert ms.classes_of(plan, deck) == [
        {"Forest": 20, "Mosswort Bridge": 4},
        {"Llanowar Elves": 4},
        {"Griselbrand": 2},
    ]
