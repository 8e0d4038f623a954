"""What is measured in a process of its own: starts of the command line, memory, narrower vectors."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
GAMES = 10_000_000
HIDEAWAY = (
    *("-m", "mtgstats", "hideaway", "mosswort-ramp", "--n", "4", "--n", "5", "--hit", "t:creature mv>=7"),
    *("--seed", "1", "--json", "--trials"),
)


@dataclass(frozen=True)
class Starts:
    """Seconds of wall time of whole processes."""

    python: float
    package: float
    few_games: float
    many_games: float
    cold: float


def starts(rounds: int) -> Starts:
    """Python alone, ``import mtgstats``, the hideaway command with few and many games, and with nothing compiled."""
    commands = (("-c", ""), ("-c", "import mtgstats"), (*HIDEAWAY, "1000"), (*HIDEAWAY, str(GAMES)))
    for command in commands:
        seconds_of(command)
    times = [[seconds_of(command) for command in commands] for _ in range(rounds)]
    with TemporaryDirectory() as empty:
        cold = seconds_of((*HIDEAWAY, "1000"), NUMBA_CACHE_DIR=empty)
    python, package, few_games, many_games = (median(own) for own in zip(*times, strict=True))
    return Starts(python, package, few_games, many_games, cold)


def seconds_of(command: tuple[str, ...], **environment: str) -> float:
    """How long a run of Python with these arguments takes."""
    start = time.perf_counter()
    _run(command, environment)
    return time.perf_counter() - start


def memory(games: tuple[int, ...]) -> dict[int, float] | None:
    """Highest memory, in MB, of a process that plays so many games of W1; None where the system does not tell."""
    if not Path("/proc/self/status").exists():
        return None
    code = "from benchmarks.processes import peak; peak({})"
    return {number: float(_run(("-c", code.format(number)), {})) for number in games}


def peak(trials: int) -> None:
    """Play games of W1 and print the highest memory of this process, in MB."""
    import mtgstats as ms

    from .works import all_works

    work = all_works()[0]
    ms.simulate(work.plan, work.deck, trials=trials)
    status = Path("/proc/self/status").read_text()
    print(int(status.split("VmHWM:")[1].split()[0]) / 1024)


def narrower(rounds: int) -> dict[str, float] | None:
    """W1, W3 and W5 compiled for AVX2, as a ratio to this machine's own speed; None where this is no such machine."""
    from llvmlite.binding import get_host_cpu_features

    if not get_host_cpu_features().get("avx512bw"):
        return None
    code = ("-c", "from benchmarks.processes import print_speeds; print_speeds()")
    with TemporaryDirectory() as cache:
        avx2 = {"NUMBA_CACHE_DIR": cache, "NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": "+avx2"}
        _run(code, avx2)
        pairs = [(_speeds(_run(code, avx2)), _speeds(_run(code, {}))) for _ in range(rounds)]
    return {name: median(narrow[name] / wide[name] for narrow, wide in pairs) for name in pairs[0][0]}


def print_speeds() -> None:
    """Print the speed of W1, W3 and W5 in this process."""
    from .contest import check, compiled
    from .works import all_works

    for work in all_works():
        if work.name in ("W1", "W3", "W5"):
            print(work.name, check(work, "mtgstats", compiled(work)))


def _speeds(printed: str) -> Mapping[str, float]:
    return {name: float(number) for name, number in map(str.split, printed.splitlines())}


def _run(command: tuple[str, ...], environment: Mapping[str, str]) -> str:
    run = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"python {' '.join(command)}: exit code {run.returncode}\n{run.stderr}")
    return run.stdout
