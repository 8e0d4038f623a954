"""Kept runs: the same call goes on from the file, whatever ended it; files of other runs are refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from mtgstats.ask import keeping, playing
from mtgstats.ask.engines import simulate
from mtgstats.errors import ResultError
from mtgstats.show.saving import load, save
from tests.ask.questions import deck_of, hideaway, turns_with

DECK = deck_of(10)
TRIALS = 300_000


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "PROBE", 16 * 1024)
    monkeypatch.setattr(playing, "SHORT", 1e-4)
    monkeypatch.setattr(playing, "ALONE", 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.json"


class Stopper:
    """A progress that ends the run after so many chunks."""

    def __init__(self, chunks: int, error: type[BaseException]) -> None:
        self.left, self.error = chunks, error

    def __call__(self, games: int) -> None:
        self.left -= 1
        if not self.left:
            raise self.error


def test_a_kept_run_equals_a_run_at_once(path: Path) -> None:
    assert simulate(turns_with(2), DECK, trials=TRIALS, keep=path) == simulate(turns_with(2), DECK, trials=TRIALS)


def test_it_goes_on_after_ctrl_c(path: Path, small_tasks: None) -> None:
    stopped = simulate(turns_with(2), DECK, trials=TRIALS, keep=path, progress=Stopper(3, KeyboardInterrupt))
    assert 0 < stopped.games < TRIALS
    seen: list[int] = []
    resumed = simulate(turns_with(2), DECK, trials=TRIALS, keep=path, progress=seen.append)
    assert seen[0] == stopped.games
    assert sum(seen) == TRIALS
    assert resumed == simulate(turns_with(2), DECK, trials=TRIALS)


def test_it_goes_on_after_a_failure(path: Path, small_tasks: None) -> None:
    with pytest.raises(RuntimeError):
        simulate(turns_with(2), DECK, trials=TRIALS, keep=path, progress=Stopper(3, RuntimeError))
    assert 0 < load(path).games < TRIALS
    assert simulate(turns_with(2), DECK, trials=TRIALS, keep=path) == simulate(turns_with(2), DECK, trials=TRIALS)


def test_it_goes_on_to_more_trials(path: Path) -> None:
    simulate(turns_with(2), DECK, trials=range(100, 70_000), keep=path)
    assert simulate(turns_with(2), DECK, trials=TRIALS, keep=path) == simulate(turns_with(2), DECK, trials=TRIALS)


def test_a_finished_run_is_not_played_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = simulate(turns_with(2), DECK, trials=TRIALS, keep=path)
    monkeypatch.setattr(playing, "run_chunk", None)
    assert simulate(turns_with(2), DECK, trials=TRIALS, keep=path) == once


def test_the_file_is_written_as_it_goes(path: Path, small_tasks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(_: int) -> None:
        sizes.append(load(path).games)

    sizes: list[int] = []
    monkeypatch.setattr(keeping, "EVERY", 0)
    monkeypatch.setattr(keeping, "TIMES", 0)
    simulate(turns_with(2), DECK, trials=TRIALS, keep=path, progress=look)
    assert sizes[0] == 0
    assert sizes == sorted(set(sizes))
    assert len(sizes) > 3
    assert [entry.name for entry in path.parent.iterdir()] == ["run.json"]


def test_precision_goes_on_too(path: Path) -> None:
    rough = simulate(hideaway(4), DECK, precision=0.01, keep=path)
    fine = simulate(hideaway(4), DECK, precision=0.005, keep=path)
    assert rough.games < fine.games
    assert fine.tallies == simulate(hideaway(4), DECK, trials=fine.games).tallies


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 2}, "one is of seed 1, the other of seed 2"),
        ({"deck": deck_of(11)}, "different decks"),
        ({"plan": turns_with(1)}, "different plans"),
        ({"plan": turns_with(2, keep="t:creature")}, "different plans"),
        ({"trials": 10}, "holds trials 0 to 1,000, asked for are 0 to 10"),
    ],
)
def test_the_file_of_another_run_is_refused(path: Path, change: dict[str, object], reason: str) -> None:
    asked: dict[str, object] = {"plan": turns_with(2), "deck": DECK, "trials": 1000, "seed": 1}
    simulate(**asked, keep=path)  # type: ignore[arg-type]
    before = path.read_text()
    with pytest.raises(ResultError, match=f"keep: .*{reason}"):
        simulate(**asked | change, keep=path)  # type: ignore[arg-type]
    assert path.read_text() == before


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "mtgstats result"}', "\x00"])
def test_a_file_that_is_no_result_is_refused_and_left_alone(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(ResultError, match=r"keep: .* give another name"):
        simulate(hideaway(4), DECK, trials=1000, keep=path)
    assert path.read_text() == text


def test_a_stream_of_other_games_is_refused(path: Path) -> None:
    save(replace(simulate(hideaway(4), DECK, trials=1000), stream=0), path)
    with pytest.raises(ResultError, match="one is of stream 0"):
        simulate(hideaway(4), DECK, trials=1000, keep=path)


def test_a_place_that_cannot_be_written_is_refused_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="cannot be written"):
        simulate(hideaway(4), DECK, trials=1000, keep=tmp_path / "missing" / "run.json")


def test_the_file_is_a_result_like_any_other(path: Path) -> None:
    result = simulate(turns_with(2), DECK, trials=1000, keep=path)
    kept = load(path)
    assert kept.finished
    assert (kept.tallies, kept.trials) == (result.tallies, result.trials)
    save(simulate(turns_with(2), DECK, trials=range(1000, 2000)), path)
    assert simulate(turns_with(2), DECK, trials=3000, keep=path) == simulate(turns_with(2), DECK, trials=3000)
