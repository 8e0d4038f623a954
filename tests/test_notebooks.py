"""The committed notebooks: run from top to bottom without a fault, and their headline numbers are those of the code."""

import base64
import json
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest

import mtgstats as ms

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
NAMES = ["getting_started", "hideaway_4_vs_5", "surveil", "manifest"]
BOMB = "t:creature mv>=7"


@cache
def code_cells(name: str) -> list[dict[str, Any]]:
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def outputs(name: str) -> list[dict[str, Any]]:
    return [output for cell in code_cells(name) for output in cell["outputs"]]


def shown(name: str, kind: str) -> list[str]:
    """All outputs of a MIME type, in order."""
    return ["".join(output["data"][kind]) for output in outputs(name) if kind in output.get("data", {})]


def answer(name: str) -> str:
    """The first paragraph that the notebook computes."""
    return shown(name, "text/markdown")[0]


def test_these_are_all() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_was_run_in_order_and_none_failed_or_warned(name: str) -> None:
    assert [cell["execution_count"] for cell in code_cells(name)] == list(range(1, len(code_cells(name)) + 1))
    assert all(output["output_type"] != "error" and output.get("name") != "stderr" for output in outputs(name))
    assert "The answer stands here" not in answer(name)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_machine_is_in_the_outputs(name: str) -> None:
    text = (NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8")
    assert not any(word in text for word in ("/home/", "/root/", "/tmp/", "/work/", "Users", "iopub.", "python3."))


def test_the_pictures_of_the_index_are_those_of_the_notebooks() -> None:
    drawn = {png for name in NAMES for png in map(base64.b64decode, shown(name, "image/png"))}
    files = sorted((NOTEBOOKS / "pictures").iterdir())
    assert [path.name for path in files if path.read_bytes() not in drawn] == []
    index = (NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    assert all(f"({name}.ipynb)" in index for name in NAMES)


# --- headline numbers -------------------------------------------------------------------------------------------------


def hidden_rate(n: int, size: int, hits: int) -> float:
    """How often hideaway `n` hides a hit, by the exact engine, which must agree with the closed form."""
    deck = ms.Deck.from_counts({"Forest": size - hits, "Craterhoof Behemoth": hits})
    plan = ms.Plan(ms.Hideaway(n, ms.best("mana_value")), ms.Watch("hit", ms.count(BOMB, ms.hidden) >= 1))
    rate = ms.exact(plan, deck).rate("hit")
    assert rate == pytest.approx(1 - comb(size - hits, n) / comb(size, n), rel=1e-12)
    return rate


def test_hideaway_four_and_five() -> None:
    four, five = (hidden_rate(n, 60, 12) for n in (4, 5))
    assert (f"{four:.2%}", f"{five:.2%}") == ("60.10%", "68.65%")
    told = answer("hideaway_4_vs_5")
    assert f"**{four:.2%}** of games and five in **{five:.2%}**" in told
    assert f"**{100 * (five - four):.2f} points**, as much as {ms.hits_saved(60, 12)} more hits" in told


def test_the_fifth_card_is_worth_most_near_a_fifth_of_the_deck() -> None:
    table = next(text for text in shown("hideaway_4_vs_5", "text/plain") if "hits at the peak" in text)
    for size in (40, 53, 60, 99):
        gains = {hits: hidden_rate(5, size, hits) - hidden_rate(4, size, hits) for hits in range(size // 10, size // 3)}
        peak = max(gains, key=lambda hits: gains[hits])
        assert peak / size == pytest.approx(1 / 5, abs=0.02)
        (row,) = (line for line in table.splitlines() if line.startswith(f"{size} cards"))
        assert row.split()[2:] == [str(peak), f"{peak / size:.1%}", f"{100 * gains[peak]:+.2f}"]


def test_getting_started() -> None:
    hits = range(4, 11)
    four_lands = sum(comb(23, k) * comb(37, 10 - k) for k in hits) / comb(60, 10)
    assert f"**{four_lands:.2%}** of games have four lands" in answer("getting_started")


def test_surveil() -> None:
    """By turn five on the play eleven cards are drawn; smooth are those with four or five lands of the deck's 24."""
    smooth = sum(comb(24, k) * comb(36, 11 - k) for k in (4, 5)) / comb(60, 11)
    assert f"smooth draws from {smooth:.1%} to" in answer("surveil")


def test_manifest() -> None:
    first, either = 20 / 60, 1 - comb(40, 2) / comb(60, 2)
    as_many = next(creatures for creatures in range(61) if creatures / 60 >= either)
    told = answer("manifest")
    assert f"in {first:.2%} of games; **manifest dread in {either:.2%}**, as if there were {as_many}." in told
    deck = ms.read_deck("manifest-dread")
    creatures = deck.count(ms.where("t:creature"))
    either = 1 - comb(60 - creatures, 2) / comb(60, 2)
    assert f"it is {creatures / 60:.1%} against **{either:.1%}**" in told
