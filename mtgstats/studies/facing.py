"""What manifest, manifest dread and cloak put onto the battlefield face down."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from mtgstats.ask.engines import TRIALS, as_games
from mtgstats.ask.running import Progress
from mtgstats.errors import PlanError
from mtgstats.read.card import Card
from mtgstats.read.costs import turn_up_cost
from mtgstats.read.deck import Deck
from mtgstats.read.query import Cards, Selector, Test, as_selector, matching
from mtgstats.say.choices import Choice
from mtgstats.say.quantities import count
from mtgstats.say.steps import Cloak, Manifest, ManifestDread, Step
from mtgstats.say.watches import Watch, which
from mtgstats.say.zones import Zone, face_down, graveyard

from . import odds, words
from .asking import Answers, Asked, Question, answer_all
from .ranking import Ranking
from .study import Study, whole_numbers

CREATURE = matching(lambda card: card.is_creature, "creature cards")
FLIPPABLE = matching(lambda card: turn_up_cost(card) is not None, "cards that can be turned up for mana")
STUCK = matching(lambda card: card.is_instant_or_sorcery, "instants and sorceries")
PERMANENT = matching(lambda card: card.is_permanent, "permanent cards")
LAND = matching(lambda card: card.is_land, "lands")
HOPED = {"creature": "a creature card", "flippable": "one that can be turned up", "good": "a good one"}
"""Conditions of what is face down, in words."""


def manifest(
    deck: Deck,
    *,
    n: int | Iterable[int] = 1,
    dread: bool = False,
    cloak: bool = False,
    good: Cards = FLIPPABLE,
    trials: int | range = TRIALS,
    seed: int = 1,
    progress: Progress | None = None,
) -> Study:
    """What `n` manifests of the shuffled deck put face down (CR 701.40), or manifest dread (701.62) or cloak (701.58).

    `n` is a number of times or several. `good` are the cards that are hoped for: those that can be turned up for mana
    (a creature's mana cost, morph, megamorph, disguise), where not given. Manifest dread looks at two cards each time
    and manifests a good one where there is one, else one that can be turned up, else a creature, else another permanent
    card, and among those the one of the highest mana value.

    Watches, each of at least one card: ``creature``, ``flippable``, ``good`` and ``stuck`` (an instant or sorcery) face
    down, ``land lost`` (face down or, with dread, in the graveyard); ``creatures``, ``flippable cards`` … are their
    numbers; ``card``, which are face down. The column `n` is the number of cards looked at: two each time with dread.

    >>> study = manifest(read_deck("manifest-dread"), dread=True, trials=10_000)
    """
    if dread and cloak:
        raise PlanError("manifest(dread=True, cloak=True): give one of them")
    games, hoped = as_games(trials, seed), as_selector(good)
    times = whole_numbers("manifest", n, least=1)
    way = Dread(deck, hoped) if dread else TopCards(deck, Cloak if cloak else Manifest)
    answers = answer_all([([_question(deck, way, number, hoped) for number in times], ())], games, progress)
    return Study(
        verb="manifest",
        deck=deck,
        seed=seed,
        trials=games.trials,
        asked={"way": way.name, "good": str(hoped)},
        answers=answers,
        sentences=tuple(_sentences(answers, way)),
        notes=tuple(_notes(deck, way, hoped, answers)),
        per_time=way.looked_at(1),
    )


class Way(Protocol):
    """How cards come to be face down."""

    @property
    def name(self) -> str: ...

    def looked_at(self, times: int) -> int:
        """How many cards that many times look at."""

    def steps(self, times: int) -> tuple[Step, ...]:
        """The steps."""

    def number(self, times: int, test: Test) -> odds.Odds:
        """The exact odds of how many face-down cards pass the test."""


@dataclass(frozen=True)
class TopCards:
    """Manifest or cloak: the top cards, whatever they are."""

    deck: Deck
    step: type[Manifest] | type[Cloak]

    @property
    def name(self) -> str:
        return self.step.__name__.lower()

    def looked_at(self, times: int) -> int:
        return times

    def steps(self, times: int) -> tuple[Step, ...]:
        return (self.step(times),)

    def number(self, times: int, test: Test) -> odds.Odds:
        return odds.number_among(self.deck.count(test), self.deck.size, min(times, self.deck.size))


@dataclass(frozen=True)
class Dread:
    """Manifest dread: the better of the top two cards, the other into the graveyard."""

    deck: Deck
    good: Selector
    name: str = "manifest dread"

    @cached_property
    def ranking(self) -> Ranking:
        """The deck's cards by how much they are wanted face down."""
        wishes = self.good, FLIPPABLE, CREATURE, PERMANENT
        return Ranking.of(self.deck, lambda card: (*(wish.matches(card) for wish in wishes), card.mana_value))

    def looked_at(self, times: int) -> int:
        return 2 * times

    def steps(self, times: int) -> tuple[Step, ...]:
        return (ManifestDread(Choice("the better card face down", self.ranking)),) * times

    def number(self, times: int, test: Test) -> odds.Odds:
        return dict(enumerate(odds.best_of(odds.tiers_of(self.deck, self.ranking, test), (2,) * times)))


def _question(deck: Deck, way: Way, times: int, good: Selector) -> Question:
    looked = way.looked_at(times)
    lands = odds.number_among(deck.count(LAND), deck.size, min(looked, deck.size))
    cards = {card.name: _some(way.number(times, card.__eq__)) for card in deck.cards}
    asked = [
        *_counted("creature", "creatures", CREATURE, face_down, way.number(times, CREATURE.matches)),
        *_counted("flippable", "flippable cards", FLIPPABLE, face_down, way.number(times, FLIPPABLE.matches)),
        *_counted("good", "good cards", good, face_down, way.number(times, good.matches)),
        *_counted("stuck", "stuck cards", STUCK, face_down, way.number(times, STUCK.matches)),
        *_counted("land lost", "lands lost", LAND, face_down | graveyard, lands),
        Asked(Watch("card", which(face_down)), cards),
    ]
    return Question(deck, None, looked, way.steps(times), tuple(asked))


def _counted(one: str, several: str, cards: Selector, zone: Zone, number: odds.Odds) -> tuple[Asked, Asked]:
    """Whether there is such a card, and how many."""
    return (
        Asked(Watch(one, count(cards, zone) >= 1), odds.condition(_some(number))),
        Asked(Watch(several, count(cards, zone)), number),
    )


def _some(number: odds.Odds) -> Fraction:
    """P(at least one)."""
    return 1 - number.get(0, Fraction(0))


def _sentences(answers: Answers, way: Way) -> Iterator[str]:
    """The answers in plain words."""
    for look in answers.looks:
        share = {name: words.share(finding) for name, finding in look.items() if finding.kind == "condition"}
        hoped: dict[str, list[str]] = {}
        for name, what in HOPED.items():
            hoped.setdefault(share[name], []).append(what)
        told = (f"{first} in {often}{_as_often(others)}" for often, (first, *others) in hoped.items())
        yield (
            f"{words.times(way.name, look['creature'].n // way.looked_at(1)).capitalize()}: face down is "
            f"{', '.join(told)}; an instant or sorcery is stuck in {share['stuck']}, a land is lost in "
            f"{share['land lost']}."
        )


def _as_often(others: list[str]) -> str:
    return f", as often {' and '.join(others)}" if others else ""


def _notes(deck: Deck, way: Way, good: Selector, answers: Answers) -> Iterator[str]:
    """What a reader of the answers has to know."""
    yield f"Good cards: {good}, {deck.count(good)} of {deck.size}."
    if isinstance(way, Dread):
        yield (
            "Of the two cards a good one is manifested, else one that can be turned up, else a creature card, else "
            "another permanent card; of several the one of the highest mana value. The other goes to the graveyard."
        )
    yield f"A land is lost where one is face down{' or in the graveyard' if isinstance(way, Dread) else ''}."
    yield from words.short_library(answers, deck.size)
    yield "For mana a creature card is turned up at its mana cost, others by morph, megamorph or disguise; X is 0."
    if other := [card.name for card in deck.cards if _has_other_cost(card)]:
        yield f"Not modelled: costs of turning up that are not mana ({', '.join(other)})."
    if isinstance(way, TopCards) and (dreadful := [card.name for card in deck.cards if card.manifests_dread]):
        yield f"Not asked here is manifest dread, which cards of this deck do: {', '.join(dreadful)}."
    yield from words.not_modelled(deck)


def _has_other_cost(card: Card) -> bool:
    return turn_up_cost(card) is None and bool(card.morph or card.megamorph or card.disguise)
