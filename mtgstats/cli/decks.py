"""What was read: decks and cards."""

import json
import sys

import click

from mtgstats.read.decklists import read_deck
from mtgstats.read.lists.source import shipped_decks
from mtgstats.read.table import load_table

from .describing import card_facts, deck_facts, told_card, told_deck
from .errors import FAULT
from .options import deck_argument, json_option, parse_source


@click.command()
@deck_argument
@json_option
def deck(source: str, form: str | None, as_json: bool) -> None:
    """What was read as DECK, what the deck holds, and what of it is not modelled.

    Exits with 2 where lines could not be read, after telling all the rest.
    """
    reading = parse_source(source, form)
    if as_json:
        click.echo(json.dumps(deck_facts(reading), ensure_ascii=False, indent=1))
    elif reading.deck.main:
        click.echo(told_deck(reading))
    for line in reading.unknown:
        click.echo(f"Error: {reading.place}, {line}", err=True)
    if reading.unknown:
        sys.exit(FAULT)


@click.command()
def decks() -> None:
    """The decks that come with mtgstats."""
    for name in shipped_decks():
        shipped = read_deck(name)
        cards = sum(count for pile in (shipped.main, shipped.commander) for _, count in pile)
        click.echo(f"{name:<20}{cards:>4} cards")


@click.command()
@click.argument("name", nargs=-1, required=True)
@json_option
def card(name: tuple[str, ...], as_json: bool) -> None:
    """The facts of the card called NAME."""
    found = load_table().find(" ".join(name))
    click.echo(json.dumps(card_facts(found), ensure_ascii=False, indent=1) if as_json else told_card(found))
