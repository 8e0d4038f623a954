"""Tables and numbers in Markdown."""

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """A table; the first columns, `words` of them, hold words, and the others numbers, which stand to the right."""
    rule = ["---"] * words + ["---:"] * (len(header) - words)
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def figure(number: float) -> str:
    """A number to three places that count."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
