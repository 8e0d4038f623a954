"""Plans in plain words: numbered steps, what is watched, and what the choices look at."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from mtgstats.say.choices import Choice, Rule, Rules, Wanted
from mtgstats.say.phrases import if_phrase, phrase, value_in_words, where_in_words
from mtgstats.say.plan import Plan, nested
from mtgstats.say.steps import COIN_FLIP, MULTIPLAYER, ON_THE_DRAW, ON_THE_PLAY, If, Start, Step, Turn, Whenever
from mtgstats.say.verbs import step_in_words
from mtgstats.say.walking import choices_of
from mtgstats.say.watches import Watch, Which

INDENT = "   "
DRAWS: dict[Start | None, str] = {
    ON_THE_PLAY: "draw for the turn, but not on turn 1",
    ON_THE_DRAW: "draw for the turn",
    COIN_FLIP: "draw for the turn, on turn 1 in half of the games",
    MULTIPLAYER: "draw for the turn",
    None: "draw for the turn, on turn 1 in multiplayer only",
}


def plan_in_words(plan: Plan) -> str:
    """The plan as numbered steps, with its watches and with what its choices look at."""
    return "\n".join([*_steps(plan.steps, numbered=True), *_watches(plan), *_choices(plan)])


def _steps(steps: Sequence[Step], *, numbered: bool = False, again: bool = False) -> Iterator[str]:
    """One line a step and, below it, those of the steps in it; equal turns in a row are told once.

    With `again` the steps are done once more each turn.
    """
    rows = groupby(enumerate(steps), key=lambda pair: _row(*pair))
    for number, group in enumerate(([step for _, step in row] for _, row in rows), 1):
        first, inner = _told(group[0], group[-1], again)
        sign = f"{number}." if numbered else "-"
        yield f"{sign} {first}"
        for line in inner:
            yield f"{INDENT}{line}"


def _row(position: int, step: Step) -> object:
    """The same for turns that follow each other and differ in their number only; for each other step another."""
    return (step.steps, step.on, step.number - position) if isinstance(step, Turn) else position


def _told(step: Step, last: Step, again: bool) -> tuple[str, Iterator[str]]:
    """A step as one line and the lines below it; `last` is the last turn where `step` is a row of equal turns."""
    match step, last:
        case Turn(number=number, steps=steps, on=on), Turn(number=end):
            which = f"Turn {number}" if number == end else f"Turns {number} to {end}"
            start = f", {on}" if on is not None and number == 1 else ""
            draws = DRAWS[on if number == 1 else MULTIPLAYER]
            return f"{which}{start}: {draws}{'; then' if steps else ''}", _steps(steps, again=number != end)
        case If(condition=condition, steps=steps, otherwise=otherwise), _:
            return f"If {phrase(condition)}:", _with_else(steps, otherwise)
        case Whenever(steps=steps, when=when), _:
            more = " (once more from each of these turns on)" if again else ""
            return f"From here on{more}, after each surveil{if_phrase(when)}:", _steps(steps)
    text = step_in_words(step)
    return text[:1].upper() + text[1:], iter(())


def _with_else(steps: Sequence[Step], otherwise: Sequence[Step]) -> Iterator[str]:
    yield from _steps(steps)
    if otherwise:
        yield "otherwise:"
        yield from _steps(otherwise)


def _watches(plan: Plan) -> Iterator[str]:
    if plan.watches:
        yield (
            f"Watched at {', '.join(plan.marks)}:"
            if len(plan.marks) < 4
            else "Watched at each turn's end, at each mark and at the end:"
        )
    for watch in plan.watches:
        yield f"- {watch.name}: {_watched(watch)}"
    for joint in plan.joints:
        places = [place for place in (joint.at, joint.second_at) if place]
        yield f"- {joint.first} crossed with {joint.second}{_at(places)}"


def _watched(watch: Watch) -> str:
    what = f"which cards lie {where_in_words(watch.what.zone)}" if isinstance(watch.what, Which) else phrase(watch.what)
    given = "" if watch.given is None else f", in games where {phrase(watch.given)}"
    return f"{what}{given}{_at([watch.at] if isinstance(watch.at, str) else watch.at or ())}"


def _at(marks: Sequence[str]) -> str:
    return f", at {' and '.join(marks)}" if marks else ""


def _choices(plan: Plan) -> Iterator[str]:
    """What the choices that are not ready-made say or look at."""
    seen = {choice.name: choice for step in nested(plan.steps) for choice in choices_of(step)}
    told = [(choice.name, _told_choice(choice)) for choice in seen.values()]
    if any(text for _, text in told):
        yield "Choices:"
    for name, text in told:
        if text:
            yield f"- {name}: {text}"


def _told_choice(choice: Choice) -> str:
    if isinstance(choice.function, Rules):
        rules = choice.function.rules
        rest = [] if any(rule.cards is None and rule.when is None for rule in rules) else ["else not wanted"]
        return "; ".join([*map(_rule, rules), *rest])
    if isinstance(choice.function, Wanted) or not choice.given:
        return ""
    return f"looks at {', '.join(f'{name} = {phrase(what)}' for name, what in choice.given)}"


def _rule(rule: Rule) -> str:
    cards = "any card" if rule.cards is None else f"“{rule.cards}” cards"
    return f"{value_in_words(rule.value)} for {cards}{if_phrase(rule.when)}"
