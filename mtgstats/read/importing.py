"""Make a card table out of a card file: Scryfall bulk data or MTGJSON, plain or gzipped, read as a stream.

The shipped table was made by ``python -m mtgstats.read.importing AtomicCards.json.gz mtgstats/read/data/cards.zip``.
"""

import gzip
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import IO, cast

import ijson

from mtgstats.errors import CardError
from mtgstats.read.card import Card
from mtgstats.read.names import fold
from mtgstats.read.sources import Printing, mtgjson_atomic, mtgjson_sets, scryfall_printings
from mtgstats.read.table import CardTable, TableInfo, load_table, printing_key, user_path, write_table

Progress = Callable[[int, int], None]  # bytes done, bytes in all

SCRYFALL, ATOMIC, ALL_PRINTINGS = "Scryfall", "MTGJSON AtomicCards", "MTGJSON AllPrintings"
MAX_DEPTH = 500
"""Far deeper than a card file nests."""

_BRACKETS = dict(zip(b"[{]}", (1, 1, -1, -1), strict=True))
_OTHERS = bytes(set(range(256)) - _BRACKETS.keys())
_HEAD = 4096
_DATE = re.compile(rb'"date"\s*:\s*"(\d{4}-\d{2}-\d{2})"')


def import_table(source: str | os.PathLike[str], *, progress: Progress | None = None) -> TableInfo:
    """Make the user's own table out of `source`; it is used from then on. An interrupted import leaves the old one.

    Raises `CardError` where `source` is no Scryfall bulk file (oracle_cards, default_cards, all_cards) and no MTGJSON
    AtomicCards or AllPrintings, or is cut short.
    """
    info = make_table(Path(source), user_path(), progress=progress)
    load_table.cache_clear()
    return info


def make_table(source: Path, target: Path, *, progress: Progress | None = None) -> TableInfo:
    """Write the table of the cards in `source` to `target`; see `import_table`."""
    gathered = _gather(source, progress)
    gathered.value_melds()
    write_table(
        target,
        gathered.cards.values(),
        source=gathered.source,
        date=gathered.date,
        aliases=gathered.aliases,
        printings=gathered.printings,
    )
    return CardTable(target).info


def _gather(source: Path, progress: Progress | None) -> "_Gathered":
    name = ""
    try:
        size = source.stat().st_size
        with source.open("rb") as raw, _plain(raw) as file:
            gathered = _Gathered(*_origin(file, source))
            for count, printing in enumerate(_printings(file, gathered.source)):
                gathered.add(printing)
                name = printing.name
                if progress and count % 500 == 0:
                    progress(raw.tell(), size)
    except (OSError, EOFError, zlib.error) as error:
        raise CardError(f"{source}: cannot be read ({error})") from error
    except ijson.JSONError as error:
        reason = str(error).partition("\n")[0]  # below it stands where, in a drawing
        raise CardError(f"{source}: not whole, or not JSON as card files are ({reason})") from error
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        place = f"after {name!r}" if name else "at the start"
        raise CardError(f"{source}: a card {place} is not as {gathered.source} writes it ({error!r})") from error
    if not gathered.cards:
        raise CardError(f"{source}: there is no card in it")
    if progress:
        progress(size, size)
    return gathered


class _Gathered:
    """What a table will hold: the first printing of each name gives the card, every one its number and other names."""

    def __init__(self, source: str, date: str) -> None:
        self.source = source
        self.date = date
        self.cards: dict[str, Card] = {}
        self.aliases: dict[str, str] = {}
        self.printings: dict[str, str] = {}
        self.melds: dict[str, set[str]] = {}

    def add(self, printing: Printing) -> None:
        name = printing.name
        if name not in self.cards:
            self.cards[name] = printing.card()
        for other in printing.other_names:
            self.aliases.setdefault(fold(other), name)
        if printing.set_code and printing.number:
            self.printings.setdefault(printing_key(printing.set_code, printing.number), name)
        if printing.melds_into:
            self.melds.setdefault(printing.melds_into, set()).add(name)

    def value_melds(self) -> None:
        """A melded permanent's mana value is the sum of its two fronts (CR 202.3c); no source says so."""
        for name, halves in self.melds.items():
            if name in self.cards:
                whole, value = self.cards[name], sum(self.cards[half].mana_value for half in halves)
                faces = (replace(whole.faces[0], mana_value=value),)
                self.cards[name] = replace(whole, mana_value=value, faces=faces)


def _plain(raw: IO[bytes]) -> IO[bytes]:
    gzipped = raw.read(2) == b"\x1f\x8b"
    raw.seek(0)
    return cast(IO[bytes], gzip.GzipFile(fileobj=raw)) if gzipped else raw


class _Shallow:
    """A file of JSON that is read no deeper than MAX_DEPTH: ijson's memory grows with the square of the depth.

    Brackets in strings count too, which is much faster than to find the strings, and they come in pairs.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.depth = 0

    def read(self, size: int = -1) -> bytes:
        data = self.file.read(size)
        depths = list(accumulate(map(_BRACKETS.__getitem__, data.translate(None, _OTHERS)), initial=self.depth))
        self.depth = depths[-1]
        if max(depths) > MAX_DEPTH:
            raise ijson.JSONError(f"nested more than {MAX_DEPTH} deep")
        return data


def _origin(file: IO[bytes], path: Path) -> tuple[str, str]:
    """Who made the file, in which shape, and of which date it is."""
    head = file.read(_HEAD)
    file.seek(0)
    start = head.lstrip()[:1]
    if start == b"[":
        return SCRYFALL, datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
    if start != b"{":
        raise CardError(f"{path}: neither a Scryfall bulk file nor MTGJSON: it begins with {head[:20]!r}")
    found = _DATE.search(head)
    date = found[1].decode() if found else "unknown date"
    _, first = next(ijson.kvitems(_Shallow(file), "data"), ("", None))
    file.seek(0)
    if isinstance(first, list):
        return ATOMIC, date
    if isinstance(first, dict) and "cards" in first:
        return ALL_PRINTINGS, date
    raise CardError(f"{path}: JSON, but no Scryfall bulk file and neither MTGJSON AtomicCards nor AllPrintings")


def _printings(file: IO[bytes], origin: str) -> Iterator[Printing]:
    if origin == SCRYFALL:
        return scryfall_printings(ijson.items(_Shallow(file), "item"))
    entries = ijson.kvitems(_Shallow(file), "data")
    return mtgjson_atomic(entries) if origin == ATOMIC else mtgjson_sets(entries)


if __name__ == "__main__":
    print(make_table(Path(sys.argv[1]), Path(sys.argv[2]).resolve()))
