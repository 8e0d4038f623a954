"""Study files: a plan, a deck and how to run them, in TOML that is read and never written.

`example` is one with everything in it, explained. What says the plan is told in `mtgstats.say.written`; besides it a
file may say::

    deck = "mosswort-ramp"       # a shipped deck, a path (from the file's folder) or a decklist
    trials = 1_000_000           # or [start, stop]
    seed = 1
    engine = "simulate"          # or "exact"
    precision = 0.001            # simulate until every interval is that narrow

    [ratings.grade]              # a value called grade: a number for each card out of a CSV file
    file = "grades.csv"
    column = "GIH WR"
    default = 50
"""

import tomllib
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path

from mtgstats.ask.engines import exact, simulate
from mtgstats.ask.running import Progress
from mtgstats.errors import MtgstatsError, PlanError
from mtgstats.read.deck import Deck
from mtgstats.read.decklists import read_deck
from mtgstats.read.ratings import read_ratings
from mtgstats.read.structure import check_keys, fields_from_data
from mtgstats.say.plan import Plan
from mtgstats.say.text import Vocabulary
from mtgstats.say.values import Value
from mtgstats.say.written import SECTIONS, plan_from_json
from mtgstats.show.result import Engine, Result

EXAMPLE = Path(__file__).with_name("example.toml")


@dataclass(frozen=True)
class RatingsFile:
    """Where the numbers of a value are: a CSV file, its column, what a card without a rating counts as."""

    file: str
    column: str | None = None
    default: float | None = None


@dataclass(frozen=True)
class Settings:
    """What a study file says besides the plan."""

    deck: str
    trials: int | range | None = None
    seed: int = 1
    engine: Engine = "simulate"
    precision: float | None = None
    ratings: dict[str, RatingsFile] = field(default_factory=dict)


@dataclass(frozen=True)
class StudyFile:
    """A study as read: what is asked, of which deck, and how it is to be run."""

    plan: Plan
    deck: Deck
    settings: Settings

    def run(
        self, *, trials: int | range | None = None, seed: int | None = None, progress: Progress | None = None
    ) -> Result:
        """The result; `trials` and `seed` are those of the file where not given.

        `progress` is called with the number of games done since it was last called.
        """
        own = self.settings
        if own.engine == "exact":
            return exact(self.plan, self.deck)
        return simulate(
            self.plan,
            self.deck,
            trials=own.trials if trials is None else trials,
            seed=own.seed if seed is None else seed,
            precision=own.precision,
            progress=progress,
        )


def read_study(path: str | PathLike[str]) -> StudyFile:
    """The study in a TOML file; PlanError, which names the place in the file, where it says none."""
    file = Path(path)
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise PlanError(f"{file}: cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise PlanError(f"{file}: no TOML ({error})") from None
    known = [own.name for own in fields(Settings)]
    check_keys(data, file.name, [*known, *SECTIONS])
    settings = fields_from_data(Settings, {key: part for key, part in data.items() if key in known}, file.name)
    words = Vocabulary(values={name: _ratings(name, own, file) for name, own in settings.ratings.items()})
    plan = plan_from_json({key: part for key, part in data.items() if key not in known}, place=file.name, words=words)
    return StudyFile(plan, _deck(settings.deck, file), settings)


def example() -> str:
    """The text of a study file that shows and explains everything such a file may say."""
    return EXAMPLE.read_text(encoding="utf-8")


def run_study(
    path: str | PathLike[str],
    *,
    trials: int | range | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Read a study file and run it (see `StudyFile.run`)."""
    return read_study(path).run(trials=trials, seed=seed, progress=progress)


def _ratings(name: str, own: RatingsFile, file: Path) -> Value:
    try:
        return Value(name, read_ratings(file.parent / own.file, column=own.column, default=own.default))
    except MtgstatsError as error:
        raise PlanError(f"{file.name}.ratings.{name}: {error}") from None


def _deck(source: str, file: Path) -> Deck:
    try:
        beside = None if "\n" in source else file.parent / source
        return read_deck(beside if beside and beside.is_file() else source)
    except MtgstatsError as error:
        raise PlanError(f"{file.name}.deck: {error}") from None
