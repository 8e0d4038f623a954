"""What a waiting user sees on the standard error: a bar on long runs, and a word while the core compiles."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import click

PATIENCE = 3.0
"""Seconds without a game before the user is told why."""


@contextmanager
def games_bar(total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar over so many games, on a terminal only and once it takes a while; told of games as they are played."""
    from tqdm import tqdm

    word = Timer(PATIENCE, click.echo, ["Compiling the core (the first time only) …"], {"err": True})
    word.daemon = True
    word.start()
    with tqdm(total=total, unit=" games", unit_scale=True, delay=PATIENCE, disable=None, leave=False) as bar:

        def played(games: int) -> None:
            if games:
                word.cancel()
                bar.update(games)

        try:
            yield played
        finally:
            word.cancel()


@contextmanager
def bytes_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar over the bytes of a file, told of (bytes done, bytes in all)."""
    from tqdm import tqdm

    with tqdm(unit="B", unit_scale=True, disable=None, leave=False) as bar:

        def done(number: int, total: int) -> None:
            if total != bar.total or number < bar.n:  # another file
                bar.reset(total)
            bar.update(number - bar.n)

        yield done
