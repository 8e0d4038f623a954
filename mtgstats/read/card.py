"""A card: facts only, as printed (name, faces, cost, types, numbers); no rules text is kept or shipped."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mtgstats.read.costs import in_order

PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})


@dataclass(frozen=True, slots=True)
class Face:
    """One face (or half) of a card, as printed.

    Costs are in Scryfall's notation (``"{2}{G}"``; ``""`` where there is none), `mana_value` is what that cost adds up
    to (CR 202.3; the back of a transforming card has its front's, 202.3b), `colors` are letters out of ``WUBRG``,
    power, toughness, loyalty and defense are text as printed (``"*"``, ``"1+*"``), ``None`` where there is none.
    """

    name: str
    mana_cost: str
    mana_value: float
    type_line: str
    colors: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None


@dataclass(frozen=True)
class Card:
    """A card as it lies in a library: the front face of a double-faced card (CR 712.8a), both halves of a split card.

    `layout` is Scryfall's word (``"split"`` for aftermath cards and rooms too). `mana_value` follows CR 202.3 (a split
    card's is the sum of its halves, 709.4b; an adventure's that of the creature, 715.4). `keywords` are as Scryfall
    writes them (``"Manifest dread"``). `hideaway` holds the N of each trigger (``(3, 3)`` for Evercoat Ursine),
    `surveil`, `scry` and `mill` the numbers the card's own text names, where they are numbers. `moves` are words of its
    text that move or show cards of a library, hand or graveyard: ``("draw", "search")``. `morph`, `megamorph` and
    `disguise` are costs in Scryfall's notation; a cost that is not mana is in words, ``""`` is none. `enters_tapped` is
    said without condition. `commander`: the card may be a commander (CR 903.3).
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    mana_value: float
    colors: str
    color_identity: str
    keywords: frozenset[str] = frozenset()
    hideaway: tuple[int, ...] = ()
    surveil: tuple[int, ...] = ()
    scry: tuple[int, ...] = ()
    mill: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()
    manifests: bool = False
    manifests_dread: bool = False
    cloaks: bool = False
    morph: str = ""
    megamorph: str = ""
    disguise: str = ""
    enters_tapped: bool = False
    commander: bool = False

    @classmethod
    def of_faces(cls, name: str, layout: str, faces: tuple[Face, ...], **facts: Any) -> "Card":
        """A card whose mana value and colours are those of the faces that count in a library; other fields by name."""
        seen = faces if layout == "split" else faces[:1]
        value = sum(face.mana_value for face in seen)
        colors = in_order("".join(face.colors for face in seen))
        return cls(name=name, layout=layout, faces=faces, mana_value=value, colors=colors, **facts)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def seen(self) -> tuple[Face, ...]:
        """The faces that count in a library: both halves of a split card, else the front face."""
        return self.faces if self.layout == "split" else self.faces[:1]

    @cached_property
    def types(self) -> frozenset[str]:
        """Card types, supertypes and subtypes in lower case: of the front face, of both halves of a split card."""
        words = (word for face in self.seen for word in face.type_line.lower().split())
        return frozenset(words) - {"—"}

    @property
    def mana_cost(self) -> str:
        """The front face's cost; both halves of a split card joined by ``" // "``."""
        return " // ".join(face.mana_cost for face in self.seen)

    @property
    def type_line(self) -> str:
        """The type line of all faces, joined by ``" // "``."""
        return " // ".join(face.type_line for face in self.faces)

    @property
    def is_land(self) -> bool:
        return "land" in self.types

    @property
    def is_creature(self) -> bool:
        return "creature" in self.types

    @property
    def is_permanent(self) -> bool:
        """A permanent card: artifact, battle, creature, enchantment, land or planeswalker (CR 110.4a)."""
        return not PERMANENT_TYPES.isdisjoint(self.types)

    @property
    def is_instant_or_sorcery(self) -> bool:
        return not self.types.isdisjoint({"instant", "sorcery"})

    @cached_property
    def power(self) -> int | None:
        """Printed power as a whole number; ``None`` where there is none or where it is not one (``"*"``, ``"1.5"``)."""
        return _whole(self.faces[0].power)

    @cached_property
    def toughness(self) -> int | None:
        """Printed toughness, as `power`."""
        return _whole(self.faces[0].toughness)

    @cached_property
    def back(self) -> "Card | None":
        """The other face as a card of its own: a back side, an adventure's spell. ``None`` for a split card."""
        if self.layout == "split" or len(self.faces) == 1:
            return None
        face = self.faces[1]
        return Card.of_faces(face.name, self.layout, (face,), color_identity=self.color_identity)

    def __str__(self) -> str:
        return self.name


def _whole(text: str | None) -> int | None:
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None
