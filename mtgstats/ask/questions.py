"""What may be asked: a plan that watches something, and a deck."""

from mtgstats.errors import PlanError
from mtgstats.read.deck import Deck
from mtgstats.run.encode.program import Question
from mtgstats.say.plan import Plan


def as_question(caller: str, plan: object, deck: object, *, watched: bool = True) -> Question:
    """The plan and deck, if they are that and the plan records something; else PlanError, which names the caller."""
    if not isinstance(plan, Plan):
        raise PlanError(f"{caller}(plan): got {plan!r}; give a plan, such as Plan(Draw(7), Watch(…))")
    if not isinstance(deck, Deck):
        hint = f"read_deck({deck!r})" if isinstance(deck, str) else "read_deck(…)"
        raise PlanError(f"{caller}(deck): got {deck!r}; give a deck, such as {hint}")
    if watched and not plan.watches:
        raise PlanError(f"{caller}(plan): it watches nothing; add what is asked, such as Watch('lands', count(…))")
    return plan, deck
