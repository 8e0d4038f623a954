"""Numbers as people read them: rounded to their uncertainty, percentages, plus or minus."""

from math import floor, isnan, log10

from .intervals import Interval

LOPSIDED = 0.1
"""An estimate this far off its interval's centre (in half-widths) is shown with both ends, not with plus or minus."""


def decimals(error: float) -> int:
    """Digits after the point that a number with this error deserves.

    The Particle Data Group's rule: of the error's first three digits, 100 to 354 keep two, 355 to 949 one, and 950 to
    999 round up to 1000 and keep two.
    """
    exponent = floor(log10(error))
    keeps_two = error / 10**exponent < 3.545
    return max(0, (1 if keeps_two else 0) - exponent)


def estimate(value: float, interval: Interval, *, exact: bool = False, unit: str = "") -> str:
    """A number with its error: ``60.10 % ± 0.10``, ``0.0012 % (0.0007 to 0.0020)``, or ``60.0972 %`` where exact."""
    if isnan(value):
        return "no games"
    if exact:
        return f"{_exact(value)}{unit}"
    low, high = interval
    half = (high - low) / 2
    if not 0 < half < float("inf"):
        return f"{_exact(value)}{unit}"
    digits = decimals(half)
    if value <= low:
        return f"{_exact(value)}{unit} (at most {high:.{digits}f})"
    if value >= high:
        return f"{_exact(value)}{unit} (at least {low:.{digits}f})"
    if abs(value - (low + high) / 2) > LOPSIDED * half:
        return f"{value:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"
    return f"{value:.{digits}f}{unit} ± {half:.{digits}f}"


def percent(rate: float, interval: Interval, *, exact: bool = False) -> str:
    """A rate with its error in percent."""
    low, high = interval
    return estimate(100 * rate, (100 * low, 100 * high), exact=exact, unit=" %")


def difference(value: float, interval: Interval, *, unit: str = "") -> str:
    """A difference with its error and its sign: ``+8.553 points ± 0.017``."""
    told = estimate(value, interval, unit=unit)
    return f"+{told}" if value > 0 else told


def _exact(value: float) -> str:
    """Four decimals, more where the number is so small that they would not tell it."""
    if value == int(value):
        return str(int(value))
    return f"{value:.{max(4, 2 - floor(log10(abs(value))))}f}"
