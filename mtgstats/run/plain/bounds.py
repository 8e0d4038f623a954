"""Bounds of quantities: the lowest and highest value that one could have in any game of a script."""

from functools import singledispatch

from mtgstats.say.quantities import Clip, Condition, Counter, First, Linear, Quantity, Total
from mtgstats.say.script import Script, all_lines
from mtgstats.say.steps import OpeningHand, Surveil
from mtgstats.say.zones import FACE_DOWN

Bounds = tuple[int, int]


@singledispatch
def bounds(expression: Quantity | Condition, script: Script) -> Bounds:
    """Lowest and highest value; wide, but never too narrow. A condition is 0 or 1."""
    raise NotImplementedError(f"no bounds are known for {expression!r}")


@bounds.register
def _(_expression: Condition, _script: Script) -> Bounds:
    return 0, 1


@bounds.register
def _(expression: Total, script: Script) -> Bounds:
    weights = [copies * expression.weight(card) for card, copies in script.deck.main]
    if "battlefield" in expression.zone.places:
        weights.append(script.deck.size * expression.weight(FACE_DOWN))
    return sum(min(weight, 0) for weight in weights), sum(max(weight, 0) for weight in weights)


@bounds.register
def _(expression: Counter, script: Script) -> Bounds:
    steps = [line.step for line in all_lines(script.lines)]
    match expression.name:
        case "turn":
            return 0, script.plan.last_turn
        case "mana":
            return 0, script.deck.size
        case "mulligans":
            policies = [step.mulligan for step in steps if isinstance(step, OpeningHand) and step.mulligan]
            return 0, sum(policy.at_most + 1 for policy in policies)
        case _:
            return 0, sum(isinstance(step, Surveil) for step in steps)


@bounds.register
def _(_expression: First, script: Script) -> Bounds:
    return 0, script.never


@bounds.register
def _(expression: Clip, script: Script) -> Bounds:
    lo, hi = bounds(expression.quantity, script)
    return min(max(lo, expression.lo), expression.hi), min(max(hi, expression.lo), expression.hi)


@bounds.register
def _(expression: Linear, script: Script) -> Bounds:
    ends = [
        sorted((weight * lo, weight * hi))
        for weight, (lo, hi) in ((w, bounds(term, script)) for w, term in expression.terms)
    ]
    return expression.constant + sum(lo for lo, _ in ends), expression.constant + sum(hi for _, hi in ends)
