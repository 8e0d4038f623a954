"""``python -m mtgstats`` is the command ``mtgstats``."""

from mtgstats.cli import main

if __name__ == "__main__":
    main(prog_name="mtgstats")
