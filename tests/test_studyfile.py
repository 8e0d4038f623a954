import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

import mtgstats as ms
from mtgstats.cli import main
from mtgstats.errors import PlanError
from mtgstats.say.written import STEPS
from mtgstats.studyfile import EXAMPLE, Settings, example

LANDS = Path(__file__).parent / "studies" / "lands.toml"
SMALL = """
deck = \"\"\"
20 Forest
20 Grizzly Bears
\"\"\"
trials = [5, 25]
seed = 3

[[steps]]
draw = 7

[[watches]]
watch = "lands"
what = 'count("t:land", hand)'
"""


def test_a_study_is_the_plan_it_says() -> None:
    study = ms.read_study(LANDS)
    lands = ms.count("t:land", ms.hand | ms.battlefield)
    bomb = "t:creature mv>=7"
    first, *turns, hideaway, play = study.plan.steps
    assert first == ms.OpeningHand(7, ms.London((lands >= 2) & (lands <= 5), ms.lowest("mana_value"), at_most=2))
    assert [turn.number for turn in turns] == [1, 2, 3]
    assert turns[0].steps[2:] == (
        ms.If(ms.turn >= 3, [ms.Scry(1, ms.wanted(bomb, lands=4))], [ms.Mill(1)]),
        ms.Discard(0, "mana_value", down_to=7),
    )
    assert play == ms.PlayHidden("Bridge 1", when=ms.total("power", "t:creature", ms.battlefield) >= 10)
    assert study.plan.watches[1] == ms.Watch(
        "bomb hidden", ms.count(bomb, ms.hidden["Bridge 1"]) >= 1, at="end", given=lands >= 2
    )
    assert study.plan.joints == (ms.Joint("four lands", "bomb hidden", at="end"),)
    grade = hideaway.choice
    cards = map(ms.load_table().find, ("Craterhoof Behemoth", "Terastodon", "Forest"))
    assert [grade.value(card) for card in cards] == [5, 4.5, 1]
    assert study.deck == ms.read_deck("mosswort-ramp")
    assert study.plan == ms.read_study(LANDS).plan
    assert hash(study.plan) == hash(ms.read_study(LANDS).plan)


def test_a_study_is_run_as_it_says_and_made_again_from_its_result(tmp_path: Path) -> None:
    result = ms.run_study(LANDS, trials=2000)
    assert (result.games, result.seed, result.engine) == (2000, 7, "simulate")
    assert result.tallies == ms.simulate(result.plan, result.deck, trials=2000, seed=7).tallies
    ms.save(result, tmp_path / "run.json")
    assert ms.remake(tmp_path / "run.json").tallies == result.tallies


def test_settings_are_followed(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    result = ms.run_study(file)
    assert (result.trials, result.seed, result.deck.size) == ((range(5, 25),), 3, 40)
    assert ms.run_study(file, trials=9, seed=4).trials == (range(9),)
    file.write_text(f'engine = "exact"\n{SMALL}')
    assert ms.run_study(file).mean("lands") == pytest.approx(3.5)
    file.write_text(f"precision = 0.2\n{SMALL.replace('trials = [5, 25]', '')}")
    low, high = ms.run_study(file).mean_interval("lands")
    assert high - low <= 0.4


def test_the_example_runs_and_has_every_step_section_and_setting() -> None:
    result = ms.run_study(EXAMPLE, trials=200)
    assert {tally.watch for tally in result.tallies} == {"four lands", "lands", "bomb hidden", "hidden"}
    shown = re.findall(r"\w+", example())
    settings = [own.name for own in fields(Settings)]
    assert {*settings, *STEPS} - {"turn"} | {"turns", "let", "selectors", "choices", "watches", "joints"} <= {*shown}
    assert example() == EXAMPLE.read_text()


def test_what_the_example_leaves_out_can_be_put_in(tmp_path: Path) -> None:
    (tmp_path / "grades.csv").write_text("Name,GIH WR\nForest,40\n")
    text = re.sub(r"^# (?=\[ratings|file|column|default|engine|precision)", "", example(), flags=re.M)
    comment = re.search(r"Not used here are:\n(.*?)# A choice", text, flags=re.S)
    steps = re.findall(r"\{ .*? \}(?=$|  )", comment[1], flags=re.M)
    file = tmp_path / "study.toml"
    file.write_text(
        text.replace("[[joints]]", "\n".join(f"[[steps]]\n{_lines(step)}" for step in steps) + "\n[[joints]]")
    )
    study = ms.read_study(file)
    assert len(study.plan.steps) == 7 + len(steps)
    assert (study.settings.engine, study.settings.ratings["grade"].default) == ("exact", 50)


def _lines(table: str) -> str:
    """The items of an inline table, one a line."""
    return re.sub(r", (?=\w+ =)", "\n", table[2:-2])


def test_a_deck_beside_the_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("20 Forest\n20 Memnite\n")
    (tmp_path / "study.toml").write_text('deck = "mine.txt"\n[[steps]]\ndraw = 1\n')
    assert ms.read_study(tmp_path / "study.toml").deck.count("Memnite") == 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deck = =", "study.toml: no TOML .*line 1"),
        ("", "^study.toml: 'deck' is missing"),
        ('deck = "x"\ntrials = "many"', "^study.toml.trials: got 'many'; give a whole number or a list \\[a whole"),
        ('deck = "x"\nengine = "guess"', "^study.toml.engine: got 'guess'; give one of 'simulate', 'exact'"),
        (
            'deck = "mosswort-ramp"\n[[step]]\ndraw = 1',
            "^study.toml: 'step' is not known; there are deck, trials, .* steps",
        ),
        ('deck = "mosswort-ramp"\nsead = 2', "^study.toml: 'sead' is not known; there are deck, trials, seed, .*let"),
        ('deck = "mosswort-ramp"\n[[steps]]\ndrew = 1', r"^study.toml.steps\[0\]: got {'drew': 1}; give one of draw"),
        ('deck = "no-such-deck"', "^study.toml.deck: "),
        ('deck = "4 Foresst"', "^study.toml.deck: .*Foresst"),
        (
            'deck = "mosswort-ramp"\nratings.grade.file = "none.csv"',
            "^study.toml.ratings.grade: .*none.csv: cannot be read",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "study.toml"
    file.write_text(text)
    with pytest.raises(PlanError, match=message):
        ms.read_study(file)


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"none\.toml: cannot be read"):
        ms.read_study(tmp_path / "none.toml")


def test_the_command_gives_the_result_in_every_form(tmp_path: Path) -> None:
    files = {name: str(tmp_path / name) for name in ("run.json", "rows.csv", "rates.png")}
    options = ["--save", files["run.json"], "--csv", files["rows.csv"], "--plot", files["rates.png"], "--json"]
    told = CliRunner().invoke(main, ["run", str(LANDS), "--trials", "2000", *options])
    assert told.exit_code == 0, told.stderr
    answer = json.loads(told.stdout)
    result = ms.run_study(LANDS, trials=2000)
    assert (answer["deck"], answer["trials"], answer["seed"]) == ("mosswort-ramp", 2000, 7)
    assert [row["rate"] for row in answer["rows"]] == pytest.approx(result.frame()["rate"].to_list())
    assert ms.load(files["run.json"]).tallies == result.tallies
    assert Path(files["rows.csv"]).read_text().count("\n") == 1 + len(answer["rows"])
    assert Path(files["rates.png"]).read_bytes().startswith(b"\x89PNG")


def test_the_example_is_a_study(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(CliRunner().invoke(main, ["run", "--example"]).stdout)
    told = CliRunner().invoke(main, ["run", str(tmp_path / "study.toml"), "--trials", "1000", "--json"])
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["trials"] == 1000


def test_the_command_tells_plan_and_table_or_one_line_of_fault(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    told = CliRunner().invoke(main, ["run", str(tmp_path / "small.toml")])
    assert told.stdout.startswith("1. Draw 7 cards\nWatched at end:\n- lands: the number of “t:land” cards in hand\n")
    assert "20 games, seed 3" in told.stdout
    (tmp_path / "small.toml").write_text(SMALL.replace("t:land", "t:lnad"))
    told = CliRunner().invoke(main, ["run", str(tmp_path / "small.toml")])
    assert told.exit_code == 2
    assert told.stderr.startswith("Error: small.toml.watches[0].watch.what: no card has the type 'lnad'; nearest: ")
    assert told.stderr.count("\n") == 1
