"""One family of errors: each message names the place, what was got, and what would be right."""


class MtgstatsError(Exception):
    """Root of every error that a user's input can cause; the command line prints it as one line and exits with 2."""


class CardError(MtgstatsError):
    """A card name that no card has, or card data that cannot be read."""


class DeckError(MtgstatsError):
    """A decklist that cannot be read; names the source and the line."""


class QueryError(MtgstatsError):
    """A selector that is not valid; points at the character, which is the query's `position` (from 0)."""

    position: int = 0


class PlanError(MtgstatsError):
    """A plan, choice or study that makes no sense for this deck."""


class SizeError(MtgstatsError):
    """A question too large for the engine that was asked; says how large."""


class ResultError(MtgstatsError):
    """A result that does not hold what is asked of it, or a result file that cannot be read."""
