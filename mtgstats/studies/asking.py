"""Questions of a study: cards looked at on top of a library, all on the same shuffles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from mtgstats.ask.running import Progress, Run
from mtgstats.read.deck import Deck
from mtgstats.run.encode.program import encode
from mtgstats.run.simulation import Games
from mtgstats.run.tallies import Tally
from mtgstats.say.plan import Plan
from mtgstats.say.steps import Step
from mtgstats.say.watches import END, Watch

from .finding import Finding, Gain
from .odds import Odds, Value

Number = TypeVar("Number", int, Fraction)
Place = tuple[int, str]
"""A watch of one of several questions: (question, watch)."""


@dataclass(frozen=True)
class Asked:
    """A watch, with the exact odds of its values.

    `meaning` says what the whole numbers of a quantity stand for; those that stand for nothing are left out, with the
    games they came up in.
    """

    watch: Watch
    odds: Odds
    meaning: Mapping[int, Value] | None = None

    def means(self, counts: Iterable[tuple[Any, Number]]) -> dict[Any, Number]:
        """The counts of what the values stand for."""
        if self.meaning is None:
            return dict(counts)
        meant: dict[Any, Number] = {}
        for value, number in counts:
            if value in self.meaning:
                stands_for = self.meaning[value]
                meant[stands_for] = meant[stands_for] + number if stands_for in meant else number
        return meant


@dataclass(frozen=True)
class Question:
    """What is asked after these steps, which look at the top `n` cards of the deck; `source` is the card that looks."""

    deck: Deck
    source: str | None
    n: int
    steps: tuple[Step, ...]
    asked: tuple[Asked, ...]

    @property
    def plan(self) -> Plan:
        """Steps and watches as a plan."""
        return Plan(*self.steps, *(one.watch for one in self.asked))

    def finding(self, asked: Asked, tally: Tally) -> Finding:
        """What a tally says of a watch."""
        counts = asked.means(zip(tally.values, map(int, tally.counts), strict=True))
        trials = int(tally.total) if asked.meaning is None else sum(counts.values())
        return Finding(self.source, self.n, tally.watch, tally.kind, counts, trials, asked.means(asked.odds.items()))


@dataclass(frozen=True)
class Answers:
    """What was found: each watch of each question, and the gains of one over another.

    `played` are the trials that the last questions were asked of; all others too, where it is `finished` (no Ctrl-C).
    """

    findings: tuple[Finding, ...] = ()
    gains: tuple[Gain, ...] = ()
    played: tuple[range, ...] = ()
    finished: bool = True

    def __add__(self, other: "Answers") -> "Answers":
        findings, gains = self.findings + other.findings, self.gains + other.gains
        return Answers(findings, gains, other.played or self.played, self.finished and other.finished)

    @property
    def looks(self) -> list[dict[str, Finding]]:
        """The findings of each look (the same source and n) by the names of their watches."""
        looks: dict[tuple[str | None, int], dict[str, Finding]] = {}
        for finding in self.findings:
            looks.setdefault((finding.source, finding.n), {})[finding.watch] = finding
        return list(looks.values())


Batch = tuple[Sequence[Question], Sequence[tuple[Place, Place]]]
"""Questions to be asked on the same shuffles; each pair asks for the gain of its second watch over its first."""


def answer_all(batches: Iterable[Batch], games: Games, progress: Progress | None = None) -> Answers:
    """Play the batches one after the other; Ctrl-C ends it with what there is by then."""
    answers = Answers()
    for batch in batches:
        answers += _answer(*batch, games, progress)
        if not answers.finished:
            break
    return answers


def _answer(
    questions: Sequence[Question], pairs: Sequence[tuple[Place, Place]], games: Games, progress: Progress | None
) -> Answers:
    program = encode(
        [(question.plan, question.deck) for question in questions],
        crossed=[((*new, END), (*old, END)) for old, new in pairs],
    )
    run = Run(program.binary, games.seed, progress=progress)
    finished = run.advance(games.trials)
    bins, played = run.ledger.bins, run.ledger.games
    if not (played or finished):
        return Answers(finished=False)
    found = {
        (number, one.watch.name): question.finding(one, tally)
        for number, question in enumerate(questions)
        for one, tally in zip(question.asked, program.tallies(bins, played, number), strict=True)
    }
    tables = (crossing.table(bins) for crossing in program.crossings)
    gains = (
        Gain(found[new], found[old], better=int(table[1, 0]), worse=int(table[0, 1]))
        for (old, new), table in zip(pairs, tables, strict=True)
    )
    return Answers(tuple(found.values()), tuple(gains), run.ledger.trials, finished)
