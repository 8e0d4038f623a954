"""Where a list comes from: a shipped deck, a file or pasted text, in whatever encoding it was saved."""

from pathlib import Path
from typing import NamedTuple

from mtgstats.errors import DeckError
from mtgstats.read.names import nearest

MAX_BYTES = 8_000_000
"""Far more than the largest collection; a larger file is refused before it is read."""

ENCODINGS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
SHIPPED = Path(__file__).parents[1] / "data" / "decks"


def shipped_decks() -> tuple[str, ...]:
    """The names of the decks that come with mtgstats."""
    return tuple(sorted(deck.stem for deck in SHIPPED.glob("*.txt")))


class Source(NamedTuple):
    """The text of a list, a name for the deck, what messages call the place it is from, whether that is shipped."""

    text: str
    name: str
    place: str
    shipped: bool = False


def open_source(source: str | Path) -> Source:
    """Open a list; raises DeckError where there is no such list, or where it is too large or no text."""
    if isinstance(source, str) and ("\n" in source or "\r" in source):
        _check_size(len(source), "pasted list")
        return Source(source.lstrip("\ufeff"), "pasted list", "pasted list")
    if isinstance(source, str) and source in shipped_decks():
        return Source((SHIPPED / f"{source}.txt").read_text(encoding="utf-8"), source, source, shipped=True)
    path = Path(source)
    return Source(_decoded(_read(path), str(path)), path.stem, str(path))


def _read(path: Path) -> bytes:
    try:
        _check_size(path.stat().st_size, str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # a pipe or a device says no size
    except FileNotFoundError as error:
        shipped = shipped_decks()
        near = nearest(path.name, shipped, 1)
        hint = f"; did you mean {near[0]}?" if near else f" and no shipped deck ({', '.join(shipped)})"
        raise DeckError(f"no deck {str(path)!r}: no such file{hint}") from error
    except (OSError, ValueError) as error:
        raise DeckError(f"deck {str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    _check_size(len(data), str(path))
    return data


def _check_size(size: int, name: str) -> None:
    if size > MAX_BYTES:
        raise DeckError(f"{name}: {size:,} bytes, but a decklist has at most {MAX_BYTES:,}")


def _decoded(data: bytes, name: str) -> str:
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError:
        # Windows-1252 is Latin-1 with curly quotes and dashes in place of control characters.
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise DeckError(f"{name}: not a text file, so no decklist")
    return text


def _encoding(data: bytes) -> str:
    for mark, encoding in ENCODINGS.items():
        if data.startswith(mark):
            return encoding
    if data[1:2] == b"\0":
        return "utf-16-le"
    return "utf-16-be" if data[:1] == b"\0" else "utf-8"
