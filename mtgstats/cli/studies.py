"""The studies as commands: hideaway, surveil, manifest."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.read.ratings import read_ratings
from mtgstats.say.values import VALUES, ValueLike
from mtgstats.studies import binning, facing, hiding
from mtgstats.studies.study import MEANS, RATES, Study

from .options import (
    check_output,
    csv_option,
    deck_argument,
    games_options,
    json_option,
    level_option,
    plot_option,
    read_source,
)
from .progress import games_bar

F = TypeVar("F", bound=Callable[..., Any])


def study_options(command: F) -> F:
    """What all studies have: how many games, and in which forms the answer is wanted."""
    command = deck_argument(command)
    for option in (plot_option, csv_option, json_option, level_option, games_options(trials="1000000", seed=1)):
        command = option(command)
    return command


def n_option(what: str, *, least: int, default: tuple[int, ...] = ()) -> Callable[[F], F]:
    """--n, which may be given several times."""
    told = f"{what}; may be given several times."
    return click.option("--n", "numbers", type=click.IntRange(least), multiple=True, default=default, help=told)


@click.command()
@n_option("Cards to look at", least=1)
@click.option("--hit", default=hiding.DEFAULT_HIT, show_default=True, help="Which cards are hits.")
@click.option(
    "--quality",
    default="mana_value",
    show_default=True,
    help="Which of several is hidden: mana_value, power, toughness, or a CSV file of ratings (FILE or FILE:COLUMN).",
)
@click.option("--out", multiple=True, metavar="NAME", help="A card known to be out of the library; may be repeated.")
@study_options
def hideaway(
    source: str,
    form: str | None,
    numbers: tuple[int, ...],
    hit: str,
    quality: str,
    out: tuple[str, ...],
    **options: Any,
) -> None:
    """How often hideaway hides a hit, and what else it hides.

    Without --n each hideaway card of DECK is studied, with its own number. --hit is a query in Scryfall's syntax.
    """
    deck = read_source(source, form)
    looks = 1 if numbers else _looks(deck, "hideaway", lambda card: card.hideaway)
    asked: dict[str, Any] = {"n": numbers or None, "hit": hit, "quality": _value(quality), "out": out}
    _study(lambda **how: hiding.hideaway(deck, **asked, **how), looks, **options)


@click.command()
@n_option("Cards to look at", least=0)
@click.option("--want", default=binning.DEFAULT_WANT, show_default=True, help="Which cards are kept on top.")
@study_options
def surveil(source: str, form: str | None, numbers: tuple[int, ...], want: str, **options: Any) -> None:
    """What surveil bins and keeps, and what it does for the next draw.

    Without --n each surveil card of DECK is studied, with its own number. --want is a query in Scryfall's syntax.
    """
    deck = read_source(source, form)
    looks = 1 if numbers else _looks(deck, "surveil", lambda card: card.surveil)
    _study(lambda **how: binning.surveil(deck, n=numbers or None, want=want, **how), looks, **options)


@click.command()
@n_option("How many times", least=1, default=(1,))
@click.option("--dread", is_flag=True, help="Manifest dread: the better of two, the other into the graveyard.")
@click.option("--cloak", is_flag=True, help="Cloak instead of manifest.")
@click.option("--good", help="Which cards are hoped for; those that can be turned up for mana, where not given.")
@study_options
def manifest(
    source: str, form: str | None, numbers: tuple[int, ...], dread: bool, cloak: bool, good: str | None, **options: Any
) -> None:
    """What manifest, manifest dread or cloak puts onto the battlefield face down."""
    if dread and cloak:
        raise click.UsageError("--dread, --cloak: give one of them")
    deck = read_source(source, form)
    asked: dict[str, Any] = {
        "n": numbers,
        "dread": dread,
        "cloak": cloak,
        "good": facing.FLIPPABLE if good is None else good,
    }
    _study(lambda **how: facing.manifest(deck, **asked, **how), 1, **options)


def _looks(deck: Deck, word: str, numbers: Callable[[Card], tuple[int, ...]]) -> int:
    """How many cards of the deck are studied, each with its own number."""
    cards = sum(bool(numbers(card)) for card in deck.cards)
    if not cards:
        raise click.UsageError(
            f"deck {deck.name!r} has no {word} card; give the number of cards to look at, such as --n 4"
        )
    return cards


def _value(quality: str) -> ValueLike:
    """What --quality stands for: a name, a file, or a file and the column to use."""
    if quality in VALUES:
        return quality
    file, _, column = quality.rpartition(":")
    if Path(quality).exists():
        return read_ratings(quality)
    if Path(file).is_file():
        return read_ratings(file, column=column)
    raise click.BadParameter(f"--quality: {quality!r} is none of {', '.join(VALUES)}, and no such file of ratings")


def _study(
    ask: Callable[..., Study],
    looks: int,
    *,
    trials: range,
    seed: int,
    level: float,
    as_json: bool,
    csv_file: IO[str] | None,
    picture: str | None,
) -> None:
    """Ask, with a bar over the games of that many looks, and give the answer in the forms wanted."""
    check_output(csv_file, as_json)
    with games_bar(looks * len(trials)) as progress:
        study = ask(trials=trials, seed=seed, progress=progress)
    if not study.answers.findings:  # Ctrl-C came before the first game
        raise click.Abort
    if csv_file is not None:
        _write_csv(study, csv_file, level)
    if picture is not None:
        from mtgstats.show.drawing import save_figure

        save_figure(study.plot(), picture)
    if as_json:
        click.echo(json.dumps(study.to_json(level=level), ensure_ascii=False, indent=1))
    elif csv_file is None or csv_file.name != "-":
        click.echo(study.text(level=level))


def _write_csv(study: Study, file: IO[str], level: float) -> None:
    columns = list(dict.fromkeys([*RATES, *MEANS]))
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(study.rows(level=level))
    writer.writerows(study.mean_rows(level=level))
