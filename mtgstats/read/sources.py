"""Card files as Scryfall and MTGJSON publish them, read as a stream: one `Printing` after the other, in one shape."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from mtgstats.read.card import Card, Face
from mtgstats.read.costs import COLORS, cost_colors, in_order, mana_value
from mtgstats.read.wording import facts_of, may_command

Json = dict[str, Any]

_NOT_CARDS = {"token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard"}
_NOT_SETS = {"token", "memorabilia", "minigame"}
_COLORLESS = {"artifact", "conspiracy", "eldrazi"}  # types that may have no colour though their identity has
_ALL_COLORS = re.compile(r"^[\w ,']+ is all colors\.", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """One card object of a source file, as far as it is read.

    `faces` have Scryfall's keys whatever the source. `other_names` are printed and localized ones. `melds_into` is the
    name of the card that this one is half of.
    """

    name: str
    layout: str
    faces: list[Json]
    color_identity: list[str]
    keywords: list[str]
    other_names: list[str]
    set_code: str
    number: str
    melds_into: str = ""

    def card(self) -> Card:
        """The facts of this card. Mana values are counted from the costs (CR 202.3), alike for every source."""
        layout = "split" if self.layout == "aftermath" else self.layout
        faces = [_face(face) for face in self.faces]
        if layout == "transform":
            faces = [faces[0], *(replace(face, mana_value=faces[0].mana_value) for face in faces[1:])]  # CR 202.3b
        texts = [face.get("oracle_text") or "" for face in self.faces]
        faces[0] = replace(faces[0], colors=self._front_colors(faces[0], texts[0]))
        return Card.of_faces(
            self.name,
            layout,
            tuple(faces),
            color_identity=in_order(self.color_identity),
            keywords=frozenset(self.keywords),
            commander=may_command(faces[0], texts[0]),
            **facts_of(texts, faces[0].name, self.keywords),
        )

    def _front_colors(self, front: Face, text: str) -> str:
        """The colours of the front face, also where the source takes them from the mana cost alone."""
        if "Devoid" in self.keywords:
            return ""
        if _ALL_COLORS.search(text):
            return COLORS
        types = set(front.type_line.lower().split())
        colorless = not types.isdisjoint(_COLORLESS) or ("land" in types and "creature" not in types)
        if front.colors or front.mana_cost not in {"", "{0}"} or colorless:
            return front.colors
        return in_order(self.color_identity)  # a colour indicator (CR 204) that the source leaves out


def scryfall_printings(objects: Iterable[Json]) -> Iterator[Printing]:
    """The cards among the objects of a Scryfall bulk file; tokens, emblems, art cards and their like are left out."""
    for card in objects:
        if card["layout"] in _NOT_CARDS or card.get("set_type") in _NOT_SETS:
            continue
        layout, faces = card["layout"], card.get("card_faces") or [card]
        if layout == "reversible_card":  # one card on both sides, and each face says which
            faces = faces[: max(1, len(faces) // 2)]
            layout = faces[0].get("layout", "normal")
        names = (side.get(key) for side in (card, *faces) for key in ("flavor_name", "printed_name"))
        melds = (part["name"] for part in card.get("all_parts", ()) if part["component"] == "meld_result")
        yield Printing(
            name=" // ".join(face["name"] for face in faces),
            layout=layout,
            faces=faces,
            color_identity=card["color_identity"],
            keywords=card.get("keywords", []),
            other_names=[name for name in names if name],
            set_code=card.get("set", ""),
            number=card.get("collector_number", ""),
            melds_into=next(melds, "") if layout == "meld" else "",
        )


def mtgjson_atomic(entries: Iterable[tuple[str, list[Json]]]) -> Iterator[Printing]:
    """The cards of an MTGJSON AtomicCards file, ``name: [face, ...]``; of cards of one name (un-cards) the first."""
    for name, faces in entries:
        sides = {face.get("side", "a"): face for face in reversed(faces)}
        yield from _mtgjson_printing(name, [sides[side] for side in sorted(sides)])


def mtgjson_sets(entries: Iterable[tuple[str, Json]]) -> Iterator[Printing]:
    """The cards of an MTGJSON AllPrintings file, ``set code: set``, which has one object a face."""
    for _, edition in entries:
        if edition.get("type") in _NOT_SETS:
            continue
        faces = sorted(edition["cards"], key=lambda face: (face["name"], face["number"], face.get("side", "a")))
        for (name, _), sides in groupby(faces, key=lambda face: (face["name"], face["number"])):
            yield from _mtgjson_printing(name, list(sides))


def _mtgjson_printing(name: str, faces: list[Json]) -> Iterator[Printing]:
    front, layout, parts = faces[0], faces[0]["layout"], name.split(" // ")
    if layout in _NOT_CARDS:
        return
    melds_into = parts[1] if layout == "meld" and len(parts) > 1 else ""
    if layout in {"meld", "reversible_card"}:  # named "half // whole" and "card // card"
        parts = parts[: max(1, len(parts) // 2)]
    if layout == "reversible_card":
        layout = "normal" if len(parts) == 1 else "adventure"
    faces = faces[: len(parts)]
    names = [face.get(key) for face in faces for key in ("flavorName", "faceFlavorName", "printedName")]
    foreign = [
        entry.get(key) for face in faces for entry in face.get("foreignData", ()) for key in ("name", "faceName")
    ]
    yield Printing(
        name=" // ".join(parts),
        layout=layout,
        faces=[_scryfall_face(face) for face in faces],
        color_identity=front["colorIdentity"],
        keywords=sorted({keyword for face in faces for keyword in face.get("keywords", ())}),
        other_names=[other for other in (*names, *foreign, melds_into and name) if other],
        set_code=front.get("setCode", ""),
        number=front.get("number", ""),
        melds_into=melds_into,
    )


def _scryfall_face(face: Json) -> Json:
    same = {key: face.get(key) for key in ("colors", "power", "toughness", "loyalty", "defense")}
    return same | {
        "name": face.get("faceName") or face["name"],
        "mana_cost": face.get("manaCost"),
        "type_line": face["type"],
        "oracle_text": face.get("text"),
    }


def _face(face: Json) -> Face:
    cost, colors = face.get("mana_cost") or "", face.get("colors")
    return Face(
        name=face["name"],
        mana_cost=cost,
        mana_value=mana_value(cost),
        type_line=face.get("type_line", ""),
        colors=cost_colors(cost) if colors is None else in_order(colors),
        **{key: face.get(key) for key in ("power", "toughness", "loyalty", "defense")},
    )
