"""The text of plans: quantities, conditions, zones and choices as ``str`` prints them, read back.

The text is Python's expression syntax with the words of this package and no others; it is walked, never run::

    count("t:land", hand | battlefield) >= 4
    (turn <= 4) & ~decked
    total("power", "t:creature", battlefield).clip(0, 20)
    hidden["Bridge 1"]
    wanted("t:creature", lands=4)
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from mtgstats.errors import MtgstatsError, PlanError, QueryError
from mtgstats.read.query import Selector, where
from mtgstats.say.choices import Choice, best, lowest, wanted
from mtgstats.say.quantities import (
    Condition,
    Expression,
    Quantity,
    chance,
    compare_quantities,
    count,
    decked,
    first,
    linear,
    mana,
    mulligans,
    size,
    surveils,
    surveils_this_turn,
    total,
    turn,
)
from mtgstats.say.values import VALUES, Value
from mtgstats.say.watches import Which, which
from mtgstats.say.zones import (
    Zone,
    battlefield,
    exile,
    face_down,
    graveyard,
    hand,
    hidden,
    kept,
    library,
    looked,
)

T = TypeVar("T")

LIMIT = 10_000
"""Characters of a text; more is no question that anyone asks."""

SHOWN = 80
"""Characters that an error shows on either side of the one where the text makes no sense."""

NAMES: dict[str, Expression | Zone] = {
    "library": library,
    "hand": hand,
    "battlefield": battlefield,
    "graveyard": graveyard,
    "exile": exile,
    "hidden": hidden,
    "face_down": face_down,
    "looked": looked,
    "kept": kept,
    "turn": turn,
    "mana": mana,
    "surveils": surveils,
    "surveils_this_turn": surveils_this_turn,
    "mulligans": mulligans,
    "decked": decked,
}


class Form(NamedTuple):
    """How a function is called: the kinds of its arguments, those it may be given by name, an example."""

    function: Callable[..., Any]
    kinds: tuple[str, ...]
    example: str
    named: Mapping[str, str] = {}


FUNCTIONS = {
    "count": Form(count, ("selector", "zone"), 'count("t:land", hand)'),
    "total": Form(total, ("value", "selector", "zone"), 'total("power", "t:creature", battlefield)'),
    "size": Form(size, ("zone",), "size(hand)"),
    "first": Form(first, ("condition",), "first(size(hand) >= 4)"),
    "chance": Form(chance, ("number",), "chance(0.5)"),
    "which": Form(which, ("zone",), "which(hidden)"),
    "best": Form(best, ("value",), 'best("mana_value")'),
    "lowest": Form(lowest, ("value",), 'lowest("mana_value")'),
    "wanted": Form(wanted, ("selector",), 'wanted("t:creature", lands=4)', {"lands": "whole number", "zone": "zone"}),
}
CLIP = Form(Quantity.clip, ("quantity", "whole number", "whole number"), "size(hand).clip(0, 4)")

EXPRESSIONS: tuple[type[Any], ...] = (Quantity, Condition)
NUMBERS = Quantity | int
KINDS: dict[str, Any] = {
    "zone": Zone,
    "quantity": NUMBERS,
    "condition": Condition,
    "choice": Choice,
    "number": int | float,
    "whole number": int,
}
OPERATIONS: tuple[tuple[type[ast.AST], Any, Callable[..., Any]], ...] = (
    (ast.BitAnd, Condition, operator.and_),
    (ast.BitOr, Condition, operator.or_),
    (ast.BitOr, Zone, operator.or_),
    (ast.Add, NUMBERS, operator.add),
    (ast.Sub, NUMBERS, operator.sub),
    (ast.Mult, NUMBERS, operator.mul),
    (ast.Invert, Condition, operator.invert),
    (ast.USub, NUMBERS, operator.neg),
)
COMPARISONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


@dataclass(frozen=True)
class Vocabulary:
    """What a plan in a file gives names to, besides the language's own words; reads texts with them.

    `names` stand in a text as they are, `selectors` and `values` in quotation marks, and `choices` for a whole choice.
    Where a text makes no sense, the reading methods raise PlanError, which names the place and the character.
    """

    names: Mapping[str, Quantity | Condition] = field(default_factory=dict)
    selectors: Mapping[str, Selector] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    choices: Mapping[str, Choice] = field(default_factory=dict)

    def condition(self, text: object, place: str) -> Condition:
        """The condition that a text says."""
        return self._read(text, place, (Condition,), "a condition such as size(hand) >= 4")

    def seen(self, text: object, place: str) -> Quantity | Condition:
        """The quantity or condition that a text says."""
        found: Quantity | Condition = self._read(text, place, EXPRESSIONS, "a quantity or condition")
        return found

    def watched(self, text: object, place: str) -> Quantity | Condition | Which:
        """What a watch records."""
        known = "a condition, a quantity or which(zone)"
        found: Quantity | Condition | Which = self._read(text, place, (*EXPRESSIONS, Which), known)
        return found

    def zone(self, text: object, place: str) -> Zone:
        """The zone that a text says."""
        return self._read(text, place, (Zone,), "a zone such as hand | battlefield")

    def choice(self, text: object, place: str) -> Choice:
        """The choice of that name, or the one that the text says; the name of a value is the highest of it first."""
        if isinstance(text, str) and text in self.choices:
            return self.choices[text]
        values = {**VALUES, **self.values}
        if isinstance(text, str) and text in values:
            return best(self.value(text))
        known = f'{", ".join([*self.choices, *values])} or one such as best("mana_value"), wanted("t:land", lands=4)'
        if isinstance(text, str) and text.isidentifier():
            raise PlanError(f"{place}: no choice is called {text!r}; there are {known}")
        return self._read(text, place, (Choice,), f"a choice: {known}")

    def selector(self, text: str) -> Selector:
        """The selector of that name, or the one that the query says."""
        return self.selectors[text] if text in self.selectors else where(text)

    def value(self, name: str) -> Value:
        """The value of that name."""
        known = {**VALUES, **self.values}
        if name not in known:
            raise PlanError(f"no value is called {name!r}; there are {', '.join(known)}")
        return known[name]

    def _read(self, text: object, place: str, kinds: tuple[type[T], ...], known: str) -> T:
        thing = _Walk(self, text, place).thing if isinstance(text, str) and text.strip() else None
        if not isinstance(thing, kinds):
            raise PlanError(f"{place}: got {text!r}; write {known}")
        return thing


class PointedError(PlanError):
    """A text that makes no sense; the message says at which character."""


class _Walk:
    """Reads one text."""

    def __init__(self, words: Vocabulary, text: str, place: str) -> None:
        self.words = words
        self.text = " ".join(text.strip().splitlines())
        self.place = place
        if len(text) > LIMIT:
            raise PlanError(f"{place}: a text of {len(text):,} characters; at most {LIMIT:,} are read")
        try:
            self.thing = self.read(ast.parse(self.text, mode="eval").body)
        except SyntaxError as error:
            column = min(max(error.offset or 1, 1) - 1, len(self.text))
            raise self.wrong(column, "this makes no sense here") from None
        except (ValueError, RecursionError, MemoryError):
            raise PlanError(f"{place}: a text that is nested too deeply or holds too long a number") from None

    def wrong(self, at: int | ast.expr, message: str) -> "PointedError":
        """An error that says at which character."""
        if isinstance(at, ast.expr):
            at = self.column(at)
        start, stop = max(at - SHOWN, 0), at + SHOWN
        shown = f"{'…' * (start > 0)}{self.text[start:stop]}{'…' * (stop < len(self.text))}"
        return PointedError(f"{self.place}: {message.splitlines()[0]}, at character {at + 1} of {shown!r}")

    def column(self, node: ast.expr) -> int:
        """At which character a node begins."""
        return len(self.text.encode()[: node.col_offset].decode())

    def read(self, node: ast.expr) -> Any:
        """What a node says."""
        try:
            return self.meaning(node)
        except PointedError:
            raise
        except MtgstatsError as error:
            raise self.wrong(node, str(error)) from None

    def meaning(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() | float() | str() as constant) if not isinstance(constant, bool):
                return constant
            case ast.Name(id=name):
                return self.named(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self.operation(op, self.read(left), self.read(right))
            case ast.UnaryOp(op=ast.Invert() | ast.USub() as sign, operand=operand):
                return self.operation(sign, self.read(operand))
            case ast.Compare(left=left, ops=[comparison], comparators=[right]) if type(comparison) in COMPARISONS:
                return self.comparison(self.read(left), COMPARISONS[type(comparison)], self.read(right))
            case ast.Subscript(value=ast.Name(id="hidden"), slice=ast.Constant(value=str() as source)):
                return hidden[source]
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in FUNCTIONS:
                return self.call(FUNCTIONS[name], args, keywords)
            case ast.Call(func=ast.Attribute(value=quantity, attr="clip"), args=args, keywords=keywords):
                return self.call(CLIP, [quantity, *args], keywords)
        raise PlanError(_hint(node))

    def named(self, name: str) -> Any:
        known = {**NAMES, **self.words.names}
        if name not in known:
            raise PlanError(f"{name!r} means nothing; there are {', '.join([*known, *FUNCTIONS])}")
        return known[name]

    def operation(self, op: ast.operator | ast.unaryop, *operands: Any) -> Any:
        for own, kind, function in OPERATIONS:
            if isinstance(op, own) and all(isinstance(operand, kind) for operand in operands):
                return function(*operands)
        raise PlanError(
            "these cannot be joined so; conditions take & | ~ with each side in ( ), quantities + - *, zones |"
        )

    def comparison(self, left: Any, op: Any, right: Any) -> Condition:
        if not (isinstance(left, NUMBERS) and isinstance(right, NUMBERS)):
            raise PlanError("only quantities and whole numbers are compared, such as size(hand) >= 4")
        return compare_quantities(left, op, right)  # type: ignore[arg-type]

    def call(self, form: Form, args: list[ast.expr], keywords: list[ast.keyword]) -> Any:
        named = {keyword.arg or "**": keyword.value for keyword in keywords}
        if len(args) != len(form.kinds) or not named.keys() <= form.named.keys():
            raise PlanError(f"write it like {form.example}")
        given = [self.argument(form, kind, arg) for kind, arg in zip(form.kinds, args, strict=True)]
        options = {name: self.argument(form, form.named[name], arg) for name, arg in named.items()}
        return form.function(*given, **options)

    def argument(self, form: Form, kind: str, node: ast.expr) -> Any:
        got = self.read(node)
        if kind == "quantity" and isinstance(got, int):
            got = linear((1, got))
        try:
            if isinstance(got, str) and kind == "selector":
                return self.words.selector(got)
            if isinstance(got, str) and kind == "value":
                return self.words.value(got)
        except QueryError as error:  # the query begins behind its quotation mark
            raise self.wrong(self.column(node) + 1 + error.position, str(error)) from None
        except PlanError as error:
            raise self.wrong(node, str(error)) from None
        if kind not in KINDS or not isinstance(got, KINDS[kind]):
            raise self.wrong(node, f"a {kind} belongs here; write it like {form.example}")
        return got


def _hint(node: ast.expr) -> str:
    match node:
        case ast.BoolOp() | ast.UnaryOp():
            return "write & for and, | for or, ~ for not, with what they join in ( )"
        case ast.Compare(ops=[_, _, *_]):
            return "write (2 <= x) & (x <= 5) for 2 <= x <= 5"
        case ast.Call(func=ast.Name(id=name)):
            return f"no function is called {name!r}; there are {', '.join(FUNCTIONS)}"
    return "this makes no sense here"
