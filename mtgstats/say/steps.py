"""Steps: one verb of the rules each, as frozen dataclasses.

Every step is one of three moves: the top n cards to a zone; look at n cards and place each by choice; from zone to zone
by preference. Rule numbers are those of the Comprehensive Rules of 2025-26.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck

from .choices import ChoiceLike, as_choice
from .quantities import Condition, as_condition
from .values import whole
from .zones import Zone, battlefield, exile, face_down, graveyard, hand, library


class Rest(StrEnum):
    """Where looked-at cards go that were not taken."""

    RANDOM = "bottom, random order"
    CHOSEN = "bottom, chosen order"
    GRAVEYARD = "graveyard"


class Kind(StrEnum):
    """What becomes of a hidden card when its source's last ability lets it be used."""

    PLAY = "play"
    CAST = "cast"
    TO_HAND = "to hand"


class Start(StrEnum):
    """Who begins, and so who draws on turn 1 (CR 103.8)."""

    ON_THE_PLAY = "on the play"
    ON_THE_DRAW = "on the draw"
    COIN_FLIP = "coin flip"
    MULTIPLAYER = "multiplayer"


class Event(StrEnum):
    """What `Whenever` can wait for."""

    SURVEIL = "surveil"


RANDOM, CHOSEN = Rest.RANDOM, Rest.CHOSEN
PLAY, CAST, TO_HAND = Kind.PLAY, Kind.CAST, Kind.TO_HAND
ON_THE_PLAY, ON_THE_DRAW, COIN_FLIP, MULTIPLAYER = Start
SURVEIL = Event.SURVEIL


MOST = 255
"""The largest number a step takes: no library that is handled has more cards."""


class Step:
    """One verb of the rules."""


def _whole(step: object, name: str, least: int = 0) -> None:
    """Hold a field to be a whole number (numpy's are made Python's own)."""
    number = whole(getattr(step, name))
    if number is None or not least <= number <= MOST:
        got = getattr(step, name)
        raise PlanError(f"{type(step).__name__}({name}=…): got {got!r}; give a whole number from {least} to {MOST}")
    _store(step, name, number)


def _store(step: object, name: str, value: object) -> None:
    object.__setattr__(step, name, value)


# --- the top n cards to a zone ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draw(Step):
    """Draw `n` cards (CR 121). From a short library what is there; the game is then marked `decked` and goes on."""

    n: int = 1

    def __post_init__(self) -> None:
        _whole(self, "n")


@dataclass(frozen=True)
class Mill(Step):
    """Put the top `n` cards into the graveyard (CR 701.17); as many as there are (609.3)."""

    n: int = 1

    def __post_init__(self) -> None:
        _whole(self, "n")


@dataclass(frozen=True)
class Manifest(Step):
    """Put the top `n` cards onto the battlefield face down as 2/2 creatures, one at a time (CR 701.40).

    With ``source=hand`` (or graveyard, exile) the cards of that zone with the highest values of `choice` instead.
    """

    n: int = 1
    source: Zone = library
    choice: ChoiceLike | None = None

    def __post_init__(self) -> None:
        _face_down_from(self, "Manifest", self.source, self.choice)


@dataclass(frozen=True)
class Cloak(Step):
    """As `Manifest`, and the creature has ward {2} (CR 701.58)."""

    n: int = 1
    source: Zone = library
    choice: ChoiceLike | None = None

    def __post_init__(self) -> None:
        _face_down_from(self, "Cloak", self.source, self.choice)


def _face_down_from(step: Step, name: str, source: Zone, choice: ChoiceLike | None) -> None:
    _whole(step, "n")
    if source not in (library, hand, graveyard, exile):
        raise PlanError(f"{name}(source=…): got {source}; cards come from library, hand, graveyard or exile")
    if (choice is None) != (source == library):
        raise PlanError(f"{name}: a choice goes with a source other than the library, and only with one")
    if choice is not None:
        _store(step, "choice", as_choice(choice))


# --- look at n cards and place each by choice -------------------------------------------------------------------------


@dataclass(frozen=True)
class Scry(Step):
    """Look at the top `n` cards; those valued below zero go to the bottom, the rest stay on top (CR 701.22)."""

    n: int
    choice: ChoiceLike

    def __post_init__(self) -> None:
        _whole(self, "n")
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class Surveil(Step):
    """Look at the top `n` cards; those valued below zero go to the graveyard, the rest stay on top (CR 701.25).

    `extra` cards are looked at besides and binned or kept alike (701.25b). ``n=0`` is no event (701.25c), whatever
    `extra` is; with an empty library the event happens all the same (701.25d).
    """

    n: int
    choice: ChoiceLike
    extra: int = 0

    def __post_init__(self) -> None:
        _whole(self, "n")
        _whole(self, "extra")
        _store(self, "choice", as_choice(self.choice))

    @property
    def looks(self) -> int:
        """How many cards are looked at."""
        return self.n + self.extra if self.n else 0


@dataclass(frozen=True)
class Hideaway(Step):
    """Look at the top `n` cards, exile the highest valued one face down, the rest to the bottom (CR 702.75).

    The card is linked to `source`, the name of the permanent (607.3); two steps with one source are two triggers of one
    permanent. ``rest=CHOSEN`` is the wording before 2022: the rest to the bottom in an order of choice, highest first.
    """

    n: int
    choice: ChoiceLike
    source: str = "hideaway"
    rest: Rest = RANDOM

    def __post_init__(self) -> None:
        _whole(self, "n")
        _store(self, "choice", as_choice(self.choice))
        if self.rest not in (RANDOM, CHOSEN):
            raise PlanError(f"Hideaway(rest=…): got {self.rest!r}; give RANDOM or CHOSEN")


@dataclass(frozen=True)
class ManifestDread(Step):
    """Look at the top two cards, manifest the highest valued one, the other into the graveyard (CR 701.62)."""

    choice: ChoiceLike

    def __post_init__(self) -> None:
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class Dig(Step):
    """Look at the top `n` cards, take up to `take` of those valued zero or more into `to`, the rest to `rest`."""

    n: int
    choice: ChoiceLike
    take: int = 1
    to: Zone = hand
    rest: Rest = RANDOM

    def __post_init__(self) -> None:
        _whole(self, "n")
        _whole(self, "take")
        _store(self, "choice", as_choice(self.choice))
        _destination("Dig", self.to)


_DESTINATIONS = (hand, battlefield, graveyard, exile, face_down)


def _destination(step: str, zone: Zone) -> None:
    if zone not in _DESTINATIONS:
        raise PlanError(f"{step}(to=…): got {zone}; give hand, battlefield, graveyard, exile or face_down")


# --- from zone to zone by preference ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class London:
    """The London mulligan (CR 103.5): draw seven again, then put as many cards on the bottom as mulligans were taken.

    `keep` is asked of all cards drawn. What goes to the bottom is the lowest by `prefer`, one card at a time, values
    looked up again after each. After `at_most` mulligans any hand is kept. ``free_first`` adds one that costs no card
    (103.5c); ``None`` means: in multiplayer, that is with a 100-card deck.
    """

    keep: Condition
    prefer: ChoiceLike
    at_most: int = 7
    free_first: bool | None = None

    def __post_init__(self) -> None:
        as_condition(self.keep, "London(keep=…)")
        object.__setattr__(self, "prefer", as_choice(self.prefer))
        _whole(self, "at_most")


@dataclass(frozen=True)
class OpeningHand(Step):
    """Draw the opening hand of `size` cards, with mulligans where a policy is given (CR 103.5). A plan's first step."""

    size: int = 7
    mulligan: London | None = None

    def __post_init__(self) -> None:
        _whole(self, "size")


@dataclass(frozen=True)
class PlayHidden(Step):
    """Play every card hidden by `source`, or the highest valued one only (``one=True``), without paying (CR 607.3).

    `kind` is PLAY (a land only while a land play is left this turn, which it uses), CAST (a land stays hidden) or
    TO_HAND. Cards valued below zero are declined and stay. A permanent goes to the battlefield, an instant or sorcery
    to the graveyard; X is 0.
    """

    source: str = "hideaway"
    when: Condition | None = None
    kind: Kind = PLAY
    one: bool = False
    choice: ChoiceLike = "mana_value"

    def __post_init__(self) -> None:
        _store(self, "choice", as_choice(self.choice))
        if self.when is not None:
            as_condition(self.when, "PlayHidden(when=…)")


@dataclass(frozen=True)
class SourceLeaves(Step):
    """The permanent `source` leaves the battlefield: what it has hidden stays in exile for good (CR 400.7, 607)."""

    source: str = "hideaway"


@dataclass(frozen=True)
class TurnUp(Step):
    """Turn up to `n` face-down permanents face up, highest value first, paying from `mana` (CR 701.40b, 702.37e).

    A creature card may be turned up for its mana cost, any card for a morph, megamorph or disguise cost, the cheapest
    that is mana; an instant or sorcery never (701.40g). ``free=True`` pays nothing (an effect turns it up).
    """

    choice: ChoiceLike = "mana_value"
    n: int = 1
    free: bool = False

    def __post_init__(self) -> None:
        _whole(self, "n")
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class Flicker(Step):
    """Exile up to `n` face-down permanents, highest value first, and return them.

    Permanent cards come back face up, instants and sorceries stay in exile (CR 400.7, 304.4, 307.4).
    """

    choice: ChoiceLike = "mana_value"
    n: int = 1

    def __post_init__(self) -> None:
        _whole(self, "n")
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class PlayLand(Step):
    """Play the highest valued land from hand, if a land play is left this turn (CR 305.2)."""

    choice: ChoiceLike = "untapped"

    def __post_init__(self) -> None:
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class Cast(Step):
    """Cast up to `n` cards from hand, highest value first, each with a mana value within `mana`, which it uses up.

    Colours of mana are not modelled. A permanent goes to the battlefield, an instant or sorcery to the graveyard.
    """

    choice: ChoiceLike = "mana_value"
    n: int = 1

    def __post_init__(self) -> None:
        _whole(self, "n")
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class Discard(Step):
    """Discard `n` cards (CR 701.9), the lowest valued first, or as many as needed to come `down_to` a size (514.1)."""

    n: int = 1
    choice: ChoiceLike = "mana_value"
    down_to: int | None = None

    def __post_init__(self) -> None:
        _whole(self, "n")
        if self.down_to is not None:
            _whole(self, "down_to")
        _store(self, "choice", as_choice(self.choice))


@dataclass(frozen=True)
class DiscardAtRandom(Step):
    """Discard `n` cards at random (CR 701.9b)."""

    n: int = 1

    def __post_init__(self) -> None:
        _whole(self, "n")


@dataclass(frozen=True)
class Tutor(Step):
    """Search the library for up to `n` cards, highest value first (below zero: not taken), then shuffle (CR 701.23)."""

    choice: ChoiceLike
    n: int = 1
    to: Zone = hand

    def __post_init__(self) -> None:
        _whole(self, "n")
        _store(self, "choice", as_choice(self.choice))
        _destination("Tutor", self.to)


# --- shuffle, conditions, marks, turns --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shuffle(Step):
    """Shuffle the library (CR 701.24): cards known on top or bottom are lost in it."""


@dataclass(frozen=True)
class If(Step):
    """The `steps` where `condition` holds, else those of `otherwise`."""

    condition: Condition
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        as_condition(self.condition, "If(condition=…)")
        _store(self, "steps", as_steps("If", self.steps))
        _store(self, "otherwise", as_steps("If", self.otherwise))


@dataclass(frozen=True)
class Whenever(Step):
    """From here on, `steps` follow each surveil event once the whole action is done (CR 603), if `when` then holds.

    Each time it is reached it is one trigger more: inside `turns` that is one more each turn, as if a permanent with
    the ability entered in every turn; for one permanent, write it before the turns.
    """

    event: Event
    steps: tuple[Step, ...]
    when: Condition | None = None

    def __post_init__(self) -> None:
        if self.event is not SURVEIL:
            raise PlanError(f"Whenever(event=…): got {self.event!r}; the only event is SURVEIL")
        _store(self, "steps", as_steps("Whenever", self.steps))
        if self.when is not None:
            as_condition(self.when, "Whenever(when=…)")


@dataclass(frozen=True)
class Mark(Step):
    """A point in time at which every watch is recorded."""

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise PlanError(f"Mark(name): got {self.name!r}; give a name such as 'after the mulligan'")


@dataclass(frozen=True)
class Turn(Step):
    """Turn `number`: untap (lands give their mana, the land play is back), draw, then `steps`; a mark at its end."""

    number: int
    steps: tuple[Step, ...] = ()
    on: Start | None = None

    def __post_init__(self) -> None:
        _whole(self, "number", least=1)
        _store(self, "steps", as_steps("Turn", self.steps))


def as_steps(where: str, steps: Step | Iterable[Step]) -> tuple[Step, ...]:
    """A tuple of steps, or an error that names what is none."""
    listed = (steps,) if isinstance(steps, Step) else tuple(steps)
    for step in listed:
        if not isinstance(step, Step):
            raise PlanError(f"{where}: got {step!r} where a step such as Draw(1) is wanted")
    return listed


def turns(
    first: int,
    last: int,
    steps: Iterable[Step] = (),
    *,
    on: Start | None = None,
    hand_size: int | None = None,
    discard: ChoiceLike = "mana_value",
) -> tuple[Step, ...]:
    """Turns `first` to `last`, each with its draw step and then `steps`.

    `on` says who begins: no draw on turn 1 ON_THE_PLAY (CR 103.8a), a draw ON_THE_DRAW and in MULTIPLAYER (103.8c),
    either with COIN_FLIP; where not given, MULTIPLAYER with a 100-card deck and ON_THE_PLAY else. With ``hand_size=7``
    each turn ends with a discard down to seven, the lowest by `discard` first.
    """
    for name, number, least in (("first", first, 1), ("last", last, first)):
        if (whole(number) or 0) < least:
            raise PlanError(f"turns({name}=…): got {number!r}; give a whole number, {least} or more")
    cleanup = () if hand_size is None else (Discard(0, discard, down_to=hand_size),)
    return tuple(Turn(number, (*as_steps("turns", steps), *cleanup), on) for number in range(first, last + 1))


def start_for(deck: Deck, on: Start | None) -> Start:
    """Who begins, where the plan does not say: multiplayer rules for a 100-card deck (CR 103.8c)."""
    if on is not None:
        return on
    return MULTIPLAYER if deck.is_multiplayer else ON_THE_PLAY
