"""The standard library: `random.sample`, lists and loops."""

from collections.abc import Callable
from random import Random

from benchmarks.works import Digging, Look, Mulligans


def look(question: Look) -> Callable[[int, int], int]:
    values, n, least = question.values, question.n, question.least

    def play(trials: int, seed: int) -> int:
        sample = Random(seed).sample
        return sum(max(sample(values, n)) >= least for _ in range(trials))

    return play


def digging(question: Digging) -> Callable[[int, int], int]:
    deck = [1] * question.lands + [0] * question.others

    def game(library: list[int]) -> bool:
        lands = sum(library.pop() for _ in range(7))
        for turn in range(1, 5):
            lands += library.pop()
            if turn > 1:
                first, second = library.pop(), library.pop()
                kept = [card for card in (second, first) if (lands < 4 if card else lands >= 3)]
                library += kept
        return lands >= 4

    def play(trials: int, seed: int) -> int:
        sample = Random(seed).sample
        return sum(game(sample(deck, 17)) for _ in range(trials))

    return play


def mulligans(question: Mulligans) -> Callable[[int, int], int]:
    deck = [1] * question.lands + [0] * question.others

    def play(trials: int, seed: int) -> int:
        sample = Random(seed).sample
        by_turn_four = [0] * 12
        for _ in range(trials):
            taken = 0
            while True:
                cards = sample(deck, 14)
                lands = sum(cards[:7])
                if taken == 2 or 2 <= lands <= 5:
                    break
                taken += 1
            for _ in range(taken):
                lands -= lands >= 4
            by_turn_four[lands + sum(cards[7:11])] += 1
        return sum(by_turn_four[4:])

    return play
