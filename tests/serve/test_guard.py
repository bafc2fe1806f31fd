"""Who is answered, what is never told, and how much one client may ask."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from registry import connected, serving, valid

from t2tdb.serve import limits, run
from t2tdb.serve.app import Service, application
from t2tdb.serve.errors import Refused
from t2tdb.serve.guard import is_loopback
from t2tdb.serve.limits import Rate

TOKEN = "0123456789abcdef-secret"
ROUTES = [
    ("POST", "/search"),
    ("POST", "/explore"),
    ("GET", "/agents"),
    ("GET", "/agents/urn:air:acme.example:x"),
    ("GET", "/.well-known/ai-catalog.json"),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN, "Bearer \xff"]
)
def test_without_the_token_nothing_is_told(served_database: str, method: str, path: str, header: str | None) -> None:
    client = _guarded_client(served_database)
    headers = {} if header is None else {"authorization": header.encode("latin-1")}
    response = client.request(method, path, headers=headers, content=b"{}" if method == "POST" else None)  # type: ignore[arg-type]
    assert response.status_code == 401
    assert valid("Error", response.json())["errorCode"] == "UNAUTHENTICATED"
    assert response.headers["www-authenticate"].startswith("Bearer")


_clients: dict[str, httpx.Client] = {}
_stack = contextlib.ExitStack()


def _guarded_client(database: str) -> httpx.Client:
    if database not in _clients:
        _clients[database] = _stack.enter_context(connected(Service(database, "acme.example", token=TOKEN)))
    return _clients[database]


@pytest.fixture(autouse=True, scope="module")
def _close_clients() -> Any:
    yield
    _stack.close()
    _clients.clear()


def test_with_the_token_everything_is_told(served_database: str) -> None:
    client = _guarded_client(served_database)
    response = client.get("/agents", headers={"authorization": f"bearer {TOKEN}"})
    assert response.status_code == 200
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:80", "["])
def test_a_foreign_name_is_not_answered_without_a_token(client: httpx.Client, host: str) -> None:
    response = client.get("/agents", headers={"host": host})
    assert response.status_code == 400
    with contextlib.suppress(ValueError):
        assert "items" not in response.json()


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.9:80", "[::1]:8427", "registry.acme.example"])
def test_a_name_of_this_machine_is_answered(client: httpx.Client, host: str) -> None:
    assert client.get("/agents", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False), ("10.0.0.1", False)],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_nothing_tells_of_the_machine(client: httpx.Client, served_database: str) -> None:
    told = [client.get(path).text for path in ("/agents?pageSize=100", "/.well-known/ai-catalog.json", "/healthz")]
    told.append(client.post("/search", json={"query": {"text": "two words local serve notes"}, "pageSize": 100}).text)
    facets = [{"field": field} for field in ("data.path", "data.command", "description", "url", "metadata.path")]
    told.append(client.post("/explore", json={"resultType": {"facets": facets}}).text)
    told.append(client.post("/search", content=b"{").text)
    for text in told:
        for secret in (str(Path(served_database).parent), "/home/", "alice", "Bob", "--token", "/etc/passwd", "pytest"):
            assert secret not in text
    assert "server" not in client.get("/healthz").headers


def test_a_rate_is_kept_for_each_client() -> None:
    rate = Rate(2)
    for _ in range(4):
        rate.take("a", now=0.0)
    with pytest.raises(Refused) as refused:
        rate.take("a", now=0.0)
    assert (refused.value.status, refused.value.code) == (429, "RATE_LIMIT_EXCEEDED")
    rate.take("b", now=0.0)
    rate.take("a", now=0.6)
    with pytest.raises(Refused):
        rate.take("a", now=0.6)
    for _ in range(1_000):
        Rate(0).take("a", now=0.0)


def test_counting_clients_takes_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CLIENTS", 10)
    rate = Rate(1)
    for number in range(100):
        rate.take(str(number), now=0.0)
    assert len(rate._buckets) == 10


def test_too_many_requests_are_told_so(small: Callable[..., str]) -> None:
    with connected(Service(small(one="deploy"), "acme.example", rate=2)) as client:
        answers = [client.get("/healthz") for _ in range(8)]
    refused = [each for each in answers if each.status_code == 429]
    assert refused
    assert valid("Error", refused[0].json())["errorCode"] == "RATE_LIMIT_EXCEEDED"
    assert refused[0].headers["retry-after"] == "1"


def test_an_answer_that_takes_too_long_is_given_up(small: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(reader: Any, *_: object) -> Any:
        return reader.number("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")

    service = Service(small(one="deploy"), "acme.example", seconds=0.3)
    monkeypatch.setattr("t2tdb.serve.answers.agents", forever)
    with connected(service) as client:
        for _ in range(6):  # more than there are threads: each is freed again
            response = client.get("/agents")
            assert (response.status_code, valid("Error", response.json())["errorCode"]) == (500, "INTERNAL_ERROR")
            time.sleep(0.1)
        assert client.post("/search", json={"query": {"text": "deploy"}}).status_code == 200


def test_a_defect_is_told_without_its_details(small: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("secret detail")

    told: list[str] = []
    monkeypatch.setattr("t2tdb.serve.answers.agents", broken)
    with connected(Service(small(one="deploy"), "acme.example", complain=told.append)) as client:
        response = client.get("/agents")
    assert (response.status_code, valid("Error", response.json())["errorCode"]) == (500, "INTERNAL_ERROR")
    assert "secret detail" not in response.text
    assert told == ["GET /agents: unexpected RuntimeError (a defect)"]


def _closed(connection: socket.socket, seconds: float) -> bool:
    """Whether the other end closes the connection in time."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def test_slow_clients_are_dropped_and_hurt_nobody(small: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Heads that never end, bodies that never come, connections that say nothing: others are answered meanwhile."""
    monkeypatch.setattr(run, "HEADER_SECONDS", 1.0)
    monkeypatch.setattr(limits, "BODY_SECONDS", 1.0)
    begun = b"POST /search HTTP/1.1\r\nhost: localhost\r\n"
    with serving(application(Service(small(one="deploy"), "acme.example"))) as address:
        place = ("127.0.0.1", int(address.split(":")[2].strip("/")))
        slow = [socket.create_connection(place) for _ in range(60)]
        for number, each in enumerate(slow):
            each.sendall((b"", begun, begun + b"content-length: 500\r\n\r\n{")[number % 3])
        with httpx.Client(base_url=address, trust_env=False) as client:
            for _ in range(10):
                assert client.post("/search", json={"query": {"text": "deploy"}}).status_code == 200
        assert all(_closed(each, 10) for each in slow)
        for each in slow:
            each.close()


@pytest.mark.parametrize("bound", ["MAX_OF_ONE", "MAX_CONNECTIONS"])
def test_connections_are_bounded(small: Callable[..., str], monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(run, bound, 20)
    with serving(application(Service(small(one="deploy"), "acme.example"))) as address:
        place = ("127.0.0.1", int(address.split(":")[2].strip("/")))
        kept = [socket.create_connection(place) for _ in range(20)]
        time.sleep(0.2)
        with socket.create_connection(place) as refused:
            assert _closed(refused, 5)
        kept.pop().close()
        time.sleep(0.2)
        with httpx.Client(base_url=address, trust_env=False) as client:
            assert client.get("/healthz").status_code == 200
        for each in kept:
            each.close()


def test_a_reader_that_takes_nothing_is_dropped(small: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "WRITE_SECONDS", 1.0)
    database = small(**{f"skill{n}": "word " * 2_000 for n in range(400)})
    with serving(application(Service(database, "acme.example"))) as address:
        place = ("127.0.0.1", int(address.split(":")[2].strip("/")))
        with socket.socket() as greedy:
            greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            greedy.connect(place)
            greedy.sendall(b"GET /.well-known/ai-catalog.json HTTP/1.1\r\nhost: localhost\r\n\r\n")
            time.sleep(4)
            assert _closed(greedy, 10)
        with httpx.Client(base_url=address, trust_env=False) as client:
            assert client.get("/healthz").status_code == 200
