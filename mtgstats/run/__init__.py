"""The engines: a plan and a deck go in, tallies come out."""
