"""Reading: the card table, and a list of a hundred cards."""

import time
from collections.abc import Callable
from statistics import median

from mtgstats.read.decklists import read_deck
from mtgstats.read.table import SHIPPED, CardTable, load_table

CARDS = 100


def reading(rounds: int) -> dict[str, float]:
    """Seconds to load the shipped table and look up a first card, and to read a list of `CARDS` names with it."""
    names = [card.name for card, _ in zip(load_table(), range(CARDS), strict=False)]
    text = "".join(f"1 {name} (ABC) 12 *F*\n" for name in names)
    tasks: dict[str, Callable[[], object]] = {
        "the card table, and a first card in it": lambda: CardTable(SHIPPED).find("Forest"),
        f"a list of {CARDS} cards": lambda: read_deck(text),
    }
    return {name: median(_seconds(task) for _ in range(rounds)) for name, task in tasks.items()}


def _seconds(task: Callable[[], object]) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start
