"""Download Scryfall's current bulk file and make the user's own card table out of it."""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mtgstats.errors import CardError
from mtgstats.read.importing import Progress, import_table
from mtgstats.read.table import TableInfo

if TYPE_CHECKING:
    import httpx

BULK_DATA = "https://api.scryfall.com/bulk-data"
_HEADERS = {"User-Agent": "mtgstats/1", "Accept": "application/json;q=0.9,*/*;q=0.8", "Accept-Encoding": "gzip"}
_TRY_LATER = {429, 500, 502, 503, 504}
_LONGEST_WAIT = 300.0

T = TypeVar("T")


@dataclass(frozen=True)
class Patience:
    """How long to bear with a server: tries, seconds without a byte, seconds before the second try (then doubled)."""

    tries: int = 5
    timeout: float = 30.0
    pause: float = 1.0


PATIENCE = Patience()


def update_table(
    kind: str = "default_cards",
    *,
    url: str = BULK_DATA,
    progress: Progress | None = None,
    patience: Patience = PATIENCE,
) -> TableInfo:
    """Download Scryfall's bulk file `kind` and make the user's own table of it; it is used from then on.

    ``default_cards`` knows printings and aliases; ``oracle_cards`` is a third of its size and has one of each card.
    `progress` hears of the download first, then of the import. Raises `CardError` where the server gives no whole file
    within the patience; the old table then stays.
    """
    page = f"{url}/{kind.replace('_', '-')}"
    uri = _patiently(page, _download_uri, patience)
    with tempfile.TemporaryDirectory(prefix="mtgstats-") as folder:
        file = Path(folder) / "cards.json"
        download(uri, file, progress=progress, patience=patience)
        return import_table(file, progress=progress)


def download(url: str, target: Path, *, progress: Progress | None = None, patience: Patience = PATIENCE) -> None:
    """Write what `url` gives to `target`, gzipped where it comes so; `target` is there only once it is whole.

    Tries again where the server stalls, cuts the file short or answers 429 or 5xx, after the ``Retry-After`` it names.
    """

    def save(answer: "httpx.Response") -> None:
        part, size = target.with_suffix(".part"), int(answer.headers.get("Content-Length", 0))
        with part.open("wb") as file:
            for piece in answer.iter_raw():
                file.write(piece)
                if progress:
                    progress(answer.num_bytes_downloaded, size)
        part.replace(target)

    _patiently(url, save, patience)


def _patiently(url: str, take: Callable[["httpx.Response"], T], patience: Patience) -> T:
    """What `take` makes of the answer to a GET of `url`, which is tried again as `download` says."""
    import httpx

    wait = patience.pause
    for left in reversed(range(patience.tries)):
        try:
            with httpx.stream("GET", url, headers=_HEADERS, timeout=patience.timeout, follow_redirects=True) as answer:
                return take(answer.raise_for_status())
        except httpx.HTTPStatusError as error:
            problem, asked = f"it answers {error.response.status_code}", error.response.headers.get("Retry-After", "")
            wait = max(wait, float(asked)) if asked.isdecimal() else wait
            hopeless = error.response.status_code not in _TRY_LATER
        except httpx.RequestError as error:
            problem, hopeless = str(error) or type(error).__name__, False
        if hopeless or not left or wait > _LONGEST_WAIT:
            break
        time.sleep(wait)
        wait *= 2
    raise CardError(f"{url}: the server gives no whole file ({problem})")


def _download_uri(answer: "httpx.Response") -> str:
    answer.read()
    try:
        return str(answer.json()["download_uri"])
    except (ValueError, KeyError, TypeError):
        raise CardError(f"{answer.url}: not the description of a Scryfall bulk file") from None
