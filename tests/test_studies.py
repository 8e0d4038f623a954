"""The ready-made studies: closed forms against enumeration, simulation against both, and known values."""

import re
from dataclasses import replace
from fractions import Fraction

import joblib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtgstats.ask.engines import exact
from mtgstats.errors import CardError, DeckError, PlanError, SizeError
from mtgstats.read.deck import Deck
from mtgstats.read.decklists import read_deck
from mtgstats.read.query import named, where
from mtgstats.read.ratings import read_ratings
from mtgstats.say.values import as_value
from mtgstats.studies import binning, facing, hiding, odds
from mtgstats.studies.asking import Answers
from mtgstats.studies.binning import surveil
from mtgstats.studies.facing import manifest
from mtgstats.studies.finding import Finding, Gain
from mtgstats.studies.hiding import hideaway
from mtgstats.studies.study import RATES

POOL = (
    *("Forest", "Zoetic Cavern", "Evercoat Ursine", "Llanowar Elves", "Elvish Mystic", "Cultivate", "Shock"),
    *("Sol Ring", "Craterhoof Behemoth", "Terastodon", "Dryad Arbor"),
)
"""Lands, a land with morph, one that is a creature, ties in mana value, an instant, a sorcery, an artifact."""


@st.composite
def decks(draw, least=0):
    names = draw(st.lists(st.sampled_from(POOL), min_size=max(least, 1), max_size=8))
    return Deck.from_counts({name: names.count(name) for name in names})


def assert_odds_are_exact(question):
    result = exact(question.plan, question.deck, fractions=True)
    for asked, tally in zip(question.asked, result.tallies, strict=True):
        enumerated = {value: chance for value, chance in zip(tally.values, tally.counts, strict=True) if chance}
        assert {value: chance for value, chance in asked.odds.items() if chance} == enumerated, asked.watch.name


def found(study, watch, **where_):
    (one,) = (
        finding
        for finding in study.answers.findings
        if finding.watch == watch and all(getattr(finding, name) == value for name, value in where_.items())
    )
    return one


def library(hits, size, *, hit="Terastodon", other="Forest"):
    return Deck.from_counts({hit: hits, other: size - hits})


# --- closed forms -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "expected"), [(3, 0.394263), (4, 0.491181), (5, 0.574253), (8, 0.756801)])
def test_known_chance_of_a_hit(n, expected):
    study = hideaway(library(8, 53), n=n, hit=["Terastodon"], trials=1000)
    assert found(study, "hit").exact() == pytest.approx(expected, abs=5e-7)


def test_known_chances_of_a_creature_face_down():
    deck = library(22, 52, hit="Llanowar Elves")
    assert found(manifest(deck, trials=1000), "creature").exact() == pytest.approx(0.423077, abs=5e-7)
    assert found(manifest(deck, dread=True, trials=1000), "creature").exact() == pytest.approx(0.671946, abs=5e-7)
    assert found(manifest(deck, cloak=True, trials=1000), "creature").exact() == pytest.approx(0.423077, abs=5e-7)


def test_two_looks_without_a_shuffle_see_different_cards():
    deck = Deck.from_counts({"Terastodon": 8, "Forest": 45, "Evercoat Ursine": 1})
    study = hideaway(deck, hit=["Terastodon"], trials=200_000)
    hit = found(study, "hit", source="Evercoat Ursine", n=6)
    assert hit.odds[True] == odds.at_least_one(8, 53, 6)
    assert abs(hit.z()) < 5


@settings(derandomize=True, deadline=None, max_examples=40)
@given(deck=decks(), looks=st.lists(st.integers(1, 4), min_size=1, max_size=2), hit=st.sampled_from(POOL))
def test_what_is_hidden_is_what_enumeration_says(deck, looks, hit):
    wanted = hiding.Wanted(named(hit), as_value("mana_value"), deck)
    for question in hiding._questions(deck, None, tuple(looks), wanted):
        assert_odds_are_exact(question)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(deck=decks(), n=st.integers(0, 5), want=st.sampled_from(["-t:land", "t:creature", "mv>=9"]))
def test_what_is_binned_is_what_enumeration_says(deck, n, want):
    for question in binning._questions(deck, None, n, where(want)):
        assert_odds_are_exact(question)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(
    deck=decks(), times=st.integers(1, 3), dread=st.booleans(), good=st.sampled_from(["t:creature", "t:land", "c:g"])
)
def test_what_is_face_down_is_what_enumeration_says(deck, times, dread, good):
    way = facing.Dread(deck, where(good)) if dread else facing.TopCards(deck, facing.Cloak)
    assert_odds_are_exact(facing._question(deck, way, times, where(good)))


def test_ties_are_shared_by_copies():
    deck = Deck.from_counts({"Llanowar Elves": 3, "Elvish Mystic": 1})
    cards = found(hideaway(deck, n=2, trials=1000), "card")
    assert cards.odds == {"Llanowar Elves": Fraction(3, 4), "Elvish Mystic": Fraction(1, 4)}


# --- simulated beside exact -------------------------------------------------------------------------------------------


def every_z(study):
    return [row["z"] for row in (*study.rows(), *study.mean_rows())]


@pytest.mark.parametrize(
    "study",
    [
        lambda: hideaway(read_deck("commander-kadena"), trials=20_000),
        lambda: hideaway(read_deck("mosswort-ramp"), n=(1, 4, 60), hit="t:land", quality="power", trials=50_000),
        lambda: surveil(read_deck("dimir-surveil"), trials=20_000),
        lambda: surveil(read_deck("dimir-surveil"), n=(0, 3), want="c:u", trials=50_000),
        lambda: manifest(read_deck("manifest-dread"), n=(1, 3), trials=50_000),
        lambda: manifest(read_deck("commander-kadena"), n=(1, 2), dread=True, good="t:enchantment", trials=50_000),
    ],
)
def test_simulated_agrees_with_exact(study):
    scores = every_z(study())
    assert len(scores) > 10
    assert all(abs(z) < 5 for z in scores)


def test_hit_in_the_shipped_ramp_deck():
    study = hideaway(read_deck("mosswort-ramp"), n=(4, 5), hit="t:creature mv>=7", trials=1_000_000)
    four, five = (found(study, "hit", n=n) for n in (4, 5))
    assert four.exact() == pytest.approx(0.600972, abs=5e-7)
    assert five.exact() == pytest.approx(0.686478, abs=5e-7)
    (gain,) = study.answers.gains
    assert gain.exact == pytest.approx(five.exact() - four.exact())
    assert gain.better - gain.worse == five.counts[True] - four.counts[True]
    assert gain.worse == 0  # who looks at five looks at four
    low, high = gain.interval()
    assert low < gain.exact < high
    assert high - low < four.interval()[1] - four.interval()[0]  # the same shuffles tell more


def test_hideaway_cards_are_out_of_the_library_themselves():
    study = hideaway(read_deck("mosswort-ramp"), trials=1000)
    assert found(study, "hit").source == "Mosswort Bridge"
    assert found(study, "hit").odds[True] == odds.at_least_one(12, 59, 4)
    gone = hideaway(read_deck("mosswort-ramp"), n=4, out=("Mosswort Bridge", "Terastodon"), trials=1000)
    assert found(gone, "hit").odds[True] == odds.at_least_one(11, 58, 4)
    gone = hideaway(read_deck("mosswort-ramp"), n=4, out="Terastodon", trials=1000)
    assert found(gone, "hit").odds[True] == odds.at_least_one(11, 59, 4)


def test_next_draw_with_and_without_surveil():
    study = surveil(library(20, 60), n=1, want=["Terastodon"], trials=1000)
    assert found(study, "no surveil").odds[True] == Fraction(1, 3)
    assert found(study, "next draw").odds[True] == Fraction(1, 3) + Fraction(2, 3) * Fraction(20, 59)
    nothing = surveil(library(20, 60), n=0, trials=1000)
    assert nothing.answers.gains[0].rate == nothing.answers.gains[0].exact == 0
    assert found(nothing, "binned").counts == {0: 1000}


def test_quality_by_ratings(tmp_path):
    ratings = tmp_path / "grades.csv"
    ratings.write_text("name,grade\nCraterhoof Behemoth,4.5\nTerastodon,2.5\n", encoding="utf-8")
    deck = Deck.from_counts({"Craterhoof Behemoth": 1, "Terastodon": 1, "Forest": 2})
    study = hideaway(deck, n=2, quality=read_ratings(ratings), trials=1000)
    assert found(study, "quality").odds == {4.5: Fraction(1, 2), 2.5: Fraction(1, 2)}
    assert any("count as 2.5" in note for note in study.notes)


# --- the promises -----------------------------------------------------------------------------------------------------


def counts(study):
    return [dict(finding.counts) for finding in study.answers.findings]


def test_any_number_of_threads_gives_the_same_tallies():
    def asked(jobs):
        with joblib.parallel_config(n_jobs=jobs):
            return counts(hideaway(read_deck("mosswort-ramp"), n=(4, 5), trials=3_000_000, seed=7))

    assert asked(1) == asked(2) == asked(5)


def test_ten_runs_of_a_tenth_add_up():
    deck, n = read_deck("mosswort-ramp"), 50_000
    whole = hideaway(deck, n=(4, 5), trials=10 * n)
    parts = [hideaway(deck, n=(4, 5), trials=range(k * n, (k + 1) * n)) for k in range(10)]
    for number, finding in enumerate(whole.answers.findings):
        summed = {}
        for part in parts:
            for value, games in part.answers.findings[number].counts.items():
                summed[value] = summed.get(value, 0) + games
        assert summed == dict(finding.counts)


def test_progress_tells_every_game():
    done = []
    hideaway(read_deck("commander-kadena"), trials=1000, progress=done.append)
    assert sum(done) == 10 * 1000  # ten hideaway cards


# --- edges ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 5, 250])
def test_any_size_of_deck(size):
    deck = library(1, size)
    for study in (
        hideaway(deck, n=(1, 7), trials=1000),
        surveil(deck, n=(0, 1, 7), trials=1000),
        manifest(deck, n=(1, 7), trials=1000),
        manifest(deck, n=(1, 3), dread=True, trials=1000),
    ):
        assert all(abs(z) < 5 for z in every_z(study))


def test_a_hideaway_card_that_was_the_whole_deck_hides_nothing():
    study = hideaway(Deck.from_counts({"Mosswort Bridge": 1}), trials=1000)
    assert found(study, "hit").rate() == found(study, "hit").exact() == 0
    assert found(study, "quality").trials == 0
    assert study.sentences == ("Mosswort Bridge: the library is empty, nothing is hidden.",)
    assert "out of the library, which leaves it empty" in str(study)
    assert "(1 card): 1,000 games" in str(study)
    assert "nan" not in str(study)


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda deck: hideaway(deck), PlanError, "no hideaway card; give n"),
        (lambda deck: surveil(deck), PlanError, "no surveil card; give n"),
        (lambda deck: hideaway(deck, n=0), PlanError, r"n=…\): got 0"),
        (lambda deck: hideaway(deck, n=()), PlanError, "got None"),
        (lambda deck: hideaway(deck, n=(4, "5")), PlanError, "got '5'"),
        (lambda deck: manifest(deck, dread=True, cloak=True), PlanError, "one of them"),
        (lambda deck: hideaway(deck, n=4, out="Shock"), DeckError, "holds 0 of Shock"),
        (lambda deck: hideaway(deck, n=4, out=["Shok"]), CardError, "nearest: Shock"),
        (lambda deck: hideaway(deck, n=4, quality="beauty"), PlanError, "mana_value"),
        (lambda deck: hideaway(deck, n=4, seed=-1), PlanError, "seed"),
        (lambda deck: hideaway(Deck.from_counts({"Forest": 20_000}), n=4), SizeError, "20,000"),
    ],
)
def test_faults_are_named(ask, error, message):
    with pytest.raises(error, match=message):
        ask(library(3, 40))


# --- faces ------------------------------------------------------------------------------------------------------------


def test_frame_and_means_are_tidy():
    study = hideaway(read_deck("mosswort-ramp"), n=(4, 5), hit="t:creature mv>=7", trials=10_000)
    frame, means = study.frame(level=0.5), study.means()
    assert tuple(frame.columns) == RATES
    hits = frame[frame["watch"] == "hit"]
    assert hits["n"].tolist() == [4, 5]
    assert (hits["rate"] == hits["count"] / hits["trials"]).all()
    assert (frame["low"] <= frame["rate"]).all()
    gain = frame[frame["watch"] == "gain"].iloc[0]
    assert (gain["n"], gain["value"]) == (5, 4)
    assert gain["rate"] == pytest.approx(gain["count"] / gain["trials"])
    assert means["watch"].tolist() == ["quality", "quality"]
    assert means["mean"].iloc[0] < means["mean"].iloc[1]


def test_a_player_understands_the_summary():
    study = hideaway(read_deck("mosswort-ramp"), n=(4, 5), hit="t:creature mv>=7", trials=100_000)
    assert re.search(r"Hideaway 4: a hit is hidden in \d\d\.\d % of games \(exact 60\.10 %\)", study.summary())
    assert "Hideaway 5 instead of 4: +8." in study.summary()
    assert "t:creature mv>=7 finds: 12 of 60" in str(study)
    assert "Mosswort Bridge" in study.notes[-1]  # what the study leaves out
    assert "gain over 4" in str(study)
    assert "mv>=6" in hideaway(read_deck("mosswort-ramp"), n=4, trials=10).notes[0]


def test_the_notes_tell_of_which_cards_they_speak():
    deck = read_deck("mosswort-ramp")
    whole, each = hideaway(deck, n=(4, 300), trials=10), hideaway(deck, trials=10)
    assert "12 of 60 in the library." in whole.notes[0]
    assert "The library holds 60 cards; a look at more sees all there are." in whole.notes
    assert "12 of 60 in the deck." in each.notes[0]
    assert "One copy of the hideaway card itself is out of the library, 59 cards left." in each.notes


def test_of_several_hidden_cards_the_better_one_is_told():
    (ursine,) = (line for line in hideaway(read_deck("commander-kadena"), trials=1000).sentences if "Ursine" in line)
    assert "the better hidden card's mana value is" in ursine
    assert "most often, by the exact odds, one of them is" in ursine


def test_manifests_are_told_by_times_and_what_is_alike_once():
    study = manifest(read_deck("manifest-dread"), n=(1, 3), dread=True, trials=1000)
    assert study.sentences[1].startswith("3 manifest dreads: face down is a creature card in")
    assert study.sentences[1].count("as often one that can be turned up and a good one") == 1
    grid = study.grid()
    assert grid.columns[0] == "times"
    assert [row[0] for row in grid.rows if row[0]] == ["1", "3"]
    assert [row[1] for row in grid.rows].count("creature, flippable, good") == 2
    assert set(study.frame()["n"]) == {2, 6}
    told = manifest(read_deck("manifest-dread"), good="t:land", trials=1000).sentences[0]
    assert re.search(r"as often one that can be turned up, a good one in", told)


def test_exact_numbers_have_no_fewer_digits_than_simulated_ones():
    games = 10**12
    one = Finding(
        None, 4, "hit", "condition", {True: games // 2, False: games // 2}, games, odds.condition(Fraction(1, 2))
    )
    (row,) = replace(hideaway(library(3, 40), n=4, trials=10), answers=Answers((one,))).grid().rows
    assert row[2:4] == ("50.00000 % ± 0.00010", "50.00000 %")


def test_cards_of_which_the_same_is_told_are_told_together():
    sentences = hideaway(read_deck("commander-kadena"), trials=1000).sentences
    assert any(line.startswith("Clive's Hideaway, Howltooth Hollow, Mosswort Bridge") for line in sentences)


def test_costs_of_turning_up_that_are_not_mana_are_named():
    deck = Deck.from_counts({"Zoetic Cavern": 1, "Gift of Doom": 1, "Forest": 8})
    study = manifest(deck, trials=10)
    assert found(study, "flippable").odds[True] == odds.at_least_one(1, 10, 1)
    assert any("Gift of Doom" in note for note in study.notes if "not mana" in note)


@pytest.mark.parametrize(
    "study",
    [
        lambda: hideaway(read_deck("commander-kadena"), trials=1000),
        lambda: surveil(read_deck("dimir-surveil"), n=(1, 2), trials=1000),
        lambda: manifest(read_deck("manifest-dread"), n=(1, 2), dread=True, trials=1000),
    ],
)
def test_pictures_show_intervals_and_exact_values(study):
    axes = study().plot()
    drawn = axes.get_figure().axes
    assert len(drawn) == 2
    for ax in drawn:
        labels = ax.get_legend_handles_labels()[1]
        assert "exact" in labels
        assert ax.containers or ax.collections  # the intervals


def test_looks_that_are_not_alike_are_drawn_apart():
    left, right = hideaway(read_deck("commander-kadena"), trials=1000).plot().get_figure().axes
    labels = right.get_legend_handles_labels()[1]
    assert "Clive's Hideaway, Howltooth Hollow and 2 more: mean 4.65" in labels
    assert "Watcher for Tomorrow: mean 4.64" in labels
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["simulated", "exact"]


def test_with_and_without_surveil_are_on_one_row():
    left, _ = surveil(read_deck("dimir-surveil"), n=(1, 2), trials=1000).plot().get_figure().axes
    assert [label.get_text() for label in left.get_yticklabels()] == ["surveil 1", "surveil 2"]
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["next draw", "no surveil", "exact"]


def test_a_single_look_names_the_likeliest_cards():
    left, _ = hideaway(read_deck("mosswort-ramp"), n=4, trials=1000).plot().get_figure().axes
    names = [label.get_text() for label in left.get_yticklabels()]
    assert names[:3] == ["hit", "only lands", "Craterhoof Behemoth hidden"]
    assert "hit: -t:land mv>=6" in left.get_figure().get_suptitle()


@pytest.mark.parametrize("name", ["commander-kadena", "dimir-surveil"])
def test_legends_are_whole(name):
    figure = surveil(read_deck(name), trials=1000).plot().get_figure()
    figure.canvas.draw()
    for ax in figure.axes:
        box = ax.get_legend().get_window_extent()
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1


def test_a_gain_of_nothing_has_no_score_but_zero():
    one = Finding(None, 4, "hit", "condition", {True: 5, False: 5}, 10, {True: Fraction(1, 2), False: Fraction(1, 2)})
    assert Gain(one, one, 0, 0).z == 0
