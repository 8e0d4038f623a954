"""All games of a plan, played one by one: what the exact engine must add up to."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import mtgstats as ms
from mtgstats.run.randomness import FRACTION, Kind, threshold
from mtgstats.run.replaying import Replay, Replayer
from mtgstats.say.quantities import Chance
from mtgstats.say.script import Script

WHOLE = 1 << FRACTION


class TooManyError(Exception):
    """More games than a test plays."""


class EveryWord:
    """Words of randomness that say all they might, a game after the other; `weight` is the probability of this one."""

    def __init__(self, script: Script) -> None:
        self.chances = {part.serial: part.p for part in script.expressions if isinstance(part, Chance)}
        self.said: list[tuple[int, int]] = []  # for each question of this game the answer and how many there are
        self.begin()

    def begin(self) -> None:
        self.asked = 0
        self.weight = Fraction(1)
        self.answers: dict[tuple[int, ...], Sequence[int]] = {}

    def next_game(self) -> bool:
        """Goes on to the next game; False after the last."""
        while self.said and self.said[-1][0] + 1 == self.said[-1][1]:
            self.said.pop()
        if not self.said:
            return False
        answer, among = self.said.pop()
        self.said.append((answer + 1, among))
        self.begin()
        return True

    def choose(self, weights: Sequence[Fraction]) -> int:
        """The next answer out of as many as there are weights."""
        if self.asked == len(self.said):
            self.said.append((0, len(weights)))
        answer, before = self.said[self.asked]
        assert before == len(weights), "a game asks the same questions as long as the answers are the same"
        self.asked += 1
        self.weight *= weights[answer]
        return answer

    def indices(self, kind: Kind, serial: int, size: int) -> Sequence[int]:
        key = kind, serial
        if key not in self.answers:
            self.answers[key] = [self.choose([Fraction(1, left)] * left) for left in range(size, 0, -1)]
        return self.answers[key]

    def fraction(self, kind: Kind, serial: int, word: int, product: int) -> int:
        """The least fraction on either side of a chance's threshold, or the least one for each index."""
        key = kind, serial, word
        cuts = (
            [0, threshold(self.chances[serial])]
            if kind is Kind.CHANCE
            else [-(-k * WHOLE // product) for k in range(product)]
        )
        parts = [(lo, hi - lo) for lo, hi in zip(cuts, [*cuts[1:], WHOLE], strict=True) if hi > lo]
        if key not in self.answers:
            weights = [Fraction(size, WHOLE) if kind is Kind.CHANCE else Fraction(1, product) for _, size in parts]
            self.answers[key] = [self.choose(weights)]
        return parts[self.answers[key][0]][0]


def every_game(plan: ms.Plan, deck: ms.Deck, most: int) -> Iterator[tuple[Replay, Fraction]]:
    """All games of a plan with their probabilities; raises `TooManyError` where there are more than about `most`."""
    player = Replayer(plan, deck)
    words = EveryWord(player.script)
    for _ in range(most):
        game = player.play(words)
        if words.weight * 3 * most < 1:
            break
        yield game, words.weight
        if not words.next_game():
            return
    raise TooManyError
