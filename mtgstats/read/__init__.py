"""What comes in: card facts, selectors, decklists, ratings."""
