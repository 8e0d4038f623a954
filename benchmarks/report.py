"""The report: what was measured, in words, tables and pictures."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from mtgstats.show.drawing import save_figure

from .anatomy import PARTS
from .contest import CHECK_SECONDS, OURS, PERMUTED, REPLAY, WRONG, Row
from .exact_answers import LIMIT
from .markdown import figure, table
from .measuring import Measurements
from .pictures import plot_anatomies, plot_lines, plot_works
from .processes import GAMES
from .scaling import Line

AIMS = {"W1": 150, "W3": 50, "W5": 25}
"""How many times as fast as whole shuffles in numpy the compiled engine is to be."""
WARM = 2.0
"""Seconds that the hideaway command with ten million games is to take at most."""

Paragraphs = Iterator[str]


def write_report(measured: Measurements, folder: Path) -> Path:
    """Write `report.md` and its pictures into the folder."""
    pictures = {
        "works": plot_works(measured.rows),
        "instructions": plot_anatomies(measured.anatomies),
        "games": plot_lines(measured.by_trials, "games", "milliseconds from plan to result"),
        "kinds": plot_lines(measured.by_kinds, "kinds of cards told apart", "nanoseconds a game"),
        "steps": plot_lines(measured.by_steps, "steps", "nanoseconds a game"),
    }
    for name, ax in pictures.items():
        save_figure(ax, folder / f"{name}.png")
    sections = (how, works, exact, instructions, scaling, processes)
    path = folder / "report.md"
    path.write_text("\n\n".join(chain.from_iterable(tell(measured) for tell in sections)) + "\n", encoding="utf-8")
    return path


# --- sections ---------------------------------------------------------------------------------------------------------


def how(measured: Measurements) -> Paragraphs:
    effort = measured.effort
    yield "# Benchmarks"
    yield (
        "Written by `python -m benchmarks`. Compare the rows of one table with each other; absolute numbers are those "
        "of one machine on one day:"
    )
    yield table(("machine", ""), list(measured.machine.items()), words=2)
    yield (
        f"Speeds are of one thread, per second of processor time, {effort.seconds:g} s a round: medians of "
        f"{effort.rounds} rounds in which all ways to do a work take turns; ratios are medians of the ratios within a "
        f"round. No row is timed before its answer has been checked: after {CHECK_SECONDS:g} s of games or more it "
        f"must lie within {WRONG} standard errors of the exact one, or the whole run is an error."
    )


def works(measured: Measurements) -> Paragraphs:
    every = measured.rows
    long = every["8 turns"]
    yield "## Works"
    told = [(work.name, work.title, f"{work.exact:.6f}") for work in measured.works]
    yield table(("work", "what it is", "exact"), told, words=2)
    yield f"How many times as fast as `{PERMUTED}` (whole decks shuffled with `Generator.permuted`, the usual way):"
    yield _by_way(every, {name: _times(rows) for name, rows in every.items()})
    yield "\n".join(_aim(name, every[name]) for name in AIMS)
    yield (
        "The eight turns are too long a game to be written by hand in every way. The compiled engine plays it "
        f"{figure(long[OURS].times(long[REPLAY]))} times as fast as the package's own engine in plain Python."
    )
    yield "![Games a second by work and way](works.png)"
    yield "Millions of games a second:"
    yield _by_way(every, {name: {way: row.speed / 1e6 for way, row in rows.items()} for name, rows in every.items()})


def exact(measured: Measurements) -> Paragraphs:
    yield "## Exact answers"
    yield (
        "Where a plan tells few cards apart there is no need to simulate: `exact` follows all states of the game. "
        f"Milliseconds to the answer; – where it takes more than {LIMIT:,} steps from state to state, or where there "
        "is no formula. The last column says how many games one thread simulates in the time of `exact`."
    )
    rows = []
    for own in measured.answers:
        numbers = (1e3, own.engine), (1e3, own.formula), (measured.rows[own.work.name][OURS].speed, own.engine)
        rows.append((own.work.name, *("–" if took is None else figure(times * took) for times, took in numbers)))
    yield table(("work", "`exact`", "formula with scipy.stats", "games meanwhile"), rows)


def instructions(measured: Measurements) -> Paragraphs:
    own = measured.anatomies
    names = [one.work.name for one in own]
    kinds = sorted({op for one in own for op in one.kinds})
    found = {op: [one.kinds.get(op, (0, 0.0)) for one in own] for op in kinds}
    yield "## Where the time goes"
    yield (
        "The compiled engine walks a program of instructions, each a loop over a block of games. Here those of each "
        "kind were walked alone. " + " ".join(_spending(measured, name) for name in AIMS)
    )
    yield "![Shares of the time by part](instructions.png)"
    yield "Nanoseconds a game:"
    counts = ("instructions", *(f"{one.instructions:,}" for one in own))
    parts = [(part, *(figure(one.part(part)) for one in own)) for part in PARTS]
    sums = ("sum", *(figure(one.sum) for one in own))
    whole = ("whole program", *(figure(one.whole) for one in own))
    yield table(("", *names), [counts, *parts, sums, whole])
    yield "Nanoseconds a game of one instruction, and how many of them each program has:"
    yield table(
        ("instruction", "ns", *names),
        [
            (op.name, f"{sum(ns for _, ns in each) / sum(n for n, _ in each):.3f}", *(f"{n or '–'}" for n, _ in each))
            for op, each in found.items()
        ],
    )


def scaling(measured: Measurements) -> Paragraphs:
    yield "## Scaling"
    yield "**Games.** Milliseconds from the plan to the result, on all cores:"
    yield _lines("games", measured.by_trials)
    yield "![Milliseconds by games](games.png)"
    yield "**Kinds of cards.** The best of 4 out of 250 cards and which value it has, in nanoseconds a game:"
    yield _lines("kinds", measured.by_kinds)
    yield "![Nanoseconds by kinds](kinds.png)"
    yield "**Steps.** Draws, and pairs of surveil 2 and a draw, out of 250 cards, in nanoseconds a game:"
    yield _lines("steps", measured.by_steps)
    yield "![Nanoseconds by steps](steps.png)"
    yield "**Threads.** Millions of games a second of wall time, from the plan to the result:"
    yield _lines("threads", measured.by_threads)
    yield "**A new plan** compiles nothing. Milliseconds from a plan to its program:"
    yield table(("plan", "ms"), [(name, figure(1e3 * took)) for name, took in measured.encoding.items()])


def processes(measured: Measurements) -> Paragraphs:
    starts = measured.starts
    yield "## Starts, reading and memory"
    yield "Seconds of wall time of whole processes:"
    named = {
        "`python -c ''`": starts.python,
        "`import mtgstats`": starts.package,
        "`mtgstats hideaway mosswort-ramp --n 4 --n 5 --trials 1000`": starts.few_games,
        f"the same with `--trials {GAMES}`": starts.many_games,
        "the first run on a machine, which compiles the core": starts.cold,
    }
    yield table(("process", "s"), [(name, f"{took:.2f}") for name, took in named.items()])
    yield f"- {GAMES:,} games in at most {WARM:g} s is the aim, which is {_met(starts.many_games <= WARM)}."
    yield "Milliseconds to read:"
    yield table(("", "ms"), [(name, figure(1e3 * took)) for name, took in measured.reading.items()])
    if measured.memory is None:
        yield "Memory was left out: this system has no `/proc/self/status`."
    else:
        told = ", ".join(f"{size:.0f} MB for {games:,} games" for games, size in measured.memory.items())
        yield f"Highest memory of a process that plays W1: {told}."
    if measured.narrower is not None:
        told = ", ".join(f"{name} {ratio:.2f}" for name, ratio in measured.narrower.items())
        yield f"This machine has AVX-512. Compiled for AVX2 instead, speeds are these times its own: {told}."


# --- parts of sections ------------------------------------------------------------------------------------------------


def _by_way(every: Mapping[str, Mapping[str, Row]], numbers: Mapping[str, Mapping[str, float]]) -> str:
    ways = dict.fromkeys(way for rows in every.values() for way in rows)
    cells = ((way, *(figure(own[way]) if way in own else "–" for own in numbers.values())) for way in ways)
    return table(("", *every), cells)


def _times(rows: Mapping[str, Row]) -> dict[str, float]:
    return {way: row.times(rows[PERMUTED]) for way, row in rows.items()} if PERMUTED in rows else {}


def _aim(name: str, rows: Mapping[str, Row]) -> str:
    times = rows[OURS].times(rows[PERMUTED])
    return f"- {name}: {figure(times)} times; at least {AIMS[name]} is the aim, which is {_met(times >= AIMS[name])}."


def _met(aim: bool) -> str:
    return "met" if aim else "MISSED"


def _spending(measured: Measurements, name: str) -> str:
    own = next(one for one in measured.anatomies if one.work.name == name)
    parts = sorted(PARTS, key=own.part, reverse=True)
    told = ", ".join(f"{own.part(part) / own.sum:.0%} on {part}" for part in parts)
    return f"{name} ({figure(own.whole)} ns a game) spends {told}."


def _lines(name: str, lines: Sequence[Line]) -> str:
    places = max((line.places for line in lines), key=len)
    rows = [(line.name, *map(figure, line.values), *["–"] * (len(places) - len(line.places))) for line in lines]
    return table((name, *(f"{place:,}" for place in places)), rows)
