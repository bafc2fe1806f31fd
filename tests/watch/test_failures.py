"""P8, P9, P14, P15: lost events, exhausted watches, dead threads, lost roots, killed holders.

Nothing looks alive that is not, and nothing needs the timer's help: the reconciliation is an hour away.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from canonical import rows_at
from daemon import Daemon, run

NO_TIMER = ("--reconcile-seconds", "3600")


def _limit(name: str) -> int:
    try:
        return int(Path(f"/proc/sys/fs/inotify/{name}").read_text())
    except OSError:
        return 0


@pytest.mark.skipif(_limit("max_queued_events") == 0, reason="no inotify here")
def test_p8_events_that_are_lost_while_the_watcher_is_stopped_are_made_good(
    root: Path, db: Path, write: Callable
) -> None:
    """Three events a file: 8,000 files are more than the queue of 16,384 holds."""
    if _limit("max_queued_events") > 20_000:
        pytest.skip("the queue of this system is too long to overflow in a test")
    for number in range(500):
        write(root / "old" / f"o{number}")
    with Daemon(db, root, *NO_TIMER) as daemon:
        (root / "new").mkdir()
        daemon.settles(root)
        assert run(db, "wait").returncode == 0  # the new directory is watched by now
        daemon.send(signal.SIGSTOP)
        for number in range(8000):
            path = root / "new" / f"{number}.txt"
            path.write_text("x")
        for number in range(500):
            shutil.rmtree(root / "old" / f"o{number}")
        write(root / "last")
        daemon.send(signal.SIGCONT)
        daemon.wait_for("overflow")
        daemon.settles(root, patience=30)
        write(root / "new" / "after" / "the" / "overflow")
        daemon.settles(root)


def _has_user_namespaces() -> bool:
    command = ["unshare", "-Ur", "sh", "-c", "echo 6 > /proc/sys/user/max_inotify_watches"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@pytest.mark.skipif(not _has_user_namespaces(), reason="user namespaces are not available here")
def test_p9_too_few_watches_are_said_and_covered_by_polling(root: Path, db: Path, write: Callable) -> None:
    for number in range(13):
        write(root / f"s{number}")
    limited = ("unshare", "-Ur", "sh", "-c", 'echo 6 > /proc/sys/user/max_inotify_watches; exec "$@"', "sh")
    with Daemon(db, root, *NO_TIMER, "--poll-seconds", "0.5", prefix=limited) as daemon:
        lines = daemon.heard()
        degraded = next(line for line in lines if line["event"] == "degraded")
        assert "max_user_watches" in degraded["text"]
        assert daemon.ready["watches"] == 6
        status = run(db, "status", "--format", "json").stdout
        assert "max_user_watches" in status
        for number in range(13):
            write(root / f"s{number}", name=f"changed-{number}")
        write(root / "s12" / "new")
        daemon.settles(root)
        for number in range(10):
            shutil.rmtree(root / f"s{number}")
        daemon.settles(root)


def test_p14_a_root_that_goes_and_comes_back_is_noticed(root: Path, db: Path, write: Callable) -> None:
    write(root / "alpha")
    away = root.with_name("away")
    with Daemon(db, root, *NO_TIMER) as daemon:
        root.rename(away)
        line = daemon.wait_for("root-lost")
        assert "kept" in line["text"]
        assert "kept" in run(db, "status", "--format", "json").stdout
        found = run(db, "find", "alpha", "--format", "json").stdout
        assert "skill:alpha/skill.md" in found, "P5: the rows are kept"
        write(away / "b")
        away.rename(root)
        daemon.wait_for("root-back")
        daemon.settles(root)
        write(root / "c")
        daemon.settles(root)


def test_p5_an_empty_directory_in_the_roots_place_empties_nothing(root: Path, db: Path, write: Callable) -> None:
    write(root / "alpha")
    with Daemon(db, root, *NO_TIMER) as daemon:
        root.rename(root.with_name("away"))
        root.mkdir()
        daemon.wait_for("root-lost")
        time.sleep(1.5)
        assert "skill:alpha/skill.md" in repr(rows_at(str(db)))
        assert run(db, "wait").returncode == 3
        root.rmdir()
        root.with_name("away").rename(root)
        daemon.wait_for("root-back")
        assert run(db, "wait").returncode == 0
        daemon.settles(root)


def test_p14_a_root_that_is_deleted_and_made_anew_is_watched_again(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    with Daemon(db, root, *NO_TIMER) as daemon:
        for name in ("b", "c"):
            shutil.rmtree(root)
            write(root / name)
            daemon.settles(root)  # as the same root or as another one: the inode may be the same again
            write(root / name / "later")
            daemon.settles(root)


PLANTED = """
import sys, threading, time
from watchdog.observers import inotify
from t2tdb.watch import events
honest = {honest}
broken = []
def meddled(*arguments, **named):
    if not broken and threading.current_thread() is not threading.main_thread() and {when}:
        broken.append(1)
        raise RuntimeError("planted")
    return honest(*arguments, **named)
{honest} = meddled
from t2tdb.__main__ import main
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the planted bugs are in the source for Linux")
@pytest.mark.parametrize(
    ("honest", "when"),
    [
        ("events.EventSource.take", "True"),  # in the observer's thread
        ("inotify.InotifyEmitter.build_and_queue_event", "True"),  # in the emitter's thread
        ("inotify.InotifyFD.handle_event", "True"),  # in the thread that reads
    ],
)
def test_p14_a_dead_thread_is_noticed_and_replaced(
    root: Path, db: Path, write: Callable, honest: str, when: str
) -> None:
    """https://github.com/gorakhargosh/watchdog/issues/648"""
    write(root / "a")
    with Daemon(db, root, *NO_TIMER, script=PLANTED.format(honest=honest, when=when)) as daemon:
        write(root / "b")
        line = daemon.wait_for("degraded")
        assert "ended" in line["text"]
        daemon.settles(root)
        daemon.wait_for("recovered")
        write(root / "c")
        daemon.settles(root)
        write(root / "c" / "d")
        daemon.settles(root)


def test_p15_a_second_watcher_refuses_and_names_the_first(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    with Daemon(db, root) as daemon:
        done = run(db, "watch", root)
        assert done.returncode == 11
        assert f"process {daemon.process.pid}" in done.stderr
        assert done.stderr.count("\n") == 1
        daemon.kill()
    started = time.monotonic()
    with Daemon(db, root) as daemon:
        assert time.monotonic() - started < 10
        daemon.settles(root)


def test_p15_of_many_that_start_at_once_exactly_one_wins(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    assert run(db, "index", root).returncode == 0
    daemons = [Daemon(db, root, wait=False) for _ in range(6)]
    deadline = time.monotonic() + 30
    while sum(daemon.process.poll() is None for daemon in daemons) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    codes = [daemon.process.poll() for daemon in daemons]
    for daemon in daemons:
        daemon.stop()
    assert sorted(codes, key=str) == [11, 11, 11, 11, 11, None]


def test_a_database_that_is_swapped_or_removed_is_noticed(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    with Daemon(db, root) as daemon:
        other = db.with_name("other.db")
        assert run(other, "index", root).returncode == 0
        os.replace(other, db)  # as a rebuild does
        for suffix in ("-wal", "-shm"):
            Path(str(db) + suffix).unlink(missing_ok=True)
        write(root / "b")
        daemon.settles(root)
        daemon.heard()
        db.unlink()
        for suffix in ("-wal", "-shm"):
            Path(str(db) + suffix).unlink(missing_ok=True)
        write(root / "c")
        while daemon.wait_for("commit")["reason"] != "database replaced":
            pass
        daemon.settles(root)


def test_a_full_disk_is_said_and_tried_again(root: Path, db: Path, write: Callable) -> None:
    """A size limit of the process stands for the full disk."""
    resource = pytest.importorskip("resource")
    write(root / "a")
    with Daemon(db, root) as daemon:
        size = db.stat().st_size
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        for number in range(300):
            write(root / f"big{number}", description="word " * 150 + str(number))
        daemon.wait_for("error")
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        daemon.settles(root, patience=40)
