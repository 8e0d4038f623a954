"""Results in files: JSON with all that it takes to make them again, safe to load from a stranger.

A file holds the fields of a `Result`: of its deck every card's facts, of its plan what `mtgstats.say.written` lists,
with choices, values and selectors as tables by card name. A file whose name ends in ``.gz`` is compressed.
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

from mtgstats.errors import MtgstatsError, ResultError
from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.read.structure import changed_to_data, fields_from_data, fields_to_data, mapping
from mtgstats.say.plan import Plan
from mtgstats.say.written import plan_from_json
from mtgstats.show.result import Result
from mtgstats.show.tabulating import plan_to_json

KIND = "mtgstats result"
FORMAT = 1
LIMIT = 1 << 28
"""Bytes of a file, unpacked; more is no result that anyone has saved."""


def save(result: Result, path: str | os.PathLike[str]) -> None:
    """Write a result to a file; an interrupted write leaves the old file in place.

    Functions of Python are written as tables of what they say about the deck's cards. A plan that had any is read back
    as one that plays the same games but is not equal to it: compare the `tallies` of such results.
    """
    file = Path(path)
    text = json.dumps(result_to_json(result), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    data = gzip.compress(text.encode(), mtime=0) if file.suffix == ".gz" else text.encode()
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, file)
    except OSError as error:
        raise ResultError(f"{file}: cannot be written ({error.strerror})") from error
    finally:
        part.unlink(missing_ok=True)


def load(path: str | os.PathLike[str]) -> Result:
    """The result that a file holds. Nothing in a file is ever run; ResultError where it holds no result.

    It is equal to the one that was saved, unless a function of Python was in the plan (see `save`).
    """
    file = Path(path)
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            data = stream.read(LIMIT + 1)
    except (OSError, EOFError) as error:
        raise ResultError(f"{file}: cannot be read ({error})") from error
    if len(data) > LIMIT:
        raise ResultError(f"{file}: more than {LIMIT:,} bytes, which is no saved result")
    try:
        return result_from_json(json.loads(data, parse_constant=_no_constant), place=file.name)
    except (ValueError, RecursionError) as error:
        raise ResultError(f"{file}: no saved result ({error})") from None


def result_to_json(result: Result) -> dict[str, Any]:
    """A result as plain data, which JSON can hold."""
    writers = {Plan: lambda plan: plan_to_json(plan, result.deck), Card: changed_to_data}
    return {"kind": KIND, "format": FORMAT, **fields_to_data(result, writers)}


def result_from_json(data: Any, *, place: str = "result") -> Result:
    """The result that plain data says; ResultError, which names the place, where it says none."""
    try:
        if mapping(data, place).get("kind") != KIND:
            raise ResultError(f"{place}: no saved result of mtgstats")
        if data.get("format") != FORMAT:
            raise ResultError(f"{place}: a result of format {data.get('format')!r}; this version reads format {FORMAT}")
        rest = {key: value for key, value in data.items() if key not in ("kind", "format")}
        readers = {Plan: lambda plan, where: plan_from_json(plan, place=where), Deck: _deck}
        result = fields_from_data(Result, rest, place, readers)
    except MtgstatsError as error:
        raise error if isinstance(error, ResultError) else ResultError(str(error)) from None
    _check(result, place)
    return result


def _deck(data: Any, place: str) -> Deck:
    deck = fields_from_data(Deck, data, place)
    for pile in (deck.main, deck.sideboard, deck.commander, deck.companion):
        for card, number in pile:
            if number < 0 or not card.faces:
                raise ResultError(f"{place}: {number} of {card.name} with {len(card.faces)} faces")
    return deck


def _check(result: Result, place: str) -> None:
    """Refuse tallies that are none of this plan's, or whose tables do not fit."""
    if result.engine == "simulate" and result.seed is None:
        raise ResultError(f"{place}: a simulated result has a seed, this one none")
    watches = {watch.name for watch in result.plan.watches}
    for tally in result.tallies:
        if tally.watch not in watches or len(tally.values) != len(tally.counts):
            raise ResultError(
                f"{place}: the tally of {tally.watch!r} at {tally.mark!r} does not fit the plan or itself"
            )
    for joint in result.joints:
        fits = len(joint.counts) == len(joint.first_values)
        if not fits or any(len(row) != len(joint.second_values) for row in joint.counts):
            raise ResultError(f"{place}: the joint tally of {joint.first!r} and {joint.second!r} does not fit itself")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")
