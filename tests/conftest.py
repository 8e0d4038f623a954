"""Before any test: a cache for compiled code that knows all its sources, and the shipped card table."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KERNELS = ("instructions.py", "machine.py")

# numba looks at the file of the compiled function only, not at what that imports; it reads this when it is imported.
_hash = sha256(b"".join((ROOT / "mtgstats" / "run" / name).read_bytes() for name in KERNELS)).hexdigest()
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache" / f"numba-{_hash[:16]}"))


@pytest.fixture(scope="session", autouse=True)
def no_table_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests see the shipped card table, whatever the one who runs them has imported."""
    from mtgstats.read.table import load_table

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MTGSTATS_DATA", str(tmp_path_factory.mktemp("data")))
        load_table.cache_clear()
        yield
