"""Games in blocks, so that the arrays stay in the processor's cache."""

from collections.abc import Callable

import numpy as np

Block = Callable[[np.random.Generator, int], int]


def in_blocks(block: Block, size: int) -> Callable[[int, int], int]:
    """Play `size` games at a time with ``block(rng, games)``, which counts those with a yes."""

    def play(trials: int, seed: int) -> int:
        rng = np.random.default_rng(seed)
        return sum(block(rng, min(size, trials - start)) for start in range(0, trials, size))

    return play
