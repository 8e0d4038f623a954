"""All measurements of the report, and the machine they were made on."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

from . import anatomy, contest, exact_answers, processes, scaling
from .reading import reading
from .works import Work, all_works

T = TypeVar("T")
PACKAGES = ("mtgstats", "numpy", "numba", "scipy", "joblib", "mtg-mana-simulator")


@dataclass(frozen=True)
class Effort:
    """How long to measure: rounds of each row, seconds of a row in a round, the most games as a power of ten."""

    rounds: int
    seconds: float
    power: int


FULL, QUICK = Effort(7, 0.1, 9), Effort(3, 0.03, 7)


@dataclass(frozen=True)
class Measurements:
    """What was measured, by section of the report."""

    machine: Mapping[str, str]
    effort: Effort
    works: tuple[Work, ...]
    rows: Mapping[str, Mapping[str, contest.Row]]
    answers: Sequence[exact_answers.Answer]
    anatomies: Sequence[anatomy.Anatomy]
    by_trials: Sequence[scaling.Line]
    by_kinds: Sequence[scaling.Line]
    by_steps: Sequence[scaling.Line]
    by_threads: Sequence[scaling.Line]
    encoding: Mapping[str, float]
    reading: Mapping[str, float]
    starts: processes.Starts
    memory: Mapping[int, float] | None
    narrower: Mapping[str, float] | None


def measure(effort: Effort) -> Measurements:
    """Measure everything; each part says on the terminal that it begins."""
    works = all_works()
    w1, w3 = works[0], works[2]
    rounds = effort.rounds
    hundred = (scaling.draws(100), scaling.surveils(100))
    return Measurements(
        machine=machine(),
        effort=effort,
        works=works,
        rows={work.name: _rows(work, effort) for work in works},
        answers=[exact_answers.answer(work) for work in _told("exact answers", works)],
        anatomies=[anatomy.dissect(work, rounds=rounds, games=1 << 17) for work in _told("instructions", works)],
        by_trials=[
            scaling.by_trials(work, range(3, power + 1))
            for work, power in _told("games", ((w1, effort.power), (w3, effort.power - 1)))
        ],
        by_kinds=[scaling.by_kinds(falling=way, rounds=rounds) for way in _told("kinds", (False, True))],
        by_steps=[scaling.by_steps(make, rounds=rounds) for make in _told("steps", (scaling.draws, scaling.surveils))],
        by_threads=[
            scaling.by_threads(work, trials=10**power, rounds=rounds)
            for work, power in _told("threads", ((w1, effort.power), (w3, effort.power - 1)))
        ],
        encoding=scaling.encoding((*works, *hundred)),
        reading=reading(rounds),
        starts=processes.starts(max(rounds // 2, 1)),
        memory=processes.memory(tuple(10**power for power in _told("memory", (5, 7, effort.power)))),
        narrower=processes.narrower(max(rounds // 3, 1)),
    )


def _rows(work: Work, effort: Effort) -> Mapping[str, contest.Row]:
    print(f"{work.name}: {work.title}", flush=True)
    return {row.name: row for row in contest.contest(work, rounds=effort.rounds, seconds=effort.seconds)}


def machine() -> dict[str, str]:
    """Processor, system, and the versions of what is measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    known = {
        "processor": f"{models[0] if models else platform.processor() or platform.machine()}, {os.cpu_count()} threads",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
    }
    if hasattr(os, "getloadavg"):
        known["load before the start"] = f"{os.getloadavg()[0]:.1f}"
    return known | {name: _version(name) for name in PACKAGES}


def _version(package: str) -> str:
    if package == "mtgstats":
        from mtgstats import __version__

        return __version__
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed: left out"


def _told(what: str, things: Sequence[T]) -> Sequence[T]:
    print(what, flush=True)
    return things
