"""The command that runs a study file."""

import json
from typing import IO, TYPE_CHECKING, Any

import click

from mtgstats.ask.engines import TRIALS, as_games
from mtgstats.show.result import Result
from mtgstats.studyfile import StudyFile, example, read_study

from .options import SAVED, check_output, csv_option, ending_in, games_options, json_option, level_option, plot_option
from .progress import games_bar

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _print_example(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(example(), nl=False)
        context.exit()


@click.command()
@click.argument("file", metavar="STUDY.TOML")
@click.option(
    "--example", is_flag=True, is_eager=True, expose_value=False, callback=_print_example, help="Print a study to edit."
)
@games_options(own=", in place of the file's")
@level_option
@click.option(
    "--save",
    "saved",
    metavar="FILE",
    callback=ending_in(SAVED),
    help="Save the result, to be loaded or made again (.json, .json.gz).",
)
@json_option
@csv_option
@plot_option
def run(
    file: str,
    trials: range | None,
    seed: int | None,
    level: float,
    saved: str | None,
    as_json: bool,
    csv_file: IO[str] | None,
    picture: str | None,
) -> None:
    """Run a study file: a plan, a deck and what is watched, in TOML.

    \b
    mtgstats run --example > study.toml
    mtgstats run study.toml

    The example says in comments what may stand where. All there is: python -m pydoc mtgstats.studyfile (settings),
    mtgstats.say.written (plans), mtgstats.say.steps (steps), mtgstats.say.text (quantities and conditions).
    """  # noqa: D301 (click's mark of lines to be kept is the character)
    check_output(csv_file, as_json)
    study = read_study(file)
    with games_bar(_games(study, trials)) as progress:
        result = study.run(trials=trials, seed=seed, progress=progress)
    if not (result.games or result.finished):
        raise click.Abort
    if saved is not None:
        from mtgstats.show.saving import save

        save(result, saved)
    if csv_file is not None:
        _write_csv(result, csv_file, level)
    if picture is not None:
        from mtgstats.show.drawing import save_figure

        save_figure(_plot(result), picture)
    if as_json:
        click.echo(json.dumps(answer(result, level), ensure_ascii=False, indent=1))
    elif csv_file is None or csv_file.name != "-":
        click.echo(f"{result.plan}\n\n{result}")


def _games(study: StudyFile, trials: range | None) -> int | None:
    """How many games there will be; unknown where they are played until the intervals are narrow."""
    own = study.settings
    asked = trials or (TRIALS if own.trials is None else own.trials)
    return None if own.precision else len(as_games(asked, own.seed).trials)


def answer(result: Result, level: float) -> dict[str, Any]:
    """The result as plain data for JSON.

    ``deck`` (its name), ``library`` (its size), ``engine``, ``trials`` (games played), ``ranges`` (of trial numbers),
    ``seed``, ``finished``, ``level``, ``version``, ``plan`` (in words) and ``rows``: those of `Result.frame`, then
    those of `Result.means`. What is no number is null.
    """
    frames = result.frame(level=level), result.means(level=level)
    rows = [row for frame in frames for row in json.loads(frame.to_json(orient="records", double_precision=15))]
    return {
        "deck": result.deck.name,
        "library": result.deck.size,
        "engine": result.engine,
        "trials": result.games,
        "ranges": [[trials.start, trials.stop] for trials in result.trials],
        "seed": result.seed,
        "finished": result.finished,
        "level": level,
        "version": result.version,
        "plan": str(result.plan).splitlines(),
        "rows": rows,
    }


def _write_csv(result: Result, file: IO[str], level: float) -> None:
    """The rows of `Result.frame`, then those of `Result.means`."""
    import pandas as pd

    frames = [frame.astype(object) for frame in (result.frame(level=level), result.means(level=level)) if len(frame)]
    pd.concat(frames or [result.frame()]).to_csv(file, index=False, lineterminator="\n")


def _plot(result: Result) -> "Axes":
    """The rates of the conditions or, where there are none, what came up of the first watch."""
    from mtgstats.show.plots import plot_distribution, plot_rates

    if any(tally.kind == "condition" for tally in result.tallies):
        return plot_rates(result)
    return plot_distribution(result, result.tallies[0].watch)
