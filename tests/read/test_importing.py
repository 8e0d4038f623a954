import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtgstats.errors import CardError
from mtgstats.read.decklists import read_deck
from mtgstats.read.importing import import_table, make_table
from mtgstats.read.table import SHIPPED, CardTable, load_table, remove_table, table_info, user_path

SOURCE = Path(__file__).parents[3] / "shared" / "data" / "AtomicCards.json.gz"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("MTGSTATS_DATA", str(tmp_path / "data"))
    load_table.cache_clear()
    yield
    load_table.cache_clear()


# --- Scryfall ---------------------------------------------------------------------------------------------------------


def scryfall(name: str, layout: str = "normal", **facts: Any) -> dict[str, Any]:
    common = {"lang": "en", "color_identity": [], "keywords": [], "set": "tst", "set_type": "expansion"}
    return {"name": name, "layout": layout, **common, **facts}


SCRYFALL = [
    scryfall(
        "Lurking Bridge",
        cmc=0.0,
        mana_cost="",
        type_line="Land",
        colors=[],
        color_identity=["G"],
        keywords=["Hideaway"],
        oracle_text="Hideaway 4 (Look at seven.)\nThis land enters tapped.\n{T}: Add {G}.",
        set="zen",
        collector_number="220",
    ),
    scryfall(
        "Lurking Bridge",
        mana_cost="",
        type_line="Land",
        flavor_name="Castle of the Count",
        set="sld",
        collector_number="62★",
    ),
    scryfall(
        "Lurking Bridge",
        mana_cost="",
        type_line="Land",
        lang="de",
        printed_name="Lauernde Brücke",
        set="con",
        collector_number="235a",
    ),
    scryfall(
        "Young Seer // Old Seer",
        "transform",
        cmc=1.0,
        type_line="Creature — Human // Creature — Human",
        card_faces=[
            {"name": "Young Seer", "mana_cost": "{U}", "type_line": "Creature — Human", "colors": ["U"], "power": "1"},
            {"name": "Old Seer", "mana_cost": "", "type_line": "Creature — Human", "colors": ["U"], "power": "3"},
        ],
        collector_number="2",
    ),
    scryfall(
        "Hot // Cold",
        "split",
        mana_cost="{1}{R} // {1}{U}",
        colors=["R", "U"],
        type_line="Instant // Instant",
        card_faces=[
            {"name": "Hot", "mana_cost": "{1}{R}", "type_line": "Instant", "oracle_text": "Surveil 2."},
            {"name": "Cold", "mana_cost": "{1}{U}", "type_line": "Instant", "oracle_text": "Mill three cards."},
        ],
        collector_number="3",
    ),
    scryfall(
        "Two Faced // Two Faced",
        "reversible_card",
        card_faces=[
            {"name": "Two Faced", "cmc": 5.0, "mana_cost": "{3}{U}{U}", "type_line": "Creature", "layout": "normal"},
            {"name": "Two Faced", "cmc": 5.0, "mana_cost": "{3}{U}{U}", "type_line": "Creature", "layout": "normal"},
        ],
        collector_number="4",
    ),
    scryfall("Half Girl", cmc=0.5, mana_cost="{HW}", type_line="Creature", colors=["W"], power="1.5", toughness="*"),
    scryfall("A-Half Girl", mana_cost="{W}", type_line="Creature", colors=["W"], set="ytst", collector_number="A-7"),
    scryfall("Left Part", "meld", mana_cost="{5}", type_line="Creature", all_parts=[
        {"component": "meld_part", "name": "Left Part"},
        {"component": "meld_result", "name": "Whole"},
    ]),
    scryfall("Right Part", "meld", mana_cost="{3}", type_line="Creature", all_parts=[
        {"component": "meld_result", "name": "Whole"},
    ]),
    scryfall("Whole", "meld", cmc=0.0, mana_cost="", type_line="Creature — Eldrazi", all_parts=[
        {"component": "meld_result", "name": "Whole"},
    ]),
    scryfall("Half Girl", "art_series", type_line="Card", set_type="memorabilia"),
    scryfall("Goblin", "token", type_line="Token Creature — Goblin", set_type="token"),
]  # fmt: skip


def written(path: Path, data: object) -> Path:
    text = json.dumps(data, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


@pytest.mark.parametrize("file", ["oracle.json", "default.json.gz"])
def test_scryfall(tmp_path: Path, file: str) -> None:
    info = import_table(written(tmp_path / file, SCRYFALL))
    assert (info.source, info.cards, info.path) == ("Scryfall", 9, user_path())
    table = load_table()
    assert table.info == info == table_info()
    assert {card.name: card.mana_value for card in table} == {
        "Lurking Bridge": 0,
        "Young Seer // Old Seer": 1,
        "Hot // Cold": 4,
        "Two Faced": 5,
        "Half Girl": 0.5,
        "A-Half Girl": 1,
        "Left Part": 5,
        "Right Part": 3,
        "Whole": 8,
    }
    bridge = table.find("lurking bridge")
    assert (bridge.hideaway, bridge.enters_tapped, bridge.color_identity) == ((4,), True, "G")
    hot = table.find("cold")
    assert (hot.surveil, hot.mill, hot.colors) == ((2,), (3,), "UR")
    assert table.find("Two Faced // Two Faced").layout == "normal"
    assert [face.mana_value for face in table.find("Old Seer").faces] == [1, 1]
    assert table.find("half girl").types == {"creature"}


def test_printings_and_other_names(tmp_path: Path) -> None:
    import_table(written(tmp_path / "default.json", SCRYFALL))
    table = load_table()
    assert table.knows_printings
    places = [("ZEN", "220"), ("sld", "62★"), ("CON_", "235a"), ("con", "235A"), ("ytst", "a-7"), ("zen", "221")]
    assert [table.printing(*place) for place in places] == [*["Lurking Bridge"] * 4, "A-Half Girl", None]
    for other in ("castle of the count", "Lauernde Brucke", "LAUERNDE BRÜCKE"):
        assert table.find(other).name == "Lurking Bridge"
    assert table.find("A-Half Girl").mana_cost == "{W}"
    assert table.find("Half Girl").mana_cost == "{HW}"


# --- MTGJSON ----------------------------------------------------------------------------------------------------------


def mtgjson(name: str, layout: str = "normal", **facts: Any) -> dict[str, Any]:
    common = {"type": "Creature — Elf", "colors": [], "colorIdentity": [], "manaValue": 99.0}
    return {"name": name, "layout": layout, **common, **facts}


ATOMIC = {
    "Rooted Elf": [mtgjson("Rooted Elf", manaCost="{1}{G}", colors=["G"], keywords=["Surveil"], text="Surveil 1.")],
    "Namesake": [mtgjson("Namesake", manaCost="{1}"), mtgjson("Namesake", manaCost="{2}")],
    "Dusk Elf // Dawn": [
        mtgjson("Dusk Elf // Dawn", "adventure", faceName="Dawn", side="b", manaCost="{4}", type="Sorcery — Adventure"),
        mtgjson("Dusk Elf // Dawn", "adventure", faceName="Dusk Elf", side="a", manaCost="{2}", power="2"),
    ],
    "Back // Forth": [
        mtgjson("Back // Forth", "aftermath", faceName="Back", side="a", manaCost="{2}{W}", colors=["W"]),
        mtgjson("Back // Forth", "aftermath", faceName="Forth", side="b", manaCost="{R}", colors=["R"], type="Sorcery"),
    ],
    "Mirror // Mirror": [mtgjson("Mirror // Mirror", "reversible_card", faceName="Mirror", side="a", manaCost="{5}")],
    "Part // Sum": [mtgjson("Part // Sum", "meld", faceName="Part", side="a", manaCost="{7}")],
    "Other // Sum": [mtgjson("Other // Sum", "meld", faceName="Other", side="a", manaCost="{4}")],
    "Sum": [mtgjson("Sum", "meld")],
    "Some Plane": [mtgjson("Some Plane", "planar")],
}  # fmt: skip
META = {"date": "2026-07-01", "version": "5.2.2"}


def test_mtgjson_atomic_cards(tmp_path: Path) -> None:
    info = import_table(written(tmp_path / "AtomicCards.json.gz", {"meta": META, "data": ATOMIC}))
    assert (info.source, info.date, info.printings) == ("MTGJSON AtomicCards", "2026-07-01", 0)
    table = load_table()
    assert {card.name: (card.mana_value, card.layout) for card in table} == {
        "Rooted Elf": (2, "normal"),
        "Namesake": (1, "normal"),
        "Dusk Elf // Dawn": (2, "adventure"),
        "Back // Forth": (4, "split"),
        "Mirror": (5, "normal"),
        "Part": (7, "meld"),
        "Other": (4, "meld"),
        "Sum": (11, "meld"),
    }
    assert table.find("Rooted Elf").surveil == (1,)
    assert table.find("Back").colors == "WR"
    assert table.find("Dawn").types == {"creature", "elf"}
    assert table.find("Part // Sum").name == "Part"


def test_mtgjson_all_printings(tmp_path: Path) -> None:
    foreign = [{"language": "German", "name": "Wurzelelf"}]
    cards = [
        face | {"setCode": "CON", "number": str(number), "foreignData": foreign if name == "Rooted Elf" else []}
        for number, (name, faces) in enumerate(ATOMIC.items())
        for face in faces
    ]
    sets = {
        "CON_": {"code": "CON", "type": "expansion", "cards": cards, "tokens": [{"name": "Elf"}]},
        "WC": {"code": "WC", "type": "memorabilia", "cards": [{"name": "not read"}], "tokens": []},
    }
    info = import_table(written(tmp_path / "AllPrintings.json", {"meta": META, "data": sets}))
    assert (info.source, info.cards, info.printings) == ("MTGJSON AllPrintings", 8, 8)
    table = load_table()
    assert [face.name for face in table.find("Dusk Elf").faces] == ["Dusk Elf", "Dawn"]
    assert table.printing("CON_", "3") == table.printing("con", "3") == "Back // Forth"
    assert table.find("wurzelelf").name == "Rooted Elf"


# --- the user's own table ---------------------------------------------------------------------------------------------


def test_the_shipped_table_is_the_default_and_comes_back(tmp_path: Path) -> None:
    assert table_info().path == SHIPPED
    import_table(written(tmp_path / "own.json", SCRYFALL))
    assert table_info().cards == 9
    assert remove_table()
    assert table_info().path == SHIPPED
    assert not remove_table()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "neither a Scryfall bulk file nor MTGJSON"),
        (b"[" * 100, r"not whole, or not JSON as card files are \(parse error: premature EOF\)$"),
        (b"[" * 100_000, r"not whole, or not JSON as card files are \(nested more than 500 deep\)$"),
        (b'{"data":' + b'{"a":' * 100_000, r"not whole, or not JSON as card files are \(nested more than 500 deep\)$"),
        (b"name,count\n", "neither a Scryfall bulk file nor MTGJSON"),
        (b"[]", "there is no card in it"),
        (b'{"data": []}', "JSON, but no Scryfall bulk file and neither MTGJSON"),
        (b'{"data": {"ZEN": {"code": "ZEN"}}}', "JSON, but no Scryfall bulk file and neither MTGJSON"),
        (b'{"meta": {}, "data": {}}', "JSON, but no Scryfall bulk file and neither MTGJSON"),
        (b"[1, 2]", "a card at the start is not as Scryfall writes it"),
        (b'[{"name": "X"}]', "a card at the start is not as Scryfall writes it .*layout"),
        (b'{"data": {"X": [{"name": "X"}]}}', "a card at the start is not as MTGJSON AtomicCards writes it"),
        (json.dumps(SCRYFALL).encode()[:-10], "not whole, or not JSON"),
        (gzip.compress(json.dumps(SCRYFALL).encode())[:-20], "cannot be read"),
        (b"\x1f\x8bnot gzip at all", "cannot be read"),
    ],
)
def test_a_bad_file_is_named_and_the_old_table_stays(tmp_path: Path, content: bytes, reason: str) -> None:
    import_table(written(tmp_path / "good.json", SCRYFALL))
    before = user_path().read_bytes()
    bad = tmp_path / "bad.json"
    bad.write_bytes(content)
    with pytest.raises(CardError, match=f"bad.json: {reason}"):
        import_table(bad)
    assert user_path().read_bytes() == before
    assert list(user_path().parent.iterdir()) == [user_path()]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"nowhere.json: cannot be read"):
        import_table(tmp_path / "nowhere.json")


def test_the_shipped_decks_are_read_with_the_shipped_table(tmp_path: Path) -> None:
    import_table(written(tmp_path / "own.json", SCRYFALL))
    assert read_deck("mosswort-ramp").count(lambda card: bool(card.hideaway)) == 4


def test_an_interrupted_import_leaves_the_old_table(tmp_path: Path) -> None:
    source = written(tmp_path / "good.json", SCRYFALL)
    import_table(source)
    before = user_path().read_bytes()

    def interrupt(done: int, total: int) -> None:
        assert 0 <= done <= total == source.stat().st_size
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_table(source, progress=interrupt)
    assert user_path().read_bytes() == before


def test_a_damaged_table_is_named() -> None:
    user_path().parent.mkdir()
    user_path().write_bytes(b"no zip")
    with pytest.raises(CardError, match=r"cards.zip: no table of card facts .*import it again or remove it"):
        load_table()
    assert remove_table()
    assert load_table().find("Forest")


def test_the_shipped_table_is_what_the_importer_makes(tmp_path: Path) -> None:
    if not SOURCE.exists():
        pytest.skip("the source of the shipped table is not here")
    make_table(SOURCE, tmp_path / "cards.zip")
    made, shipped = CardTable(tmp_path / "cards.zip"), CardTable(SHIPPED)
    assert made._facts == shipped._facts
    assert made.info.date == shipped.info.date
