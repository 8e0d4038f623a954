"""Packages from PyPI that do the same work: mtg-mana-simulator, for opening hands and draws.

No land is held back to one a turn, since the work counts lands seen: its lands are free sources of one mana, and four
lands are four mana on turn 4. It puts what a mulligan gives up where the next cards are drawn from, so the policy
itself puts them at the other end.
"""

from collections.abc import Callable
from importlib.util import find_spec
from random import seed as start_random
from typing import Any

from benchmarks.works import Mulligans

INSTALLED = find_spec("mtg_mana_simulator") is not None


def mulligans(question: Mulligans) -> Callable[[int, int], int]:
    from mtg_mana_simulator import AI, Card, Experiment, Sequence

    land, other = Card("land", mana_sequence=Sequence.one), Card.filler

    def policy(context: Any, keepable: int) -> list[int] | None:
        lands = context.hand.count(land)
        if keepable > 5 and not 2 <= lands <= 5:
            return None
        while len(context.hand) > keepable:
            out = land if lands >= 4 else other
            lands -= out is land
            context.hand.remove(out)
            context.remaining.insert(0, out)
        return list(range(keepable))

    def play(trials: int, seed: int) -> int:
        start_random(seed)
        deck = [land] * question.lands + [other] * question.others
        ai = AI(mulligan=policy, choose=lambda context: context.playable_cards()[0])
        games = Experiment(deck=deck, ai=ai, turns=7, repeats=trials)
        return sum(mana[3] >= 4 for mana in games.traces)

    return play
