"""Questions: a plan and a deck go in, a result comes out."""
