"""Several registries: modes, merging, deadlines, loops, and upstreams that misbehave."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from registry import connected, misbehaving, serving, valid

from t2tdb.federation.client import NOTES
from t2tdb.federation.configured import Registry
from t2tdb.serve.app import Service, application

DEADLINE = 1.0


def service(database: str, *upstream: str, publisher: str = "own.example", **more: Any) -> Service:
    registries = tuple(Registry(f"up{number}", url) for number, url in enumerate(upstream))
    return Service(database, publisher, registries=registries, **({"federation_seconds": DEADLINE} | more))


def search(client: httpx.Client, text: str = "deploy", **more: Any) -> tuple[list[str], str, Any]:
    """Names of the results, what the service noted, and the whole answer."""
    response = client.post("/search", json={"query": {"text": text}, **more})
    assert response.status_code == 200, response.text
    answer = valid("SearchResponse", response.json())
    return [each["displayName"] for each in answer["results"]], response.headers.get(NOTES, ""), answer


@contextlib.contextmanager
def upstream(database: str, publisher: str, *registries: str) -> Iterator[str]:
    with serving(application(service(database, *registries, publisher=publisher))) as address:
        yield address


def test_auto_merges_by_rank_and_drops_what_is_the_same(small: Callable[..., str]) -> None:
    own = small("own", first="deploy", shared="deploy deploy now and then something else")
    other = small("other", other="deploy", shared="deploy deploy now and then something else")
    with upstream(other, "own.example") as address, connected(service(own, address)) as client:
        found, notes, answer = search(client)
        assert sorted(found) == ["first", "other", "shared"]
        assert found[0] == "shared" or found.index("first") < found.index("other")
        assert notes == ""
        assert len({each["source"] for each in answer["results"]}) == 2
        assert search(client, federation="auto") == (found, notes, answer)


def test_none_stays_and_referrals_name_the_others(small: Callable[..., str]) -> None:
    own, other = small("own", first="deploy"), small("other", other="deploy")
    with upstream(other, "up.example") as address, connected(service(own, address)) as client:
        found, _, answer = search(client, federation="none")
        assert found == ["first"]
        assert "referrals" not in answer
        found, _, answer = search(client, federation="referrals")
        assert found == ["first"]
        (referral,) = answer["referrals"]
        assert referral["url"] == address + "search"
        assert search(client)[1:][1].get("referrals") is None
        followed = httpx.post(referral["url"], json={"query": {"text": "deploy"}}, trust_env=False)
        assert [each["displayName"] for each in followed.json()["results"]] == ["other"]


def test_pages_of_a_merged_search_show_everything_once(small: Callable[..., str]) -> None:
    own = small("own", **{f"own{n}": "deploy" for n in range(5)})
    other = small("other", **{f"up{n}": "deploy" for n in range(7)})
    with upstream(other, "up.example") as address, connected(service(own, address)) as client:
        seen: list[str] = []
        more: dict[str, Any] = {}
        for _ in range(20):
            found, _, answer = search(client, pageSize=3, **more)
            seen += found
            if "pageToken" not in answer:
                break
            more = {"pageToken": answer["pageToken"]}
        assert sorted(seen) == sorted([f"own{n}" for n in range(5)] + [f"up{n}" for n in range(7)])


def test_a_chain_reaches_further_and_a_loop_ends(small: Callable[..., str]) -> None:
    databases = [small(f"n{n}", **{f"node{n}": "deploy"}) for n in range(3)]
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
    addresses = [f"http://127.0.0.1:{each.getsockname()[1]}/" for each in sockets]
    for each in sockets:
        each.close()
    with contextlib.ExitStack() as stack:
        for n in range(3):  # each asks the next one, the last the first
            made = service(databases[n], addresses[(n + 1) % 3], publisher=f"n{n}.example", federation_seconds=4.0)
            stack.enter_context(serving(application(made), port=int(addresses[n].split(":")[2].strip("/"))))
        with httpx.Client(base_url=addresses[0], trust_env=False) as client:
            begun = time.monotonic()
            found, notes, _ = search(client)
            assert sorted(found) == ["node0", "node1", "node2"]
            assert time.monotonic() - begun < 4
            assert notes == ""


def test_a_loop_through_a_registry_without_the_header_ends(small: Callable[..., str]) -> None:
    """A foreign registry asks back without ``Via``; the searches on their way are bounded."""
    own = small("own", first="deploy")
    asked: list[int] = []
    place: list[str] = []

    def foreign(connection: socket.socket) -> None:
        asked.append(1)
        connection.recv(65_536)
        with contextlib.suppress(httpx.HTTPError):  # the first search is answered before the last of them
            body = httpx.post(
                place[0] + "search", json={"query": {"text": "deploy"}}, trust_env=False, timeout=20
            ).content
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body))
            connection.close()

    with misbehaving(foreign) as address, serving(application(service(own, address))) as here:
        place.append(here)
        with httpx.Client(base_url=here, trust_env=False, timeout=20) as client:
            assert search(client)[0] == ["first"]
        assert len(asked) <= 16


def _hang(connection: socket.socket) -> None:
    connection.recv(65_536)
    connection.recv(65_536)


def _drip(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
    while True:
        connection.sendall(b" ")
        time.sleep(0.05)


def _answer(body: bytes, head: bytes = b"", status: bytes = b"200 OK") -> Callable[[socket.socket], None]:
    def answer(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 %s\r\n%scontent-length: %d\r\n\r\n" % (status, head, len(body)) + body)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):  # closing with something unread would cut the answer off
            pass

    return answer


def _flood(connection: socket.socket) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n")
    for _ in range(100):
        connection.sendall(b"[" * 1_000_000)


def _entry(**changes: object) -> dict[str, object]:
    entry: dict[str, object] = {
        "identifier": "urn:air:up.example:liar",
        "displayName": "liar",
        "type": "application/ai-skill",
        "url": "https://up.example/liar",
        "score": 99,
        "source": "https://up.example/",
    }
    return {name: node for name, node in (entry | changes).items() if node is not None}


LIES = [
    _entry(identifier="no urn"),
    _entry(displayName=1),
    _entry(data={}),
    _entry(url=None),
    _entry(url="not an address"),
    _entry(score=101),
    _entry(score="99"),
    _entry(score=None),
    _entry(tags=[1]),
    _entry(updatedAt="yesterday"),
    _entry(metadata={"deep": {"deeper": 1}}),
    _entry(description="x" * 100_000),
    _entry(displayName="\ud800"),
    _entry(metadata={"a": float("nan")}),  # no JSON, but Python's own reads and writes it
    _entry(data={"a": [float("inf")]}, url=None),
    "text",
    None,
]


@pytest.mark.parametrize(
    ("upstream_does", "said"),
    [
        (_hang, "no answer within"),
        (_drip, "no answer within"),
        (_flood, "longer than 1 MiB"),
        (lambda connection: connection.close(), "cannot be reached"),
        (lambda connection: connection.sendall(b"\x00garbage\r\n\r\n"), "cannot be reached"),
        (_answer(b"<html>"), "not JSON"),
        (_answer(b"[" * 500_000), "not JSON"),
        (_answer(b"[]"), "no results"),
        (_answer(b'{"results": {}}'), "no results"),
        (_answer(b"{}", status=b"500 Oh"), "status 500"),
        (_answer(b"{}", b"location: http://127.0.0.1:1/\r\n", b"302 Found"), "status 302"),
        (_answer(b"x", b"content-encoding: gzip\r\n"), "compressed"),
        (_answer(json.dumps({"results": LIES}).encode()), f"{len(LIES)} of its results are no valid entries"),
        (_answer(json.dumps({"results": [], "referrals": [{"url": "http://127.0.0.1:1/"}]}).encode()), ""),
    ],
)
def test_an_upstream_that_misbehaves_changes_nothing_but_a_note(
    small: Callable[..., str], upstream_does: Callable[[socket.socket], None], said: str
) -> None:
    own = small("own", first="deploy")
    with misbehaving(upstream_does) as address, connected(service(own, address)) as client:
        begun = time.monotonic()
        found, notes, answer = search(client)
        assert found == ["first"]
        assert said in notes
        assert time.monotonic() - begun < DEADLINE + 5
        assert set(answer) == {"results"}


def test_what_is_believed_of_an_upstream_is_valid(small: Callable[..., str]) -> None:
    """Unknown members are dropped, and a source that is no address becomes the upstream's."""
    own = small("own", first="deploy")
    entry = _entry(source="file:///etc/passwd", unknown={"a": 1}, displayName="\x1b[31mred")
    lie = _answer(json.dumps({"results": [entry]}).encode())
    with misbehaving(lie) as address, connected(service(own, address)) as client:
        _, _, answer = search(client)
    (told,) = [each for each in answer["results"] if each["identifier"] == entry["identifier"]]
    assert told["source"] == address
    assert "unknown" not in told


def test_what_an_upstream_could_not_reach_is_told_on(small: Callable[..., str]) -> None:
    own, middle = small("own", first="deploy"), small("middle", second="deploy")
    there = upstream(middle, "middle.example", "http://127.0.0.1:9/")
    with there as address, connected(service(own, address, federation_seconds=5.0)) as client:
        found, notes, _ = search(client)
    assert sorted(found) == ["first", "second"]
    assert notes == "up0: unanswered there: up0: it cannot be reached (ConnectError)"


def test_a_search_that_came_too_far_stays(small: Callable[..., str]) -> None:
    own = small("own", first="deploy")
    via = {"via": ", ".join(f"1.1 t2tdb-{n:016x}" for n in range(3))}
    with misbehaving(_hang) as address, connected(service(own, address)) as client:
        response = client.post("/search", json={"query": {"text": "deploy"}}, headers=via)
    assert [each["displayName"] for each in response.json()["results"]] == ["first"]
    assert "came too far" in response.headers[NOTES]


def test_three_nodes_one_killed_one_slow(tmp_path: Path, small: Callable[..., str]) -> None:
    """Real processes: the killed one is gone, the slow one is stopped; the answer comes in time with the rest."""
    databases = {name: small(name, **{name: "deploy"}) for name in ("own", "good", "killed", "slow")}
    nodes: dict[str, tuple[subprocess.Popen[str], str]] = {}

    def start(name: str, configuration: str = "") -> str:
        (tmp_path / f"{name}.toml").write_text(configuration)
        environment = os.environ | {"T2TDB_CONFIG": str(tmp_path / f"{name}.toml")}
        process = subprocess.Popen(
            [sys.executable, "-m", "t2tdb", "--db", databases[name], "serve", "--port", "0", "--deadline", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("t2tdb serves http://127.0.0.1:"), line
        nodes[name] = (process, line.split()[-1])
        return nodes[name][1]

    try:
        tables = [f'[registries.{name}]\nurl = "{start(name)}"\n' for name in ("good", "killed", "slow")]
        address = start("own", "".join(tables))
        nodes["killed"][0].kill()
        nodes["killed"][0].wait()
        nodes["slow"][0].send_signal(signal.SIGSTOP)
        with httpx.Client(base_url=address, trust_env=False, timeout=20) as client:
            begun = time.monotonic()
            found, notes, _ = search(client)
            assert time.monotonic() - begun < 10
            assert sorted(found) == ["good", "own"]
            assert "killed: it cannot be reached" in notes
            assert "slow: no answer within 1 s" in notes
            nodes["slow"][0].send_signal(signal.SIGCONT)
            found, notes, _ = search(client)
            assert sorted(found) == ["good", "own", "slow"]
        nodes["own"][0].terminate()
        assert nodes["own"][0].wait(10) == 0
    finally:
        for process, _ in nodes.values():
            process.kill()
            process.communicate()
