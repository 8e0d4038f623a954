from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgstats.errors import CardError
from mtgstats.read.ratings import read_ratings
from mtgstats.read.table import load_table
from mtgstats.say.values import as_value

SEVENTEEN_LANDS = """\ufeff"Name","Color","# Seen","GIH WR","IWD"
"Grizzly Bears","G","1200","58.3%","-0.5pp"
"Lim-Dul's Vault","UB","80","",""
"Fire // Ice","UR","901","61.25%","3.1pp"
"No Such Card","G","10","40%","1pp"
"""


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "ratings.csv"
    path.write_text(text, encoding=encoding)
    return path


def test_17lands_ratings(tmp_path: Path) -> None:
    ratings = read_ratings(written(tmp_path, SEVENTEEN_LANDS), column="gih wr")
    cards = [load_table().find(name) for name in ("Grizzly Bears", "Ice", "Lim-Dûl's Vault", "Forest", "Forest")]
    assert [ratings(card) for card in cards] == [58.3, 61.25, 58.3, 58.3, 58.3]
    assert (ratings.column, ratings.default, ratings.unknown) == ("GIH WR", 58.3, ("No Such Card",))
    assert ratings.missing(cards) == ["Lim-Dûl's Vault", "Forest"]
    assert ratings.warning(cards) == (
        "2 of 4 cards have no 'GIH WR' in ratings.csv and count as 58.3: Lim-Dûl's Vault, Forest"
    )
    assert ratings.warning(cards[:2]) is None


@pytest.mark.parametrize(
    "text",
    [
        "card,grade\nForest,2.5\nOpt,-1\n",
        "Card Name;Colour;Grade\r\nForest;G;2.5\r\n;;\r\nOpt;U;-1\r\n",
        "grade\tname\n2.5\tforest\n-1\topt\nn/a\tDuress\n",
    ],
)
def test_the_only_column_of_numbers_is_found(tmp_path: Path, text: str) -> None:
    ratings = read_ratings(written(tmp_path, text), default=0)
    assert ratings.values == {"Forest": 2.5, "Opt": -1}
    assert ratings(load_table().find("Duress")) == 0


def test_other_encodings(tmp_path: Path) -> None:
    path = written(tmp_path, "name,grade\nLim-Dûl's Vault,3\n", encoding="latin-1")
    assert read_ratings(path).values == {"Lim-Dûl's Vault": 3}


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        (SEVENTEEN_LANDS, None, "say which column to use; columns of numbers: '# Seen', 'GIH WR', 'IWD'"),
        (SEVENTEEN_LANDS, "ALSA", "no column 'ALSA'; columns of numbers: '# Seen', 'GIH WR', 'IWD'"),
        (SEVENTEEN_LANDS, "color", "column 'color' does not hold numbers; columns of numbers: '# Seen'"),
        ("title,grade\nForest,1\n", None, "no column of card names .* it has 'title', 'grade'"),
        ("name,note\nForest,good\n", None, "say which column to use; columns of numbers: none"),
        ("name,grade\nForest,1\nforest,2\n", None, "line 3: Forest has two ratings, 1 and 2"),
        ("name,grade\nNo Such Card,1\n", None, "no card that is known has a rating in column 'grade'"),
        ("name,grade\n", None, "at least one row of ratings"),
        ("", None, "at least one row of ratings"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, column: str | None, reason: str) -> None:
    with pytest.raises(CardError, match=f"ratings.csv.*{reason}"):
        read_ratings(written(tmp_path, text), column=column)


def test_they_are_called_as_their_column(tmp_path: Path) -> None:
    ratings = read_ratings(written(tmp_path, "Name,GIH WR\nShock,58%\n"))
    assert as_value(ratings).name == ratings.name == "GIH WR"


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"none\.csv: cannot be read"):
        read_ratings(tmp_path / "none.csv")


@settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary() | st.text('name,gradeForest\n\r\t;"%1.5-\x00').map(str.encode))
def test_no_file_makes_it_crash(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.csv"
    path.write_bytes(content)
    try:
        ratings = read_ratings(path)
    except CardError as error:
        assert str(error).startswith(str(path))  # noqa: PT017 - most inputs are errors, some are not
    else:
        assert ratings.values
