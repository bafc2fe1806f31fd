"""The event source alone: what it watches, and which hints it gives."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchdog.events import DirMovedEvent, FileModifiedEvent

from t2tdb.watch import events
from t2tdb.watch.events import EventSource, Ledger
from t2tdb.watch.hints import EVERYTHING

linux = pytest.mark.skipif(sys.platform != "linux", reason="inotify's own promises")


class Listener:
    """A running source and the hints that it gave."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.hints: list[bytes] = []
        self.overflows = 0
        own = os.fsencode(root / "own.db")
        self.source = EventSource(os.fsencode(root), self.hints.append, own, self._overflowed)
        self.source.start()

    def _overflowed(self) -> None:
        self.overflows += 1

    def hears(self, *wanted: bytes) -> None:
        """All of these hints come, in any order, among others."""
        deadline = time.monotonic() + 10
        while not set(wanted) <= set(self.hints):
            assert time.monotonic() < deadline, (wanted, self.hints)
            time.sleep(0.01)
        self.hints.clear()


@pytest.fixture
def listener(root: Path) -> Iterator[Listener]:
    (root / "commands").mkdir()
    (root / "dist").mkdir()
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "sub" / "SKILL.md").write_text("x")
    found = Listener(root)
    yield found
    found.source.stop()


def test_a_change_hints_at_its_file(listener: Listener, root: Path) -> None:
    (root / "sub" / "SKILL.md").write_text("y")
    listener.hears(b"sub/SKILL.md")
    (root / "sub" / "notes.md").write_text("y")
    listener.hears(b"sub/notes.md")
    (root / "sub" / "notes.md").rename(root / "sub" / "other.md")
    listener.hears(b"sub/notes.md", b"sub/other.md")


def test_what_changes_its_neighbours_hints_at_their_directory(listener: Listener, root: Path) -> None:
    (root / "sub" / "SKILL.md").unlink()
    listener.hears(b"sub")
    (root / "commands" / "run.py").write_text("y")
    listener.hears(b"commands")
    (root / "SKILL.md").write_text("y")
    listener.hears(EVERYTHING)


@pytest.mark.parametrize("name", [".t2tdbignore", ".t2tdb/aliases.yml"])
def test_what_decides_about_the_whole_root_hints_at_everything(listener: Listener, root: Path, name: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    time.sleep(0.2)
    listener.hints.clear()
    for text in ("a", "b"):
        (root / name).write_text(text)
        listener.hears(EVERYTHING)


def test_skipped_directories_and_our_own_files_are_not_heard(listener: Listener, root: Path) -> None:
    (root / "node_modules" / "x").mkdir(parents=True)
    (root / "node_modules" / "x" / "SKILL.md").write_text("x")
    (root / "own.db-wal").write_text("x")
    (root / "last.md").write_text("x")
    listener.hears(b"last.md")
    (root / "node_modules" / "x" / "SKILL.md").write_text("y")
    (root / "own.db").write_text("x")
    (root / "last.md").write_text("y")
    time.sleep(0.3)
    assert set(listener.hints) == {b"last.md"}


def test_a_moved_directory_is_one_hint_and_not_one_for_all_in_it(tmp_path: Path) -> None:
    hints: list[bytes] = []
    source = EventSource(os.fsencode(tmp_path), hints.append, os.fsencode(tmp_path / "own.db"), lambda: None)
    source.take(DirMovedEvent(str(tmp_path / "a"), str(tmp_path / "b")))
    source.take(DirMovedEvent(str(tmp_path / "a" / "c"), str(tmp_path / "b" / "c"), is_synthetic=True))
    assert hints == [b"a", b"b"]


def test_only_our_own_files_are_ours(tmp_path: Path) -> None:
    hints: list[bytes] = []
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    source = EventSource(os.fsencode(tmp_path), hints.append, os.fsencode(tmp_path / "link" / "agents"), lambda: None)
    for name in ("agents", "agents-wal", "agents.lock", "agents.state.123", "agents.watch.log"):
        source.take(FileModifiedEvent(str(tmp_path / "real" / name)))
    assert hints == [], "the database lies in the root, and is named through a link"
    for name in ("agents-team/SKILL.md", "agents.md"):
        source.take(FileModifiedEvent(str(tmp_path / "real" / name)))
    assert hints == [b"real/agents-team/SKILL.md", b"real/agents.md"], "they only begin like the database"


def test_the_root_of_all_has_hints(tmp_path: Path) -> None:
    hints: list[bytes] = []
    source = EventSource(b"/", hints.append, b"/home/x.db", lambda: None)
    source.take(FileModifiedEvent("/srv/SKILL.md"))
    assert hints == [b"srv/SKILL.md"]
    assert Ledger(b"/").is_wanted(b"/srv/agents")
    assert not Ledger(b"/").is_wanted(b"/srv/.git")
    assert os.fsencode(tmp_path) in Ledger(b"/").below(os.fsencode(tmp_path.parent))


@linux
def test_a_directory_whose_rights_change_keeps_its_watches(
    listener: Listener, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_anew: list[bytes] = []
    monkeypatch.setattr(listener.source.ledger, "below", lambda path: set_anew.append(path) or [])
    (root / "sub").chmod(0o700)
    (root / "sub" / "deep").chmod(0o700)
    listener.hears(b"sub", b"sub/deep")
    (root / "sub" / "deep" / "notes.md").write_text("y")
    listener.hears(b"sub/deep/notes.md")
    assert set_anew == [], "each of 10,000 directories would set those of all below it"
    listener.source.ledger.closed.add(os.fsencode(root / "sub" / "deep"))
    (root / "sub").chmod(0o755)
    listener.hears(b"sub")
    assert set_anew == [os.fsencode(root / "sub")], "what was closed to us is watched once it is not"


@linux
def test_a_skill_that_comes_into_dist_makes_it_watched(listener: Listener, root: Path) -> None:
    before = listener.source.kernel_watches()
    (root / "dist" / "a").mkdir()
    (root / "dist" / "SKILL.md").write_text("x")
    listener.hears(b"dist")
    deadline = time.monotonic() + 10
    while listener.source.kernel_watches() != before + 1:  # type: ignore[operator]
        assert time.monotonic() < deadline, listener.source.kernel_watches()
        time.sleep(0.01)
    (root / "dist" / "a" / "x.md").write_text("x")
    listener.hears(b"dist/a/x.md")


@linux
def test_a_directory_that_left_the_root_is_let_go(listener: Listener, root: Path) -> None:
    """Watchdog 7.1 keeps its watches, and reports what happens there under the dead old path."""
    before = listener.source.kernel_watches()
    (root / "sub").rename(root.with_name("outside"))
    listener.hears(b"sub")
    deadline = time.monotonic() + 10
    while listener.source.kernel_watches() != before - 2:  # type: ignore[operator]
        assert time.monotonic() < deadline, listener.source.kernel_watches()
        time.sleep(0.01)
    (root.with_name("outside") / "SKILL.md").write_text("unheard")
    (root / "last.md").write_text("x")
    listener.hears(b"last.md")
    assert listener.source.unwatched() == 0
    root.with_name("outside").rename(root / "back")
    listener.hears(b"back")
    (root / "back" / "deep" / "x.md").write_text("x")
    listener.hears(b"back/deep/x.md")


@linux
def test_a_directory_that_went_out_and_came_back_elsewhere_is_watched(
    listener: Listener, root: Path, tmp_path: Path
) -> None:
    """The kernel keeps its watch, and the event of its going comes half a second late."""
    (root / "sub" / "deep").rename(tmp_path / "out")
    time.sleep(0.1)
    (tmp_path / "out").rename(root / "commands" / "back")
    listener.hears(b"sub/deep", b"commands/back")
    time.sleep(0.3)
    (root / "commands" / "back" / "new.md").write_text("y")
    listener.hears(b"commands/back/new.md")
    assert listener.source.kernel_watches() == listener.source.ledger.count(), (
        "or it would be taken for a reached limit"
    )


@linux
def test_directories_moved_over_each_other_leave_every_thread_alive(listener: Listener, root: Path) -> None:
    for number in range(300):
        for name in ("a", "b", "c"):
            (root / name / "d").mkdir(parents=True, exist_ok=True)
        shutil.rmtree(root / "b")
        (root / "a").rename(root / "b")
        (root / "c").rename(root / "a")
        if number % 3 == 0:
            shutil.rmtree(root / "a")
            (root / "b").rename(root / "a")
    (root / "last.md").write_text("x")
    listener.hears(b"last.md")
    assert listener.source.is_alive()


@linux
def test_reading_makes_no_hint(listener: Listener, root: Path) -> None:
    for _ in range(50):
        (root / "sub" / "SKILL.md").read_text()
        os.listdir(root / "sub")
    (root / "last.md").write_text("x")
    listener.hears(b"last.md")
    assert listener.hints == [] or set(listener.hints) == {b"last.md"}


def test_stopping_ends_the_threads_and_twice_is_harmless(listener: Listener) -> None:
    assert listener.source.is_alive()
    listener.source.stop()
    listener.source.stop()
    assert not listener.source.is_alive()


def test_without_the_known_inner_class_it_listens_all_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> object:
        raise AttributeError("another watchdog")

    monkeypatch.setattr(events, "_pruned_observer", unknown)
    listener = Listener(root)
    try:
        (root / "x.md").write_text("x")
        listener.hears(b"x.md")
        import logging

        logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; events were lost")
        listener.hears(EVERYTHING)
        assert listener.overflows == 1
    finally:
        listener.source.stop()


def test_a_root_that_is_gone_cannot_be_watched(root: Path) -> None:
    root.rmdir()
    with pytest.raises(OSError, match="No such file"):
        Listener(root)


def test_the_ledger_names_what_the_scanner_enters(root: Path) -> None:
    for name in ("a/node_modules/x", "a/b/.git/y", "dist/x", "s/dist/x", "s/dist/coverage/y", ".t2tdb/z", "a/.t2tdb/z"):
        (root / name).mkdir(parents=True)
    (root / "s/dist/SKILL.md").write_text("x")
    (root / "link").symlink_to(root / "a")
    found = {os.fsdecode(path)[len(str(root)) + 1 :] for path in Ledger(os.fsencode(root)).below(os.fsencode(root))}
    assert found == {"a", "a/b", "dist", "s", "s/dist", "s/dist/x", "s/dist/coverage", ".t2tdb"}
