"""A study: the answers to one question about a deck, simulated and exact side by side, and its faces."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf, isfinite, isnan
from textwrap import fill
from typing import TYPE_CHECKING, Any

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.say.watches import END
from mtgstats.show.environment import Environment
from mtgstats.show.grid import Grid, told_once
from mtgstats.show.intervals import Interval
from mtgstats.show.rounding import decimals, estimate, percent

from .asking import Answers
from .finding import Finding, Gain
from .words import counted, points

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from mtgstats.show.reporting import Page

Row = dict[str, Any]
Cells = tuple[str, ...]
RATES = ("source", "n", "mark", "watch", "value", "count", "trials", "rate", "low", "high", "exact", "z")
MEANS = ("source", "n", "mark", "watch", "trials", "mean", "low", "high", "sd", "exact", "z")
WIDTH = 110


@dataclass(frozen=True, repr=False)
class Study:
    """What `hideaway`, `surveil` or `manifest` (the `verb`) found about a deck, and how.

    `asked` are the words of the question (what a hit is, …), `sentences` the answers in plain words, `notes` what a
    reader has to know: what was taken for granted, what is not modelled. `per_time` is how many cards are looked at
    each time, where the question is how many times. After Ctrl-C the answers are of fewer games than `trials`, and
    perhaps of fewer cards.
    """

    verb: str
    deck: Deck
    seed: int
    trials: range
    asked: Mapping[str, Any]
    answers: Answers
    sentences: tuple[str, ...]
    notes: tuple[str, ...]
    per_time: int | None = None

    @property
    def games(self) -> int:
        """How many games were played of each look; after Ctrl-C, of the last."""
        return sum(map(len, self.answers.played))

    @property
    def played(self) -> str:
        """How many games were played, in words."""
        return f"{counted(self.games, 'game')}{'' if self.answers.finished else ' (stopped early)'}"

    def rows(self, *, level: float = 0.95) -> Iterator[Row]:
        """The rates as plain rows, in the order of `RATES`: one for each value of each watch, one for each gain.

        A condition has one row, that it holds. A ``gain`` is the difference of two paired rates: `value` says over
        what, `count` is by how many games more.
        """
        for finding in self.answers.findings:
            for value in finding.shown:
                yield _row(finding, value, level)
        for gain in self.answers.gains:
            yield _gain_row(gain, level)

    def mean_rows(self, *, level: float = 0.95) -> Iterator[Row]:
        """The means of the quantities as plain rows, in the order of `MEANS`."""
        for finding in self.answers.findings:
            if finding.kind == "quantity":
                yield _mean_row(finding, level)

    def frame(self, *, level: float = 0.95) -> "pd.DataFrame":
        """The rates: `count` games of `trials`, their `rate`, its interval, the exact one, and `z`.

        `n` is the number of cards looked at, `source` the card that looks. `low` and `high` are Wilson's interval at
        `level`, of a gain Bonett and Price's; `z` is how many standard errors rate and exact lie apart.
        """
        import pandas as pd

        return pd.DataFrame(list(self.rows(level=level)), columns=list(RATES))

    def means(self, *, level: float = 0.95) -> "pd.DataFrame":
        """The means of the quantities: `mean`, Student's interval at `level`, `sd` from game to game, exact, `z`."""
        import pandas as pd

        return pd.DataFrame(list(self.mean_rows(level=level)), columns=list(MEANS))

    def summary(self) -> str:
        """The answers in plain words."""
        return "\n".join(self.sentences)

    def grid(self, *, level: float = 0.95) -> Grid:
        """Rates of conditions, gains and means as a table in words; single values and cards are in the frame."""
        title = f"{self.deck.name} ({counted(self.deck.size, 'card')}): {self.played}, seed {self.seed}"
        rows = told_once([_cells(row, self.per_time or 1) for row in self._headlines(level)], 2)
        table = [("source", "times" if self.per_time else "n", "watch", "simulated", "exact", "z"), *rows]
        if not any(source for source, *_ in table[1:]):
            table = [cells[1:] for cells in table]
        return Grid(f"{title}; intervals at {100 * level:g} %", table[0], tuple(table[1:]))

    def plot(self) -> "Axes":
        """A picture: rates with their intervals, and the distribution that matters most, side by side."""
        from .pictures import plot_study

        return plot_study(self)

    def page(self) -> "Page":
        """What a report shows of it (see `mtgstats.show.reporting.report`)."""
        from .reporting import page_of_study

        return page_of_study(self)

    def to_json(self, *, level: float = 0.95) -> dict[str, Any]:
        """The study as plain data for JSON.

        ``study`` (hideaway, surveil, manifest), ``deck`` (its name), ``library`` (its size), ``trials`` (games played
        of each look; after Ctrl-C, of the last), ``first_trial``, ``seed``, ``finished``, ``level``, ``version``,
        ``asked``, ``notes`` and ``rows``: those of `rows`, then those of `mean_rows`, which have ``mean`` and ``sd`` in
        place of ``value``, ``count`` and ``rate``. What is no number is null.
        """
        rows = [*self.rows(level=level), *self.mean_rows(level=level)]
        return {
            "study": self.verb,
            "deck": self.deck.name,
            "library": self.deck.size,
            "trials": self.games,
            "first_trial": self.trials.start,
            "seed": self.seed,
            "finished": self.answers.finished,
            "level": level,
            "version": Environment.here().mtgstats,
            "asked": dict(self.asked),
            "notes": list(self.notes),
            "rows": [{name: _json(value) for name, value in row.items()} for row in rows],
        }

    def text(self, *, level: float = 0.95) -> str:
        """All of it for a terminal: answers, table, notes."""
        asked = f"{counted(len(self.trials), 'game')} of each look were asked for"
        stopped = () if self.answers.finished else (f"Stopped early: {asked}; the numbers are of those played.",)
        answers, notes = (map(_wrapped, lines) for lines in (self.sentences, (*stopped, *self.notes)))
        return "\n\n".join(["\n".join(answers), str(self.grid(level=level)), "\n".join(notes)])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Study {self.verb} of {self.deck.name!r}: {self.played}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        return self.grid()._repr_html_()

    def _headlines(self, level: float) -> Iterator[Row]:
        for look in self.answers.looks:
            yield from _merged(_headline(finding, level) for finding in look.values() if finding.kind != "cards")
            for gain in self.answers.gains:
                if gain.new in look.values():
                    yield _gain_row(gain, level)


def _headline(finding: Finding, level: float) -> Row:
    """A condition's rate, a quantity's mean."""
    return _row(finding, True, level) if finding.kind == "condition" else _mean_row(finding, level)


def _merged(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows that say the same as one that names all their watches."""
    merged: dict[Cells, Row] = {}
    for row in rows:
        same = tuple(str(what) for name, what in row.items() if name != "watch")
        before = [merged[same]["watch"]] if same in merged else []
        merged[same] = row | {"watch": ", ".join([*before, row["watch"]])}
    return iter(merged.values())


def _row(finding: Finding, value: Any, level: float) -> Row:
    low, high = finding.interval(value, level=level)
    return _place(finding) | {
        "value": value,
        "count": finding.counts.get(value, 0),
        "trials": finding.trials,
        "rate": finding.rate(value),
        "low": low,
        "high": high,
        "exact": finding.exact(value),
        "z": finding.z(value),
    }


def _gain_row(gain: Gain, level: float) -> Row:
    low, high = gain.interval(level=level)
    return _place(gain.new) | {
        "watch": "gain",
        "value": gain.over,
        "count": gain.better - gain.worse,
        "trials": gain.new.trials,
        "rate": gain.rate,
        "low": low,
        "high": high,
        "exact": gain.exact,
        "z": gain.z,
    }


def _mean_row(finding: Finding, level: float) -> Row:
    low, high = finding.mean_interval(level=level)
    return _place(finding) | {
        "trials": finding.trials,
        "mean": finding.mean,
        "low": low,
        "high": high,
        "sd": finding.variance**0.5,
        "exact": finding.exact_mean,
        "z": finding.mean_z,
    }


def _place(finding: Finding) -> Row:
    return {"source": finding.source, "n": finding.n, "mark": END, "watch": finding.watch}


def _cells(row: Row, per_time: int) -> Cells:
    """A row in words: rates in percent, gains in points, means as they are."""
    interval, exact = (row["low"], row["high"]), row["exact"]
    digits = _digits(interval, 1 if "mean" in row else 100)
    if "mean" in row:
        told = f"mean {row['watch']}", estimate(row["mean"], interval), f"{exact:.{digits}f}"
    elif row["watch"] == "gain":
        told = f"gain over {row['value']}", points(row["rate"], interval), f"{100 * exact:+.{digits}f} points"
    else:
        told = row["watch"], percent(row["rate"], interval), f"{100 * exact:.{digits}f} %"
    return row["source"] or "", str(row["n"] // per_time), *told, "" if isnan(row["z"]) else f"{row['z']:+.1f}"


def _digits(interval: Interval, scale: int) -> int:
    """Digits after the point of an exact number: four, and no fewer than the simulated one beside it has."""
    half = scale * (interval[1] - interval[0]) / 2
    return max(4, decimals(half)) if 0 < half < inf else 4


def _json(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


def _wrapped(line: str) -> str:
    """A line in several, none of which begins with the sign behind a number."""
    return fill(line.replace(" %", "\N{NO-BREAK SPACE}%"), WIDTH, subsequent_indent="  ").replace(
        "\N{NO-BREAK SPACE}", " "
    )


def whole_numbers(study: str, n: int | Iterable[int], *, least: int) -> tuple[int, ...]:
    """One number or several in order, each once; PlanError where one is no whole number of at least `least`."""
    listed = (n,) if isinstance(n, int) else tuple(n)
    for number in listed or (None,):
        if not isinstance(number, int) or isinstance(number, bool) or number < least:
            raise PlanError(f"{study}(n=…): got {number!r}; give whole numbers, {least} or more")
    return tuple(sorted(set(listed)))
