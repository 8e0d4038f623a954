"""The command line: ``mtgstats hideaway DECK`` and the rest. A fault of the input is one line and exit code 2."""

import click

import mtgstats

from .decks import card, deck, decks
from .errors import Commands
from .running import run
from .studies import hideaway, manifest, surveil
from .tables import cards


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(mtgstats.__version__, prog_name="mtgstats")
@click.pass_context
def main(context: click.Context) -> None:
    """Odds of hideaway, surveil and manifest for a real Magic decklist, simulated and exact.

    DECK is a decklist's path, the name of a deck that comes with mtgstats (see `mtgstats decks`), or - for the standard
    input.

    \b
    mtgstats hideaway mosswort-ramp --n 4 --n 5 --hit "t:creature mv>=7"
    mtgstats surveil dimir-surveil
    mtgstats manifest manifest-dread --dread
    """  # noqa: D301 (click's mark of lines to be kept is the character)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (hideaway, surveil, manifest, run, deck, decks, card, cards):
    main.add_command(command)
