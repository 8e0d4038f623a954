"""The works: questions with known answers, as plans of mtgstats and as data from which a rival is written."""

from dataclasses import dataclass
from itertools import islice
from math import comb

import mtgstats as ms


@dataclass(frozen=True)
class Look:
    """The best of the top `n` cards: is its value at least `least`? `values` are those of all cards of the library."""

    values: tuple[int, ...]
    n: int
    least: int


@dataclass(frozen=True)
class Digging:
    """Four lands by turn 4 on the draw, with surveil 2 on turns 2 to 4 (`dig` says what is binned)."""

    lands: int = 24
    others: int = 36


@dataclass(frozen=True)
class Mulligans:
    """Four lands by turn 4 on the draw, keeping 2 to 5 lands of seven, with London mulligans to six and to five."""

    lands: int = 24
    others: int = 36


@dataclass(frozen=True)
class Work:
    """A plan with a deck; `exact` is the probability that the condition `watch` holds at `mark`.

    `question` is the same in numbers, for those who do not know plans; None where it is too long to be written twice.
    """

    name: str
    title: str
    plan: ms.Plan
    deck: ms.Deck
    watch: str
    exact: float
    question: Look | Digging | Mulligans | None
    mark: str = "end"


# --- what the plans share ---------------------------------------------------------------------------------------------

LANDS = ms.count("t:land", ms.hand)
KEEP = (LANDS >= 2) & (LANDS <= 5)


@ms.choice(lands=LANDS)
def dig(card: ms.Card, lands: int) -> int:
    """Bin a land with four or more in hand, anything else with fewer than three."""
    if card.is_land:
        return -1 if lands >= 4 else 0
    return -1 if lands < 3 else 0


@ms.choice(lands=LANDS)
def bottom(card: ms.Card, lands: int) -> int:
    """To the bottom goes a land with four or more in hand, else a nonland."""
    return -1 if card.is_land == (lands >= 4) else 1


def deck(name: str, **counts: int) -> ms.Deck:
    """A deck of lands, creatures, spells and hits (seven mana or more)."""
    cards = {"lands": "Forest", "creatures": "Grizzly Bears", "spells": "Lightning Bolt", "hits": "Griselbrand"}
    return ms.Deck.from_counts({cards[kind]: number for kind, number in counts.items()}, name=name)


SIXTY = deck("60 cards, 24 lands", lands=24, creatures=36)


# --- W1 to W5 ---------------------------------------------------------------------------------------------------------


def hiding(name: str, n: int, *, lands: int, hits: int, others: int) -> Work:
    """Hideaway: the best of the top `n` cards is a hit."""
    size = lands + hits + others
    return Work(
        name,
        f"look at {n} of {size} ({lands} lands, {hits} hits), take the best: a hit?",
        ms.Plan(ms.Hideaway(n, ms.best("mana_value")), ms.Watch("hit", ms.count("mv>=7", ms.hidden) >= 1)),
        deck(name, lands=lands, creatures=others, hits=hits),
        "hit",
        1 - comb(size - hits, n) / comb(size, n),
        Look((0,) * lands + (1,) * others + (2,) * hits, n, 2),
    )


def manifesting() -> Work:
    return Work(
        "W4",
        "manifest the top card of 60 (16 creatures): a creature?",
        ms.Plan(ms.Manifest(1), ms.Watch("creature", ms.count("t:creature", ms.face_down) >= 1)),
        deck("W4", lands=24, creatures=16, spells=20),
        "creature",
        16 / 60,
        Look((0,) * 44 + (1,) * 16, 1, 1),
    )


def digging() -> Work:
    surveil = ms.turns(2, 4, [ms.Surveil(2, dig)], on=ms.ON_THE_DRAW)
    plan = ms.Plan(
        ms.OpeningHand(), *ms.turns(1, 1, on=ms.ON_THE_DRAW), *surveil, ms.Watch("lands", LANDS >= 4, at="turn 4")
    )
    title = "seven cards, a draw each turn, surveil 2 on turns 2 to 4: four lands by turn 4?"
    return Work("W3", title, plan, SIXTY, "lands", 0.769078, Digging(), "turn 4")


def mulliganing() -> Work:
    plan = ms.Plan(
        ms.OpeningHand(7, ms.London(KEEP, bottom, at_most=2)),
        *ms.turns(1, 7, on=ms.ON_THE_DRAW),
        ms.Watch("lands", LANDS >= 4, at="turn 4"),
        ms.Watch("how many", LANDS, at="turn 4"),
    )
    title = "keep 2 to 5 lands, London mulligan to 6, then 5, a draw each turn for 7 turns: four lands by turn 4?"
    return Work("W5", title, plan, SIXTY, "lands", 0.805617, Mulligans(), "turn 4")


# --- larger ones ------------------------------------------------------------------------------------------------------

HIDEAWAY_LAND = '!"Mosswort Bridge"'
SURVEIL_LAND = '!"Underground Mortuary"'
RAMP = {
    "Forest": 14,
    "Mosswort Bridge": 4,
    "Underground Mortuary": 4,
    "Llanowar Elves": 4,
    "Rampant Growth": 4,
    "Grizzly Bears": 8,
    "Lightning Bolt": 7,
    "Cultivate": 4,
    "Primeval Titan": 4,
    "Craterhoof Behemoth": 4,
    "Griselbrand": 3,
}


@ms.choice(lands=ms.count("t:land", ms.hand | ms.battlefield))
def next_draw(card: ms.Card, lands: int) -> int:
    """Keep lands up to five, anything else from three on."""
    return 1 if (lands < 5 if card.is_land else lands >= 3) else -1


def long_game() -> Work:
    """Eight turns in the large: mulligans, a land each turn, surveil and hideaway lands; 24 numbers are recorded."""
    turns = tuple(f"turn {number}" for number in range(1, 9))
    play = ms.If(
        ms.count(HIDEAWAY_LAND, ms.hand) >= 1,
        (ms.PlayLand(ms.where(HIDEAWAY_LAND)), ms.Hideaway(4, ms.best("mana_value"))),
        otherwise=(
            ms.If(
                ms.count(SURVEIL_LAND, ms.hand) >= 1,
                (ms.PlayLand(ms.where(SURVEIL_LAND)), ms.Surveil(1, next_draw)),
                otherwise=(ms.PlayLand(),),
            ),
        ),
    )
    plan = ms.Plan(
        ms.OpeningHand(7, ms.London(KEEP, bottom, at_most=2)),
        *ms.turns(1, 8, [play], on=ms.ON_THE_DRAW),
        ms.Watch("four lands", ms.count("t:land", ms.battlefield) >= 4, at=turns),
        ms.Watch("bomb hidden", ms.count("t:creature mv>=6", ms.hidden) >= 1, at=turns),
        ms.Watch("binned", ms.size(ms.graveyard), at=turns),
        ms.Watch("two mulligans", ms.mulligans == 2, at="end"),
    )
    keep = sum(comb(22, lands) * comb(38, 7 - lands) for lands in range(2, 6)) / comb(60, 7)
    title = "eight turns: mulligans, land drops, surveil and hideaway lands, 24 watches; checked: two mulligans"
    return Work("8 turns", title, plan, ms.Deck.from_counts(RAMP, name="ramp"), "two mulligans", (1 - keep) ** 2, None)


def ranking(kinds: int, *, size: int, n: int, top: int, name: str = "", falling: bool = False) -> Work:
    """The best of `n` of `size` cards of so many kinds, each of a worth of its own: among the `top` best?

    The machine tells all kinds apart. With `falling` the worth falls in the deck's own order (mana value rises in
    it), so that the best card takes a table to find.
    """
    creatures = islice((card for card in ms.load_table() if card.is_creature), kinds)
    cards = sorted(creatures, key=lambda card: (card.mana_value, card.name))
    worth = {card.name: kinds - 1 - number if falling else number for number, card in enumerate(cards)}
    copies = {card.name: size // kinds + (number < size % kinds) for number, card in enumerate(cards)}
    values = tuple(worth[card] for card, number in copies.items() for _ in range(number))
    least = sorted(values)[-top]
    others = sum(value < least for value in values)

    def rating(card: ms.Card) -> int:
        return worth[card.name]

    quality = ms.total(rating, "mv>=0", ms.hidden)
    return Work(
        name or f"{kinds} kinds",
        f"look at {n} of {size} cards of {kinds} values, take the best: one of the top {top}? which value?",
        ms.Plan(ms.Hideaway(n, ms.best(rating)), ms.Watch("quality", quality), ms.Watch("top", quality >= least)),
        ms.Deck.from_counts(copies, name=f"{kinds} kinds in {size}"),
        "top",
        1 - comb(others, n) / comb(size, n),
        Look(values, n, least),
    )


def all_works() -> tuple[Work, ...]:
    """The works of the report, in its order."""
    return (
        hiding("W1", 4, lands=24, hits=12, others=24),
        hiding("W2", 5, lands=37, hits=12, others=50),
        digging(),
        manifesting(),
        mulliganing(),
        long_game(),
        ranking(40, size=99, n=5, top=10, name="40 kinds"),
    )
