"""Findings in words a player understands: shares in percent, gains in points, each with its error."""

from collections.abc import Iterable, Iterator, Sequence

from mtgstats.read.card import Card
from mtgstats.read.deck import Deck
from mtgstats.show.intervals import Interval
from mtgstats.show.rounding import difference

from .asking import Answers
from .finding import Finding, Gain

LEADERS = 3
NAMED = 6


def share(finding: Finding) -> str:
    """How often a condition holds: ``60.1 % of games (exact 60.10 %)``."""
    return f"{100 * finding.rate():.1f} % of games (exact {100 * finding.exact():.2f} %)"


def average(finding: Finding) -> str:
    """The mean of a quantity: ``7.1 on average (exact 7.06)``."""
    return f"{finding.mean:.1f} on average (exact {finding.exact_mean:.2f})"


def points(gain: float, interval: Interval) -> str:
    """A difference of rates in percentage points, with its error: ``+8.553 points ± 0.017``."""
    return difference(100 * gain, (100 * interval[0], 100 * interval[1]), unit=" points")


def gained(gain: Gain) -> str:
    """A gain: ``+8.553 points ± 0.017 over the same shuffles (exact +8.55)``."""
    return f"{points(gain.rate, gain.interval())} over the same shuffles (exact {100 * gain.exact:+.2f})"


def grouped(told: Iterable[tuple[str, str]]) -> Iterator[str]:
    """One sentence for all names of which the same is told."""
    names: dict[str, list[str]] = {}
    for name, what in told:
        names.setdefault(what, []).append(name)
    return (f"{', '.join(own)}: {what}" for what, own in names.items())


def leaders(cards: Finding) -> str:
    """The cards that come up most often, each with its exact share."""
    return ", ".join(f"{name} ({100 * cards.exact(name):.1f} %)" for name in cards.shown[:LEADERS])


def counted(number: int, thing: str) -> str:
    """So many things: ``1 game``, ``1,000 games``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def times(way: str, number: int) -> str:
    """Once or several times: ``manifest dread``, ``3 manifest dreads``."""
    return way if number == 1 else f"{number} {way}s"


def listed(names: Sequence[str], most: int = NAMED) -> str:
    """The first of the names, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def one_out(verb: str, deck: Deck) -> str:
    """That the card which looks is not in the library it looks at."""
    left = f"{counted(deck.size - 1, 'card')} left" if deck.size > 1 else "which leaves it empty"
    return f"One copy of the {verb} card itself is out of the library, {left}."


def short_library(answers: Answers, size: int) -> Iterator[str]:
    """That a look is at more cards than there are."""
    if size and any(finding.n > size for finding in answers.findings):
        yield f"The library holds {counted(size, 'card')}; a look at more sees all there are."


def not_modelled(deck: Deck) -> Iterator[str]:
    """What the cards of the deck do and the study leaves out."""
    yield "Asked is one look at a shuffled library; nothing is drawn, cast or played before it."
    found = {card.name: number for card, number in deck.main if moves_cards(card)}
    if found:
        yield (
            f"Not modelled: what the cards of the deck do. {sum(found.values())} of {deck.size} surveil, scry, mill, "
            f"hide or manifest themselves: {listed([*found])}."
        )


def moves_cards(card: Card) -> bool:
    """Whether a card surveils, scries, mills, hides or manifests."""
    numbers = card.surveil, card.scry, card.mill, card.hideaway
    return any(numbers) or card.manifests or card.manifests_dread or card.cloaks
