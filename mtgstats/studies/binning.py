"""What surveil bins and keeps, and what it does for the next draw."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from mtgstats.ask.engines import TRIALS, as_games
from mtgstats.ask.running import Progress
from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.read.query import Cards, Selector, as_selector
from mtgstats.say.choices import wanted
from mtgstats.say.quantities import count, size
from mtgstats.say.steps import Draw, Surveil
from mtgstats.say.watches import Watch, which
from mtgstats.say.zones import graveyard, hand

from . import odds, words
from .asking import Answers, Asked, Batch, Question, answer_all
from .study import Study, whole_numbers

DEFAULT_WANT = "-t:land"


def surveil(
    deck: Deck,
    *,
    n: int | Iterable[int] | None = None,
    want: Cards = DEFAULT_WANT,
    trials: int | range = TRIALS,
    seed: int = 1,
    progress: Progress | None = None,
) -> Study:
    """What a surveil of `n` cards bins and keeps, and what it does for the next draw (CR 701.25).

    `n` is a number of cards or several; where not given, each surveil card of the deck is studied with the numbers its
    text names, one copy of it known to be out of the library. `want` says which cards are kept on top (nonland cards,
    where not given); all others go to the graveyard.

    Watches: ``binned`` and ``kept``, numbers of cards; ``card``, which are binned; ``next draw``, it is a wanted card;
    ``no surveil``, the same had there been none; ``gain``, the one less the other over the same shuffles.

    >>> study = surveil(read_deck("dimir-surveil"), n=2, want="-t:land", trials=10_000)
    """
    games, keep = as_games(trials, seed), as_selector(want)
    batches = (_batch(library, source, numbers, keep) for library, source, numbers in _looks(deck, n))
    answers = answer_all(batches, games, progress)
    return Study(
        verb="surveil",
        deck=deck,
        seed=seed,
        trials=games.trials,
        asked={"want": str(keep)},
        answers=answers,
        sentences=tuple(_sentences(answers)),
        notes=tuple(_notes(deck, keep, answers, each=n is None)),
    )


def _looks(deck: Deck, n: int | Iterable[int] | None) -> Iterator[tuple[Deck, str | None, tuple[int, ...]]]:
    """The libraries to look at, the cards that look, and at how many cards."""
    if n is not None:
        yield deck, None, whole_numbers("surveil", n, least=0)
        return
    cards = [card for card in deck.cards if card.surveil]
    if not cards:
        raise PlanError(f"deck {deck.name!r} has no surveil card; give n, the number of cards to look at, such as 2")
    for card in cards:
        yield deck.without(card.name), card.name, tuple(sorted(set(card.surveil)))


def _batch(deck: Deck, source: str | None, numbers: tuple[int, ...], keep: Selector) -> Batch:
    questions = [one for number in numbers for one in _questions(deck, source, number, keep)]
    return questions, [((k + 1, "no surveil"), (k, "next draw")) for k in range(0, len(questions), 2)]


def _questions(deck: Deck, source: str | None, n: int, keep: Selector) -> tuple[Question, Question]:
    """Surveil, then draw; and the same draw without it."""
    looked, library, kept = min(n, deck.size), deck.size, deck.count(keep)
    binned = odds.number_among(library - kept, library, looked)
    cards = {
        card.name: odds.at_least_one(copies, library, looked) for card, copies in deck.main if not keep.matches(card)
    }
    with_surveil = Question(
        deck,
        source,
        n,
        (Surveil(n, wanted(keep)), Draw(1)),
        (
            Asked(Watch("binned", size(graveyard)), binned),
            Asked(Watch("kept", looked - size(graveyard)), {looked - number: own for number, own in binned.items()}),
            Asked(Watch("card", which(graveyard)), cards),
            Asked(Watch("next draw", count(keep, hand) >= 1), odds.condition(_next_draw(kept, library, looked))),
        ),
    )
    without = Asked(Watch("no surveil", count(keep, hand) >= 1), odds.condition(_next_draw(kept, library, 0)))
    return with_surveil, Question(deck, source, n, (Draw(1),), (without,))


def _next_draw(kept: int, library: int, looked: int) -> Fraction:
    """P(the next draw is wanted): one of the cards looked at is, or else the card that lies under them."""
    seen, left = odds.at_least_one(kept, library, looked), library - looked
    return seen + (1 - seen) * Fraction(kept, left) if left else seen


def _sentences(answers: Answers) -> Iterator[str]:
    """The answers in plain words."""
    told = []
    for look, gain in zip(answers.looks, answers.gains, strict=True):
        drawn, binned = look["next draw"], look["binned"]
        told.append(
            (
                f"Surveil {drawn.n}" if drawn.source is None else f"{drawn.source} (surveil {drawn.n})",
                f"the next draw is wanted in {words.share(drawn)}, without it in {words.share(look['no surveil'])}: "
                f"{words.gained(gain)}. Cards binned: {words.average(binned)}.",
            )
        )
    return words.grouped(told)


def _notes(deck: Deck, keep: Selector, answers: Answers, *, each: bool) -> Iterator[str]:
    """What a reader of the answers has to know."""
    place = "deck" if each else "library"
    found = f"{deck.count(keep)} of {deck.size} in the {place}"
    yield f"Wanted are the cards that {keep} finds, {found}; all others are binned."
    yield from words.short_library(answers, deck.size - each)
    if each:
        yield words.one_out("surveil", deck)
    yield from words.not_modelled(deck)
