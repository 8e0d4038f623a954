"""Downloads from a server on this machine that stalls, truncates and refuses as told."""

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mtgstats.errors import CardError
from mtgstats.read.table import load_table, table_info, user_path
from mtgstats.read.updating import Patience, download, update_table

BRISK = Patience(tries=3, timeout=0.3, pause=0.01)
CARD = {
    "name": "Downloaded Bear",
    "layout": "normal",
    "mana_cost": "{1}{G}",
    "type_line": "Creature — Bear",
    "color_identity": ["G"],
}
CARDS = json.dumps([CARD]).encode()

Answer = Callable[["Server"], None]


class Server(BaseHTTPRequestHandler):
    """Gives the answers it was told to give, one after the other, and the last one from then on."""

    script: list[Answer]
    seen: list[tuple[str, dict[str, str]]]
    stalled: threading.Event

    def do_GET(self) -> None:
        self.seen.append((self.path, dict(self.headers)))
        if self.path.startswith("/bulk/"):
            uri = f"http://{self.headers['Host']}/file"
            whole(json.dumps({"download_uri": uri}).encode())(self)
        else:
            answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
            answer(self)

    def log_message(self, *_: object) -> None:
        pass


def whole(body: bytes, **headers: str) -> Answer:
    def answer(server: Server) -> None:
        server.send_response(200)
        for key, value in {"Content-Length": str(len(body)), **headers}.items():
            server.send_header(key.replace("_", "-"), value)
        server.end_headers()
        server.wfile.write(body)

    return answer


def truncated(server: Server) -> None:
    server.send_response(200)
    server.send_header("Content-Length", str(len(CARDS)))
    server.end_headers()
    server.wfile.write(CARDS[:20])


def stalling(server: Server) -> None:
    server.send_response(200)
    server.send_header("Content-Length", str(len(CARDS)))
    server.end_headers()
    server.wfile.write(CARDS[:20])
    server.wfile.flush()
    server.stalled.wait(5)


def refusing(status: int, **headers: str) -> Answer:
    def answer(server: Server) -> None:
        server.send_response(status)
        for key, value in {"Content-Length": "0", **headers}.items():
            server.send_header(key.replace("_", "-"), value)
        server.end_headers()

    return answer


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    monkeypatch.setenv("MTGSTATS_DATA", str(tmp_path / "data"))
    load_table.cache_clear()
    Server.seen, Server.stalled = [], threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def start(*script: Answer) -> str:
        Server.script = list(script)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    Server.stalled.set()
    server.shutdown()
    thread.join()
    server.server_close()
    load_table.cache_clear()


def files_asked() -> int:
    return sum(path == "/file" for path, _ in Server.seen)


def test_an_update_becomes_the_table_in_use(serve: Callable[..., str]) -> None:
    progress: list[tuple[int, int]] = []
    body = gzip.compress(CARDS)
    url = serve(whole(body, Content_Encoding="gzip"))
    info = update_table(url=f"{url}/bulk", patience=BRISK, progress=lambda *done: progress.append(done))
    assert (info.source, info.cards, info.path) == ("Scryfall", 1, user_path())
    assert load_table().find("downloaded bear").is_creature
    assert progress[0] == (len(body), len(body))
    (path, headers), _ = Server.seen
    assert path == "/bulk/default-cards"
    assert headers["User-Agent"].startswith("mtgstats")
    assert "json" in headers["Accept"]
    assert list(user_path().parent.iterdir()) == [user_path()]


@pytest.mark.parametrize(
    "fault",
    [refusing(429, Retry_After="0"), refusing(503), refusing(429, Retry_After="soon"), truncated, stalling],
    ids=["429", "503", "429 without seconds", "truncated", "stalled"],
)
def test_a_fault_is_tried_again(serve: Callable[..., str], fault: Answer) -> None:
    url = serve(fault, fault, whole(CARDS))
    assert update_table("oracle_cards", url=f"{url}/bulk", patience=BRISK).cards == 1
    assert files_asked() == 3
    assert Server.seen[0][0] == "/bulk/oracle-cards"


def test_retry_after_is_waited_for(serve: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    url = serve(refusing(429, Retry_After="7"), refusing(503), whole(CARDS))
    update_table(url=f"{url}/bulk", patience=BRISK)
    assert waits == [7, 14]


@pytest.mark.parametrize(
    ("fault", "asked", "reason"),
    [
        (refusing(503), 3, "answers 503"),
        (truncated, 3, "without sending complete message body"),
        (stalling, 3, "timed out"),
        (refusing(404), 1, "answers 404"),
        (refusing(429, Retry_After="4000"), 1, "answers 429"),
    ],
    ids=["503", "truncated", "stalled", "404", "429 for an hour"],
)
def test_what_does_not_get_better_is_an_error(
    serve: Callable[..., str], tmp_path: Path, fault: Answer, asked: int, reason: str
) -> None:
    url = serve(fault)
    target = tmp_path / "file.json"
    with pytest.raises(CardError, match=f"/file: the server gives no whole file .*{reason}"):
        download(f"{url}/file", target, patience=BRISK)
    assert files_asked() == asked
    assert not target.exists()


def test_a_failed_update_leaves_the_old_table(serve: Callable[..., str]) -> None:
    update_table(url=f"{serve(whole(CARDS))}/bulk", patience=BRISK)
    before = user_path().read_bytes()
    for fault, reason in ((truncated, "no whole file"), (whole(CARDS[:-5]), "not whole, or not JSON")):
        with pytest.raises(CardError, match=reason):
            update_table(url=f"{serve(fault)}/bulk", patience=BRISK)
    assert user_path().read_bytes() == before
    assert table_info().cards == 1


def test_a_page_that_describes_no_file(serve: Callable[..., str]) -> None:
    with pytest.raises(CardError, match="not the description of a Scryfall bulk file"):
        update_table(url=f"{serve(whole(b'[]'))}/elsewhere", patience=BRISK)
