"""Random decks and plans, for the engines to agree on."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import numpy as np

import mtgstats as ms
from mtgstats.read.card import Card
from mtgstats.read.deck import canonical
from mtgstats.run.encode.program import Program
from mtgstats.run.encode.watches import Slot
from mtgstats.say.choices import Choice
from mtgstats.say.quantities import Condition, Quantity
from mtgstats.say.zones import Zone

T = TypeVar("T")

POOL = (
    "Forest",
    "Mosswort Bridge",
    "Dryad Arbor",
    "Memnite",
    "Llanowar Elves",
    "Lightning Bolt",
    "Fire // Ice",
    "Grizzly Bears",
    "Bonecrusher Giant",
    "Exalted Angel",
    "Kazandu Mammoth",
    "Griselbrand",
)
SELECTORS = ("t:land", "t:creature", "mv>=3", "t:instant", "-t:land mv<=2", '!"Forest"', "pow>=2", "is:permanent")
ZONES: Sequence[Zone] = (
    ms.hand,
    ms.graveyard,
    ms.battlefield,
    ms.library,
    ms.hidden,
    ms.face_down,
    ms.exile,
    ms.hand | ms.graveyard,
    ms.battlefield | ms.hidden,
    ms.battlefield | ms.face_down,
    ms.looked,
    ms.kept,
    ms.kept | ms.hand,
    ms.hidden["a"],
)


@dataclass(frozen=True)
class Scored:
    """A choice made of a few numbers: it depends on the card and, where it has any, on what it is given."""

    a: int
    b: int
    c: int

    def __call__(self, card: Card, **given: int) -> int:
        seen = sum(int(number) * (k + 1) for k, number in enumerate(given.values()))
        return (self.a * len(card.name) + self.b * seen + self.c * int(card.mana_value)) % 7 - 3


def in_canonical_order(card: Card) -> float:
    """A value that rises with the deck's own order, strictly."""
    return sorted(map(canonical, map(ms.load_table().find, POOL))).index(canonical(card))


class Inventor:
    """Invents decks and plans in which every step, quantity and choice can occur; a number makes each one anew."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)

    def one_of(self, *makers: Callable[[], T]) -> T:
        return self.random.choice(makers)()

    def number(self, lo: int, hi: int) -> int:
        return self.random.randint(lo, hi)

    def some(self, make: Callable[[], T], lo: int, hi: int) -> list[T]:
        return [make() for _ in range(self.number(lo, hi))]

    def maybe(self, make: Callable[[], T]) -> T | None:
        return make() if self.random.random() < 0.5 else None

    # --- decks --------------------------------------------------------------------------------------------------------

    def deck(self, most: int = 16) -> ms.Deck:
        names = self.random.sample(POOL, self.number(1, 7))
        cards = [self.random.choice(names) for _ in range(self.number(0, most))]
        return ms.Deck.from_counts(Counter(cards))

    # --- expressions --------------------------------------------------------------------------------------------------

    def selector(self) -> str:
        return self.random.choice(SELECTORS)

    def zone(self) -> Zone:
        return self.random.choice(ZONES)

    def simple_quantity(self) -> Quantity:
        return self.one_of(
            lambda: ms.count(self.selector(), self.zone()),
            lambda: ms.count(self.selector(), self.zone()),
            lambda: ms.size(self.zone()),
            lambda: ms.total(self.random.choice(["power", "toughness", "mana_value"]), self.selector(), self.zone()),
            lambda: self.random.choice([ms.mana, ms.turn, ms.surveils, ms.surveils_this_turn, ms.mulligans]),
            lambda: ms.count(self.selector(), self.zone()) * self.random.choice([1, 300]),
        )

    def quantity(self) -> Quantity:
        def combined() -> Quantity:
            return self.simple_quantity() * self.number(-2, 3) - self.simple_quantity() + 1

        def clipped() -> Quantity:
            lo = self.number(-1, 2)
            return combined().clip(lo, lo + self.random.choice([2, 2, 10**12]))

        return self.one_of(self.simple_quantity, self.simple_quantity, combined, clipped)

    def comparison(self) -> Condition:
        quantity, number = self.quantity(), self.number(-1, 4)
        op = self.random.choice(["__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"])
        return getattr(quantity, op)(number)

    def first(self) -> Quantity:
        """By which turn? Sometimes one within another."""
        inner = ms.first(self.condition(chance=False))
        return inner if self.number(0, 2) else ms.first((inner <= self.number(1, 2)) & self.condition(chance=False))

    def condition(self, *, chance: bool = True) -> Condition:
        def simple() -> Condition:
            others = [lambda: ms.decked, lambda: ms.chance(self.random.choice([0.0, 0.25, 0.6, 1.0]))]
            return self.one_of(self.comparison, self.comparison, *others[: 1 + chance])

        return self.one_of(simple, simple, lambda: simple() & simple(), lambda: simple() | ~simple())

    def choice(self) -> Choice:
        def scored() -> Choice:
            given: dict[str, Quantity | Condition] = {}
            for name in "xy"[: self.number(0, 2)]:
                given[name] = self.one_of(lambda: self.quantity().clip(-2, 5), self.condition)
            return Choice(
                "scored", Scored(self.number(1, 6), self.number(0, 6), self.number(0, 6)), tuple(given.items())
            )

        return self.one_of(
            lambda: ms.best(self.random.choice(["mana_value", "power"])),
            lambda: ms.best(in_canonical_order),
            lambda: ms.lowest("mana_value"),
            lambda: ms.wanted(self.selector()),
            lambda: ms.wanted(self.selector(), lands=self.number(0, 3)),
            scored,
            scored,
            scored,
        )

    # --- steps --------------------------------------------------------------------------------------------------------

    def simple_step(self) -> ms.Step:
        n, choice, source = self.number(0, 3), self.choice(), self.random.choice("ab")
        to = self.random.choice([ms.hand, ms.battlefield, ms.graveyard, ms.exile, ms.face_down])
        return self.one_of(
            lambda: ms.Draw(n),
            lambda: ms.Mill(n),
            lambda: ms.Manifest(n),
            lambda: ms.Cloak(1, self.random.choice([ms.hand, ms.graveyard, ms.exile]), choice),
            lambda: ms.Scry(n, choice),
            lambda: ms.Surveil(n, choice, self.number(0, 1)),
            lambda: ms.Surveil(2, choice),
            lambda: ms.Hideaway(n + 1, choice, source, self.random.choice([ms.RANDOM, ms.CHOSEN])),
            lambda: ms.ManifestDread(choice),
            lambda: ms.Dig(n + 1, choice, self.number(0, 2), to, self.random.choice(list(ms.Rest))),
            lambda: ms.PlayHidden(
                source,
                self.maybe(self.condition),
                self.random.choice([ms.PLAY, ms.CAST, ms.TO_HAND]),
                self.random.random() < 0.5,
                choice,
            ),
            lambda: ms.SourceLeaves(source),
            lambda: ms.TurnUp(choice, self.number(0, 2), self.random.random() < 0.5),
            lambda: ms.Flicker(choice, self.number(0, 2)),
            lambda: ms.PlayLand(choice),
            lambda: ms.Cast(choice, self.number(0, 2)),
            lambda: ms.Discard(self.number(0, 2), choice),
            lambda: ms.Discard(0, choice, self.number(0, 4)),
            lambda: ms.DiscardAtRandom(self.number(0, 2)),
            lambda: ms.Tutor(choice, self.number(0, 2), to),
            ms.Shuffle,
        )

    def step(self) -> ms.Step:
        def branching() -> ms.Step:
            return ms.If(self.condition(), self.some(self.simple_step, 1, 3), self.some(self.simple_step, 0, 2))

        return self.one_of(self.simple_step, self.simple_step, branching)

    def harmless(self) -> ms.Step:
        while isinstance(step := self.simple_step(), ms.Surveil):
            pass
        return step

    def opening_hand(self) -> ms.Step:
        def london() -> ms.London:
            return ms.London(self.condition(), self.choice(), self.number(0, 2), self.random.choice([None, True]))

        return ms.OpeningHand(self.number(1, 5), self.maybe(london))

    def plan(self, most: int = 6) -> ms.Plan:
        """A plan with a watch of each kind."""
        first = self.maybe(self.opening_hand)
        trigger = self.maybe(
            lambda: ms.Whenever(ms.SURVEIL, self.some(self.harmless, 1, 2), self.maybe(self.condition))
        )
        start = self.random.choice([None, ms.ON_THE_PLAY, ms.ON_THE_DRAW, ms.COIN_FLIP, ms.MULTIPLAYER])
        turns = self.maybe(
            lambda: ms.turns(1, 2, self.some(self.step, 0, 3), on=start, hand_size=self.maybe(lambda: 2))
        )
        items = [
            *([first] if first else []),
            # Both sources exist, so that whatever refers to them does so rightly.
            *(ms.Hideaway(self.number(0, 2), self.choice(), source) for source in "ab"),
            *([trigger] if trigger else []),
            *self.some(self.step, 0, most),
            # A mark is none of a turn's end, whatever it is called.
            *self.some(lambda: ms.Mark("turn 0"), 0, 1),
            *(turns or ()),
        ]
        seen = self.random.choice([zone for zone in ZONES if zone not in (ms.looked, ms.kept)])
        return ms.Plan(
            *items,
            ms.Watch("condition", self.condition()),
            ms.Watch("quantity", self.quantity(), given=self.maybe(self.condition)),
            ms.Watch("first", self.first()),
            ms.Watch("which", ms.which(seen)),
        )


def outcomes(program: Program, games: np.ndarray, trial: int) -> dict[tuple[str, str], object]:
    """What a program with `store` wrote out for one trial, in the form a replay has it."""
    return {slot.place[1:]: _outcome(slot, games[:, trial]) for slot in program.slots}


def _outcome(slot: Slot, written: np.ndarray) -> object:
    counts, *values = (int(written[k]) for k in slot.outputs)
    if not counts:
        return None
    if slot.kind == "cards":
        return tuple(sorted(name for name, there in zip(slot.values, values, strict=True) if there))
    return bool(values[0]) if slot.kind == "condition" else values[0]


def binomial_tail(count: int, trials: int, p: float) -> float:
    """The smaller of the two tails of a binomial count, the count included."""
    from scipy.stats import binom

    return float(min(binom.cdf(count, trials, p), binom.sf(count - 1, trials, p)))
