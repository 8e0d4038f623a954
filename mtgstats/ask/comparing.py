"""Comparing plans or decks on the same shuffles, game by game, so that luck falls out of the difference."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.run.encode.program import Question, encode
from mtgstats.run.encode.watches import Place
from mtgstats.run.plain.classes import alike
from mtgstats.run.simulation import Games
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import Condition
from mtgstats.say.script import unroll
from mtgstats.say.watches import Watch, Which
from mtgstats.show.comparison import Comparison, Crossed

from .engines import TRIALS, as_games
from .ledger import Reader
from .questions import as_question
from .running import Progress, Run

Places = tuple[Place, Place]

NAMED = 3
"""Cards that are named where a swap is one of any of them."""


def compare(
    plan: Plan | Mapping[str, Plan],
    deck: Deck | Mapping[str, Deck],
    *,
    watches: Iterable[str] | None = None,
    trials: int | range = TRIALS,
    seed: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Compare plans with one deck, or decks under one plan, on the same shuffles: `plan` or `deck` gives each a name.

    ``compare({"hideaway 5": plan5, "hideaway 4": plan4}, deck)``, ``compare(plan, {"a land more": other, "as it is":
    deck})``; where both have names, they are the same. Differences are the one named earlier minus the one named later.
    Every condition and quantity that two have in common, by name and mark, is tallied jointly, game by game, for each
    pair (`watches` limits them). Decks have one size; equal cards of theirs lie in equal places of the shuffles, so
    that games differ by the changed cards alone. So the first deck meets the shuffles that `simulate` gives it, another
    deck those of the first.

    Raises PlanError where nothing can be compared, or where decks differ in size.
    """
    questions = named_questions(plan, deck)
    wanted = None if watches is None else tuple(watches)
    pairs = [
        places
        for first, second in combinations(range(len(questions)), 2)
        for places in common_watches(list(questions.values()), first, second, wanted)
    ]
    return played_together(questions, pairs, as_games(trials, seed), progress)


def perturb(
    deck: Deck,
    plan: Plan,
    swaps: Iterable[tuple[str, str]] | None = None,
    *,
    watches: Iterable[str] | None = None,
    trials: int | range = TRIALS,
    seed: int = 1,
) -> Comparison:
    """What a swap of one card changes: each ``(out, into)`` of `swaps`, by card name, against the deck as it is.

    Where no swaps are given, each card of the deck is tried against its commonest land, both ways: one copy less for
    one land more, and one land less for one copy more; of cards that the plan cannot tell apart one stands for all.
    Differences are the changed deck's minus the deck's own, on the same shuffles (`compare`), with paired errors.
    """
    wanted = None if watches is None else tuple(watches)
    games = as_games(trials, seed)
    base = "the deck as it is"
    as_question("perturb", plan, deck)
    if swaps is None:
        named = land_swaps(_compared(plan, wanted), deck)
    else:
        named = {f"-1 {out} +1 {into}": (out, into) for out, into in swaps}
    parts = [
        played_together(questions, list(common_watches(list(questions.values()), 1, 0, wanted)), games)
        for name, swap in named.items()
        for questions in [{base: (plan, deck), name: (plan, deck.swap(*swap))}]
    ]
    if not parts:
        raise PlanError("perturb(swaps): no swap to try; give pairs of names such as [('Llanowar Elves', 'Forest')]")
    return Comparison(
        (base, *(part.names[1] for part in parts)),
        (parts[0].results[0], *(part.results[1] for part in parts)),
        tuple(crossed for part in parts for crossed in part.crossed),
    )


def land_swaps(plan: Plan, deck: Deck) -> dict[str, tuple[str, str]]:
    """Each card that the plan tells from the deck's commonest land against that, as (out, into), both ways, by name."""
    lands = [(number, card.name) for card, number in deck.main if card.is_land]
    if not lands:
        raise PlanError(f"perturb: deck {deck.name!r} has no land to swap for; give swaps as (out, into)")
    land = max(lands)[1]
    classes = [[card.name for card in cards] for cards in alike(unroll(plan, deck))]
    others = [names for names in classes if land not in names]
    return {
        name: swap
        for names in others
        for name, swap in (
            (f"-1 {_any_of(names)} +1 {land}", (names[0], land)),
            (f"-1 {land} +1 {_any_of(names)}", (land, names[0])),
        )
    }


def _any_of(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"any of {', '.join(names[:NAMED])}{more}"


# --- what is compared -------------------------------------------------------------------------------------------------


def named_questions(plan: Plan | Mapping[str, Plan], deck: Deck | Mapping[str, Deck]) -> dict[str, Question]:
    """Each name's plan and deck."""
    names = list(plan if isinstance(plan, Mapping) else deck if isinstance(deck, Mapping) else ())
    if len(names) < 2:
        raise PlanError("compare: give two or more plans or decks by name, such as {'hideaway 4': plan4, ...}")
    if isinstance(plan, Mapping) and isinstance(deck, Mapping) and set(plan) != set(deck):
        raise PlanError(f"compare: plans are called {', '.join(plan)}, decks {', '.join(deck)}; give equal names")
    questions = {
        name: as_question(
            "compare",
            plan[name] if isinstance(plan, Mapping) else plan,
            deck[name] if isinstance(deck, Mapping) else deck,
        )
        for name in names
    }
    sizes = {name: deck.size for name, (_, deck) in questions.items()}
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{name!r} has {size} cards" for name, size in sizes.items())
        raise PlanError(f"compare: decks of different size cannot share shuffles: {told}")
    return questions


def common_watches(
    questions: Sequence[Question], first: int, second: int, watches: Sequence[str] | None
) -> Iterator[Places]:
    """The places of what two plans both record; conditions meet conditions, quantities meet quantities."""
    own, other = (recorded(questions[k][0]) for k in (first, second))
    for place, watch in own.items():
        if (watches is None or watch.name in watches) and place in other and _alike(watch, other[place]):
            yield (first, *place), (second, *place)


def recorded(plan: Plan) -> dict[tuple[str, str], Watch]:
    """The plan's watches by name and mark."""
    return {(watch.name, mark): watch for mark in plan.marks for watch in plan.watches if watch.recorded_at(mark)}


def _compared(plan: Plan, watches: Sequence[str] | None) -> Plan:
    """The plan without what is not compared, which may tell cards apart for nothing."""
    own = (watch for watch in plan.watches if watches is None or watch.name in watches)
    return Plan(*plan.steps, *(watch for watch in own if not isinstance(watch.what, Which)))


def _alike(watch: Watch, other: Watch) -> bool:
    if isinstance(watch.what, Which) or isinstance(other.what, Which):
        return False
    return isinstance(watch.what, Condition) == isinstance(other.what, Condition)


def played_together(
    questions: Mapping[str, Question], pairs: Sequence[Places], games: Games, progress: Progress | None = None
) -> Comparison:
    """Play questions on the same shuffles and cross the pairs."""
    if not pairs:
        raise PlanError(
            f"compare: {', '.join(questions)} have no watch in common; give them conditions or quantities of one name, "
            "recorded at one mark"
        )
    program = encode(list(questions.values()), crossed=pairs)
    run = Run(program.binary, games.seed, progress=progress)
    finished = run.advance(games.trials)
    names = tuple(questions)
    _, first = questions[names[0]]
    results = tuple(
        Reader(program, (plan, deck), run.seed, number, None if deck == first else first).result(
            run.ledger, finished=finished
        )
        for number, (plan, deck) in enumerate(questions.values())
    )
    crossed = tuple(
        Crossed(
            names[one.first.place[0]],
            names[one.second.place[0]],
            "rate" if one.first.kind == "condition" else "mean",
            one.tally(run.ledger.bins),
        )
        for one in program.crossings
        if one.first.place[0] != one.second.place[0]  # the others are joints that a plan itself asks for
    )
    return Comparison(names, results, crossed)
