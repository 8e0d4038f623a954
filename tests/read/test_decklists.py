"""Reading decklists: every format and quirk on small lists of our own, honest errors, safe XML, and random text."""

import csv
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtgstats.errors import DeckError, MtgstatsError
from mtgstats.read.decklists import MAX_COUNT, UnreadLinesError, parse_deck, read_deck
from mtgstats.read.lists.formats import FORMATS
from mtgstats.read.lists.headings import heading
from mtgstats.read.lists.source import MAX_BYTES
from mtgstats.read.table import CardTable, load_table, printing_key, write_table

REAL_LISTS = Path(__file__).parents[3] / "shared" / "data" / "decks"


def counts(pile):
    return {card.name: count for card, count in pile}


NOTHING = MappingProxyType({})


class Sample(NamedTuple):
    """A small list, the format it must be known as, and the cards it must be read as."""

    format: str
    text: str
    main: dict[str, int]
    sideboard: Mapping[str, int] = NOTHING
    commander: Mapping[str, int] = NOTHING
    companion: Mapping[str, int] = NOTHING


SAMPLES = {
    "arena": Sample(
        "arena",
        "About\nName Two Bolts\n\nCommander\n1 Edgar Markov (C17) 36\n\n"
        "Deck\n2 Lightning Bolt (M11) 149\n1 Forest (DAR) 266\n\nSideboard\n3 Negate (RIX) 44\n",
        {"Lightning Bolt": 2, "Forest": 1},
        {"Negate": 3},
        {"Edgar Markov": 1},
    ),
    "arena before it had headings": Sample(
        "arena",
        "4 Expansion // Explosion (GRN) 224\n1 Forest (PDOM) 6p\n\n2 Negate (RIX) 44\n",
        {"Expansion // Explosion": 4, "Forest": 1},
        {"Negate": 2},
    ),
    "arena with a companion of the sideboard": Sample(
        "arena",
        "Companion\n1 Yorion, Sky Nomad (IKO) 232\n\nDeck\n80 Island\n\nSideboard\n1 Yorion, Sky Nomad (IKO) 232\n",
        {"Island": 80},
        {"Yorion, Sky Nomad": 1},
        {},
        {"Yorion, Sky Nomad": 1},
    ),
    "arena in Spanish": Sample(
        "arena",
        "Comandante\n1 Edgar Markov\n\nMazo\n2 Forest (M11) 246\n\nBanquillo\n3 Island (M11) 234\n",
        {"Forest": 2},
        {"Island": 3},
        {"Edgar Markov": 1},
    ),
    "arena in Japanese": Sample("arena", "デッキ\n2 Forest\n\nサイドボード\n3 Island\n", {"Forest": 2}, {"Island": 3}),
    "arena in Chinese": Sample("arena", "套牌\n2 Forest\n\n备牌\n3 Island\n", {"Forest": 2}, {"Island": 3}),
    "mtgo text": Sample("plain", "60 Forest\n\nSideboard\n2 Fire/Ice\n", {"Forest": 60}, {"Fire // Ice": 2}),
    "mtgo dek": Sample(
        "mtgo-dek",
        '\ufeff<?xml version="1.0" encoding="utf-16"?>\n<Deck><NetDeckID>0</NetDeckID>\n'
        '<Cards CatID="1" Quantity="4" Sideboard="false" Name="Forest" Annotation="0"/>\n'
        '<Cards Name="Forest" CatID="2" Quantity="1" Sideboard="false"/>\n'
        '<Cards CatID="3" Quantity="2" Sideboard="true" Name="Fire/Ice"/></Deck>',
        {"Forest": 5},
        {"Fire // Ice": 2},
    ),
    "mtgo csv": Sample(
        "csv",
        "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation\n"
        '"Forest",4,1,Common,MI,116/350,No,No,0\n"Island",2,2,Common,MI,117/350,No,Yes,0\n',
        {"Forest": 4},
        {"Island": 2},
    ),
    "moxfield": Sample(
        "moxfield",
        "1 Sol Ring (C17) 223 *F*\n1 Agadeem's Awakening / Agadeem, the Undercrypt (ZNR) 90 #!ramp #big / small lands\n"
        "\nSIDEBOARD:\n1 Negate (RIX) 44 *E* #tag\n",
        {"Sol Ring": 1, "Agadeem's Awakening // Agadeem, the Undercrypt": 1},
        {"Negate": 1},
    ),
    "archidekt": Sample(
        "archidekt",
        "1x Edgar Markov (c17) 36 *F* [Commander{top}]\n9x Forest (ecl) 270 [Land] ^Have it, or not,#37d67a^\n"
        "1x Negate (plst) RIX-44 [Sideboard,Instant]\n1x Opt (dom) 60 [Maybeboard{noDeck}{noPrice},Draw]\n"
        "1x Sol Ring (c17) 223 [Ramp,Own{noDeck}]\n1x Ponder (m12) 73 [Cut{noDeck},Draw]\n1x Greed () 99 [Tokens]\n",
        {"Forest": 9, "Sol Ring": 1, "Greed": 1},
        {"Negate": 1},
        {"Edgar Markov": 1},
    ),
    "tappedout": Sample(
        "tappedout",
        "1x Edgar Markov *CMDR*\nLand (3)\n3x Swamp\n# a comment\nSB: 2x Negate\n",
        {"Swamp": 3},
        {"Negate": 2},
        {"Edgar Markov": 1},
    ),
    "deckstats": Sample(
        "deckstats",
        "//NAME: Fiery from deckstats.net\n\n//Main\n1 Edgar Markov # !Commander\n\n"
        "//burn\n4 [M11#149] Lightning Bolt # hot\n\n//Sideboard\nSB: 1 [RIX#44] Negate\n",
        {"Lightning Bolt": 4},
        {"Negate": 1},
        {"Edgar Markov": 1},
    ),
    "deckstats text with a category that is half a card": Sample(
        "plain", "Main\n4 Forest\n\nburn\n4 Lightning Bolt\n", {"Forest": 4, "Lightning Bolt": 4}
    ),
    "mtggoldfish exact": Sample(
        "mtggoldfish",
        "4 Lightning Bolt <showcase> [M11] (F)\n56 Mountain <251> [THB]\n\n2 Smash to Smithereens [ORI]\n",
        {"Lightning Bolt": 4, "Mountain": 56},
        {"Smash to Smithereens": 2},
    ),
    "cockatrice cod": Sample(
        "cockatrice-cod",
        '<?xml version="1.0"?>\n<cockatrice_deck version="1"><deckname>Mine</deckname>\n<zone name="main">'
        '<card number="3" name="Avacyn&apos;s Pilgrim"/><card name="Forest"/></zone>\n'
        '<zone name="side"><card number="2" name="Negate"/></zone>\n'
        '<zone name="tokens"><card number="1" name="Goblin Token"/></zone></cockatrice_deck>',
        {"Avacyn's Pilgrim": 3, "Forest": 1},
        {"Negate": 2},
    ),
    "cockatrice text": Sample(
        "workstation",
        "// My deck\n4 [B] Forest (3)\n1 Pain/Suffering\n\nSB: 3 Æther Vial\n",
        {"Forest": 4, "Pain // Suffering": 1},
        {"Aether Vial": 3},
    ),
    "forge": Sample(
        "forge",
        "[metadata]\nName=Mine\nDeck Type=constructed\n[Main]\n4 Lightning Bolt|M11|1\n2 Mountain+|M11\n1 Forest\n"
        "[Sideboard]\n3 Negate|RIX\n[Planes]\n1 Academy at Tolaria West|OHOP\n",
        {"Lightning Bolt": 4, "Mountain": 2, "Forest": 1},
        {"Negate": 3},
    ),
    "xmage": Sample(
        "xmage",
        "NAME:[MOD] Mine\r\nAUTHOR:me\r\n4 [M11:149] Lightning Bolt\r\n1 [ODY:72+] Cephalid Looter\r\n"
        "SB: 2 [RIX:44] Negate\r\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M11:149])\r\n",
        {"Lightning Bolt": 4, "Cephalid Looter": 1},
        {"Negate": 2},
    ),
    "apprentice": Sample(
        "apprentice",
        "// NAME : Mine\n// Creatures\n\t4 Masticore\n// Lands\n        9 Island\nSB:  2 Annul\n",
        {"Masticore": 4, "Island": 9},
        {"Annul": 2},
    ),
    "magic workstation": Sample(
        "workstation",
        "// Deck file for Magic Workstation\n// NAME : Mine\n// Lands\n    18 [UNH] Plains (2)\n    4 [] Mutavault\n"
        "SB:  1 [DGM] Wear/Tear\n",
        {"Plains": 18, "Mutavault": 4},
        {"Wear // Tear": 1},
    ),
    "octgn": Sample(
        "octgn",
        '<deck>\n<section name="Main"><card qty="2" id="a">Forest</card><card>Opt</card></section>\n'
        '<section name="Sideboard"><card qty="2">Island</card></section></deck>',
        {"Forest": 2, "Opt": 1},
        {"Island": 2},
    ),
    "headings in brackets": Sample(
        "plain",
        "[DECK]\n[CREATURES]\n4 Llanowar Elves\n\n[LANDS]\n60 Forest\n\n[OTHER]\n1 Opt\n[/DECK]\n"
        "[SIDEBOARD]\n2 Negate\n[/SIDEBOARD]\n",
        {"Llanowar Elves": 4, "Forest": 60, "Opt": 1},
        {"Negate": 2},
    ),
    "csv of Dragon Shield": Sample(
        "csv",
        '"sep=,"\r\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code\r\nA,2,9,"Yorion, Sky Nomad",IKO\r\n',
        {"Yorion, Sky Nomad": 2},
    ),
    "csv of Moxfield with blank rows": Sample(
        "csv",
        '"Count","Tradelist Count","Name","Edition"\n"2","1","Opt","dom"\n\n,,,\n"1","0","Forest","m11"\n',
        {"Opt": 2, "Forest": 1},
    ),
    "csv of TCGplayer": Sample("csv", "Quantity,Name,Simple Name,Set\n3,Opt (Borderless),Opt,Dominaria\n", {"Opt": 3}),
    "csv of a cube": Sample(
        "csv", "name,CMC,Type,maybeboard\nOpt,1,Instant,false\nForest,0,Land,true\nOpt,1,Instant,false\n", {"Opt": 2}
    ),
    "csv with semicolons": Sample("csv", "amount;card_name\n4;Forest\n", {"Forest": 4}),
    "csv with tabs": Sample("csv", "Qty\tCard\tSet\n4\tForest\tM11\n", {"Forest": 4}),
    "plain": Sample("plain", "4 Forest\n2 Opt\n", {"Forest": 4, "Opt": 2}),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_is_detected_and_read(name):
    sample = SAMPLES[name]
    deck = read_deck(sample.text)
    assert deck.format == sample.format
    assert counts(deck.main) == sample.main
    assert counts(deck.sideboard) == sample.sideboard
    assert counts(deck.commander) == sample.commander
    assert counts(deck.companion) == sample.companion


LINES = {
    "62★ is a number": ("1 Lightning Bolt (STA) 62★", {"Lightning Bolt": 1}),
    "no count": ("Lightning Bolt", {"Lightning Bolt": 1}),
    "4x": ("4x Forest", {"Forest": 4}),
    "4X": ("4X Forest", {"Forest": 4}),
    "x4": ("Forest x4\nIsland X 3\nSwamp 2x", {"Forest": 4, "Island": 3, "Swamp": 2}),
    "x4 and a set": ("Sol Ring x4 (C21) 263", {"Sol Ring": 4}),
    "comma after the count": ("4, Forest\n3,Jace, the Mind Sculptor", {"Forest": 4, "Jace, the Mind Sculptor": 3}),
    "count in brackets": ("[4] Forest\n(3x) Island", {"Forest": 4, "Island": 3}),
    "a card called X": ("1 X", {"X": 1}),
    "full-width count": ("\uff14 Forest", {"Forest": 4}),
    "tab": ("2\tSol Ring\tCommander 2021", {"Sol Ring": 2}),
    "no-break space": ("1 Yorion,\xa0 Sky\xa0Nomad", {"Yorion, Sky Nomad": 1}),
    "zero-width marks": ("\ufeff1 Sol\u200b Ring", {"Sol Ring": 1}),
    "curly apostrophe": ("1 Avacyn\u2019s Pilgrim", {"Avacyn's Pilgrim": 1}),
    "accents left out": ("1 Lim-Dul's Vault", {"Lim-Dûl's Vault": 1}),
    "accents decomposed": ("1 Lim-Du\u0302l's Vault", {"Lim-Dûl's Vault": 1}),
    "ligature": ("1 Æther Vial", {"Aether Vial": 1}),
    "capitals": ("1 AETHER VIAL (dst) 91", {"Aether Vial": 1}),
    "parentheses in the name": ("1 Erase (Not the Urza's Legacy One)", {"Erase (Not the Urza's Legacy One)": 1}),
    "digits in the name": ("1996 World Champion", {"1996 World Champion": 1}),
    "count and digits": ("2 1996 World Champion", {"1996 World Champion": 2}),
    "plus in the name": ("3 +2 Mace (AFR) 1", {"+2 Mace": 3}),
    "ampersand": ("1 Minsc & Boo, Timeless Heroes", {"Minsc & Boo, Timeless Heroes": 1}),
    "exclamation marks": ("1 Ach! Hans, Run!", {'"Ach! Hans, Run!"': 1}),
    "colon": ("1 Circle of Protection: Red", {"Circle of Protection: Red": 1}),
    "slashes in the name": ("1 SP//dr, Piloted by Peni", {"SP//dr, Piloted by Peni": 1}),
    "underscores": ("1 _____ (UNF) 106", {"_____": 1}),
    "five parts": ("1 Who // What // When // Where // Why", {"Who // What // When // Where // Why": 1}),
    "one slash": ("1 Fire/Ice", {"Fire // Ice": 1}),
    "spaced slash": ("1 Fire / Ice (MH2) 290", {"Fire // Ice": 1}),
    "three slashes": ("1 Fire///Ice", {"Fire // Ice": 1}),
    "half name": ("4 Collision (RNA) 223", {"Collision // Colossus": 4}),
    "front of a double-faced card": ("1 Delver of Secrets", {"Delver of Secrets // Insectile Aberration": 1}),
    "adventure by its creature": ("1 Bonecrusher Giant", {"Bonecrusher Giant // Stomp": 1}),
    "comment": ("1 Opt // cheap", {"Opt": 1}),
    "split card and comment": ("1 Fire // Ice // cheap", {"Fire // Ice": 1}),
    "empty set code": ("1 Opt () ZNR-180", {"Opt": 1}),
    "duplicates": ("2 Opt\n1x opt\n1 Opt (DOM) 60", {"Opt": 4}),
    "heading with a tail": ("Lands (34) +1 MDFC\n3 Forest", {"Forest": 3}),
    "heading with a card": ("Deck: 3 Forest", {"Forest": 3}),
}


@pytest.mark.parametrize("name", LINES)
def test_every_quirk_of_a_line(name):
    text, main = LINES[name]
    assert counts(read_deck(f"{text}\n").main) == main


SIXTY = "60 Forest\n"
DOUBLE = "\n\n".join(["15 Forest", "15 Island", "15 Swamp", "15 Plains"])
BLOCKS = {
    "blank line": ("60 Forest\n\n15 Island\n", 60, 15),
    "line of blanks": ("60 Forest\n \t\n15 Island\n", 60, 15),
    "two blank lines": ("60 Forest\n\n\n15 Island\n", 60, 15),
    "several blocks": ("20 Forest\n\n20 Swamp\n\n20 Opt\n\n15 Island\n", 60, 15),
    "sideboard too large": ("60 Forest\n\n16 Island\n", 76, 0),
    "deck too small": ("40 Forest\n\n15 Island\n", 55, 0),
    "blank lines at the end": ("60 Forest\n\n\n\n", 60, 0),
    "double-spaced": (f"{DOUBLE}\n\n4 Opt\n", 64, 0),
    "double-spaced with a wider gap": (f"{DOUBLE}\n\n\n4 Opt\n", 60, 4),
    "CRLF": ("60 Forest\r\n\r\n15 Island\r\n", 60, 15),
    "lone CR": ("60 Forest\r\r15 Island\r", 60, 15),
    "the alphabet starts anew": ("20 Forest\n20 Island\n20 Swamp\n5 Duress\n10 Negate\n", 60, 15),
    "the alphabet starts anew twice": ("20 Forest\n20 Bog Wraith\n20 Swamp\n5 Duress\n10 Negate\n", 75, 0),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_a_sideboard_by_custom_is_guessed_and_said(name):
    text, main, side = BLOCKS[name]
    deck = read_deck(text)
    assert (deck.size, sum(counts(deck.sideboard).values())) == (main, side)
    assert any("sideboard" in note for note in deck.notes) == bool(side)


def test_headings_leave_nothing_to_guess():
    deck = read_deck("Deck\n60 Forest\n\n15 Island\n")
    assert (deck.size, deck.notes) == (75, ())


def test_formats_whose_blank_line_is_the_sideboard_can_be_forced():
    assert counts(read_deck("40 Forest\n\n15 Island\n", format="mtgo").sideboard) == {"Island": 15}


def test_a_block_after_the_commander_is_the_deck():
    deck = read_deck("Commander\n1 Edgar Markov\n\n99 Swamp\n")
    assert (counts(deck.commander), counts(deck.main)) == ({"Edgar Markov": 1}, {"Swamp": 99})
    assert read_deck("Commander: Edgar Markov\n99 Swamp\n") == deck


@pytest.mark.parametrize(
    "text", ["1 Edgar Markov\n99 Swamp\n", "1 Edgar Markov\n\n99 Swamp\n", "99 Swamp\n\n1 Edgar Markov\n"]
)
def test_a_commander_by_position_is_a_note_and_changes_no_count(text):
    deck = read_deck(text)
    assert (deck.size, deck.commander, deck.sideboard, deck.is_multiplayer) == (100, (), (), True)
    assert any("Edgar Markov may be" in note for note in deck.notes)


@pytest.mark.parametrize("side", ["SB: 1 [C17:36] Edgar Markov\n", "Sideboard\n1 Edgar Markov\n"])
def test_a_legend_alone_in_the_sideboard_is_the_commander(side):
    deck = read_deck(f"99 Swamp\n{side}")
    assert (deck.size, deck.sideboard, counts(deck.commander)) == (99, (), {"Edgar Markov": 1})
    assert any("commander" in note for note in deck.notes)


def test_names_of_decks_come_from_the_list_or_the_file(tmp_path):
    path = tmp_path / "green.txt"
    path.write_text(SIXTY)
    assert read_deck(path).name == read_deck(str(path)).name == "green"
    assert read_deck(SAMPLES["arena"].text).name == "Two Bolts"
    assert read_deck(SAMPLES["deckstats"].text).name == "Fiery"
    assert read_deck(SAMPLES["cockatrice cod"].text).name == "Mine"
    assert read_deck(SAMPLES["forge"].text).name == "Mine"


def test_guessed_readings_of_lines_are_said():
    deck = read_deck("3 Forest\n0 Island\n1 Opt // cheap\nGreed\n\nRamp\n2 Sol Ring\n\nMaybeboard\n1 Ponder\n")
    assert counts(deck.main) == {"Forest": 3, "Opt": 1, "Greed": 1, "Sol Ring": 2}
    said = "\n".join(deck.notes)
    assert "line 2: 0 copies of Island" in said
    assert "line 3: 'cheap' was read as a comment" in said
    assert "line 4: 'Greed' has no count" in said
    assert "line 6: 'Ramp' names no card and was read as a heading" in said
    assert "left out of the deck, as a maybeboard or the like: 1" in said


def test_a_card_called_like_a_heading_is_the_card():
    assert heading("Conspiracy")
    assert counts(read_deck("Conspiracy\nForest\n").main) == {"Conspiracy": 1, "Forest": 1}


def test_no_other_card_is_called_like_a_heading():
    names = {part for card in load_table() for part in (card.name, *(face.name for face in card.faces))}
    assert {name for name in names if heading(name)} == {"Conspiracy"}


# Errors: all of them, each with its line


def test_all_unreadable_lines_are_named_at_once():
    text = "Deck\n4 Lightnin Bolt\n3 Counterspel (M11) 3\n-3 Forest\n1.5 Forest\n56 Forest\n"
    with pytest.raises(UnreadLinesError) as caught:
        read_deck(text)
    assert [line.line for line in caught.value.unknown] == [2, 3, 4, 5]
    assert "Lightning Bolt" in caught.value.unknown[0].nearest
    assert "Counterspell" in caught.value.unknown[1].nearest
    message = str(caught.value)
    for part in ("pasted list", "line 2", "Lightning Bolt", "line 4", "'-3'", "line 5", "'1.5'"):
        assert part in message


def test_a_partial_reading_keeps_what_could_be_read():
    reading = parse_deck("Deck\n4 Lightnin Bolt\n56 Forest\n")
    assert counts(reading.deck.main) == {"Forest": 56}
    [line] = reading.unknown
    assert (line.line, line.text) == (2, "4 Lightnin Bolt")


@pytest.mark.parametrize("count", ["-1", "1.5", "1,000", str(MAX_COUNT + 1), "1000000000000", "9" * 900])
def test_impossible_counts_are_line_errors(count):
    with pytest.raises(UnreadLinesError, match=r"line 2: .*whole number"):
        read_deck(f"Deck\n{count} Forest\n")


@pytest.mark.parametrize("count", ["-3", "abc", "", "1.5", "3 copies"])
def test_impossible_counts_in_csv_are_line_errors(count):
    with pytest.raises(UnreadLinesError, match=r"line 3: .*whole number"):
        read_deck(f"Count,Name\n4,Forest\n{count},Island\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("foo,bar\n4,Forest\n", r"line 1: no name and no quantity column .*; columns found: foo, bar"),
        ("Karte\tZahl\n\nForest\t4\n", "columns found: Karte, Zahl"),
        ("\n", "no cards"),
        ("// nothing but a comment\n\n", "no cards"),
        ("0 Forest\n", "no cards"),
        ("Sideboard\n15 Island\n", "no cards in the main deck"),
        ("Commander\n1 Edgar Markov\n", "no cards in the main deck"),
        ("idProduct;groupCount;price;idLanguage;condition\n1;1;1;1;1\n", "line 1: no name .* idProduct, groupCount"),
        ("Name,Set,Colour,Rarity,Price\nForest,M11,,C,0\n", "line 1: no quantity column"),
    ],
)
def test_what_is_no_deck_is_a_clear_error(text, message):
    with pytest.raises(DeckError, match=message):
        read_deck(text)


def test_unknown_formats_are_named_with_the_known_ones():
    with pytest.raises(DeckError, match=r"'foo'.*arena"):
        read_deck(SIXTY, format="foo")


def test_a_list_of_many_cards_is_read():
    deck = read_deck("1 Forest\n1 Island\n" * 10_000)
    assert deck.size == 20_000


# Sources


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "deck.txt"
    path.write_bytes("4 Lim-Dûl's Vault\r\n56 Island\r\n".encode(encoding))
    assert counts(read_deck(path).main) == {"Island": 56, "Lim-Dûl's Vault": 4}


def test_files_that_are_no_lists_are_refused(tmp_path):
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(2_000_000_000)
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\0\0\0")
    for path, message in ((huge, "2,000,000,000 bytes"), (picture, "not a text file"), (tmp_path, "directory$")):
        with pytest.raises(DeckError, match=message):
            read_deck(path)
    with pytest.raises(DeckError, match="bytes"):
        read_deck("\n" * (MAX_BYTES + 1))


# XML from strangers

BOMB = "".join(f'<!ENTITY x{i + 1} "{f"&x{i};" * 10}">' for i in range(9))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'<!DOCTYPE Deck [<!ENTITY x0 "x">{BOMB}]>\n<Deck><Cards Name="&x9;"/></Deck>', "line 1: refused XML"),
        (
            '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n<deck><section><card>&e;</card></section></deck>',
            "refused",
        ),
        ('<!DOCTYPE deck SYSTEM "http://127.0.0.1:9/x.dtd">\n<deck/>', "refused XML"),
        ("<deck>\n" + "<section>" * 100_000, "line 2: XML nested more than"),
        ("<Deck>\n<Cards Name=", "line 2: broken XML"),
        ("<html>\n<body/></html>", "line 1: XML with root <html>"),
        ("<deck>\n</deck>", "no cards"),
    ],
)
def test_hostile_or_broken_xml_is_refused(text, message):
    with pytest.raises(DeckError, match=message):
        read_deck(text)


def test_unknown_cards_in_xml_have_their_line():
    with pytest.raises(UnreadLinesError, match=r"line 3: '2 Forrest'.*Forest"):
        read_deck('<Deck>\n<Cards Quantity="4" Name="Forest"/>\n<Cards Quantity="2" Name="Forrest"/>\n</Deck>')


# A table that knows printings


@pytest.fixture(scope="module")
def printings(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "cards.zip"
    cards = [load_table().find(name) for name in ("Lightning Bolt", "Mountain", "Forest")]
    known = {("2X2", "117"): "Lightning Bolt", ("M11", "242"): "Mountain", ("DOM", "266"): "Forest"}
    numbers = {printing_key(*printing): name for printing, name in known.items()}
    write_table(path, cards, source="test", date="2026-07-01", aliases={}, printings=numbers)
    return CardTable(path)


def test_localized_names_resolve_by_set_and_number(printings):
    text = "Mazo\n4 Descarga de relámpagos (2X2) 117\n56 Montaña (M11) 242\n"
    deck = read_deck(text, table=printings)
    assert counts(deck.main) == {"Mountain": 56, "Lightning Bolt": 4}
    assert "(2X2) 117" in deck.notes[0]
    with pytest.raises(UnreadLinesError) as caught:
        read_deck(text)
    assert [line.line for line in caught.value.unknown] == [2, 3]


def test_a_number_that_contradicts_the_name_is_a_warning(printings):
    deck = read_deck("Deck\n4 Lightning Bolt (2X2) 117\n3 Mountain (2X2) 117\n1 Forest (XYZ) 1\n", table=printings)
    assert counts(deck.main) == {"Lightning Bolt": 4, "Mountain": 3, "Forest": 1}
    assert deck.warnings == ("line 3: (2X2) 117 is Lightning Bolt, not Mountain; the name was used",)


def test_sets_that_arena_calls_otherwise(printings):
    assert counts(read_deck("Deck\n4 Bosque (DAR) 266\n", table=printings).main) == {"Forest": 4}


# Any text at all

PIECES = st.sampled_from(
    [
        "Forest",
        "Fire",
        "Ice",
        " // ",
        "/",
        "4",
        "0",
        "-1",
        "9" * 30,
        "x",
        " ",
        "\t",
        "\n",
        "\n\n",
        "\r",
        "SB: ",
        "(M11)",
        "149",
        "[M11:1]",
        "[Sideboard]",
        "{noDeck}",
        "^Have,#fff^",
        "#tag",
        "*F*",
        "*CMDR*",
        "|M11|1",
        "<251>",
        "Deck",
        "Commander",
        "Sideboard:",
        "About",
        "Name",
        ",",
        ";",
        '"',
        "Count,Name\n",
        '"sep=;"\n',
        "<deck>",
        "</deck>",
        "<card qty='2'>",
        "\0",
        "\ud800",
        "é",
    ]
)


def failure(source, **options):
    """The error that reading raises, ``None`` where it raises none; any error but our own is a crash."""
    try:
        read_deck(source, **options)
    except MtgstatsError as error:
        return error
    return None


@settings(derandomize=True, deadline=None, max_examples=100)
@given(
    st.one_of(st.text(st.characters(), max_size=60), st.lists(PIECES, max_size=20).map("".join)),
    st.sampled_from([None, *FORMATS]),
)
def test_no_text_makes_the_reader_crash(text, forced):
    error = failure(f"{text}\n", format=forced)
    assert error is None or str(error).startswith("pasted list")
    unknown = error.unknown if isinstance(error, UnreadLinesError) else ()
    assert all(1 <= line.line <= text.count("\n") + text.count("\r") + 1 for line in unknown)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.binary(max_size=60))
def test_no_file_makes_the_reader_crash(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(data)
    error = failure(path)
    assert error is None or str(error).startswith(str(path))


@pytest.mark.parametrize(
    "line", ["1 a [b] (c) 1" * 70, "1 x // y # z *F* " * 60, "((((1 " * 150, "[ " * 400, "4 " * 400]
)
def test_no_line_makes_the_reader_hang(line):
    reading = parse_deck(f"60 Forest\n{line}\n")
    assert [unread.line for unread in reading.unknown] == [2]


# Real lists, where they are at hand

REFUSED = {"csv_cardmarket.csv", "messy_empty.txt", "messy_sideboard_only.txt"}
UNREAD = {
    "csv_moxfield_bad_counts.csv": [2, 4, 5],
    "localized_headers_arena.txt": [2, 3, 6],
    "messy_zero_negative.txt": [2, 3, 4],
}
MISCOUNTED = {"edge_empty-lines.txt": 11}
"""The index says 7, but the lines of this list (4, 2, 1 and 4) add up to 11."""


def real_lists():
    index = REAL_LISTS / "index.csv"
    return list(csv.DictReader(index.read_text(encoding="utf-8").splitlines())) if index.exists() else []


@pytest.mark.skipif(not real_lists(), reason="the real lists are not at hand")
@pytest.mark.parametrize("row", real_lists(), ids=lambda row: row["file"])
def test_real_lists(row):
    name = row["file"]
    if name in REFUSED:
        with pytest.raises(DeckError):
            parse_deck(REAL_LISTS / name)
        return
    reading = parse_deck(REAL_LISTS / name)
    if name in UNREAD:
        assert [line.line for line in reading.unknown] == UNREAD[name]
        return
    piles = (reading.deck.sideboard, reading.deck.commander)
    main = MISCOUNTED.get(name, int(row["main"]))
    # A name that the shipped table does not know (a token, a reskin, an invented card) is one copy of the main deck.
    assert reading.deck.size + len(reading.unknown) == main
    assert [sum(counts(pile).values()) for pile in piles] == [
        int(row[pile] or 0) for pile in ("sideboard", "commander")
    ]


def test_two_counts_on_a_line_are_no_count():
    reading = parse_deck("4 Forest x3\n2 Island x2\n1 Swamp\n")
    assert [(unread.line, unread.reason) for unread in reading.unknown] == [
        (1, "the count '4 and 3' is not a whole number from 0 to 100,000")
    ]
    assert {card.name: count for card, count in reading.deck.main} == {"Island": 2, "Swamp": 1}
