"""Where a result was made: versions and machine, for its provenance."""

import platform
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Environment:
    """The versions and the machine that a result was made with. They change no tally; they help where it is doubted."""

    mtgstats: str
    python: str
    numpy: str
    numba: str
    machine: str

    @classmethod
    @cache
    def here(cls) -> "Environment":
        """The environment of this process."""
        from importlib.metadata import version

        from mtgstats import __version__

        return cls(
            mtgstats=__version__,
            python=platform.python_version(),
            numpy=version("numpy"),
            numba=version("numba"),
            machine=f"{platform.system()} {platform.machine()}",
        )
