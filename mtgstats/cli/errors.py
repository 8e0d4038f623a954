"""Faults of the input: one line on the standard error, exit code 2, no traceback."""

import os
import sys
from typing import Any

import click

from mtgstats.errors import MtgstatsError, QueryError

FAULT, INTERRUPTED = 2, 130
"""Exit codes: of bad input, and after Ctrl-C (128 + SIGINT)."""


class Commands(click.Group):
    """Commands whose faults are told in one line."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and exit: 0, FAULT or INTERRUPTED."""
        kwargs["standalone_mode"] = False
        try:
            sys.exit(super().main(*args, **kwargs))
        except click.Abort:
            sys.exit(INTERRUPTED)
        except click.ClickException as error:
            _tell(error.format_message())
        except BrokenPipeError:  # the reader of our output (head, say) has gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except QueryError as error:
            _tell(_in_one_line(str(error)))
        except (MtgstatsError, OSError) as error:
            _tell(str(error))
        sys.exit(FAULT)


def _tell(message: str) -> None:
    click.echo(f"Error: {message}", err=True)


def _in_one_line(message: str) -> str:
    """What is wrong with a query, its place as a number in place of the arrow beneath it."""
    fault, *drawn = message.splitlines()
    if len(drawn) < 2:
        return message
    query, arrow = drawn[0][2:], drawn[1][2:]
    return f"{fault}, at character {arrow.index('^') + 1} of {query!r}"
