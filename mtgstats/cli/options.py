"""Options and arguments that several commands share."""

from collections.abc import Callable
from typing import IO, Any, TypeVar

import click

from mtgstats.read.deck import Deck
from mtgstats.read.decklists import Reading, parse_deck, read_deck
from mtgstats.read.lists.formats import FORMATS
from mtgstats.run.randomness import TRIAL_LIMIT

F = TypeVar("F", bound=Callable[..., Any])

PICTURES = (".png", ".svg", ".pdf", ".jpg", ".webp")
"""Endings of pictures."""
SAVED = (".json", ".json.gz")
"""Endings of saved results."""


def as_trials(_context: click.Context, _parameter: click.Parameter, value: str | None) -> range | None:
    """The trial numbers that a number of trials, or START:STOP, stands for."""
    if value is None:
        return None
    try:
        numbers = [int(part.replace(",", "")) for part in value.split(":")]
    except ValueError:
        numbers = []
    trials = range(*numbers) if len(numbers) in (1, 2) else range(0)
    if not 0 <= trials.start < trials.stop:
        raise click.BadParameter(f"{value!r} is neither a number, such as 1000000, nor START:STOP, such as 0:1000000")
    if trials.stop > TRIAL_LIMIT:
        raise click.BadParameter(f"{value!r} goes beyond the last trial number, {TRIAL_LIMIT:,}")
    return trials


def deck_argument(command: F) -> F:
    """DECK, and the option to force its format."""
    format_option = click.option(
        "--format", "form", type=click.Choice(sorted(FORMATS)), help="Read DECK as this format."
    )
    return click.argument("source", metavar="DECK")(format_option(command))


def ending_in(endings: tuple[str, ...]) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Refuses a file of any other ending before the games are played, not after."""

    def check(_context: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
        if path is not None and not path.lower().endswith(endings):
            raise click.BadParameter(f"{path!r} does not end in {', '.join(endings)}")
        return path

    return check


def check_output(csv_file: IO[str] | None, as_json: bool) -> None:
    """Refuse two answers on the standard output."""
    if as_json and csv_file is not None and csv_file.name == "-":
        raise click.UsageError("--json, --csv -: both would be printed; give --csv a file")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
csv_option = click.option(
    "--csv", "csv_file", type=click.File("w", lazy=True), help="Write all rows to FILE (- prints)."
)
plot_option = click.option(
    "--plot", "picture", metavar="FILE", callback=ending_in(PICTURES), help="Draw a picture: .png, .svg, .pdf …"
)
level_option = click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Level of the intervals.",
)


def games_options(*, trials: str | None = None, seed: int | None = None, own: str = "") -> Callable[[F], F]:
    """--trials and --seed with these defaults; `own` is what the help says besides."""

    def decorate(command: F) -> F:
        numbers = click.IntRange(min=0)
        seeds = click.option(
            "--seed", type=numbers, default=seed, show_default=True, help=f"Seed of the shuffles{own}."
        )
        games = click.option(
            "--trials",
            default=trials,
            show_default=True,
            callback=as_trials,
            help=f"Games, or trial numbers START:STOP{own}.",
        )
        return games(seeds(command))

    return decorate


def read_source(source: str, form: str | None) -> Deck:
    """The deck that the argument stands for."""
    return read_deck(_text(source), format=form)


def parse_source(source: str, form: str | None) -> Reading:
    """The same, with the lines that could not be read as part of the answer."""
    return parse_deck(_text(source), format=form)


def _text(source: str) -> str:
    if source != "-":
        return source
    with click.open_file("-", errors="replace") as pasted:
        return f"{pasted.read()}\n"  # text with a line break is no path
