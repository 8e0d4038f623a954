"""Frozen dataclasses to and from plain data (what JSON and TOML hold), by their type hints.

Reading is strict: an unknown key, a value of another type and a missing field
are errors which name the place, such as ``steps[2].mulligan.keep``.
"""

import math
import re
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from mtgstats.errors import MtgstatsError, PlanError

T = TypeVar("T")
Writers = Mapping[type, Callable[[Any], Any]]
"""How things of a class are written, where not field by field."""
Readers = Mapping[type, Callable[[Any, str], Any]]
"""How things of a class are read out of data found at a place."""

NONE: Mapping[type, Callable[..., Any]] = {}
INFINITIES = {"inf": math.inf, "-inf": -math.inf}
NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    Fraction: 'a fraction such as "1/3"',
}


# --- writing ----------------------------------------------------------------------------------------------------------


def to_data(thing: Any, writers: Writers = NONE) -> Any:
    """Plain data of a dataclass, or of anything it may hold; infinite numbers and fractions are texts."""
    for kind, write in writers.items():
        if isinstance(thing, kind):
            return write(thing)
    match thing:
        case float() if math.isinf(thing):
            return "inf" if thing > 0 else "-inf"
        case None | bool() | int() | float():
            return thing
        case str() | Fraction():
            return str(thing)
        case range():
            return [thing.start, thing.stop]
        case frozenset():
            return sorted(thing)
        case tuple() | list():
            return [to_data(part, writers) for part in thing]
    return fields_to_data(thing, writers)


def fields_to_data(thing: Any, writers: Writers = NONE) -> dict[str, Any]:
    """The fields of a dataclass."""
    return {own.name: to_data(getattr(thing, own.name), writers) for own in fields(thing) if own.init}


def changed_to_data(thing: Any, writers: Writers = NONE) -> dict[str, Any]:
    """The fields of a dataclass that have not their default."""
    values = [(own, getattr(thing, own.name)) for own in fields(thing) if own.init]
    return {own.name: to_data(value, writers) for own, value in values if value != own.default}


# --- reading ----------------------------------------------------------------------------------------------------------


def from_data(hint: Any, data: Any, place: str, readers: Readers = NONE) -> Any:
    """The thing of the type `hint` that `data` is."""
    kinds = list(get_args(hint)) if get_origin(hint) in (Union, types.UnionType) else [hint]
    if data is None and type(None) in kinds:
        return None
    for kind, read in readers.items():
        if kind in kinds:
            return read(data, place)
    errors: list[PlanError] = []
    for kind in kinds:
        if kind is not type(None):
            try:
                return _one(kind, data, place, readers)
            except PlanError as error:
                errors.append(error)
    if all(isinstance(error, WrongError) and error.place == place for error in errors):
        raise wrong(data, place, " or ".join(error.right for error in errors if isinstance(error, WrongError)))
    raise errors[-1]


def fields_from_data(cls: type[T], data: Any, place: str, readers: Readers = NONE) -> T:
    """The dataclass whose fields `data` holds."""
    kind: Any = cls
    hints, known = get_type_hints(kind), {own.name: own for own in fields(kind) if own.init}
    check_keys(data, place, known)
    for name, own in known.items():
        if name not in data and own.default is MISSING and own.default_factory is MISSING:
            raise PlanError(f"{place}: {name!r} is missing")
    values = {name: from_data(hints[name], value, f"{place}.{name}", readers) for name, value in data.items()}
    try:
        return cls(**values)
    except MtgstatsError as error:
        raise PlanError(f"{place}: {error}") from None


def mapping(data: Any, place: str) -> Mapping[str, Any]:
    """`data`, if it is a table of names and values."""
    if not isinstance(data, Mapping):
        raise wrong(data, place, "a table of names and values")
    return data


def check_keys(data: Any, place: str, known: Collection[str]) -> None:
    """Hold `data` to be a table whose names are all known."""
    for key in mapping(data, place):
        if key not in known:
            raise PlanError(f"{place}: {key!r} is not known; there are {', '.join(known)}")


def listing(data: Any, place: str) -> Sequence[Any]:
    """`data`, if it is a list."""
    if not isinstance(data, list | tuple):
        raise wrong(data, place, "a list")
    return data


class WrongError(PlanError):
    """Data of which none can be made what belongs at its `place`; `right` is what would be."""

    def __init__(self, message: str, place: str, right: str) -> None:
        super().__init__(message)
        self.place, self.right = place, right


def wrong(data: Any, place: str, right: str) -> WrongError:
    """The error that says what was got at a place and what would be right."""
    got = repr(data)
    return WrongError(f"{place}: got {got if len(got) <= 80 else got[:80] + '…'}; give {right}", place, right)


def _one(kind: Any, data: Any, place: str, readers: Readers) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return fields_from_data(kind, data, place, readers)  # type: ignore[arg-type]
    if origin is tuple and Ellipsis not in args:
        return _fixed(args, data, place, readers)
    if origin in (tuple, frozenset, Sequence):
        parts = (from_data(args[0], part, f"{place}[{i}]", readers) for i, part in enumerate(listing(data, place)))
        return frozenset(parts) if origin is frozenset else tuple(parts)
    if origin is dict:
        return {key: from_data(args[1], part, f"{place}.{key}", readers) for key, part in mapping(data, place).items()}
    if kind is range:
        return range(*_fixed((int, int), data, place, readers))
    if origin is Literal or issubclass(kind, StrEnum):
        allowed = {str(word): word for word in (args if origin is Literal else kind)}
        if not isinstance(data, str) or data not in allowed:
            raise wrong(data, place, f"one of {', '.join(map(repr, allowed))}")
        return allowed[data]
    return _simple(kind, data, place)


def _fixed(kinds: tuple[Any, ...], data: Any, place: str, readers: Readers) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple) or len(data) != len(kinds):
        raise wrong(data, place, f"a list [{', '.join(NAMES.get(kind, 'something') for kind in kinds)}]")
    pairs = enumerate(zip(kinds, data, strict=True))
    return tuple(from_data(kind, part, f"{place}[{i}]", readers) for i, (kind, part) in pairs)


def _simple(kind: Any, data: Any, place: str) -> Any:
    if kind is Fraction and isinstance(data, str) and re.fullmatch(r"\d{1,4000}(/[1-9]\d{0,4000})?", data):
        return Fraction(data)
    if kind is float and isinstance(data, str) and data in INFINITIES:
        return INFINITIES[data]
    if type(data) is kind or (kind is float and type(data) is int):
        return data
    raise wrong(data, place, NAMES.get(kind, kind.__name__))
