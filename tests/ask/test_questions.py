"""What is no question is refused with a hint, whoever is asked."""

from collections.abc import Callable
from typing import Any

import pytest

from mtgstats.ask.comparing import perturb
from mtgstats.ask.engines import classes_of, exact, find, simulate
from mtgstats.errors import PlanError
from mtgstats.say.plan import Plan
from mtgstats.say.quantities import mana
from mtgstats.say.steps import Draw
from tests.ask.questions import deck_of, hideaway

DECK = deck_of(10)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: simulate(DECK, hideaway(4)), r"simulate\(plan\): got <Deck .*>; give a plan, such as"),
        (
            lambda: simulate(hideaway(4), "mosswort-ramp"),
            r"simulate\(deck\): got .* such as read_deck\('mosswort-ramp'\)",
        ),
        (lambda: simulate(Plan(Draw(1)), DECK), r"simulate\(plan\): it watches nothing; add .* Watch"),
        (lambda: exact(Plan(Draw(1)), DECK), r"exact\(plan\): it watches nothing"),
        (lambda: perturb(hideaway(4), DECK), r"perturb\(plan\): got"),
        (lambda: find(hideaway(4), None, mana >= 1), r"find\(deck\): got None"),
        (lambda: classes_of(None, DECK), r"classes_of\(plan\): got None"),
        (lambda: simulate(hideaway(4), DECK, trials=0), "trials: got 0, which is no game"),
        (lambda: simulate(hideaway(4), DECK, trials=range(7, 7)), r"trials: got range\(7, 7\), which is no game"),
    ],
)
def test_what_is_no_question_is_refused(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(PlanError, match=message):
        ask()
