"""P8 to P17 with a real watcher: whatever happens to the tree, the database becomes what a fresh index would be."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import tree_operations as operations
from daemon import Daemon, run

FAST_POLL = ("--poll", "--poll-seconds", "0.2")


@pytest.fixture(params=["events", "poll"])
def how(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """P17: the same scenarios with events and with polling."""
    return () if request.param == "events" else FAST_POLL


def test_p10_what_is_there_at_the_start_and_what_comes_later(root: Path, db: Path, write: Callable, how: tuple) -> None:
    write(root / "before")
    with Daemon(db, root, *how) as daemon:
        daemon.settles(root)
        write(root / "after" / "deep" / "er")
        (root / "before" / "SKILL.md").write_text("---\nname: changed\n---\n")
        daemon.settles(root)
        shutil.rmtree(root / "after")
        daemon.settles(root)
        assert daemon.stop() == 0


def test_p11_moves_in_out_and_swaps(root: Path, db: Path, write: Callable, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(outside / "skill" / "sub")
    write(root / "one", description="first")
    write(root / "two" / "x", description="second")
    with Daemon(db, root) as daemon:
        (outside / "skill").rename(root / "moved-in")
        daemon.settles(root)
        write(root / "moved-in" / "sub", name="edited-inside")
        write(root / "moved-in" / "new")
        daemon.settles(root)
        (root / "moved-in").rename(outside / "gone")
        daemon.settles(root)
        write(outside / "gone", name="edited-outside")
        (root / "one").rename(root / "swap")
        (root / "two").rename(root / "one")
        (root / "swap").rename(root / "two")
        daemon.settles(root)
        write(root / "one" / "x", name="edited-after-the-swap")
        daemon.settles(root)
        (outside / "gone").rename(root / "back-under-another-name")
        daemon.settles(root)
        write(root / "back-under-another-name" / "sub", name="edited-again")
        daemon.settles(root)


def test_p11_mkdir_and_file_at_once_and_many_times(root: Path, db: Path, write: Callable) -> None:
    with Daemon(db, root) as daemon:
        for number in range(200):
            write(root / f"d{number}" / "a" / "b")
        daemon.settles(root)
        for number in range(0, 200, 7):
            write(root / f"d{number}" / "a" / "b", name=f"later-{number}")
        daemon.settles(root)


def test_p11_a_directory_that_is_deleted_and_made_again_at_once(root: Path, db: Path, write: Callable) -> None:
    """https://github.com/syncthing/syncthing/issues/10870"""
    write(root / "a" / "b")
    with Daemon(db, root) as daemon:
        for number in range(20):
            shutil.rmtree(root / "a")
            write(root / "a" / "b", name=f"made-{number}")
        daemon.settles(root)
        write(root / "a" / "b", name="edited")
        write(root / "a" / "c")
        daemon.settles(root)


def test_p1_random_bursts_beside_a_live_watcher(root: Path, db: Path, how: tuple) -> None:
    source = random.Random(os.environ.get("PYTEST_SEED", "t2tdb"))
    with Daemon(db, root, "--max-delay", "0.5", *how) as daemon:
        for _ in range(4):
            for _ in range(source.randrange(5, 60)):
                source.choice(operations.OPERATIONS)(root, operations.random_choice(source))
                if source.random() < 0.1:
                    time.sleep(source.random() * 0.2)
            daemon.settles(root)


@pytest.mark.stress
@pytest.mark.timeout(1800)
def test_p1_random_bursts_for_longer(root: Path, db: Path) -> None:
    source = random.Random()
    with Daemon(db, root) as daemon:
        for _ in range(150):
            for _ in range(source.randrange(5, 200)):
                source.choice(operations.OPERATIONS)(root, operations.random_choice(source))
            daemon.settles(root)
        assert "error" not in daemon.events()


def test_p12_a_constant_writer_cannot_starve_indexing(root: Path, db: Path, write: Callable) -> None:
    with Daemon(db, root) as daemon:
        write(root / "wanted")
        started = time.monotonic()
        noise = root / "noise.log"
        while time.monotonic() - started < 10:
            noise.write_text(str(time.monotonic()))
            time.sleep(0.1)
            if any(line["event"] == "commit" and line["added"] for line in daemon.heard()):
                break
        else:
            pytest.fail("nothing was indexed beside a constant writer")


def test_p13_an_idle_watcher_neither_commits_nor_works(root: Path, db: Path, write: Callable) -> None:
    for number in range(50):
        write(root / f"s{number}")
    shutil.copytree(root, db.parent / "inside")
    with Daemon(db, root, db.parent) as daemon:  # the database lies in a watched root
        daemon.settles(root, db.parent)
        write(root / "one-more")
        daemon.wait_for("commit")
        time.sleep(1.0)
        commits, changed = daemon.events().count("commit"), db.stat().st_mtime_ns
        woken, used, started = daemon.wakeups(), daemon.cpu_seconds(), time.monotonic()
        time.sleep(3.0)
        woken, used = daemon.wakeups() - woken, daemon.cpu_seconds() - used
        # one look a second, and nothing that turns without sleeping; times say little on a busy machine, numbers do
        assert woken <= 10 * (time.monotonic() - started)
        assert used < 0.5
        assert daemon.events().count("commit") == commits
        assert db.stat().st_mtime_ns == changed


def test_p13_no_watch_is_spent_on_skipped_directories(root: Path, db: Path, write: Callable) -> None:
    for number in range(30):
        (root / "node_modules" / f"p{number}" / "lib").mkdir(parents=True)
        (root / ".git" / "objects" / f"{number:02x}").mkdir(parents=True)
        (root / "dist" / f"d{number}").mkdir(parents=True)
    write(root / "a" / "coverage")
    (root / "a" / "coverage" / "more").mkdir()
    with Daemon(db, root) as daemon:
        # root, dist itself, a, a/coverage (it holds a skill) and a/coverage/more
        assert daemon.ready["watches"] == 5
        (root / "new" / "node_modules" / "x").mkdir(parents=True)
        write(root / "dist")  # now dist is a skill's own directory
        daemon.settles(root)
        write(root / "dist" / "d3", name="below")
        daemon.settles(root)


def test_p16_sighup_scans_everything(root: Path, db: Path, write: Callable) -> None:
    with Daemon(db, root, "--poll", "--poll-seconds", "3600") as daemon:
        daemon.settles(root)
        time.sleep(1.2)  # the first look of polling is over
        write(root / "unheard")
        daemon.send(signal.SIGHUP)
        line = daemon.wait_for("commit")
        assert line["reason"] == "signal"
        daemon.settles(root)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_p16_signals_stop_it_within_two_seconds_at_any_time(
    root: Path, db: Path, write: Callable, number: int, code: int
) -> None:
    for each in range(400):
        write(root / f"s{each}")
    source = random.Random(7)
    for _ in range(3):
        daemon = Daemon(db, root, wait=False)
        daemon.wait_for("starting")
        time.sleep(source.random() * 0.8)
        started = time.monotonic()
        assert daemon.stop(number) == code
        assert time.monotonic() - started < 2
    with Daemon(db, root) as daemon:
        daemon.settles(root)


def test_files_of_the_watcher_are_private_and_go_with_it(root: Path, db: Path, write: Callable) -> None:
    write(root / "a")
    before = os.umask(0)
    try:
        with Daemon(db, root) as daemon:
            found = {path.name: path.stat().st_mode & 0o777 for path in db.parent.iterdir()}
            assert found[db.name + ".sock"] == found[db.name + ".lock"] == found[db.name] == 0o600
            assert set(found.values()) == {0o600}
            daemon.stop()
    finally:
        os.umask(before)
    assert not Path(str(db) + ".sock").exists()


def test_nothing_to_watch_is_said(db: Path) -> None:
    done = run(db, "watch")
    assert done.returncode == 2
    assert "t2tdb watch DIRECTORY" in done.stderr


def test_roots_that_are_added_and_removed_meanwhile_are_followed(
    root: Path, db: Path, write: Callable, tmp_path: Path
) -> None:
    write(root / "a")
    other = tmp_path / "other"
    write(other / "b")
    assert run(db, "index", root).returncode == 0
    with Daemon(db) as daemon:
        assert run(db, "roots", "add", other).returncode == 0
        daemon.wait_for("roots")
        daemon.settles(root, other)
        write(other / "c")
        daemon.settles(root, other)
        assert run(db, "roots", "remove", other).returncode == 0
        daemon.wait_for("roots")
        write(other / "d")
        daemon.settles(root)
