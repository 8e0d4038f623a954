"""Ready-made studies of a deck: hideaway, surveil and manifest, each simulated and exact side by side."""
