"""The exact engine against closed forms and against all games played one by one."""

from collections import defaultdict
from fractions import Fraction
from math import comb

import pytest

import mtgstats as ms
from mtgstats.run.exploring import explore
from mtgstats.say.quantities import Condition
from mtgstats.say.steps import Start

from .every_game import TooManyError, every_game
from .games import Inventor

Chances = dict[tuple[str, str, object], Fraction]
"""The probability of each (watch, mark, value); of each card for `which`."""


def exact(plan: ms.Plan, deck: ms.Deck) -> Chances:
    return {
        (tally.watch, tally.mark, value): chance
        for tally in explore(plan, deck, fractions=True).watches
        for value, chance in zip(tally.values, tally.counts, strict=True)
        if chance
    }


def chance_of(condition: Condition, *steps: ms.Step, deck: ms.Deck) -> float:
    """The probability that a condition holds after these steps."""
    (tally,) = explore(ms.Plan(*steps, ms.Watch("it", condition, at="end")), deck).watches
    return tally.counts[1] / tally.total


def cards(lands: int = 0, creatures: int = 0, others: int = 0, hits: int = 0) -> ms.Deck:
    counts = {"Forest": lands, "Grizzly Bears": creatures, "Lightning Bolt": others, "Griselbrand": hits}
    return ms.Deck.from_counts(counts)


# --- closed forms -----------------------------------------------------------------------------------------------------

LANDS = ms.count("t:land", ms.hand)
BOMB_HIDDEN = ms.count("mv>=7", ms.hidden) >= 1
BEST = ms.best("mana_value")
SIXTY = cards(lands=24, others=36)


@pytest.mark.parametrize(("start", "expected"), [(ms.ON_THE_PLAY, 0.631785), (ms.ON_THE_DRAW, 0.725907)])
def test_four_lands_by_turn_four(start: Start, expected: float) -> None:
    found = chance_of(LANDS >= 4, ms.OpeningHand(), *ms.turns(1, 4, on=start), deck=SIXTY)
    assert found == pytest.approx(expected, abs=5e-7)


def test_one_of_four_in_seven_of_sixty() -> None:
    found = chance_of(ms.size(ms.hand) - LANDS >= 1, ms.OpeningHand(), deck=cards(lands=56, hits=4))
    assert found == pytest.approx(1 - comb(56, 7) / comb(60, 7), rel=1e-14)
    assert found == pytest.approx(0.399499625745, abs=5e-13)


@pytest.mark.parametrize(("start", "expected"), [(ms.MULTIPLAYER, 0.444820), (ms.ON_THE_PLAY, 0.399500)])
def test_the_first_draw_step(start: Start, expected: float) -> None:
    steps = (ms.OpeningHand(), *ms.turns(1, 1, on=start))
    found = chance_of(ms.count("mv>=7", ms.hand) >= 1, *steps, deck=cards(lands=56, hits=4))
    assert found == pytest.approx(expected, abs=5e-7)


def test_hand_of_three_kinds() -> None:
    creatures = ms.count("t:creature", ms.hand)
    plan = ms.Plan(ms.OpeningHand(), ms.Watch("3/2/2", (LANDS == 3) & (creatures == 2)))
    found = exact(plan, cards(lands=24, creatures=20, others=16))["3/2/2", "end", True]
    assert found == Fraction(comb(24, 3) * comb(20, 2) * comb(16, 2), comb(60, 7))
    assert float(found) == pytest.approx(0.119488278460, abs=5e-13)


def test_first_hands_and_mulligans() -> None:
    good = (LANDS >= 2) & (LANDS <= 5)
    assert chance_of(good, ms.OpeningHand(), deck=SIXTY) == pytest.approx(0.843902, abs=5e-7)
    hand = ms.OpeningHand(7, ms.London(good, "mana_value", at_most=2))
    assert chance_of(ms.mulligans == 2, hand, deck=SIXTY) == pytest.approx(0.024367, abs=5e-7)
    assert chance_of(ms.size(ms.hand) + ms.mulligans == 7, hand, deck=SIXTY) == 1


def test_a_free_mulligan_costs_no_card() -> None:
    hand = ms.OpeningHand(7, ms.London(LANDS < 0, "mana_value", at_most=2, free_first=True))
    plan = ms.Plan(hand, ms.Watch("hand", ms.size(ms.hand)), ms.Watch("mulligans", ms.mulligans))
    assert exact(plan, SIXTY) == {("hand", "end", 5): 1, ("mulligans", "end", 3): 1}


def test_lands_on_five_of_forty() -> None:
    limited = cards(lands=17, others=23)
    for start, expected in ((ms.ON_THE_PLAY, 0.546316), (ms.ON_THE_DRAW, 0.659456)):
        found = chance_of(LANDS >= 5, ms.OpeningHand(), *ms.turns(1, 5, on=start), deck=limited)
        assert found == pytest.approx(expected, abs=5e-7)


def test_mean_lands_in_the_first_hand_and_in_a_kept_one() -> None:
    deck = cards(lands=223, others=37)
    plan = ms.Plan(ms.OpeningHand(), ms.Watch("all", LANDS), ms.Watch("kept", LANDS, given=(LANDS >= 2) & (LANDS <= 5)))
    for tally, expected in zip(explore(plan, deck).watches, (6.003846, 4.725631), strict=True):
        mean = sum(value * chance for value, chance in zip(tally.values, tally.counts, strict=True)) / tally.total
        assert mean == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(("n", "expected"), [(3, 0.394263), (4, 0.491181), (5, 0.574253)])
def test_hideaway(n: int, expected: float) -> None:
    assert chance_of(BOMB_HIDDEN, ms.Hideaway(n, BEST), deck=cards(25, 20, 0, 8)) == pytest.approx(expected, abs=5e-7)


def test_two_looks_in_a_row() -> None:
    found = chance_of(BOMB_HIDDEN, ms.Hideaway(4, BEST), ms.Hideaway(4, BEST), deck=cards(25, 20, 0, 8))
    assert found == pytest.approx(0.756801, abs=5e-7)


@pytest.mark.parametrize(
    ("step", "expected"), [(ms.Manifest(1), 0.423077), (ms.ManifestDread(ms.wanted("t:creature")), 0.671946)]
)
def test_manifesting_a_creature(step: ms.Step, expected: float) -> None:
    found = chance_of(ms.count("t:creature", ms.face_down) >= 1, step, deck=cards(20, 22, 10))
    assert found == pytest.approx(expected, abs=5e-7)


@ms.choice(lands=LANDS)
def bin_the_surplus(card: ms.Card, lands: int) -> int:
    if card.is_land:
        return -1 if lands >= 4 else 0
    return -1 if lands < 3 else 0


def test_surveil_by_lands_in_hand() -> None:
    turns = (*ms.turns(1, 1, on=ms.ON_THE_DRAW), *ms.turns(2, 4, [ms.Surveil(2, bin_the_surplus)], on=ms.ON_THE_DRAW))
    assert chance_of(LANDS >= 4, ms.OpeningHand(), *turns, deck=SIXTY) == pytest.approx(0.769078, abs=5e-7)


@ms.choice(lands=LANDS)
def bottom_the_surplus(card: ms.Card, lands: int) -> int:
    return -1 if card.is_land == (lands >= 4) else 1


def test_london_mulligans() -> None:
    hand = ms.OpeningHand(7, ms.London((LANDS >= 2) & (LANDS <= 5), bottom_the_surplus, at_most=2))
    plan = ms.Plan(hand, *ms.turns(1, 7, on=ms.ON_THE_DRAW), ms.Watch("lands", LANDS, at=("turn 4", "turn 7")))
    by_four, by_seven = explore(plan, SIXTY).watches
    enough = sum(chance for lands, chance in zip(by_four.values, by_four.counts, strict=True) if lands >= 4)
    assert enough == pytest.approx(0.805617, abs=5e-7)
    assert sum(by_seven.counts) == pytest.approx(1, abs=1e-14)


def test_known_cards_on_the_bottom_count() -> None:
    """36 cards, 4 outs: with two blanks known to be on the bottom, the next draw hits 4 of 34."""
    deck = cards(lands=32, hits=4)
    bin_blanks = ms.wanted("mv>=7")
    plan = ms.Plan(ms.Scry(2, bin_blanks), ms.Draw(1), ms.Watch("out", ms.count("mv>=7", ms.hand) == 1))
    both_blank = Fraction(comb(32, 2), comb(36, 2))
    assert exact(plan, deck)["out", "end", True] == 1 - both_blank + both_blank * Fraction(4, 34)


# --- what is easily got wrong -----------------------------------------------------------------------------------------


@ms.choice(kept=ms.size(ms.kept))
def bears_first(card: ms.Card, kept: int) -> int:
    return 1 if card.name == "Grizzly Bears" and kept == 0 else 0


def test_a_card_seen_first_among_equals_tells_where_the_others_are() -> None:
    """Of Bears, Bears, Forest in random order a Bears is kept first, then the first seen of the other two."""
    steps = (ms.Surveil(3, bears_first), ms.Draw(2))
    plan = ms.Plan(*steps, ms.Watch("land", LANDS == 1))
    assert exact(plan, cards(lands=1, creatures=2))["land", "end", True] == Fraction(2, 3)


def test_ties_in_a_zone_go_to_the_first_card_of_the_deck() -> None:
    """Ornithopter before Lightning Bolt before Grizzly Bears, also where the two creatures need not be told apart."""
    deck = ms.Deck.from_counts({"Ornithopter": 1, "Lightning Bolt": 1, "Grizzly Bears": 1})
    discard = ms.Discard(1, lambda card: 0)
    plan = ms.Plan(ms.Draw(2), discard, ms.Watch("creature", ms.count("t:creature", ms.graveyard) == 1))
    assert exact(plan, deck)["creature", "end", True] == Fraction(2, 3)


def test_what_a_new_turn_resets_is_remembered_until_then() -> None:
    steps = (*ms.turns(1, 1, [ms.Surveil(1, BEST)]), *ms.turns(2, 2))
    plan = ms.Plan(*steps, ms.Watch("by", ms.first(ms.surveils_this_turn >= 1), at="end"))
    assert exact(plan, SIXTY) == {("by", "end", 1): 1}


def test_a_hidden_card_is_remembered_until_it_is_played() -> None:
    steps = (ms.Hideaway(1, BEST), ms.Draw(1), ms.PlayHidden())
    found = chance_of(ms.count("t:creature", ms.battlefield) == 1, *steps, deck=cards(lands=3, creatures=1))
    assert found == 0.25


def test_what_is_certain_has_probability_one() -> None:
    third = ms.chance(1 / 3)
    steps = (ms.OpeningHand(), ms.If(third, [ms.Mill(3)]), ms.If(third, [ms.Mill(3)]))
    assert chance_of(ms.size(ms.hand) == 7, *steps, deck=cards(17, 23, 13, 7)) == 1


def test_a_choice_is_asked_only_where_a_game_comes() -> None:
    @ms.choice(lands=LANDS)
    def picky(card: ms.Card, lands: int) -> float:
        return 1 / (3 - lands)

    assert chance_of(LANDS <= 2, ms.Draw(2), ms.Surveil(1, picky), deck=SIXTY) == 1
    with pytest.raises(ms.PlanError, match=r"picky.*Forest, lands=3"):
        explore(ms.Plan(ms.Draw(3), ms.Surveil(1, picky), ms.Watch("lands", LANDS)), cards(lands=5))


def test_a_question_too_large_is_refused() -> None:
    every_name = ms.Watch("hand", ms.which(ms.hand))
    with pytest.raises(ms.SizeError, match=r"line 1 of 2 \(opening hand\), with \d+ classes of cards"):
        explore(ms.Plan(ms.OpeningHand(), every_name), ms.read_deck("commander-kadena"))
    draws = [ms.Draw(1)] * 5
    with pytest.raises(ms.SizeError, match="at most 50 steps"):
        explore(ms.Plan(*draws, ms.Watch("lands", LANDS)), SIXTY, limit=50)


# --- all games --------------------------------------------------------------------------------------------------------


def all_games(plan: ms.Plan, deck: ms.Deck, most: int) -> Chances:
    seen: Chances = defaultdict(Fraction)
    for game, weight in every_game(plan, deck, most):
        for (watch, mark), value in game.watches.items():
            if value is not None:
                for one in value if isinstance(value, tuple) else (value,):
                    seen[watch, mark, one] += weight
    return dict(seen)


def check_against_all_games(number: int, *, steps: int, cards: int, most: int) -> bool:
    """Whether an invented plan had few enough games to be checked."""
    inventor = Inventor(number)
    plan, deck = inventor.plan(steps), inventor.deck(cards)
    # One watch at a time: what nothing asks for is forgotten, and fewer cards are told apart.
    plan = ms.Plan(*plan.steps, plan.watches[number % len(plan.watches)])
    try:
        expected = all_games(plan, deck, most)
    except TooManyError:
        return False
    assert exact(plan, deck) == expected
    return True


def test_equals_all_games_played_one_by_one() -> None:
    checked = sum(check_against_all_games(number, steps=2, cards=4, most=200) for number in range(200))
    assert checked >= 100
