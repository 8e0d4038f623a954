"""A result as a table in plain words, for the terminal, the notebook and the report."""

from collections.abc import Iterator, Mapping

from mtgstats.run.tallies import JointTally, Tally
from mtgstats.say.phrases import phrase
from mtgstats.say.steps import OpeningHand, Turn
from mtgstats.say.watches import END

from .grid import Grid, Row
from .result import Result
from .rounding import estimate, percent
from .summary import Value, count_of, never_value

MOST = 12
"""Values of one watch that are shown, the most frequent ones; a last line sums up the others."""


def result_as_grid(result: Result, *, level: float = 0.95) -> Grid:
    """The result's answers: rates of conditions, means and distributions of quantities, cards by name."""
    rows: list[Row] = []
    for watch in result.plan.watches:
        name = watch.name
        for tally in (tally for tally in result.tallies if tally.watch == watch.name):
            answers = list(_answers(result, tally, level)) or [("none", "")]
            for mark, (value, answer) in zip([tally.mark] + [""] * len(answers), answers, strict=False):
                rows.append((name, mark, value, answer))
                name = ""
    return Grid(heading(result, level), ("watch", "at", "value", "answer"), tuple(rows), _notes(result))


def results_as_grid(label: str, results: Mapping[str, Result], *, level: float = 0.95) -> Grid:
    """Several results in one table, a row for each: rates of conditions and means of quantities at their last marks."""
    tallies = {tally.watch: tally for result in results.values() for tally in result.tallies if tally.kind != "cards"}
    decks = dict.fromkeys(_dealt(result) for result in results.values())
    how = " and ".join(dict.fromkeys(_played(result, level) for result in results.values()))
    notes = dict.fromkeys(note for result in results.values() for note in _notes(result))
    rows = tuple(
        (name, *(_headline(result, tally, level) for tally in tallies.values())) for name, result in results.items()
    )
    return Grid(
        ": ".join([*decks, how] if len(decks) == 1 else [how]),
        (label, *map(_measured, tallies.values())),
        rows,
        tuple(notes),
    )


def _measured(tally: Tally) -> str:
    what = f"mean {tally.watch}" if tally.kind == "quantity" else tally.watch
    return what if tally.mark == END else f"{what} at {tally.mark}"


def _headline(result: Result, like: Tally, level: float) -> str:
    """The rate of a condition or the mean of a quantity as the table has it; nothing where it was not recorded."""
    place = like.watch, like.mark, like.kind
    found = [tally for tally in result.tallies if (tally.watch, tally.mark, tally.kind) == place]
    return next((answer for tally in found for _, answer in _answers(result, tally, level)), "")


def joint_grids(result: Result) -> tuple[Grid, ...]:
    """What was crossed: for each pair a table of rates, values of the first down, of the second across."""
    return tuple(map(_joint_grid, result.joints))


def _joint_grid(joint: JointTally) -> Grid:
    total = float(joint.total)
    rows = tuple(
        (str(value), *(f"{100 * float(number) / total:.4g} %" if total else "no games" for number in counts))
        for value, counts in zip(joint.first_values, joint.counts, strict=True)
    )
    second = [f"{joint.second}: {value}" for value in joint.second_values]
    title = f"{joint.first} at {joint.first_mark} and {joint.second} at {joint.second_mark}, together"
    return Grid(title, (joint.first, *second), rows)


def heading(result: Result, level: float = 0.95) -> str:
    """What was played, in one line."""
    return f"{_dealt(result)}: {_played(result, level)}"


def _dealt(result: Result) -> str:
    return f"{result.deck.name} ({result.deck.size} cards)"


def _played(result: Result, level: float) -> str:
    if result.engine == "exact":
        return "exact"
    stopped = "" if result.finished else ", stopped early"
    return f"{result.games:,} games, seed {result.seed}{stopped}; intervals at {100 * level:g} %"


def _answers(result: Result, tally: Tally, level: float) -> Iterator[tuple[str, str]]:
    """What a watch saw at a mark, line by line: the value, and how often."""
    exact = result.engine == "exact"

    def share(value: Value) -> str:
        return percent(
            result.rate(tally.watch, tally.mark, value),
            result.interval(tally.watch, tally.mark, value, level=level),
            exact=exact,
        )

    if tally.kind == "condition":
        yield "yes", share(True)
        return
    never = never_value(result.plan, tally.watch)
    if tally.kind == "quantity":
        mean = result.mean(tally.watch, tally.mark)
        interval = result.mean_interval(tally.watch, tally.mark, level=level)
        counted = never is not None and count_of(tally, never)
        yield f"mean, never as {never}" if counted else "mean", estimate(mean, interval, exact=exact)
    often = sorted((value for value in tally.values if count_of(tally, value)), key=lambda own: -count_of(tally, own))
    shown, others = often[:MOST], often[MOST:]
    for value in shown if tally.kind == "cards" else sorted(shown):
        yield "never" if value == never else str(value), share(value)
    if others:
        yield f"{len(others)} others", f"each at most {100 * result.rate(tally.watch, tally.mark, others[0]):.2g} %"


def _notes(result: Result) -> tuple[str, ...]:
    """What the shares are of, where not of all games, and what the run has to say."""
    given = [
        f"{watch.name}: counted where {phrase(watch.given)}" for watch in result.plan.watches if watch.given is not None
    ]
    return (*given, *_taken_for_granted(result), *result.notes)


def _taken_for_granted(result: Result) -> Iterator[str]:
    """The rules that a plan left to the deck, where multiplayer rules are its own."""
    if not result.deck.is_multiplayer:
        return
    reason = "as in multiplayer, the default of a 100-card deck"
    for step in result.plan.steps:
        if isinstance(step, OpeningHand) and step.mulligan is not None and step.mulligan.free_first is None:
            yield f"The first mulligan is free, {reason}; London(free_first=False) makes it cost a card."
        if isinstance(step, Turn) and step.number == 1 and step.on is None:
            yield f"A card is drawn on turn 1, {reason}; turns(on=ON_THE_PLAY) draws none."
            return
