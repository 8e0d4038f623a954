"""What a deck has more or less of than another, in words."""

from collections import Counter

from mtgstats.read.deck import Deck


def changes(old: Deck, new: Deck) -> str:
    """How the new library differs from the old one: ``-1 Forest +1 Griselbrand``."""
    before, after = (Counter({card.name: number for card, number in deck.main}) for deck in (old, new))
    apart = {name: after[name] - before[name] for name in before | after}
    told = [f"{number:+} {name}" for name, number in sorted(apart.items(), key=lambda one: one[1]) if number]
    return " ".join(told) or "the same cards in the library"
