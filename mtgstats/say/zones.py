"""Zones: where cards lie in a game, and unions of them."""

from dataclasses import dataclass

from mtgstats.read.card import Card, Face

FACE_DOWN = Card(
    name="face-down creature",
    layout="normal",
    faces=(
        Face(name="face-down creature", mana_cost="", mana_value=0, type_line="Creature", power="2", toughness="2"),
    ),
    mana_value=0,
    colors="",
    color_identity="",
)
"""How counts over the battlefield see a face-down permanent: a 2/2 creature without name or cost (CR 708.2a)."""


@dataclass(frozen=True, repr=False)
class Zone:
    """One zone or a union of zones (``hand | battlefield``).

    `places` are names of zones; ``"hidden[Bridge 1]"`` is what one source has hidden.
    """

    places: frozenset[str]

    def __or__(self, other: "Zone") -> "Zone":
        return Zone(self.places | other.places)

    def __str__(self) -> str:
        return " | ".join(map(_place_text, self.in_order)) or "nowhere"

    def __repr__(self) -> str:
        return str(self)

    @property
    def in_order(self) -> list[str]:
        """The places in one fixed order, that in which a card passes through them."""
        return sorted(self.places, key=_place_order)

    @property
    def place(self) -> str:
        """The one place of a zone that is no union."""
        (place,) = self.places
        return place


class HiddenZone(Zone):
    """Cards exiled face down by hideaway; ``hidden["Bridge 1"]`` are those of one source (CR 607.3)."""

    def __getitem__(self, source: str) -> Zone:
        return Zone(frozenset({f"hidden[{source}]"}))


def _place_order(place: str) -> tuple[int, str]:
    base = place.split("[")[0]
    order = ("library", "hand", "battlefield", "graveyard", "exile", "hidden", "face_down", "looked", "kept")
    return order.index(base), place


def _place_text(place: str) -> str:
    base, bracket, source = place.partition("[")
    return f"{base}[{quoted(source[:-1])}]" if bracket else base


def quoted(text: object) -> str:
    """A text in quotation marks, as Python writes it, double ones where that is easy to read."""
    plain = str(text)
    return repr(plain) if '"' in plain or not plain.isprintable() or "\\" in plain else f'"{plain}"'


library = Zone(frozenset({"library"}))
hand = Zone(frozenset({"hand"}))
battlefield = Zone(frozenset({"battlefield"}))
graveyard = Zone(frozenset({"graveyard"}))
exile = Zone(frozenset({"exile"}))
hidden = HiddenZone(frozenset({"hidden"}))
face_down = Zone(frozenset({"face_down"}))
looked = Zone(frozenset({"looked"}))
kept = Zone(frozenset({"kept"}))
