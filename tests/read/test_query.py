import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtgstats.errors import CardError, QueryError
from mtgstats.read.card import Card
from mtgstats.read.query import as_selector, matching, named, where
from mtgstats.read.table import load_table

PIECES = ["t:land", "mv>=", "3", "(", ")", "-", "or", '"a"', "!forest", "back:", "c:", "x", "é", '"', "is:mdfc", "<"]


@pytest.mark.parametrize(
    ("query", "inside", "outside"),
    [
        ("t:creature mv>=7", ["Craterhoof Behemoth", "Ghalta, Primal Hunger"], ["Grizzly Bears"]),
        ("T:Creature AND MV>=7", ["Craterhoof Behemoth"], ["Grizzly Bears"]),
        ("craterhoof", ["Craterhoof Behemoth"], ["Forest"]),
        ('"of the wild"', ["Call of the Wild"], ["Wild Growth"]),
        ("petty", ["Brazen Borrower"], ["Forest"]),
        ("lim-dul", ["Lim-Dûl's Vault"], ["Forest"]),
        ('!"Mosswort Bridge"', ["Mosswort Bridge"], ["Forest"]),
        ("!fire", ["Fire // Ice"], ["Fireball"]),
        ("forest", ["Forest", "Forest Bear"], ["Island"]),
        ("!forest", ["Forest"], ["Forest Bear"]),
        ('t:"basic land"', ["Forest"], ["Mosswort Bridge"]),
        ("t:land", ["Mosswort Bridge"], ["Bala Ged Recovery", "Brazen Borrower"]),
        ("t:instant", ["Fire // Ice", "Opt"], ["Brazen Borrower"]),
        ("type:legendary", ["Ghalta, Primal Hunger"], ["Forest"]),
        ("mv=0.5", ["Little Girl"], ["Forest"]),
        ("mv<1", ["Little Girl", "Forest"], ["Opt"]),
        ("mv!=1", ["Forest"], ["Opt"]),
        ("mv:even", ["Fire // Ice", "Forest"], ["Opt", "Little Girl"]),
        ("cmc:odd", ["Opt"], ["Fire // Ice", "Little Girl"]),
        ("manavalue:4", ["Fire // Ice"], ["Opt"]),
        ("pow>tou", ["Ball Lightning"], ["Grizzly Bears", "Tarmogoyf", "Forest"]),
        ("power>=mv", ["Grizzly Bears"], ["Hill Giant"]),
        ("toughness<2", ["Ball Lightning", "Brazen Borrower"], ["Grizzly Bears"]),
        ("pow>=0", ["Grizzly Bears"], ["Tarmogoyf", "Forest"]),
        ("c:r", ["Fire // Ice", "Ball Lightning"], ["Opt"]),
        ("c=r", ["Ball Lightning"], ["Fire // Ice"]),
        ("c:izzet", ["Fire // Ice"], ["Ball Lightning"]),
        ("color<=ur", ["Fire // Ice", "Opt", "Forest"], ["Grizzly Bears"]),
        ("c:colorless", ["Forest", "Sol Ring"], ["Opt"]),
        ("c:c", ["Forest", "Barrage Tyrant"], ["Opt"]),
        ("c:m", ["Fire // Ice"], ["Opt", "Forest"]),
        ("c=1", ["Opt"], ["Forest", "Fire // Ice"]),
        ("c>1", ["Fire // Ice"], ["Opt"]),
        (f"c<{'9' * 5000} mv<{'9' * 5000}", ["Fire // Ice"], []),
        ("id:izzet", ["Fire // Ice", "Opt", "Sol Ring"], ["Forest", "Mosswort Bridge"]),
        ("id=g", ["Forest", "Mosswort Bridge"], ["Sol Ring"]),
        ("ci<jund", ["Forest", "Sol Ring"], ["Opt"]),
        ("kw:surveil", ["Consider"], ["Opt"]),
        ('keyword:"Manifest dread"', ["Abhorrent Oculus"], ["Whisperwood Elemental"]),
        ("hideaway:5", ["Fight Rigging"], ["Mosswort Bridge", "Forest"]),
        ("hideaway>=4", ["Fight Rigging", "Mosswort Bridge"], ["Evercoat Ursine"]),
        ("surveil>=1", ["Consider"], ["Enhanced Surveillance", "Opt"]),
        ("mill:3", ["Stitcher's Supplier"], ["Opt"]),
        ("is:mdfc", ["Bala Ged Recovery"], ["Delver of Secrets"]),
        ("is:dfc", ["Bala Ged Recovery", "Delver of Secrets"], ["Fire // Ice"]),
        ("is:split", ["Fire // Ice"], ["Opt"]),
        ("is:permanent", ["Forest", "Grizzly Bears"], ["Opt"]),
        ("is:spell", ["Opt", "Grizzly Bears"], ["Forest"]),
        ("is:historic", ["Sol Ring", "Ghalta, Primal Hunger"], ["Grizzly Bears"]),
        ("is:commander", ["Ghalta, Primal Hunger"], ["Grizzly Bears"]),
        ("is:tapland", ["Mosswort Bridge"], ["Forest"]),
        ("back:t:land", ["Bala Ged Recovery"], ["Forest", "Fire // Ice"]),
        ("back:(t:instant mv<3)", ["Brazen Borrower"], ["Bala Ged Recovery"]),
        ("-back:t:land t:sorcery", ["Duress"], ["Bala Ged Recovery"]),
        ("t:land or t:instant", ["Forest", "Opt"], ["Duress"]),
        ("t:land -t:basic", ["Mosswort Bridge"], ["Forest"]),
        ("-(t:land or t:instant) mv<=2", ["Duress"], ["Forest", "Opt", "Craterhoof Behemoth"]),
        ("t:land or t:instant c:u", ["Forest", "Opt"], ["Ball Lightning", "Lightning Bolt"]),
        ("minsc & boo", ["Minsc & Boo, Timeless Heroes"], ["Forest"]),
    ],
)
def test_what_a_query_finds(query: str, inside: list[str], outside: list[str]) -> None:
    found = where(query)
    assert {name: found.matches(card(name)) for name in inside + outside} == dict.fromkeys(
        inside, True
    ) | dict.fromkeys(outside, False)


@pytest.mark.parametrize(
    ("query", "place", "reason"),
    [
        ("", 0, "the query is empty"),
        ("  ", 0, "the query is empty"),
        ("a or", 4, "the query ends too early"),
        ("(t:land", 7, "the query ends too early"),
        ("mv>=", 4, "the query ends too early"),
        ("t:land)", 6, r"'\)' makes no sense here"),
        ("or t:land", 0, "'or' makes no sense here"),
        ('t:"', 2, "a quotation mark that is not closed"),
        ('"abc', 0, "a quotation mark that is not closed"),
        ("forest o:draw", 7, "no key is called o; there are mv, pow, .*, keyword"),
        ("t:creature mv>=x", 15, "mv is compared with a number, .* not x"),
        ("mv>even", 3, "mv is compared with a number"),
        ("t:land t:creture", 9, "no card has the type 'creture'; nearest: creature"),
        ("kw:surviel", 3, "no card has the keyword 'surviel'; nearest: surveil"),
        ("is:funny", 3, "is: knows no 'funny'; there are permanent, .*mdfc"),
        ("c:purple", 2, "no colours are called purple; there are letters of wubrg, .*azorius"),
        ('!"Moswort Bridge"', 1, "no card is called 'Moswort Bridge'; nearest: Mosswort Bridge"),
        ("c>m", 2, "no colours are called m; there are letters of wubrg"),
        ("t>land", 1, "t takes ':', not >"),
        ("back:(t:lnd)", 8, "no card has the type 'lnd'; nearest: land"),
    ],
)
def test_a_bad_query_points_at_the_character(query: str, place: int, reason: str) -> None:
    with pytest.raises(QueryError, match=f"^{reason}") as caught:
        where(query)
    _, line, caret = str(caught.value).split("\n")
    assert line == f"  {query}"
    assert caret == f"  {' ' * place}^"


@settings(derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PIECES)).map(" ".join) | st.text())
def test_any_text_is_a_selector_or_a_query_error(query: str) -> None:
    try:
        found = where(query)
    except QueryError:
        return
    assert found.matches(card("Forest")) in {True, False}


@pytest.mark.parametrize("query", ["(" * 5000 + "a" + ")" * 5000, "-" * 5000 + "a"])
def test_a_query_nested_too_deeply(query: str) -> None:
    with pytest.raises(QueryError, match="nested too deeply"):
        where(query)


def test_names() -> None:
    chosen = named("forest", "Fire", "Ach! Hans, Run!")
    assert str(chosen) == '!"Forest" or !"Fire // Ice" or !"Ach! Hans, Run!"'
    for selector in (chosen, where(chosen.text)):
        assert [selector.matches(card(name)) for name in ("Forest", "Ice", '"Ach! Hans, Run!"', "Opt")] == [1, 1, 1, 0]
    with pytest.raises(CardError, match="no card is called 'Forst'; nearest: Forest"):
        named("Forest", "Forst")


def test_selectors_combine_as_sets() -> None:
    land, basic = where("t:land"), where("t:basic")
    for combined in (land & ~basic | named("Opt"), land & "-t:basic" | ["Opt"], where("(t:land -t:basic) or !Opt")):
        assert [combined.matches(card(name)) for name in ("Mosswort Bridge", "Opt", "Forest")] == [True, True, False]
        again = where(combined.text)
        assert [again.matches(card(name)) for name in ("Mosswort Bridge", "Opt", "Forest")] == [True, True, False]


def test_equal_selectors_are_equal_and_hash_alike() -> None:
    def heavy(card: Card) -> bool:
        return card.mana_value > 5

    def heavier(card: Card) -> bool:
        return card.mana_value > 6

    assert where("t:land") == where(" t:land ")
    assert len({where("t:land") & where("mv=0"), where("t:land") & where("mv=0"), where("t:land")}) == 2
    assert matching(heavy) == matching(heavy)
    assert matching(heavy, "x") != matching(heavier, "x")
    assert ~matching(heavy, "x") != ~matching(heavier, "x")
    assert str(matching(heavy)) == "heavy"


def test_whatever_says_a_set_of_cards() -> None:
    selector = where("t:land")
    assert as_selector(selector) is selector
    assert as_selector("t:land") == selector
    assert as_selector(["Forest", "Island"]) == named("Forest", "Island")
    assert as_selector(lambda card: card.is_land).matches(card("Forest"))
    with pytest.raises(QueryError, match="a list of names, not 7"):
        as_selector(7)  # type: ignore[arg-type]


def card(name: str) -> Card:
    return load_table().find(name)
