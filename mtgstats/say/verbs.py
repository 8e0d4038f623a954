"""Steps in plain words."""

import re
from functools import singledispatch

from mtgstats.say.phrases import if_phrase, phrase, preference
from mtgstats.say.steps import (
    Cast,
    Cloak,
    Dig,
    Discard,
    DiscardAtRandom,
    Draw,
    Flicker,
    Hideaway,
    Kind,
    Manifest,
    ManifestDread,
    Mark,
    Mill,
    OpeningHand,
    PlayHidden,
    PlayLand,
    Rest,
    Scry,
    Shuffle,
    SourceLeaves,
    Step,
    Surveil,
    TurnUp,
    Tutor,
)
from mtgstats.say.zones import Zone, library

TARGETS = {"hand": "into hand", "battlefield": "onto the battlefield", "graveyard": "into the graveyard"} | {
    "exile": "into exile",
    "face_down": "onto the battlefield face down",
}
ORIGINS = {"hand": "from hand", "graveyard": "from the graveyard", "exile": "from exile"}
RESTS = {
    Rest.RANDOM: "the rest to the bottom in random order",
    Rest.CHOSEN: "the rest to the bottom in that order",
    Rest.GRAVEYARD: "the rest into the graveyard",
}


def step_name(step: Step) -> str:
    """A step's name, number and source: ``surveil 2``, ``hideaway 4 (Bridge 1)``."""
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(step).__name__).lower()
    number = getattr(step, "looks", getattr(step, "n", None))
    source = getattr(step, "source", library)
    return " ".join(
        [name, *([str(number)] if number is not None else []), *([f"({source})"] if source != library else [])]
    )


@singledispatch
def step_in_words(step: Step) -> str:
    """What a step does, in plain words; of steps within it nothing is said."""
    return step_name(step)


@step_in_words.register
def _(step: Draw) -> str:
    return f"draw {_cards(step.n)}"


@step_in_words.register
def _(step: Mill) -> str:
    return f"mill {_cards(step.n)}"


@step_in_words.register(Manifest)
@step_in_words.register(Cloak)
def _(step: Manifest | Cloak) -> str:
    name = type(step).__name__.lower()
    if step.choice is None:
        return f"{name} the top {_cards(step.n)}"
    return f"{name} {_cards(step.n)} {ORIGINS[next(iter(step.source.places))]}, {preference(step.choice)}"


@step_in_words.register
def _(step: Scry) -> str:
    return f"scry {step.n}, {preference(step.choice)}"


@step_in_words.register
def _(step: Surveil) -> str:
    extra = f" and {step.extra} more" if step.extra else ""
    return f"surveil {step.n}{extra}, {preference(step.choice)}"


@step_in_words.register
def _(step: Hideaway) -> str:
    rest = ", the rest to the bottom in that order" if step.rest is Rest.CHOSEN else ""
    return f"hideaway {step.n} ({step.source}), {preference(step.choice)}{rest}"


@step_in_words.register
def _(step: ManifestDread) -> str:
    return f"manifest dread, {preference(step.choice)}"


@step_in_words.register
def _(step: Dig) -> str:
    take = f"take {'one' if step.take == 1 else f'up to {step.take}'} {_target(step.to)}"
    return f"look at the top {_cards(step.n)}, {take}, {preference(step.choice)}; {RESTS[step.rest]}"


@step_in_words.register
def _(step: OpeningHand) -> str:
    text = f"opening hand of {_cards(step.size)}"
    if step.mulligan is None:
        return text
    policy = step.mulligan
    free = " (and one that is free)" if policy.free_first else ""
    times = "once" if policy.at_most == 1 else f"{policy.at_most} times"
    return (
        f"{text}; keep it if {phrase(policy.keep)}, else mulligan, at most {times}{free}; "
        f"the least wanted cards go to the bottom (wanted: {preference(policy.prefer)})"
    )


@step_in_words.register
def _(step: PlayHidden) -> str:
    what = "the best card" if step.one else "the cards"
    verb = "take" if step.kind is Kind.TO_HAND else str(step.kind)
    target = " into hand" if step.kind is Kind.TO_HAND else " for free"
    return f"{verb} {what} hidden by {step.source}{target}, {preference(step.choice)}{if_phrase(step.when)}"


@step_in_words.register
def _(step: SourceLeaves) -> str:
    return f"{step.source} leaves the battlefield; what it has hidden stays in exile"


@step_in_words.register
def _(step: TurnUp) -> str:
    price = " for free" if step.free else ""
    return f"turn up {_up_to(step.n)} face-down {_permanents(step.n)}{price}, {preference(step.choice)}"


@step_in_words.register
def _(step: Flicker) -> str:
    return f"exile and return {_up_to(step.n)} face-down {_permanents(step.n)}, {preference(step.choice)}"


@step_in_words.register
def _(step: PlayLand) -> str:
    return f"play a land, {preference(step.choice)}"


@step_in_words.register
def _(step: Cast) -> str:
    return f"cast {_up_to(step.n)} {'card' if step.n == 1 else 'cards'} from hand, {preference(step.choice)}"


@step_in_words.register
def _(step: Discard) -> str:
    what = _cards(step.n) if step.down_to is None else f"down to {_cards(step.down_to)}"
    return f"discard {what}, the least wanted first (wanted: {preference(step.choice)})"


@step_in_words.register
def _(step: DiscardAtRandom) -> str:
    return f"discard {_cards(step.n)} at random"


@step_in_words.register
def _(step: Tutor) -> str:
    found = f"{_up_to(step.n)} {'card' if step.n == 1 else 'cards'} and put {'it' if step.n == 1 else 'them'}"
    return f"search the library for {found} {_target(step.to)}, {preference(step.choice)}; then shuffle"


@step_in_words.register
def _(_step: Shuffle) -> str:
    return "shuffle the library"


@step_in_words.register
def _(step: Mark) -> str:
    return f"mark “{step.name}”"


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _up_to(n: int) -> str:
    return "a" if n == 1 else f"up to {n}"


def _permanents(n: int) -> str:
    return "permanent" if n == 1 else "permanents"


def _target(zone: Zone) -> str:
    (place,) = zone.places
    return TARGETS[place]
