"""The command line: what it prints, the JSON contract, and how it says what is wrong."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import mtgstats
from mtgstats.cli import main
from mtgstats.run.simulation import run_chunk
from mtgstats.studies.study import MEANS, RATES


def run(*arguments, stdin=None):
    return CliRunner().invoke(main, list(map(str, arguments)), input=stdin)


def printed(*arguments, stdin=None):
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def as_json(*arguments, stdin=None):
    return json.loads(printed(*arguments, "--json", stdin=stdin))


STUDY = Path(__file__).parent / "studies" / "lands.toml"
HIDEAWAY = ("hideaway", "mosswort-ramp", "--n", 4, "--n", 5, "--hit", "t:creature mv>=7")


# --- studies ----------------------------------------------------------------------------------------------------------


def test_json_contract():
    answer = as_json(*HIDEAWAY, "--trials", 100_000, "--seed", 1)
    assert answer["deck"] == "mosswort-ramp"
    assert (answer["trials"], answer["seed"], answer["version"]) == (100_000, 1, mtgstats.__version__)
    assert answer["asked"] == {"hit": "t:creature mv>=7", "quality": "mana_value", "out": []}
    assert any("Mosswort Bridge" in note for note in answer["notes"])
    four, five = (row for row in answer["rows"] if row["watch"] == "hit")
    assert (four["n"], five["n"]) == (4, 5)
    assert four["exact"] == pytest.approx(0.600972, abs=5e-7)
    assert five["exact"] == pytest.approx(0.686478, abs=5e-7)
    for row in (four, five):
        assert tuple(row) == RATES
        assert row["source"] is None
        assert row["value"] is True
        assert row["rate"] == row["count"] / row["trials"]
        assert row["low"] < row["rate"] < row["high"]
        assert abs(row["z"]) < 5
    means = [row for row in answer["rows"] if "mean" in row]
    assert [tuple(row) for row in means] == [MEANS, MEANS]
    (gain,) = (row for row in answer["rows"] if row["watch"] == "gain")
    assert (gain["n"], gain["value"]) == (5, 4)


def test_json_has_null_for_what_is_no_number(tmp_path):
    deck = tmp_path / "one.txt"
    deck.write_text("1 Mosswort Bridge\n", encoding="utf-8")
    text = printed("hideaway", deck, "--trials", 100, "--json")
    assert "NaN" not in text
    assert "Infinity" not in text
    assert any(row.get("mean", 0) is None for row in json.loads(text)["rows"])


def test_consecutive_ranges_add_up_to_the_whole():
    def hits(trials):
        return [row["count"] for row in as_json(*HIDEAWAY, "--trials", trials)["rows"] if row["watch"] == "hit"]

    parts = [hits(f"{k}000:{k + 1}000") for k in range(10)]
    assert [sum(counts) for counts in zip(*parts, strict=True)] == hits("10,000")


@pytest.mark.parametrize("name", ["mosswort-ramp", "commander-kadena"])
def test_each_hideaway_card_with_its_own_number(name):
    sources = {row["source"]: row["n"] for row in as_json("hideaway", name, "--trials", 1000)["rows"]}
    assert sources["Mosswort Bridge"] == 4
    if name == "commander-kadena":
        assert sources["Fight Rigging"] == 5
        assert sources["Evercoat Ursine"] == 6


def test_surveil_and_manifest():
    surveil = as_json("surveil", "dimir-surveil", "--n", 2, "--want", "c:b", "--trials", 1000)
    assert {row["watch"] for row in surveil["rows"]} >= {"binned", "kept", "card", "next draw", "no surveil", "gain"}
    dread = as_json("manifest", "manifest-dread", "--dread", "--n", 2, "--good", "t:creature", "--trials", 1000)
    assert dread["asked"] == {"way": "manifest dread", "good": "t:creature"}
    assert {row["n"] for row in dread["rows"]} == {4}
    assert as_json("manifest", "manifest-dread", "--cloak", "--trials", 10)["asked"]["way"] == "cloak"


def test_text_for_a_player():
    text = printed(*HIDEAWAY, "--trials", 100_000)
    assert "Hideaway 4: a hit is hidden in" in text
    assert "60.0972 %" in text
    assert "gain over 4" in text


def test_a_deck_from_the_standard_input():
    answer = as_json("hideaway", "-", "--n", 1, "--hit", "t:land", "--trials", 10, stdin="1 Forest\n3 Shock")
    assert answer["library"] == 4
    assert next(row for row in answer["rows"] if row["watch"] == "hit")["exact"] == 0.25


def test_csv_to_a_file_and_to_the_output(tmp_path):
    assert "hit" in printed(*HIDEAWAY, "--trials", 100, "--csv", tmp_path / "rows.csv")
    text = printed(*HIDEAWAY, "--trials", 100, "--csv", "-")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert tuple(rows[0])[: len(RATES)] == RATES
    assert [row["n"] for row in rows if row["watch"] == "hit"] == ["4", "5"]
    assert [row["watch"] for row in rows if row["mean"]] == ["quality", "quality"]


def test_a_picture(tmp_path):
    printed(*HIDEAWAY, "--trials", 100, "--plot", tmp_path / "hit.svg")
    assert (tmp_path / "hit.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_quality_by_a_file_of_ratings(tmp_path):
    grades = tmp_path / "grades.csv"
    grades.write_text("name,grade\nTerastodon,4.5\nShock,1\n", encoding="utf-8")
    answer = as_json(*HIDEAWAY, "--quality", grades, "--trials", 100)
    assert any(row["watch"] == "quality" and row.get("value") == 4.5 for row in answer["rows"])
    assert answer["asked"]["quality"] == "grade"


def test_quality_by_one_column_of_several(tmp_path):
    grades = tmp_path / "grades.csv"
    grades.write_text("name,GIH WR,ALSA\nTerastodon,58%,3.5\nShock,50%,9\n", encoding="utf-8")
    assert as_json(*HIDEAWAY, "--quality", f"{grades}:ALSA", "--trials", 100)["asked"]["quality"] == "ALSA"
    for quality, message in ((grades, "'GIH WR', 'ALSA'"), (f"{grades}:IWD", "no column 'IWD'")):
        assert message in run(*HIDEAWAY, "--quality", quality).stderr


# --- decks and cards --------------------------------------------------------------------------------------------------


def test_what_a_deck_holds():
    facts = as_json("deck", "commander-kadena")
    assert sum(facts["main"].values()) == 99
    assert facts["commander"] == {"Kadena, Slinking Sorcerer": 1}
    assert facts["sideboard"] == {}
    assert facts["hideaway"]["Evercoat Ursine"] == [3, 3]
    assert facts["surveil"]["Dream Eater"] == [4]
    assert facts["manifest"]["Manifest Dread"] == ["manifest dread"]
    assert sum(facts["curve"].values()) == 99 - facts["types"]["land"]
    assert facts["not_modelled"]["Zimone, Mystery Unraveler"] == ["Landfall"]
    assert facts["not_modelled"]["Cultivate"] == ["put", "search"]
    assert facts["warnings"] == facts["unknown"] == []
    text = printed("deck", "commander-kadena")
    for part in (
        "commander (1)",
        "main (99)",
        "curve without lands",
        "hideaway: ",
        "not modelled",
        "Evercoat Ursine (3, 3)",
    ):
        assert part in text


def test_curve_and_average_leave_out_lands():
    facts = as_json("deck", "-", stdin="24 Forest\n4 Llanowar Elves\n2 Craterhoof Behemoth\n")
    assert facts["curve"] == {"0": 0, "1": 4, "2": 0, "3": 0, "4": 0, "5": 0, "6": 0, "7+": 2}
    assert facts["average_mana_value"] == pytest.approx((4 * 1 + 2 * 8) / 6)
    assert facts["colors"] == {"G": 6}
    assert facts["types"] == {"creature": 6, "land": 24}


def test_unknown_lines_are_told_with_all_the_rest():
    result = run("deck", "-", "--json", stdin="4 Mosswort Bridge\n4 Mosswort Brigde\n-1 Forest\n")
    assert result.exit_code == 2
    facts = json.loads(result.stdout)
    assert facts["main"] == {"Mosswort Bridge": 4}
    assert [(one["line"], one["text"]) for one in facts["unknown"]] == [(2, "4 Mosswort Brigde"), (3, "-1 Forest")]
    assert "Mosswort Bridge" in facts["unknown"][0]["nearest"]
    assert len(result.stderr.splitlines()) == 2


def test_a_deck_that_is_read_in_part_says_so():
    result = run("deck", "-", stdin="4 Mosswort Bridge\n4 Mosswort Brigde\n")
    assert result.stdout.startswith("pasted list: 4 cards, 1 line unread, read as plain\n")
    result = run("deck", "-", stdin="4 Mosswort Brigde\n")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


def test_a_deck_of_more_cards_than_studies_take():
    text = printed("deck", "-", stdin="1234 Forest\n3000 Shock\n")
    assert "4,234 cards" in text
    assert "1,234 Forest" in text
    assert "Warning: studies take libraries of at most 255 cards, and this one has 4,234" in text
    assert max(map(len, text.splitlines())) < 120
    assert as_json("deck", "-", stdin="256 Forest\n")["warnings"]
    assert not as_json("deck", "-", stdin="255 Forest\n")["warnings"]


def test_guesses_are_warnings():
    facts = as_json("deck", "-", stdin="60 Forest\n\n15 Shock\n")
    assert facts["sideboard"] == {"Shock": 15}
    assert len(facts["warnings"]) == 1
    assert "Note: " in printed("deck", "-", stdin="60 Forest\n\n15 Shock\n")


def test_the_format_can_be_forced():
    assert as_json("deck", "mosswort-ramp", "--format", "plain")["format"] == "plain"


def test_shipped_decks():
    assert "mosswort-ramp" in printed("decks")
    assert "100 cards" in printed("decks")


def test_a_card():
    text = printed("card", "den", "protector")
    assert "megamorph: {1}{G}" in text
    assert "turned face up for 2 mana" in text
    assert "moves: return" in text
    facts = as_json("card", "Mosswort Bridge")
    assert (facts["hideaway"], facts["enters_tapped"]) == ([4], True)
    for name in ("Fire // Ice", "Doom Whisperer", "Cryptic Coat", "Kadena, Slinking Sorcerer", "Delver of Secrets"):
        assert printed("card", name).startswith(name)


# --- the card table ---------------------------------------------------------------------------------------------------


def test_a_table_of_ones_own(tmp_path, monkeypatch):
    monkeypatch.setenv("MTGSTATS_DATA", str(tmp_path / "data"))
    mtgstats.load_table.cache_clear()
    source = tmp_path / "AtomicCards.json"
    face = {"name": "Forest", "layout": "normal", "type": "Basic Land — Forest", "colorIdentity": ["G"]}
    source.write_text(json.dumps({"meta": {"date": "2026-01-02"}, "data": {"Forest": [face]}}), encoding="utf-8")
    try:
        assert "1 cards" in printed("cards", "import", source)
        assert "your own" in printed("cards", "info")
        assert "mosswort-ramp" in printed("decks")
        assert "Removed" in printed("cards", "remove")
        assert "no table of your own" in printed("cards", "remove")
        assert "shipped" in printed("cards", "info")
    finally:
        mtgstats.load_table.cache_clear()


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bogus"], "No such command 'bogus'"),
        (["hideaway"], "Missing argument 'DECK'"),
        (["hideaway", "no-such-deck"], "no deck 'no-such-deck'"),
        (["hideaway", "dimir-surveil"], "no hideaway card; give the number of cards to look at, such as --n 4"),
        (["hideaway", "mosswort-ramp", "--hit", "mv>="], "at character 5 of 'mv>='"),
        (["hideaway", "mosswort-ramp", "--hit", "t:creatur"], "creature"),
        (["hideaway", "mosswort-ramp", "--n", "0"], "Invalid value for '--n': 0"),
        (["surveil", "dimir-surveil", "--n", "-1"], "Invalid value for '--n': -1"),
        (["surveil", "mosswort-ramp"], "such as --n"),
        (["hideaway", "mosswort-ramp", "--n", "four"], "'four' is not a valid integer"),
        (["hideaway", "mosswort-ramp", "--out", "Shock"], "holds 0 of Shock"),
        (["hideaway", "mosswort-ramp", "--quality", "none.csv"], "none.csv"),
        (["hideaway", "mosswort-ramp", "--quality", "loyalty"], "none of mana_value, power, toughness"),
        (["hideaway", "mosswort-ramp", "--trials", "many"], "START:STOP"),
        (["hideaway", "mosswort-ramp", "--trials", "5:3"], "START:STOP"),
        (["hideaway", "mosswort-ramp", "--trials", "0"], "START:STOP"),
        (["hideaway", "mosswort-ramp", "--seed", "-1"], "Invalid value for '--seed': -1"),
        (["hideaway", "mosswort-ramp", "--trials", "0:99999999999999999999"], "last trial number, 562,949,953,421,312"),
        (["hideaway", "mosswort-ramp", "--json", "--csv", "-"], "give --csv a file"),
        (["run", "study.toml", "--trials", "99999999999999999999"], "last trial number"),
        (["run", "study.toml", "--save", "run.txt"], "'run.txt' does not end in .json, .json.gz"),
        (["run", "study.toml", "--json", "--csv", "-"], "give --csv a file"),
        (["hideaway", "mosswort-ramp", "--level", "95"], "95"),
        (["hideaway", "mosswort-ramp", "--plot", "hit.doc"], ".png"),
        (["hideaway", "mosswort-ramp", "--trials", "10", "--plot", "no-such-folder/hit.png"], "no-such-folder"),
        (["hideaway", "mosswort-ramp", "--trials", "10", "--csv", "no-such-folder/rows.csv"], "no-such-folder"),
        (["manifest", "manifest-dread", "--dread", "--cloak"], "--dread, --cloak: give one of them"),
        (["deck", "-"], "no cards in it"),
        (["card", "Mosswort Brigde"], "nearest: Mosswort Bridge"),
        (["cards", "import", "no-such-file"], "no-such-file"),
        (["run", "no-such-file"], "no-such-file"),
    ],
)
def test_a_fault_is_one_line_and_exit_code_2(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert message in line


def test_help_and_version():
    assert '--n 5 --hit "t:creature mv>=7"\n  mtgstats surveil dimir-surveil\n' in printed()
    assert "mtgstats run --example > study.toml\n" in printed("run", "--help")
    assert "--hit" in printed("hideaway", "--help")
    assert mtgstats.__version__ in printed("--version")


def test_ctrl_c_is_no_traceback(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("mtgstats.cli.studies.read_source", interrupted)
    result = run("hideaway", "mosswort-ramp")
    assert result.exit_code == 130
    assert "Traceback" not in result.stderr


def stopped_after(chunks, monkeypatch):
    """Ctrl-C comes after so many chunks of games."""

    def interrupted(binary, seed, trials):
        for number, piece in enumerate(range(k, k + 100) for k in range(0, 1000, 100)):
            if number == chunks:
                raise KeyboardInterrupt
            yield piece, run_chunk(binary, seed, piece)

    monkeypatch.setattr("mtgstats.ask.running.play", interrupted)


def test_ctrl_c_tells_what_was_played(monkeypatch):
    stopped_after(3, monkeypatch)
    answer = as_json(*HIDEAWAY, "--trials", 2_000_000_000)
    assert (answer["trials"], answer["finished"]) == (300, False)
    assert {row["trials"] for row in answer["rows"]} == {300}
    text = printed(*HIDEAWAY, "--trials", 2_000_000_000)
    assert "(60 cards): 300 games (stopped early), seed 1" in text
    assert "Stopped early: 2,000,000,000 games of each look were asked for" in text


@pytest.mark.parametrize("arguments", [HIDEAWAY, ("run", STUDY)])
def test_ctrl_c_before_the_first_game_tells_nothing(arguments, monkeypatch):
    stopped_after(0, monkeypatch)
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (130, "")


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "mtgstats", "deck", "no-such-deck"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: no deck")
