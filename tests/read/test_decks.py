"""The deck type, and the decks that are shipped: real cards, legal sizes, recognisable plans."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtgstats.errors import CardError, DeckError
from mtgstats.read.deck import Deck, canonical
from mtgstats.read.decklists import read_deck
from mtgstats.read.lists.source import shipped_decks
from mtgstats.read.query import where
from mtgstats.read.table import load_table

COUNTS = {"Forest": 24, "Llanowar Elves": 4, "Mosswort Bridge": 4, "Craterhoof Behemoth": 3, "Giant Growth": 25}
SIXTY = ("dimir-surveil", "manifest-dread", "mosswort-ramp")


def is_big_creature(card):
    return card.is_creature and card.mana_value >= 7


def test_cards_stand_in_canonical_order():
    deck = Deck.from_counts(COUNTS)
    assert [card.name for card in deck.cards] == [
        "Forest",
        "Mosswort Bridge",
        "Giant Growth",
        "Llanowar Elves",
        "Craterhoof Behemoth",
    ]
    assert list(deck.cards) == sorted(deck.cards, key=canonical)


@settings(derandomize=True, deadline=None)
@given(st.permutations(list(COUNTS.items())))
def test_order_of_lines_makes_no_difference(items):
    deck = Deck.from_counts(dict(items), name="shuffled")
    assert deck == Deck.from_counts(COUNTS)
    assert hash(deck) == hash(Deck.from_counts(COUNTS))
    assert deck.main == Deck.from_counts(COUNTS).main


def test_name_and_notes_are_no_part_of_equality_but_counts_are():
    deck = Deck.from_counts(COUNTS)
    assert Deck("other", deck.main, notes=("a guess",)) == deck
    assert Deck("deck", deck.main, sideboard=deck.main[:1]) != deck
    assert Deck.from_counts(COUNTS | {"Forest": 23}) != deck


def test_counts():
    deck = Deck.from_counts(COUNTS)
    assert deck.size == 60
    assert deck.count("mosswort bridge") == 4
    assert deck.count("Sol Ring") == 0
    assert deck.count(lambda card: card.is_land) == 28
    assert deck.count(is_big_creature) == deck.count(where("t:creature mv>=7")) == 3


def test_piles_merge_and_drop_zero_counts():
    forest = load_table().find("Forest")
    ring = load_table().find("Sol Ring")
    assert Deck("deck", ((forest, 3), (ring, 0), (forest, 4))).main == ((forest, 7),)


def test_without_takes_one_copy_of_each_name():
    deck = Deck.from_counts(COUNTS)
    less = deck.without("Mosswort Bridge", "Forest", "Mosswort Bridge")
    assert (less.size, less.count("Mosswort Bridge"), less.count("Forest")) == (57, 2, 23)
    assert deck.size == 60


def test_without_the_last_copy_drops_the_card():
    deck = Deck.from_counts({"Forest": 1, "Island": 1}).without("Forest")
    assert [card.name for card in deck.cards] == ["Island"]


def test_swap_keeps_the_size():
    deck = Deck.from_counts(COUNTS).swap("Forest", "Mosswort Bridge", 3).swap("Giant Growth", "Sol Ring")
    assert deck.size == 60
    assert (deck.count("Forest"), deck.count("Mosswort Bridge"), deck.count("Sol Ring")) == (21, 7, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deck: deck.without("Sol Ring"), "holds 0 of Sol Ring"),
        (lambda deck: deck.without(*["Mosswort Bridge"] * 5), "holds 0 of Mosswort Bridge"),
        (lambda deck: deck.swap("Mosswort Bridge", "Forest", 5), "holds 4 of Mosswort Bridge, so 5 cannot"),
        (lambda deck: deck.swap("Forest", "Island", 0), "n: got 0"),
        (lambda deck: Deck.from_counts({"Forest": -1}), "count of 'Forest': got -1"),
        (lambda deck: Deck.from_counts({"Forest": 1.5}), "count of 'Forest': got 1.5"),
    ],
)
def test_impossible_changes_are_errors(change, message):
    with pytest.raises(DeckError, match=message):
        change(Deck.from_counts(COUNTS))


def test_unknown_names_are_card_errors():
    with pytest.raises(CardError, match="Lightning Bolt"):
        Deck.from_counts({"Lightnin Bolt": 4})


def test_a_hundred_cards_mean_multiplayer():
    kadena = load_table().find("Kadena, Slinking Sorcerer")
    library = Deck.from_counts({"Forest": 99}).main
    assert Deck("deck", library, commander=((kadena, 1),)).is_multiplayer
    assert Deck.from_counts({"Forest": 100}).is_multiplayer
    assert not Deck("deck", library).is_multiplayer


def test_repr_says_what_is_in_it():
    assert repr(Deck.from_counts({"Forest": 60}, name="green")) == "<Deck 'green': 60 cards>"


def test_shipped_decks_are_listed():
    assert shipped_decks() == ("commander-kadena", *SIXTY)


@pytest.mark.parametrize("name", shipped_decks())
def test_shipped_decks_read_without_a_guess(name):
    deck = read_deck(name)
    assert deck.name == name
    assert (deck.notes, deck.warnings) == ((), ())


@pytest.mark.parametrize("name", SIXTY)
def test_shipped_decks_of_sixty_are_legal(name):
    deck = read_deck(name)
    assert deck.size == 60
    assert max(count for card, count in deck.main if "basic" not in card.types) == 4
    assert deck.count(lambda card: card.is_land) == 24


def test_shipped_commander_deck_is_legal():
    deck = read_deck("commander-kadena")
    [(commander, count)] = deck.commander
    assert (count, deck.size, deck.is_multiplayer) == (1, 99, True)
    assert {"legendary", "creature"} <= commander.types
    counts = Counter({card.name: n for card, n in (*deck.main, *deck.commander) if "basic" not in card.types})
    assert set(counts.values()) == {1}
    assert all(set(card.color_identity) <= set(commander.color_identity) for card in deck.cards)


def test_mosswort_ramp_has_its_bridges_and_twelve_bombs():
    deck = read_deck("mosswort-ramp")
    assert deck.count("Mosswort Bridge") == 4
    assert deck.count(is_big_creature) == 12


def test_dimir_surveil_surveils():
    deck = read_deck("dimir-surveil")
    assert deck.count(lambda card: bool(card.surveil)) >= 20
    assert {color for card in deck.cards for color in card.color_identity} == {"U", "B"}


def test_manifest_dread_manifests():
    deck = read_deck("manifest-dread")
    assert deck.count(lambda card: card.manifests_dread) >= 24
    assert deck.count(lambda card: card.is_creature) >= 12


def test_commander_deck_has_some_of_everything():
    deck = read_deck("commander-kadena")
    assert deck.count(lambda card: bool(card.hideaway)) >= 8
    assert deck.count(lambda card: bool(card.surveil)) >= 8
    assert deck.count(lambda card: card.manifests or card.manifests_dread or card.cloaks) >= 20


def test_a_deck_that_is_nowhere_names_the_shipped_ones():
    with pytest.raises(DeckError, match=r"no such file; did you mean mosswort-ramp\?"):
        read_deck("mosswort-rampp")
    with pytest.raises(DeckError, match=r"no such file and no shipped deck \(commander-kadena, "):
        read_deck("burn")
    with pytest.raises(DeckError, match="no such file"):
        read_deck(Path("nowhere.txt"))
