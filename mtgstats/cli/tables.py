"""The table of card facts: the shipped one, or the user's own."""

import click

from mtgstats.read.table import remove_table, table_info

from .progress import bytes_bar


@click.group()
def cards() -> None:
    """Card facts: which table is in use, and making one of your own."""


@cards.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def import_file(file: str) -> None:
    """Make your own table out of a Scryfall bulk FILE or MTGJSON's AtomicCards or AllPrintings (.gz too)."""
    from mtgstats.read.importing import import_table

    with bytes_bar() as progress:
        info = import_table(file, progress=progress)
    click.echo(f"In use from now on: {info}")


@cards.command()
@click.option(
    "--kind",
    type=click.Choice(["default_cards", "oracle_cards"]),
    default="default_cards",
    show_default=True,
    help="Scryfall's file: default_cards knows printings, oracle_cards is a third of its size.",
)
def update(kind: str) -> None:
    """Download Scryfall's current card file and make your own table out of it."""
    from mtgstats.read.updating import update_table

    with bytes_bar() as progress:
        info = update_table(kind, progress=progress)
    click.echo(f"In use from now on: {info}")


@cards.command()
def remove() -> None:
    """Remove your own table; the shipped one is used again."""
    click.echo("Removed your own table." if remove_table() else "There is no table of your own.")
    click.echo(f"In use: {table_info()}")


@cards.command()
def info() -> None:
    """Say which table is in use."""
    table = table_info()
    click.echo(f"{table}\n{table.aliases:,} other names, {table.printings:,} set numbers\n{table.path}")
