"""Runs give the same tallies however they are cut, wherever they run, and whatever happens to them."""

import logging
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import joblib
import pytest

from mtgstats.ask import playing
from mtgstats.ask.engines import simulate
from mtgstats.ask.ledger import missing
from mtgstats.errors import PlanError
from mtgstats.show.result import Result
from tests.ask.questions import deck_of, turns_with

TRIALS = range(1000, 401_000)
DECK = deck_of(10)


@pytest.fixture(scope="module")
def whole() -> Result:
    return simulate(turns_with(2), DECK, trials=TRIALS)


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So short runs are handed out too."""
    monkeypatch.setattr(playing, "PROBE", 16 * 1024)
    monkeypatch.setattr(playing, "SHORT", 1e-4)
    monkeypatch.setattr(playing, "ALONE", 0)


@contextmanager
def small_cluster() -> Iterator[Any]:
    """Two worker processes."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.parametrize("config", [{}, {"n_jobs": 1}, {"n_jobs": 2}, {"backend": "loky", "n_jobs": 2}])
def test_the_same_tallies_wherever_tasks_run(whole: Result, small_tasks: None, config: dict[str, object]) -> None:
    with joblib.parallel_config(**config):
        assert simulate(turns_with(2), DECK, trials=TRIALS) == whole


def test_all_cores_are_used_where_nothing_is_said(small_tasks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Recorded(joblib.Parallel):  # type: ignore[misc]
        def __init__(self, **options: object) -> None:
            asked.append((options["n_jobs"], options["prefer"]))
            super().__init__(**options)

    monkeypatch.setattr(joblib, "Parallel", Recorded)
    simulate(turns_with(2), DECK, trials=TRIALS)
    with joblib.parallel_config(n_jobs=2):
        simulate(turns_with(2), DECK, trials=TRIALS)
    assert asked == [(-1, "threads"), (2, "threads")]


def test_a_short_run_needs_no_joblib() -> None:
    code = """
        import sys
        from mtgstats.ask.engines import simulate
        from tests.ask.questions import deck_of, hideaway
        simulate(hideaway(4), deck_of(10), trials=100_000)
        sys.exit("joblib" in sys.modules)
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=False).returncode == 0


def test_progress_adds_up(small_tasks: None) -> None:
    seen: list[int] = []
    simulate(turns_with(2), DECK, trials=TRIALS, progress=seen.append)
    assert sum(seen) == len(TRIALS)
    assert len(seen) > 2


def test_tasks_lost_with_a_worker_are_done_again(whole: Result, small_tasks: None) -> None:
    killed: list[int] = []

    def kill_one(_: int) -> None:
        if not killed and len(seen) > 2:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)
        seen.append(_)

    seen: list[int] = []
    with small_cluster() as client, joblib.parallel_config(backend="dask"):
        assert simulate(turns_with(2), DECK, trials=TRIALS, progress=kill_one) == whole
    assert killed


def test_ctrl_c_returns_what_was_played(whole: Result, small_tasks: None) -> None:
    def interrupt(_: int) -> None:
        seen.append(_)
        if len(seen) == 4:
            raise KeyboardInterrupt

    seen: list[int] = []
    stopped = simulate(turns_with(2), DECK, trials=TRIALS, progress=interrupt)
    assert not stopped.finished
    assert 0 < stopped.games < len(TRIALS)
    assert stopped.games == sum(seen)
    parts = [simulate(turns_with(2), DECK, trials=piece) for piece in stopped.trials]
    played = dict.fromkeys(range(20), 0)
    for part in parts:
        tally = part.tally("lands", "turn 4")
        for value, number in zip(tally.values, tally.counts, strict=True):
            played[int(value)] += int(number)
    tally = stopped.tally("lands", "turn 4")
    assert dict(zip(tally.values, tally.counts, strict=True)) == {value: n for value, n in played.items() if n}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX does")
def test_the_signal_of_ctrl_c_ends_a_long_run() -> None:
    code = """
        from mtgstats.ask.engines import simulate
        from tests.ask.questions import deck_of, turns_with
        tell = lambda n: print("playing", flush=True)
        result = simulate(turns_with(2), deck_of(10), trials=10**12, progress=tell)
        print("finished", result.finished, result.games > 0)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(3):
            assert process.stdout.readline() == "playing\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    assert output.splitlines()[-1] == "finished False True"
    assert process.returncode == 0


def test_what_is_missing() -> None:
    done = (range(9), range(20, 30))
    assert missing(range(5, 40), done) == [range(9, 20), range(30, 40)]
    assert missing(range(2, 25), done) == [range(9, 20)]
    assert missing(range(20, 30), done) == []
    assert missing(range(50, 60), done) == [range(50, 60)]


@pytest.mark.parametrize("trials", [-1, 1.5, "many", range(0, 10, 2), range(9, 3)])
def test_trials_that_make_no_sense_are_refused(trials: object) -> None:
    with pytest.raises(PlanError, match="trials"):
        simulate(turns_with(2), DECK, trials=trials)  # type: ignore[arg-type]
