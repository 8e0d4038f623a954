"""Other ways to the same numbers, each as a competent user of the tool would write it.

Each module has up to three makers, one for each shape of question: ``look(question)``, ``digging(question)``,
``mulligans(question)``. What they make is called as ``play(trials, seed)`` and gives the number of games in which the
answer was yes. All run on one thread.
"""

from collections.abc import Callable, Iterator

from benchmarks.works import Digging, Look, Mulligans, Work

from . import counts, packages, permuted, python, shuffles, vectors

Play = Callable[[int, int], int]
RIVALS = {
    "Python random": python,
    "numpy permuted": permuted,
    "numpy counts": counts,
    "numpy vectors": vectors,
    "numba shuffle": shuffles,
    "mtg-mana-simulator": packages,
}
MAKERS = {Look: "look", Digging: "digging", Mulligans: "mulligans"}


def rivals_of(work: Work) -> Iterator[tuple[str, Play]]:
    """The rivals that do this work, by name; those whose package is not installed are left out."""
    if work.question is None:
        return
    for name, module in RIVALS.items():
        make = getattr(module, MAKERS[type(work.question)], None)
        if make and getattr(module, "INSTALLED", True):
            yield name, make(work.question)
