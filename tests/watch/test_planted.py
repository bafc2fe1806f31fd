"""Bugs planted into a live watcher: what the tests beside this file call fresh must notice each of them."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from daemon import Daemon, run

pytestmark = pytest.mark.stress  # a minute in all: each planted bug takes the 5 s after which a test gives up

START = """
import sys
from t2tdb.discover import Gone, Scan
from t2tdb.model import Fingerprint
from t2tdb.watch import events, hints, loop, rootwatch
scan, read = sys.modules["t2tdb.discover.scan"], sys.modules["t2tdb.discover.read"]
scan.RACY_NS = 20_000_000  # a test cannot wait for 2 s each time
honest = Scan.__iter__
{plant}
from t2tdb.__main__ import main
sys.exit(main())
"""

Scenario = Callable[[Daemon, Path, Callable[..., Path]], None]


def edit_without_a_trace(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    path = write(root / "a", description="one")
    daemon.settles(root)
    time.sleep(0.1)
    assert run(Path(daemon.database), "wait").returncode == 0  # nothing is doubtful any more
    seen = path.stat()
    path.write_text(path.read_text().replace("one", "two"))
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def empty_the_root(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    write(root / "a")
    daemon.settles(root)
    shutil.rmtree(root / "a")


def delete_a_tree(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    write(root / "a" / "b" / "c")
    write(root / "z")
    daemon.settles(root)
    shutil.rmtree(root / "a")


def move_a_tree_out(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    write(root / "moved" / "b")
    daemon.settles(root)
    (root / "moved").rename(root.with_name("outside"))


def lose_events(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    """Two files only: too many places would be looked at everywhere, with or without an overflow."""
    for number in range(2):
        (root / f"{number}.txt").write_text("x")
    daemon.settles(root)
    daemon.send(signal.SIGSTOP)
    for number in range(20_000):  # one event each; the queue holds 16,384
        os.utime(root / f"{number % 2}.txt")
    write(root / "after-the-overflow")
    daemon.send(signal.SIGCONT)


def write_during_scans(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    for number in range(4):
        write(root / f"s{number}")
        time.sleep(0.35)


def make_a_neighbour(daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    (root / "s").mkdir()
    (root / "s" / "agents.md.agent.md").write_text("---\nname: a\n---\n")
    (root / "s" / "_meta.json").write_text('{"owner": "x", "slug": "y"}')
    daemon.settles(root)
    (root / "s" / "SKILL.md").write_text("---\nname: b\n---\n")


DEAF_FOR_DIRECTORIES = """
take = events.EventSource.take
events.EventSource.take = lambda self, event: None if event.is_directory else take(self, event)
"""

FORGETFUL = """
import time
index, init, gathered = loop.index, hints.Hints.__init__, []
def remember(self, *arguments, **named):
    init(self, *arguments, **named)
    gathered.append(self)
def slow(*arguments, **named):
    time.sleep(1.0)
    outcome = index(*arguments, **named)
    gathered[0].take()
    return outcome
hints.Hints.__init__, loop.index = remember, slow
"""

PLANTED: list[tuple[str, str, Scenario]] = [
    (
        "a fingerprint without ctime and inode",
        "scan.fingerprint_of = read.fingerprint_of = lambda s: Fingerprint(s.st_size, s.st_mtime_ns, 0, 0, 0)",
        edit_without_a_trace,
    ),
    (
        "an early return on an empty tree",
        "Scan.__iter__ = lambda self: iter([o for o in list(honest(self)) if self.counts.files_visited])",
        empty_the_root,
    ),
    (
        "no deletion of subtrees",
        "Scan.__iter__ = lambda self: (o for o in honest(self) if not (isinstance(o, Gone) and o.raw.count(b'/') > 1))",
        delete_a_tree,
    ),
    ("directory events that do not count", DEAF_FOR_DIRECTORIES, move_a_tree_out),
    ("an overflow that is not heard", "events.EventSource.overflowed = lambda self: None", lose_events),
    ("hints that are dropped while a scan runs", FORGETFUL, write_during_scans),
]


@pytest.mark.parametrize(("name", "plant", "scenario"), PLANTED, ids=[name for name, _, _ in PLANTED])
def test_it_is_noticed(root: Path, db: Path, write: Callable, name: str, plant: str, scenario: Scenario) -> None:
    with Daemon(db, root, "--reconcile-seconds", "3600", script=START.format(plant=plant)) as daemon:
        daemon.patience = 5
        with pytest.raises(AssertionError, match="not fresh"):
            play(scenario, daemon, root, write)


def play(scenario: Scenario, daemon: Daemon, root: Path, write: Callable[..., Path]) -> None:
    scenario(daemon, root, write)
    daemon.settles(root)


@pytest.mark.parametrize("scenario", [*(scenario for _, _, scenario in PLANTED), make_a_neighbour])
def test_without_a_planted_bug_the_same_scenario_settles(
    root: Path, db: Path, write: Callable, scenario: Scenario
) -> None:
    with Daemon(db, root, "--reconcile-seconds", "3600", script=START.format(plant="")) as daemon:
        play(scenario, daemon, root, write)
