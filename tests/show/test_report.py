"""Reports: one page that holds everything and loads nothing."""

import base64
from html.parser import HTMLParser
from pathlib import Path

import pytest

import mtgstats as ms
from mtgstats.ask.comparing import compare
from mtgstats.errors import ResultError
from mtgstats.show.reporting import report
from mtgstats.show.sweeps import Sweep

from .questions import DECK, TURNS, looks


class Reader(HTMLParser):
    """What a browser would read: text, and what it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.open, self.sources = "", [], []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.sources += [value for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(path: Path) -> Reader:
    page = Reader(path.read_text(encoding="utf-8"))
    assert page.open == [], "every element is closed"
    return page


def test_a_result_is_reported_with_question_numbers_pictures_and_provenance(tmp_path: Path) -> None:
    result = ms.simulate(TURNS, DECK, trials=range(1000, 3000), seed=7)
    report(result, tmp_path / "report.html")
    page = read(tmp_path / "report.html")
    assert str(TURNS) in page.text
    assert "Bears & <Elves>" in page.text
    assert "three lands at end and binned at end, together" in page.text
    for fact in ("1,000 to 2,999", "seed", "7", "16 Forest", ms.__version__, result.environment.numpy):
        assert fact in page.text
    assert len(page.sources) == 2
    for source in page.sources:
        kind, content = source.split(",")
        assert kind == "data:image/svg+xml;base64"
        assert base64.b64decode(content).startswith(b"<?xml")


def test_the_same_result_gives_the_same_page(tmp_path: Path) -> None:
    result = ms.exact(looks(4), DECK)
    for name in ("one.html", "two.html"):
        report(result, tmp_path / name)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    assert "exact" in read(tmp_path / "one.html").text


@pytest.mark.parametrize("what", ["comparison", "sweep"])
def test_comparisons_and_sweeps_are_reported(what: str, tmp_path: Path) -> None:
    plans = {f"hideaway {n}": looks(n) for n in (4, 5)}
    if what == "comparison":
        thing = compare(plans, DECK, trials=2000)
    else:
        thing = Sweep("n", (4, 5), tuple(ms.exact(plan, DECK) for plan in plans.values()))
    report(thing, tmp_path / "report.html")
    page = read(tmp_path / "report.html")
    for plan in plans.values():
        assert str(plan) in page.text
    assert len(page.sources) == 1
    assert page.text.count("bears (40 cards)") == 1


def test_the_decks_of_a_comparison_are_named_by_their_changes(tmp_path: Path) -> None:
    decks = {"as it is": DECK, "a land more": DECK.swap("Llanowar Elves", "Forest")}
    report(compare(looks(4), decks, trials=2000), tmp_path / "report.html")
    page = read(tmp_path / "report.html")
    assert "deck of a land more" in page.text
    assert "-1 Llanowar Elves +1 Forest" in page.text


def test_what_cannot_be_reported_is_said(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"report\(what\): got 3; give a result, comparison, sweep or study"):
        report(3, tmp_path / "report.html")  # type: ignore[arg-type]
    with pytest.raises(ResultError, match="cannot be written"):
        report(ms.exact(looks(4), DECK), tmp_path / "nowhere" / "report.html")


def test_studies_are_reported(tmp_path: Path) -> None:
    study = ms.hideaway(DECK, n=(4, 5), hit="t:creature mv>=7", trials=2000)
    report(study, tmp_path / "report.html")
    page = read(tmp_path / "report.html")
    assert "hit: t:creature mv>=7" in page.text
    for sentence in study.sentences:
        assert sentence in page.text
    assert len(page.sources) == 2
