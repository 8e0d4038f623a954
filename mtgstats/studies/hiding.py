"""How often hideaway hides a hit, and what else it hides."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb

from mtgstats.ask.engines import TRIALS, as_games, exact
from mtgstats.ask.running import Progress
from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.read.query import Cards, Selector, as_selector, matching, where
from mtgstats.read.ratings import Ratings
from mtgstats.run.tallies import Tally
from mtgstats.say.choices import Choice
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import Quantity, count, size
from mtgstats.say.steps import Hideaway, Mill
from mtgstats.say.values import Value, ValueLike, as_value
from mtgstats.say.watches import Watch, which
from mtgstats.say.zones import graveyard, hidden

from . import odds, words
from .asking import Answers, Asked, Batch, Question, answer_all
from .finding import Finding
from .ranking import AtLeast, Ranking
from .study import Study, whole_numbers

DEFAULT_HIT = "-t:land mv>=6"


def hideaway(
    deck: Deck,
    *,
    n: int | Iterable[int] | None = None,
    hit: Cards = DEFAULT_HIT,
    quality: ValueLike = "mana_value",
    out: str | Iterable[str] = (),
    trials: int | range = TRIALS,
    seed: int = 1,
    progress: Progress | None = None,
) -> Study:
    """How often hideaway hides a hit: looks at the top `n` cards of the shuffled deck (CR 702.75).

    `n` is a number of cards or several; where not given, each hideaway card of the deck is studied with its own, one
    copy of it known to be out of the library. `hit` says which cards are hits (nonland cards of mana value 6 or more,
    where not given), `out` names cards that are out of the library too. A hit is hidden where there is one, else a
    nonland card, else a land, and among those the best by `quality`.

    Watches: ``hit``; ``quality`` of the hidden card (of two, the better one); ``card``, by name; ``only lands``, all
    cards looked at are lands; ``gain``, the hit rate less that of the next smaller `n` over the same shuffles.

    >>> study = hideaway(read_deck("mosswort-ramp"), n=(4, 5), hit="t:creature mv>=7", trials=10_000)
    """
    games = as_games(trials, seed)
    gone = (out,) if isinstance(out, str) else tuple(out)
    left, wanted = deck.without(*gone), Wanted(as_selector(hit), as_value(quality), deck)
    batches = (
        _each_card(left, wanted) if n is None else [_together(left, whole_numbers("hideaway", n, least=1), wanted)]
    )
    answers = answer_all(batches, games, progress)
    return Study(
        verb="hideaway",
        deck=deck,
        seed=seed,
        trials=games.trials,
        asked={"hit": str(wanted.hit), "quality": str(wanted.quality), "out": gone},
        answers=answers,
        sentences=tuple(_sentences(answers, wanted)),
        notes=tuple(_notes(left, wanted, answers, each=n is None)),
    )


@dataclass(frozen=True)
class Wanted:
    """What the player wants hidden: a hit before any other card, then a nonland card, then the best by quality."""

    hit: Selector
    quality: Value
    deck: Deck

    @cached_property
    def ranking(self) -> Ranking:
        """The deck's cards in that order."""
        return Ranking.of(self.deck, lambda card: (self.hit.matches(card), not card.is_land, self.quality(card)))

    @cached_property
    def qualities(self) -> dict[int, float]:
        """The quality of the cards of each rank."""
        return {self.ranking(card): _short(self.quality(card)) for card in self.deck.cards}


def _together(deck: Deck, numbers: tuple[int, ...], wanted: Wanted) -> Batch:
    """Looks at so many cards each, with the gain of each over the one before."""
    questions = [one for number in numbers for one in _questions(deck, None, (number,), wanted)]
    return questions, [((k, "hit"), (k + 2, "hit")) for k in range(0, len(questions) - 2, 2)]


def _each_card(deck: Deck, wanted: Wanted) -> list[Batch]:
    """The looks of every hideaway card of the deck, each with a copy less of itself in the library."""
    cards = [card for card in deck.cards if card.hideaway]
    if not cards:
        raise PlanError(f"deck {deck.name!r} has no hideaway card; give n, the number of cards to look at, such as 4")
    return [(_questions(deck.without(card.name), card.name, card.hideaway, wanted), ()) for card in cards]


def _questions(deck: Deck, source: str | None, looks: tuple[int, ...], wanted: Wanted) -> tuple[Question, Question]:
    """What is hidden, and what was looked at; several looks follow each other without a shuffle."""
    number = sum(looks)
    choice = Choice("a hit, else a nonland card, else a land", wanted.ranking)
    steps = tuple(Hideaway(min(one, deck.size), choice) for one in looks)
    watches = (
        Watch("hit", count(wanted.hit, hidden) >= 1),
        Watch("quality", _best_rank(wanted.ranking)),
        Watch("card", which(hidden)),
    )
    if len(looks) > 1 and deck.size < number:  # so few cards that those of the first look come up again
        known = [_as_odds(tally) for tally in exact(Plan(*steps, *watches), deck, fractions=True).tallies]
    else:
        known = _odds(deck, looks, wanted)
    meanings = None, wanted.qualities, None
    hiding = Question(deck, source, number, steps, tuple(map(Asked, watches, known, meanings)))

    seen, lands = min(number, deck.size), deck.count(where("t:land"))
    only_lands = odds.condition(Fraction(comb(lands, seen), comb(deck.size, seen)))
    watch = Watch("only lands", count("t:land", graveyard) == seen)
    return hiding, Question(deck, source, number, (Mill(seen),), (Asked(watch, only_lands),))


def _best_rank(ranking: Ranking) -> Quantity:
    """The rank of the best hidden card, 0 where none is: how many ranks it reaches."""
    reached = size(hidden).clip(0, 1)
    for rank in range(2, ranking.highest + 1):
        reached += count(matching(AtLeast(ranking, rank), f"rank {rank} or better"), hidden).clip(0, 1)
    return reached


def _odds(deck: Deck, looks: tuple[int, ...], wanted: Wanted) -> list[odds.Odds]:
    """The exact odds of the watches of what is hidden, all out of order statistics (no card is seen twice)."""
    rank, ranks = wanted.ranking, range(1, wanted.ranking.highest + 1)
    among = partial(odds.at_least_one, size=deck.size, n=min(sum(looks), deck.size))
    reached = [among(deck.count(AtLeast(rank, one))) for one in ranks]
    tiers = {card.name: odds.tiers_of(deck, rank, card.__eq__) for card in deck.cards}
    return [
        odds.condition(among(deck.count(wanted.hit))),
        {one: own - above for one, own, above in zip(ranks, reached, [*reached[1:], Fraction(0)], strict=True)},
        {name: 1 - odds.best_of(own, looks)[0] for name, own in tiers.items()},
    ]


def _as_odds(tally: Tally) -> odds.Odds:
    return {value: Fraction(chance) for value, chance in zip(tally.values, tally.counts, strict=True)}


def _short(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def _sentences(answers: Answers, wanted: Wanted) -> Iterator[str]:
    """The answers in plain words."""
    told = []
    for look in answers.looks:
        hit = look["hit"]
        told.append((hit.source or f"Hideaway {hit.n}", _sentence(hit, look["quality"], look["card"], wanted)))
    yield from words.grouped(told)
    for gain in answers.gains:
        yield f"Hideaway {gain.new.n} instead of {gain.over}: {words.gained(gain)}."


def _sentence(hit: Finding, quality: Finding, cards: Finding, wanted: Wanted) -> str:
    """What one look hides."""
    if not cards.shown:
        return "the library is empty, nothing is hidden."
    several = sum(cards.odds.values()) > 1
    card, one = ("the better hidden card", "one of them") if several else ("the hidden card", "it")
    return (
        f"a hit is hidden in {words.share(hit)}; {card}'s {str(wanted.quality).replace('_', ' ')} is "
        f"{words.average(quality)}, most often, by the exact odds, {one} is {words.leaders(cards)}."
    )


def _notes(deck: Deck, wanted: Wanted, answers: Answers, *, each: bool) -> Iterator[str]:
    """What a reader of the answers has to know."""
    place = "deck" if each else "library"
    yield f"A hit is a card that {wanted.hit} finds: {deck.count(wanted.hit)} of {deck.size} in the {place}."
    yield f"Hidden is a hit where there is one, else a nonland card, else a land; the best by {wanted.quality}."
    yield from words.short_library(answers, deck.size - each)
    if each:
        yield words.one_out("hideaway", deck)
        if any(len(card.hideaway) > 1 for card in deck.cards):
            yield "Several hideaway triggers look one after the other, at new cards; a hit is one in any look."
    if isinstance(wanted.quality.function, Ratings) and (warning := wanted.quality.function.warning(deck.cards)):
        yield warning
    yield from words.not_modelled(deck)
