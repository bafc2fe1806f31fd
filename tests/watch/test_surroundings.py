"""What people and machines do to a watcher and around it: roots that come and go, hands that remove its files, readers
and terminals that fail it, files with several names."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from daemon import Daemon, run

from t2tdb.errors import DatabaseBusy
from t2tdb.ingest import ingest_lock
from t2tdb.watch.lock import holder_of


@pytest.mark.parametrize("how", ["deleted", "moved"])
def test_p14_a_root_that_is_away_for_long_and_another_one_when_it_comes_back_is_taken(
    root: Path, db: Path, write: Callable, how: str
) -> None:
    """As after ``rm -rf library``, a pause, and ``git clone``: nobody ever scanned the root in between."""
    write(root / "a")
    with Daemon(db, root) as daemon:
        new = root.with_name("new")
        new.mkdir()  # before the old one goes: the system likes to give its inode number to the next
        kept = root.rename(root.with_name("kept"))
        if how == "deleted":
            shutil.rmtree(kept)
        daemon.wait_for("root-lost")
        new.rename(root)
        time.sleep(1.2)
        assert daemon.events().count("root-lost") == 1, "an empty directory may be a mount that is missing"
        write(root / "b")
        daemon.wait_for("root-back")
        daemon.settles(root)
        write(root / "b" / "later")
        assert daemon.settles(root) < 3, "it is watched, not only scanned once"


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="nobody to take root's rights away")
def test_p14_a_root_that_could_not_be_read_is_heard_again(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    plain = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    with Daemon(db, root, "--reconcile-seconds", "3600", prefix=plain) as daemon:
        for times, mode in enumerate((0, 0o600)):
            root.chmod(mode)
            daemon.wait_for("root-lost")
            time.sleep(2.2)
            assert daemon.events().count("root-back") == times, "it is not back while it cannot be read"
            root.chmod(0o755)
            daemon.wait_for("root-back")
            time.sleep(1.2)
            write(root / f"b{mode}")
            assert daemon.settles(root) < 4


def test_p14_a_root_that_is_swapped_between_two_looks_is_watched_where_it_is_now(
    root: Path, db: Path, write: Callable
) -> None:
    write(root / "a")
    write(root.with_name("next") / "b")
    with Daemon(db, root) as daemon:
        root.rename(root.with_name("kept"))
        root.with_name("next").rename(root)
        daemon.settles(root)
        time.sleep(1.2)
        write(root / "c")
        assert daemon.settles(root) < 3, "the watches of the old one hear nothing"


def test_p5_a_named_root_that_is_away_at_the_start_is_waited_for(root: Path, db: Path, write: Callable) -> None:
    """A service starts before the disk of its library is there."""
    write(root / "a")
    assert run(db, "index", root).returncode == 0
    root.rename(root.with_name("away"))
    assert run(db, "watch", root.with_name("never")).returncode == 2
    for named in (root, root / "a"):
        with Daemon(db, named) as daemon:
            assert "root-lost" in daemon.events()
            root.with_name("away").rename(root)
            daemon.wait_for("root-back")
            daemon.settles(root)
            root.rename(root.with_name("away"))


def test_a_link_that_leads_elsewhere_makes_the_other_directory_a_root(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    other = root.with_name("other")
    write(other / "b")
    link = root.with_name("current")
    link.symlink_to(root)
    with Daemon(db, link) as daemon:
        root.with_name("next").symlink_to(other)
        root.with_name("next").rename(link)
        assert daemon.wait_for("roots")["roots"] == [str(other)]
        daemon.settles(root, other)
        write(other / "c")
        daemon.settles(root, other)
        assert run(db, "roots", "remove", other).returncode == 0
        assert daemon.wait_for("roots")["roots"] == [], "what was removed is not made a root again"


def test_a_hand_that_removes_the_lock_lets_no_second_watcher_in(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    with Daemon(db, root) as daemon:
        for suffix in (".lock", ".state", ".sock"):
            Path(str(db) + suffix).unlink()
        deadline = time.monotonic() + 10
        while holder_of(str(db)) is None or not Path(str(db) + ".sock").exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        second = run(db, "watch", root)
        assert second.returncode == 11
        assert f"process {daemon.process.pid}" in second.stderr
        write(root / "b")
        assert run(db, "wait").returncode == 0
        found = json.loads(run(db, "find", "things", "--format", "json").stdout)
        assert found["freshness"]["watching"] is True


def test_who_came_second_by_a_removed_lock_is_left_alone(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    with Daemon(db, root) as first:
        first.send(signal.SIGSTOP)
        Path(str(db) + ".lock").unlink()
        with Daemon(db, root) as second:
            first.send(signal.SIGCONT)
            assert first.process.wait(10) == 11
            first.stop()
            assert f"process {second.process.pid}" in first.said
            holder = holder_of(str(db))
            assert holder is not None
            assert holder.pid == second.process.pid
            assert run(db, "wait").returncode == 0, "nor is its socket taken away"
            assert Path(str(db) + ".sock").exists()


def test_ready_is_said_when_the_first_scan_is_done_and_a_wait_for_the_lock_shows_life(
    root: Path, db: Path, write: Callable, tmp_path: Path
) -> None:
    write(root / "a")
    assert run(db, "index", root).returncode == 0
    write(root / "b")
    calls: list[None] = []
    with ingest_lock(str(db)):
        with pytest.raises(DatabaseBusy), ingest_lock(str(db), patience=2.5, waiting=lambda: calls.append(None)):
            pass
        assert len(calls) == 2, "systemd's watchdog would end who waits in silence"
        with Daemon(db, root, wait=False) as daemon:
            daemon.wait_for("starting")
            time.sleep(1)
            assert "ready" not in daemon.events()
            assert daemon.stop() == 0


def test_p16_a_reader_that_stalls_stops_neither_the_watcher_nor_its_end(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    command = [sys.executable, "-m", "t2tdb", "--db", str(db), "watch", str(root)]
    child = subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, env={**os.environ, "T2TDB_CONFIG": ""})
    os.close(writer)
    try:
        deadline = time.monotonic() + 20
        while holder_of(str(db)) is None or run(db, "wait").returncode:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        write(root / "beta")
        assert run(db, "wait").returncode == 0
        assert "beta" in run(db, "find", "beta", "--paths").stdout
        assert holder_of(str(db)) is not None
        child.terminate()
        started = time.monotonic()
        assert child.wait(10) == 0
        assert time.monotonic() - started < 2
    finally:
        child.kill()
        child.communicate()
        os.close(reader)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
def test_p16_a_terminal_that_is_closed_ends_its_watcher(root: Path, db: Path, write: Callable) -> None:
    import pty

    write(root / "a")
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "t2tdb", "--db", str(db), "watch", str(root)])
    said = b""
    while b"ready" not in said:
        said += os.read(terminal, 4096)
    os.kill(child, signal.SIGHUP)
    time.sleep(0.5)
    assert os.waitpid(child, os.WNOHANG) == (0, 0), "the terminal is there: look everywhere"
    os.close(terminal)
    deadline = time.monotonic() + 10
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        assert time.monotonic() < deadline, "it would live on where nobody sees it"
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(ended[1]) == 0


def test_a_hard_link_is_looked_at_under_its_other_names(root: Path, db: Path, write: Callable, tmp_path: Path) -> None:
    write(root / "a")
    other = tmp_path / "other"
    other.mkdir()
    for twin in (root / "twin.agent.md", other / "twin.agent.md"):
        os.link(root / "a" / "SKILL.md", twin)
    with Daemon(db, root, other) as daemon:
        (other / "twin.agent.md").write_text("---\nname: changed\ndescription: under one name\n---\n")
        daemon.settles(root, other, patience=8)
