"""The game of surveils in numpy, whole columns of games at a time, for whoever supplies the next cards."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.bool_]
Draw = Callable[[Bits | None], Bits]
"""The next card of each game (a land or not); with a mask only those games move on, and the rest is not looked at."""


def lands_by_turn_four(lands: npt.NDArray[np.integer], draw: Draw) -> npt.NDArray[np.integer]:
    """Lands in hand after turn 4, `lands` being those of the opening hand; the top two cards are always laid out."""
    first, second = draw(None), draw(None)
    for turn in range(1, 5):
        lands = lands + first
        first, second = second, draw(None)
        if turn > 1:
            bin_first, bin_second = (np.where(card, lands >= 4, lands < 3) for card in (first, second))
            any_binned = bin_first | bin_second
            third = draw(any_binned)
            first = np.where(bin_first, np.where(bin_second, third, second), first)
            both = bin_first & bin_second
            second = np.where(both, draw(both), np.where(any_binned, third, second))
    return lands
