"""`t2tdb wait`, `find --fresh`, `--detach`, `--stop`: the watcher as others meet it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from daemon import Daemon, run

from t2tdb.watch.lock import Holder, WatchLock, holder_of, is_watched
from t2tdb.watch.server import Server, address_of, answer, ask
from t2tdb.watch.service import command


def test_wait_returns_when_everything_written_before_is_in_the_database(root: Path, db: Path, write: Callable) -> None:
    with Daemon(db, root, "--quiet-seconds", "600", "--max-delay", "600") as daemon:  # never by itself
        for number in range(5):
            write(root / f"s{number}")
            done = run(db, "wait", "--verbose")
            assert (done.returncode, done.stderr) == (0, "")
            daemon.settles(root, patience=0.5)


def test_a_root_that_is_not_watched_is_waited_for_and_not_called_fresh(
    root: Path, db: Path, tmp_path: Path, write: Callable
) -> None:
    other = tmp_path / "other"
    write(other / "first")
    assert run(db, "index", root, other).returncode == 0
    with Daemon(db, root) as daemon:
        write(other / "newcomer", description="paints fences")
        found = json.loads(run(db, "find", "paint", "fences", "--fresh", "--format", "json").stdout)
        assert [hit["resource"]["name"] for hit in found["hits"]] == ["newcomer"]
        assert found["freshness"]["watching"] is False  # it will not hear of the next one
        of_root = ["find", "fences", "--root", root, "--format", "json"]
        assert json.loads(run(db, *of_root).stdout)["freshness"]["watching"] is True
        assert run(db, "roots", "remove", other).returncode == 0
        root.rename(tmp_path / "away")
        daemon.wait_for("root-lost")
        deadline = time.monotonic() + 10
        while json.loads(run(db, "find", "fences", "--format", "json").stdout)["freshness"]["watching"]:
            assert time.monotonic() < deadline, "nobody keeps fresh what is not there"
        assert run(db, "wait").returncode == 3


def test_find_fresh_sees_what_was_written_just_before(root: Path, db: Path, write: Callable) -> None:
    with Daemon(db, root, "--quiet-seconds", "600", "--max-delay", "600"):
        write(root / "newcomer", description="paints fences")
        found = json.loads(run(db, "find", "paint", "fences", "--fresh", "--format", "json").stdout)
        assert [hit["resource"]["name"] for hit in found["hits"]] == ["newcomer"]
        assert found["freshness"]["watching"] is True


def test_without_a_watcher_wait_scans_itself(root: Path, db: Path, write: Callable) -> None:
    assert run(db, "index", root).returncode == 0
    write(root / "newcomer", description="paints fences")
    done = run(db, "wait", "--verbose")
    assert done.returncode == 0
    assert "no watcher answered" in done.stderr
    assert "newcomer" in run(db, "find", "fences").stdout
    write(root / "second", description="mows lawns")
    assert "second" in run(db, "find", "lawns", "--fresh").stdout


def test_wait_without_a_database_says_what_to_do(db: Path) -> None:
    done = run(db, "wait")
    assert done.returncode == 2
    assert "t2tdb index" in done.stderr


def test_a_watcher_that_does_not_answer_in_time_is_not_waited_for(root: Path, db: Path, write: Callable) -> None:
    with Daemon(db, root) as daemon:
        daemon.send(signal.SIGSTOP)
        write(root / "newcomer")
        started = time.monotonic()
        assert run(db, "wait", "--timeout", "0.3").returncode == 0
        assert time.monotonic() - started < 20
        assert "newcomer" in run(db, "find", "newcomer").stdout
        daemon.send(signal.SIGCONT)
        daemon.settles(root)


def test_detach_and_stop(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    done = run(db, "watch", "--detach", root)
    assert done.returncode == 0, done.stderr
    try:
        holder = holder_of(str(db))
        assert holder is not None
        assert f"process {holder.pid}" in done.stderr
        write(root / "beta")
        assert run(db, "wait").returncode == 0
        assert "skill:beta/skill.md" in run(db, "find", "beta", "--format", "json").stdout
        again = run(db, "watch", "--detach", root)
        assert again.returncode == 11
        assert f"process {holder.pid}" in again.stderr
    finally:
        stopped = run(db, "watch", "--stop")
    assert stopped.returncode == 0
    assert "stopped" in stopped.stderr
    assert not is_watched(str(db))
    assert Path(str(db) + ".watch.log").stat().st_mode & 0o777 == 0o600
    assert "nobody watches" in run(db, "watch", "--stop").stderr


@pytest.mark.parametrize("how", ["detach", "service"])
def test_nothing_in_the_current_directory_is_imported(root: Path, db: Path, write: Callable, how: str) -> None:
    write(root / "a")
    trap = root / "filelock.py"
    trap.write_text(f"open({str(root / 'caught')!r}, 'w').close()\n")
    environment = {**os.environ, "T2TDB_CONFIG": ""}
    environment.pop("PYTHONPATH", None)
    watching = command(sys.executable, str(db), [str(root)])
    if how == "detach":
        watching = [sys.executable, "-P", "-m", "t2tdb", "--db", str(db), "watch", "--detach", "."]
    child = subprocess.Popen(watching, cwd=root, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while not is_watched(str(db)) and not (root / "caught").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert is_watched(str(db))
        assert not (root / "caught").exists()
        holder = holder_of(str(db))
        if how == "detach" and holder is not None and Path(f"/proc/{holder.pid}/cwd").exists():
            assert Path(f"/proc/{holder.pid}/cwd").samefile(db.parent), "it keeps no disk of the library busy"
    finally:
        run(db, "watch", "--stop")
        child.kill()
        child.wait()


def test_detach_passes_on_why_it_could_not_start(db: Path) -> None:
    done = run(db, "watch", "--detach")
    assert done.returncode == 2
    assert "nothing to watch" in done.stderr


# -- the parts --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="flock")
def test_who_looks_at_the_same_moment_is_not_taken_for_the_watcher(tmp_path: Path) -> None:
    import fcntl

    database = str(tmp_path / "x.db")
    lock = WatchLock(database)
    lock.acquire()
    lock.release()
    with (tmp_path / "x.db.lock").open("rb") as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)
        assert not is_watched(database)
        fcntl.flock(looking, fcntl.LOCK_EX)
        assert is_watched(database)


def test_the_lock_describes_its_holder_and_forgets_it(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    assert holder_of(database) is None
    assert not (tmp_path / "x.db.lock").exists(), "looking makes no file"
    lock = WatchLock(database)
    lock.acquire()
    lock.describe(state="watching", socket="s", degraded=("one",), since="then", roots=("/r",))
    assert holder_of(database) == Holder(os.getpid(), "then", "watching", "s", ("one",))
    lock.release()
    assert holder_of(database) is None


@pytest.fixture
def short(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("s") / "x.db")


def serve(server: Server, unreadable: int | None, *, rounds: int = 200) -> None:
    import select

    for _ in range(rounds):
        ready, _, _ = select.select(server.sockets(), [], [], 0.02)
        server.serve(ready)
        if server.is_asked:
            answer(server.take_waiting(), unreadable)
            return


@pytest.mark.parametrize(("unreadable", "heard"), [(0, 0), (3, 3), (None, None)])
def test_the_answer_reaches_who_asked(short: str, unreadable: int | None, heard: int | None) -> None:
    server = Server(short)
    thread = threading.Thread(target=serve, args=(server, unreadable))
    thread.start()
    assert ask(short, 5) == heard
    thread.join()
    server.close()
    assert ask(short, 5) is None


@pytest.mark.parametrize("said", [b"", b"nonsense\n", b"w", b"wait\nwait\n", b"\xff" * 5000])
def test_whatever_is_said_the_server_lives(short: str, said: bytes) -> None:
    import select

    server = Server(short)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(short + ".sock")
        client.sendall(said)
    for _ in range(5):
        ready, _, _ = select.select(server.sockets(), [], [], 0.01)
        server.serve(ready)
    assert len(server.sockets()) == 1, "whoever left is forgotten"
    thread = threading.Thread(target=serve, args=(server, 0))
    thread.start()
    assert ask(short, 5) == 0
    thread.join()
    server.close()


def test_many_clients_are_bounded(short: str) -> None:
    server = Server(short)
    clients = []
    for _ in range(80):
        client = socket.socket(socket.AF_UNIX)
        client.connect(short + ".sock")
        clients.append(client)
        server.serve(server.sockets()[:1])
    assert len(server.sockets()) <= 65
    for client in clients:
        client.close()
    server.close()


def test_a_long_path_has_an_address_all_the_same(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    deep.mkdir(parents=True)
    database = str(deep / "x.db")
    with address_of(database) as address:
        if not address:
            pytest.skip("no short way to a deep directory on this system")
    server = Server(database)
    assert server.path == database + ".sock"
    thread = threading.Thread(target=serve, args=(server, 0))
    thread.start()
    assert ask(database, 5) == 0
    thread.join()
    server.close()
    assert not os.path.exists(database + ".sock")
