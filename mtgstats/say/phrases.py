"""Quantities, conditions, zones and choices in plain words."""

from collections.abc import Sequence

from mtgstats.say.choices import Choice, ChoiceLike, Plain, Wanted, as_choice
from mtgstats.say.quantities import (
    And,
    Chance,
    Clip,
    Compare,
    Condition,
    Counter,
    Decked,
    First,
    Linear,
    Not,
    Or,
    Quantity,
    Total,
)
from mtgstats.say.values import Value
from mtgstats.say.zones import Zone

COMPARED = {
    ">=": "at least",
    ">": "more than",
    "<=": "at most",
    "<": "less than",
    "==": "exactly",
    "!=": "other than",
}
COUNTED = COMPARED | {"<": "fewer than"}
PLACES = {
    "library": "in the library",
    "hand": "in hand",
    "battlefield": "on the battlefield",
    "graveyard": "in the graveyard",
    "exile": "in exile",
    "hidden": "hidden",
    "face_down": "face down",
    "looked": "among the cards looked at",
    "kept": "kept on top",
}
COUNTERS = {
    "turn": "the turn",
    "mana": "the mana left",
    "surveils": "the times surveilled",
    "surveils_this_turn": "the times surveilled this turn",
    "mulligans": "the mulligans taken",
}


def phrase(expression: Quantity | Condition) -> str:
    """A quantity or condition in plain words."""
    match expression:
        case Total(value=None) as total:
            return f"the number of {_counted(total)}"
        case Total(value=Value() as worth) as total:
            return f"the total {value_in_words(worth)} of {_counted(total)}"
        case Counter(name=name):
            return COUNTERS[name]
        case Linear(terms=terms, constant=constant):
            return _sum([(weight, phrase(term)) for weight, term in terms], constant)
        case Clip(quantity=quantity, lo=lo, hi=hi):
            return f"{phrase(quantity)}, held between {lo} and {hi}"
        case First(condition=condition):
            return f"the first turn at whose end {phrase(condition)}"
    return _condition(expression)


def _condition(expression: Quantity | Condition) -> str:
    match expression:
        case Compare(quantity=Total(value=None) as total, op=op, number=number):
            return f"{COUNTED[op]} {number} {_counted(total, 'card' if number == 1 else 'cards')}"
        case Compare(quantity=quantity, op=op, number=number):
            return f"{phrase(quantity)} is {COMPARED[op]} {number}"
        case And(parts=parts):
            return " and ".join(_part(part, Or) for part in parts)
        case Or(parts=parts):
            return " or ".join(_part(part, And) for part in parts)
        case Not(part=part):
            return f"not ({phrase(part)})"
        case Chance(p=p):
            return f"a chance of {100 * p:g} % comes true"
        case Decked():
            return "the library has run out for a draw"
    return str(expression)


def _part(condition: Condition, apart: type[Condition]) -> str:
    text = phrase(condition)
    return f"({text})" if isinstance(condition, apart) else text


def _counted(total: Total, noun: str = "cards") -> str:
    selector = "" if total.selector is None else f"“{total.selector}” "
    return f"{selector}{noun} {where_in_words(total.zone)}"


def where_in_words(zone: Zone) -> str:
    """Where the cards of a zone lie."""
    return " or ".join(_place(place) for place in zone.in_order)


def _place(place: str) -> str:
    base, bracket, source = place.partition("[")
    return f"hidden by {source[:-1]}" if bracket else PLACES[base]


def _sum(terms: Sequence[tuple[int, str]], constant: int) -> str:
    parts = [(weight < 0, f"{abs(weight)} times {text}" if abs(weight) != 1 else text) for weight, text in terms]
    parts += [(constant < 0, str(abs(constant)))] if constant or not parts else []
    first, *rest = parts
    lead = f"minus {first[1]}" if first[0] else first[1]
    return lead + "".join(f" {'minus' if negative else 'plus'} {text}" for negative, text in rest)


def preference(choice: ChoiceLike) -> str:
    """How a choice values cards."""
    match as_choice(choice):
        case Choice(function=Plain(worth=Value(name="untapped"), sign=1)):
            return "untapped first"
        case Choice(function=Plain(worth=worth, sign=sign)):
            return f"{'highest' if sign > 0 else 'lowest'} {value_in_words(worth)} first"
        case Choice(function=Wanted(selector=selector, land_limit=limit, zone=zone)):
            lands = "" if limit is None else f" and lands up to {limit}{f' {where_in_words(zone)}' if zone else ''}"
            return f"wanting “{selector}”{lands}"
        case other:
            return f"as {other.name} says"


def value_in_words(worth: Value) -> str:
    """A value's name."""
    return str(worth).replace("_", " ")


def if_phrase(when: Condition | None) -> str:
    """A condition as the end of a sentence."""
    return "" if when is None else f", if {phrase(when)}"
