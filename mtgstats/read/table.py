"""The table of card facts: one zip file, read lazily; the user's own where there is one, else the shipped one.

Members of the file, all UTF-8, lines sorted by their first column:

- ``about.json``: ``format``, ``source``, ``date``, and every word that stands in a type line or among the keywords;
- ``cards.tsv``: name, facts as JSON (the fields of `Card` that differ from their defaults);
- ``aliases.tsv``: another name (printed, localized), the card's name;
- ``printings.tsv``: set code and number (``zen/220``), the card's name.
"""

import json
import os
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from mtgstats.errors import CardError
from mtgstats.read.card import Card, Face
from mtgstats.read.names import fold, fold_all, nearest

FORMAT = 2
SHIPPED = Path(__file__).with_name("data") / "cards.zip"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # every member's time, so that equal facts make equal files


@dataclass(frozen=True)
class TableInfo:
    """What a table of card facts is: its file, where its facts come from, their date, and how much it holds."""

    path: Path
    source: str
    date: str
    cards: int
    aliases: int
    printings: int

    @property
    def shipped(self) -> bool:
        return self.path == SHIPPED

    def __str__(self) -> str:
        kind = "shipped with mtgstats" if self.shipped else "your own"
        return f"{self.cards:,} cards from {self.source} of {self.date} ({kind})"


class CardTable:
    """Cards by name. Cards are built when they are asked for; iterating builds them all.

    Raises `CardError` where `path` is no table of this format.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        about = json.loads(_member(path, "about.json"))
        if about.get("format") != FORMAT:
            raise CardError(f"{path}: a card table of format {about.get('format')}, not {FORMAT}; import it again")
        self._about: dict[str, Any] = about
        self._facts = _columns(path, "cards.tsv")
        self._cards: dict[str, Card] = {}

    def __len__(self) -> int:
        return len(self._facts)

    def __iter__(self) -> Iterator[Card]:
        return map(self._card, self._facts)

    def find(self, name: str) -> Card:
        """The card called `name` (see `lookup`); `CardError` with the nearest names where there is none."""
        card = self.lookup(name)
        if card is None:
            near = self.nearest(name)
            hint = f"; nearest: {'; '.join(near)}" if near else ""
            raise CardError(f"no card is called {name.strip()!r}{hint}")
        return card

    def lookup(self, name: str) -> Card | None:
        """The card called `name`, or ``None``.

        Case, accents, apostrophes, spaces and the number of slashes make no difference. A card of exactly that name
        comes first, then one whose front face, then one whose other face or half is called so, then other names
        (printed or localized) where the table knows them. ``X // X`` (a reversible printing) is X.
        """
        key = _one_side(fold(name))
        found = self._names.get(key) or self._aliases.get(key)
        return self._card(found) if found else None

    def nearest(self, name: str, n: int = 3) -> list[str]:
        """The names of the `n` cards that are spelled most like `name`, best first."""
        found = (self._names[key] for key in nearest(name, list(self._names), 2 * n))
        return list(dict.fromkeys(found))[:n]

    def printing(self, set_code: str, number: str) -> str | None:
        """The name of the card with that collector number, where the table knows printings. Set CON_ is CON."""
        return self._printings.get(printing_key(set_code, number))

    @property
    def knows_printings(self) -> bool:
        return bool(self._printings)

    @property
    def source(self) -> str:
        """Which table this is, in words."""
        return str(self.info)

    @property
    def info(self) -> TableInfo:
        about = self._about
        return TableInfo(self.path, about["source"], about["date"], len(self), len(self._aliases), len(self._printings))

    @cached_property
    def types(self) -> frozenset[str]:
        """Every word that stands in a type line, in lower case."""
        return frozenset(self._about["types"])

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Every keyword, in lower case."""
        return frozenset(self._about["keywords"])

    @cached_property
    def _names(self) -> dict[str, str]:
        whole = dict(zip(fold_all(self._facts), self._facts, strict=True))
        several = [(key.split("/"), name) for key, name in whole.items() if " // " in name]
        fronts = {halves[0]: name for halves, name in reversed(several)}
        others = {half: name for halves, name in reversed(several) for half in halves[1:]}
        return others | fronts | whole

    @cached_property
    def _aliases(self) -> Mapping[str, str]:
        return _columns(self.path, "aliases.tsv")

    @cached_property
    def _printings(self) -> Mapping[str, str]:
        return _columns(self.path, "printings.tsv")

    def _card(self, name: str) -> Card:
        if name not in self._cards:
            self._cards[name] = _decoded(name, self._facts[name])
        return self._cards[name]


@lru_cache(maxsize=1)
def load_table() -> CardTable:
    """The table in use: the user's own where one was imported, else the shipped one."""
    return CardTable(user_path()) if user_path().exists() else shipped_table()


@lru_cache(maxsize=1)
def shipped_table() -> CardTable:
    """The table that comes with mtgstats; the shipped decks are read with it, whatever a user's own table holds."""
    return CardTable(SHIPPED)


def table_info() -> TableInfo:
    """Which table is in use and what it holds."""
    return load_table().info


def remove_table() -> bool:
    """Remove the user's own table, so that the shipped one is used again; whether there was one."""
    existed = user_path().exists()
    user_path().unlink(missing_ok=True)
    load_table.cache_clear()
    return existed


def user_path() -> Path:
    """Where the user's own table lies: in the folder ``MTGSTATS_DATA`` names, else in the platform's data folder."""
    from platformdirs import user_data_path

    folder = os.environ.get("MTGSTATS_DATA")
    return (Path(folder) if folder else user_data_path("mtgstats", appauthor=False)) / "cards.zip"


def write_table(
    path: Path,
    cards: Collection[Card],
    *,
    source: str,
    date: str,
    aliases: Mapping[str, str],
    printings: Mapping[str, str],
) -> None:
    """Write a table: `aliases` from folded names, `printings` from `printing_key` to card names.

    An interrupted write leaves the old file in place.
    """
    types = {word for card in cards for face in card.faces for word in face.type_line.lower().split()} - {"—"}
    keywords = {word.lower() for card in cards for word in card.keywords}
    about = {
        "format": FORMAT,
        "source": source,
        "date": date,
        "types": sorted(types),
        "keywords": sorted(keywords),
    }
    part = path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            _add(file, "about.json", json.dumps(about, ensure_ascii=False))
            _add(file, "cards.tsv", _lines((card.name, _encoded(card)) for card in cards))
            _add(file, "aliases.tsv", _lines(aliases.items()))
            _add(file, "printings.tsv", _lines(printings.items()))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def printing_key(set_code: str, number: str) -> str:
    """How a printing is written in a table: ``zen/220``. Some sources call Conflux CON_, as Windows has no file CON."""
    return f"{set_code.strip().lower().rstrip('_')}/{number.strip().lower()}"


def _one_side(key: str) -> str:
    parts = key.split("/")
    half = len(parts) // 2
    return "/".join(parts[:half]) if half and parts[:half] == parts[half:] else key


def _member(path: Path, name: str) -> str:
    try:
        with zipfile.ZipFile(path) as file:
            return file.read(name).decode()
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise CardError(f"{path}: no table of card facts ({error}); import it again or remove it") from error


def _columns(path: Path, member: str) -> dict[str, str]:
    lines = _member(path, member).split("\n")
    return dict(line.split("\t", 1) for line in lines if line)


def _lines(rows: Iterable[tuple[str, str]]) -> str:
    return "".join(f"{key}\t{value}\n" for key, value in sorted(rows))


def _add(file: zipfile.ZipFile, name: str, text: str) -> None:
    file.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED, 9)


def _encoded(card: Card) -> str:
    """The facts of a card as JSON, without those that `_decoded` derives or assumes."""
    facts = _facts(card, {"name": card.name, "layout": "normal", "mana_value": card.mana_value, "colors": card.colors})
    facts["faces"] = [_facts(face, {"name": card.name}) for face in card.faces]
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def _facts(thing: Card | Face, known: dict[str, Any]) -> dict[str, Any]:
    defaults: dict[str, Any] = {field.name: field.default for field in fields(thing)} | known
    values = {key: getattr(thing, key) for key, default in defaults.items() if getattr(thing, key) != default}
    return {key: sorted(value) if isinstance(value, frozenset) else value for key, value in values.items()}


def _decoded(name: str, text: str) -> Card:
    facts: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(text).items()
    }
    layout = facts.pop("layout", "normal")
    faces = tuple(Face(**{"name": name, **face}) for face in facts.pop("faces"))
    keywords = frozenset(facts.pop("keywords", ()))
    return Card.of_faces(name, layout, faces, keywords=keywords, **facts)
