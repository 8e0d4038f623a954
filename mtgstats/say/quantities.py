"""Quantities and conditions: what can be counted, compared and asked about a game, as plain data.

A quantity is an integer seen from the table. Quantities add, subtract and take whole multiples; compared with a number
or with each other they give conditions, which combine with ``& | ~``::

    lands = count("t:land", hand | battlefield)
    flood = (lands >= 5) & (turn <= 4)
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal, NoReturn

from mtgstats.errors import PlanError
from mtgstats.read.card import Card
from mtgstats.read.query import Selector, as_selector

from .values import Value, ValueLike, as_value, whole
from .zones import Zone, quoted

Op = Literal["==", "!=", "<", "<=", ">", ">="]


class Expression:
    """Structural equality and hashing for quantities and conditions, whose operators build new expressions.

    Printed, also by ``repr``, as the text that makes it.
    """

    def _key(self) -> tuple[Any, ...]:
        return type(self), *(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return str(self)


class Quantity(Expression):
    """An integer seen from the table. Two quantities are equal (``==``) when they are the same expression."""

    def __add__(self, other: "Quantity | int") -> "Quantity":
        return linear((1, self), (1, other))

    __radd__ = __add__

    def __sub__(self, other: "Quantity | int") -> "Quantity":
        return linear((1, self), (-1, other))

    def __rsub__(self, other: "Quantity | int") -> "Quantity":
        return linear((1, other), (-1, self))

    def __mul__(self, factor: int) -> "Quantity":
        return linear((_number(factor, "a quantity takes whole multiples only"), self))

    __rmul__ = __mul__

    def __neg__(self) -> "Quantity":
        return linear((-1, self))

    def clip(self, lo: int, hi: int) -> "Quantity":
        """The quantity held between `lo` and `hi`."""
        lo, hi = (_number(bound, "clip(lo, hi) takes whole numbers") for bound in (lo, hi))
        if lo > hi:
            raise PlanError(f"clip(lo, hi): got lo={lo}, hi={hi}; lo must not exceed hi")
        return Clip(self, lo, hi)

    def __lt__(self, other: "Quantity | int") -> "Condition":
        return compare_quantities(self, "<", other)

    def __le__(self, other: "Quantity | int") -> "Condition":
        return compare_quantities(self, "<=", other)

    def __gt__(self, other: "Quantity | int") -> "Condition":
        return compare_quantities(self, ">", other)

    def __ge__(self, other: "Quantity | int") -> "Condition":
        return compare_quantities(self, ">=", other)

    def __eq__(self, other: object) -> Any:
        if (number := whole(other)) is not None:
            return compare_quantities(self, "==", number)
        return Expression.__eq__(self, other)

    def __ne__(self, other: object) -> Any:
        if (number := whole(other)) is not None:
            return compare_quantities(self, "!=", number)
        return not Expression.__eq__(self, other)

    __hash__ = Expression.__hash__

    def _no_operation(self, *_: object) -> NoReturn:
        raise PlanError(
            f"{self}: quantities add, subtract and take whole multiples, nothing else; "
            "multiply the other side instead (x / 2 >= 3 is x >= 6)"
        )

    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __abs__ = _no_operation

    def __bool__(self) -> bool:
        raise PlanError(f"{self} has no truth value before a game is played; compare it ({self} >= 1), join with & | ~")


def _number(number: object, rule: str) -> int:
    """A whole number, numpy's too."""
    if (own := whole(number)) is None:
        raise PlanError(f"{rule}: got {number!r}")
    return own


@dataclass(frozen=True, eq=False, repr=False)
class Linear(Quantity):
    """A weighted sum: ``constant + sum(weight * quantity)``; terms are unlike, in the order written."""

    terms: tuple[tuple[int, Quantity], ...]
    constant: int = 0

    def __str__(self) -> str:
        text = ""
        for weight, term in self.terms:
            sign = "-" if weight < 0 else "+" if text else ""
            times = "" if abs(weight) == 1 else f"{abs(weight)} * "
            text += f" {sign} {times}{term}" if text else f"{sign}{times}{term}"
        if self.constant or not text:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}" if text else str(self.constant)
        return text


def linear(*parts: tuple[int, "Quantity | int"]) -> Quantity:
    """The weighted sum of quantities and numbers, with like terms joined."""
    weights: dict[Quantity, int] = {}
    constant = 0
    for weight, part in parts:
        match part:
            case Linear():
                constant += weight * part.constant
                for inner, term in part.terms:
                    weights[term] = weights.get(term, 0) + weight * inner
            case Quantity():
                weights[part] = weights.get(part, 0) + weight
            case _:
                constant += weight * _number(part, "a quantity adds to whole numbers and quantities only")
    terms = tuple((weight, term) for term, weight in weights.items() if weight)
    if len(terms) == 1 and terms[0][0] == 1 and constant == 0:
        return terms[0][1]
    return Linear(terms, constant)


@dataclass(frozen=True, eq=False, repr=False)
class Total(Quantity):
    """The sum of a whole-numbered value over the selected cards of a zone; `value` is ``None`` for a plain count."""

    value: Value | None
    selector: Selector | None
    zone: Zone

    def weight(self, card: Card) -> int:
        """What one such card adds."""
        if self.selector is not None and not self.selector.matches(card):
            return 0
        if self.value is None:
            return 1
        number = self.value(card)
        if not number.is_integer():
            raise PlanError(f"total({self.value}): {card.name} has {number}; totals take whole numbers")
        return int(number)

    def __str__(self) -> str:
        what = "size" if self.selector is None and self.value is None else "count" if self.value is None else "total"
        named = [quoted(part) for part in (self.value, self.selector) if part is not None]
        return f"{what}({', '.join([*named, str(self.zone)])})"


@dataclass(frozen=True, eq=False, repr=False)
class Counter(Quantity):
    """A number the game keeps: `turn`, `mana`, `surveils`, `surveils_this_turn` or `mulligans`."""

    name: Literal["turn", "mana", "surveils", "surveils_this_turn", "mulligans"]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False, repr=False)
class Clip(Quantity):
    """A quantity held between two bounds."""

    quantity: Quantity
    lo: int
    hi: int

    def __str__(self) -> str:
        inner = f"({self.quantity})" if isinstance(self.quantity, Linear) else f"{self.quantity}"
        return f"{inner}.clip({self.lo}, {self.hi})"


@dataclass(frozen=True, eq=False, repr=False)
class First(Quantity):
    """The turn at whose end a condition first held; one more than the plan's last turn where it never did."""

    condition: "Condition"

    def __str__(self) -> str:
        return f"first({self.condition})"


turn = Counter("turn")
mana = Counter("mana")
surveils = Counter("surveils")
surveils_this_turn = Counter("surveils_this_turn")
mulligans = Counter("mulligans")


def count(selector: Selector | str | Iterable[str] | Callable[[Card], bool], zone: Zone) -> Quantity:
    """How many cards of `zone` the selector takes: ``count("t:land", hand)``."""
    return Total(None, as_selector(selector), _zone(zone))


def total(value: ValueLike, selector: Selector | str | Iterable[str] | Callable[[Card], bool], zone: Zone) -> Quantity:
    """The sum of `value` over the selected cards of `zone`: ``total("power", "t:creature", battlefield)``."""
    return Total(as_value(value), as_selector(selector), _zone(zone))


def size(zone: Zone) -> Quantity:
    """How many cards lie in `zone`."""
    return Total(None, None, _zone(zone))


def first(condition: "Condition") -> Quantity:
    """By which turn? The turn at whose end `condition` first held; one past the last turn where it never did."""
    if chances_in([as_condition(condition, "first(condition)")]):
        raise PlanError(
            "first(condition): chance(p) cannot stand inside first(…), which asks anew at the end of each turn"
        )
    return First(condition)


def _zone(zone: Zone) -> Zone:
    if not isinstance(zone, Zone):
        raise PlanError(f"zone: got {zone!r}; give one such as hand, or a union such as hand | battlefield")
    return zone


# --- conditions -------------------------------------------------------------------------------------------------------


class Condition(Expression):
    """What holds or does not hold in a game. Combined with ``& | ~``."""

    def __and__(self, other: "Condition") -> "Condition":
        return And((self, as_condition(other, "&")))

    def __or__(self, other: "Condition") -> "Condition":
        return Or((self, as_condition(other, "|")))

    def __rand__(self, other: object) -> "Condition":
        return as_condition(other, "&")

    def __ror__(self, other: object) -> "Condition":
        return as_condition(other, "|")

    def __invert__(self) -> "Condition":
        return Not(self)

    def _no_number(self, _: object) -> NoReturn:
        raise PlanError(f"{self} is a condition, no number: as it stands it asks whether it holds, ~ before it for not")

    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __mul__ = __rmul__ = _no_number

    def __bool__(self) -> bool:
        raise PlanError(
            f"the condition {self} has no truth value before a game is played; write & for and, | for or, ~ for not, "
            "and (2 <= x) & (x <= 5) for 2 <= x <= 5"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Compare(Condition):
    """A quantity compared with a number."""

    quantity: Quantity
    op: Op
    number: int

    def __str__(self) -> str:
        return f"{self.quantity} {self.op} {self.number}"


@dataclass(frozen=True, eq=False, repr=False)
class And(Condition):
    """Both hold."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " & ".join(f"({part})" for part in self.parts)


@dataclass(frozen=True, eq=False, repr=False)
class Or(Condition):
    """At least one holds."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " | ".join(f"({part})" for part in self.parts)


@dataclass(frozen=True, eq=False, repr=False)
class Not(Condition):
    """It does not hold."""

    part: Condition

    def __str__(self) -> str:
        return f"~({self.part})"


@dataclass(frozen=True, eq=False, repr=False)
class Decked(Condition):
    """The player has had to draw from an empty library (CR 704.5b); the game goes on."""

    def __str__(self) -> str:
        return "decked"


@dataclass(frozen=True, eq=False, repr=False)
class Chance(Condition):
    """Holds with probability `p`, independently each time it is asked; `serial` numbers the asking in a script."""

    p: float
    serial: int | None = None

    def __str__(self) -> str:
        return f"chance({self.p!r})"


decked = Decked()


def chance(p: float) -> Condition:
    """A condition that holds with probability `p`, on randomness of its own: each asking is a new throw."""
    if not isinstance(p, int | float) or not 0 <= p <= 1:
        raise PlanError(f"chance(p): got {p!r}; a probability lies between 0 and 1")
    return Chance(float(p))


def compare_quantities(left: Quantity, op: Op, right: Quantity | int) -> Condition:
    """``left op right`` as a condition on the difference of the two."""
    difference = linear((1, left), (-1, right))
    if isinstance(difference, Linear):
        number = -difference.constant
        return Compare(linear(*difference.terms), op, number)
    return Compare(difference, op, 0)


def as_condition(source: object, parameter: str) -> Condition:
    """`source`, if it is a condition; else an error that says what to write."""
    if isinstance(source, Condition):
        return source
    hint = "write (a - b) == 0 to ask whether two quantities are equal" if isinstance(source, bool) else "compare it"
    raise PlanError(f"{parameter}: got {source!r}, which is no condition; a condition is like lands >= 4 ({hint})")


# --- parts -----------------------------------------------------------------------------------------------------------


def parts_of(expression: Quantity | Condition) -> Iterator[Quantity | Condition]:
    """The expression itself and, after it, all expressions within it."""
    yield expression
    match expression:
        case Linear(terms=terms):
            inner: tuple[Quantity | Condition, ...] = tuple(term for _, term in terms)
        case And(parts=parts) | Or(parts=parts):
            inner = parts
        case Not(part=part):
            inner = (part,)
        case Compare(quantity=quantity) | Clip(quantity=quantity):
            inner = (quantity,)
        case First(condition=condition):
            inner = (condition,)
        case _:
            inner = ()
    for one in inner:
        yield from parts_of(one)


def chances_in(expressions: Iterable[Quantity | Condition]) -> tuple[Chance, ...]:
    """The chances within quantities and conditions, each once."""
    parts = (part for expression in expressions for part in parts_of(expression))
    return tuple(dict.fromkeys(part for part in parts if isinstance(part, Chance)))
