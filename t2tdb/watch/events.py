"""Events of one root as hints. The only module that knows watchdog, and the one that covers for what it does not do.

Measured on watchdog 7.1 (Linux): opening a file to read it makes events unless a filter is given, so a filter is always
given; an overflow of the kernel's queue reaches no handler, only a log; a directory that gets no watch is not reported;
a directory that was moved out of the root keeps its watches; nothing can be left out. Where its inner class is as known
(`InotifyWatchGroup`), a subclass prunes the skipped directories, records what is not watched, hears of overflows and
forgets what left. Where it is not, the log is listened to, and pruning is what is lost.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import warnings

from watchdog.events import (
    DirAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)

from t2tdb.discover.ignore import IGNORE_FILE
from t2tdb.discover.options import MAX_DEPTH, SKIPPED_NAMES, SKIPPED_UNLESS_SKILL
from t2tdb.parse.surroundings import changes_neighbours
from t2tdb.store.schema import STATE, SUFFIXES
from t2tdb.value import TYPE_CHECKING
from t2tdb.watch.hints import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from watchdog.observers.api import BaseObserver

EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileModifiedEvent, FileAttribEvent, FileClosedEvent, FileMovedEvent, FileDeletedEvent,
    DirCreatedEvent, DirAttribEvent, DirMovedEvent, DirDeletedEvent,
]  # fmt: skip
"""Never ``opened`` and ``closed_no_write``: our own reading would make them, and 6,000 directories overflowed the queue
at the start by themselves."""


ROOTS_OWN = b".t2tdb"
OF_THE_WHOLE_ROOT = frozenset((os.fsencode(IGNORE_FILE), ROOTS_OWN, ROOTS_OWN + b"/aliases.yml"))
"""What decides how everything in a root is read. Of the skipped directories this one alone costs a watch."""


class EventSource:
    """The events of one root. ``hint`` is called with scopes below the root, from another thread."""

    def __init__(self, root: bytes, hint: Callable[[bytes], None], own: bytes, on_overflow: Callable[[], None]) -> None:
        self.root = root
        self.ledger = Ledger(root)
        self._hint = hint
        self._prefix = _with_slash(root)
        database = _as_heard(own)
        self._own = frozenset(database + os.fsencode(suffix) for suffix in SUFFIXES)  # ours: they say nothing
        self._own_temporary = database + os.fsencode(STATE + ".")
        self._on_overflow = on_overflow
        self._observer: BaseObserver | None = None
        self._log = _OverflowLog(self.overflowed)
        self._taken = 0  # events so far
        self._seen = -1  # of them, when we last looked
        self._short = 0  # watches that the kernel did not hold when they were counted
        self._is_counted = False

    def start(self) -> None:
        """Watch every directory that is scanned. Raises OSError where not even the root can be watched."""
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"watchdog\.")
        logger = logging.getLogger("watchdog")
        logger.propagate = False  # its sentences would reach standard error past our one voice
        if not any(isinstance(handler, logging.NullHandler) for handler in logger.handlers):
            logger.addHandler(logging.NullHandler())
        logger.addHandler(self._log)
        self._observer = _make_observer(self.ledger, self.overflowed)
        try:
            self._observer.schedule(_Handler(self), os.fsdecode(self.root), recursive=True, event_filter=EVENTS)
            self._observer.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop listening; the threads end within a second."""
        logging.getLogger("watchdog").removeHandler(self._log)
        observer, self._observer = self._observer, None
        if observer is None:
            return
        threads = [observer, *_threads(observer)]  # one that died of an exception leaves its kin running
        for thread in threads:
            with contextlib.suppress(Exception):  # whatever is broken in it, it is gone for us
                if thread.is_alive():
                    thread.stop()
        if observer.is_alive():
            observer.join(2.0)

    def is_alive(self) -> bool:
        """Whether every thread that events pass through still runs."""
        observer = self._observer
        return (
            observer is not None
            and observer.is_alive()
            and bool(observer.emitters)
            and self.ledger.hears_root()
            and all(thread.is_alive() for thread in _threads(observer))
        )

    def overflowed(self) -> None:
        """Events were lost, nobody knows which: look everywhere."""
        self._on_overflow()
        self._hint(EVERYTHING)

    def kernel_watches(self) -> int | None:
        """How many watches the kernel really holds for this root; None where it does not say."""
        descriptor = getattr(getattr(self._observer, "_inotify_fd", None), "_inotify_fd", None)
        if not isinstance(descriptor, int):
            return None
        try:
            with open(f"/proc/self/fdinfo/{descriptor}", "rb") as file:
                return sum(line.startswith(b"inotify ") for line in file)
        except OSError:
            return None

    def unwatched(self) -> int:
        """Directories that should be watched and are not: the limit of the system was reached.

        What the kernel holds is compared with what we believe once after each burst, when nothing happens any more:
        meanwhile either side is ahead of the other, and reading 10,000 lines from /proc each second would cost 3 % of a
        processor for nothing.
        """
        if self._taken != self._seen:
            self._seen, self._is_counted = self._taken, False
        elif not self._is_counted:
            held = self.kernel_watches() if self.ledger.is_pruned else None
            self._short, self._is_counted = 0 if held is None else max(0, self.ledger.count() - held), True
        return max(self._short, len(self.ledger.missing))

    def take(self, event: FileSystemEvent) -> None:
        """Turn one event into hints."""
        self._taken += 1
        if event.is_synthetic:
            return  # below a directory that came or moved, whose own event covers it; 50 trees took 35 s with them
        for path in (event.src_path, event.dest_path):
            if path:
                self._path(event, os.fsencode(path))

    def _path(self, event: FileSystemEvent, path: bytes) -> None:
        if path in self._own or path.startswith(self._own_temporary):
            return
        if path == self.root:
            self._hint(EVERYTHING)
            return
        if not path.startswith(self._prefix):
            return
        scope = path[len(self._prefix) :].replace(os.fsencode(os.sep), b"/")
        parent, _, name = scope.rpartition(b"/")
        if scope in OF_THE_WHOLE_ROOT:
            self._hint(EVERYTHING)
            return
        if not SKIPPED_NAMES.isdisjoint(scope.split(b"/")):
            return
        comes_or_goes = event.event_type in ("created", "deleted", "moved")
        if event.is_directory and event.event_type in ("deleted", "moved"):
            self.ledger.recheck(path)
        elif event.is_directory and event.event_type == "attrib":
            self.ledger.reopen(path)
        if comes_or_goes and name.lower() == b"skill.md":
            self.ledger.recheck(os.path.dirname(path), only_unwatched=True)
        directory = os.fsdecode(parent.rpartition(b"/")[2] or os.path.basename(self.root))
        reaches_out = comes_or_goes and changes_neighbours(directory, os.fsdecode(name))
        self._hint(parent if reaches_out else scope)


class Ledger:
    """Which directories of a root are watched, and which should be and are not."""

    def __init__(self, root: bytes) -> None:
        self.root = root
        self.missing: set[bytes] = set()
        self.closed: set[bytes] = set()  # no right to watch or list them, when that was tried
        self.is_pruned = False
        self._group: Any = None

    def adopt(self, group: Any) -> None:
        """Take the group of watches that keeps this ledger."""
        self._group = group
        self.is_pruned = True

    def count(self) -> int:
        """Directories that are, or should be, watched."""
        return 0 if self._group is None else len(self._group._active_callbacks_by_path) + len(self.missing)

    def hears_root(self) -> bool:
        """Whether the root itself is watched. One without the right to read it has no watch, and nobody says so."""
        return self._group is None or self.root in self._group._active_callbacks_by_path

    def recheck(self, path: bytes, *, only_unwatched: bool = False) -> None:
        """Let go of the watches at and below `path` and set those that belong there now."""
        if self._group is not None:
            self._group.recheck(path, only_unwatched=only_unwatched)

    def reopen(self, path: bytes) -> None:
        """Rights at `path` changed: watch what was closed there. The watches that are held stay good.

        They are not set anew: a ``chmod -R`` over 10,000 directories took 49 s of processor time when they were.
        """
        if any(each == path or each.startswith(path + b"/") for each in self.closed):
            self.recheck(path, only_unwatched=True)

    def is_wanted(self, path: bytes) -> bool:
        """Whether the scanner enters the directory `path`, or at least must hear what comes into it."""
        names = path[len(_with_slash(self.root)) :].split(b"/") if path != self.root else []
        if names == [ROOTS_OWN]:
            return True
        if len(names) > MAX_DEPTH or not SKIPPED_NAMES.isdisjoint(names):
            return False
        above = self.root
        for name in names[:-1]:
            above = os.path.join(above, name)
            if name in SKIPPED_UNLESS_SKILL and not _holds_skill(above):
                return False
        return True

    def below(self, path: bytes) -> list[bytes]:
        """The directories below `path` that want a watch. A ``dist`` wants one itself: a SKILL.md may come into it."""
        found: list[bytes] = []
        pending = [path]
        while pending:
            directory = pending.pop()
            name = os.path.basename(directory)
            if name == ROOTS_OWN or (name in SKIPPED_UNLESS_SKILL and not _holds_skill(directory)):
                continue
            try:
                with os.scandir(directory) as entries:
                    names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
            except PermissionError:
                self.closed.add(directory)  # as it is to the scanner
                continue
            except OSError:
                continue  # gone
            own = {ROOTS_OWN} if directory == self.root else set()
            below = [os.path.join(directory, name) for name in names if name not in SKIPPED_NAMES or name in own]
            found.extend(below)
            if directory.count(b"/") - self.root.count(b"/") < MAX_DEPTH:
                pending.extend(below)
        return found


def _as_heard(database: bytes) -> bytes:
    """The path of the database as the events of a root name it: below real directories, whatever links led to it."""
    return os.path.join(os.path.realpath(os.path.dirname(database)), os.path.basename(database))


def _with_slash(root: bytes) -> bytes:
    return os.path.join(root, b"")


def _holds_skill(directory: bytes) -> bool:
    try:
        return any(name.lower() == b"skill.md" for name in os.listdir(directory))
    except OSError:
        return False


class _Handler(FileSystemEventHandler):
    def __init__(self, source: EventSource) -> None:
        self._source = source

    def dispatch(self, event: FileSystemEvent) -> None:
        self._source.take(event)


class _OverflowLog(logging.Handler):
    """Hears what watchdog only writes to its log."""

    def __init__(self, overflowed: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._overflowed = overflowed

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in str(record.msg).lower():
            self._overflowed()


def _threads(observer: BaseObserver) -> list[Any]:
    threads: list[Any] = list(observer.emitters)
    inotify = getattr(observer, "_inotify_fd", None)
    return [*threads, inotify] if isinstance(inotify, threading.Thread) else threads


def _make_observer(ledger: Ledger, overflowed: Callable[[], None]) -> BaseObserver:
    try:
        return _pruned_observer(ledger, overflowed)
    except (ImportError, AttributeError, TypeError):  # not Linux, or another watchdog than we know
        from watchdog.observers import Observer

        return Observer()


def _pruned_observer(ledger: Ledger, overflowed: Callable[[], None]) -> BaseObserver:
    from watchdog.observers import inotify

    base: Any = inotify.InotifyWatchGroup
    for name in (
        "_add_all_callbacks",
        "_add_callback",
        "_recursive_simulate",
        "_remove_callbacks",
        "on_queue_overflow",
    ):
        getattr(base, name)

    class PrunedGroup(base):  # type: ignore[misc]  # private to watchdog, so it has no type
        """Watches only what the scanner enters."""

        def __repr__(self) -> str:  # watchdog puts it into warnings; of 10,000 watches it would write a megabyte
            return f"<watches below {self.path!r}>"

        def _add_all_callbacks(self, path: bytes) -> None:
            if self._id and ledger._group is None:
                ledger.adopt(self)
            if not ledger.is_wanted(path):
                return
            self._add_callback(path)
            if self.is_recursive and os.path.isdir(path) and not os.path.islink(path):
                for directory in ledger.below(path):
                    self._add_callback(directory)

        def _add_callback(self, path: bytes) -> None:
            super()._add_callback(path)
            paths = self._active_callbacks_by_path
            held = paths.get(path)
            if len(paths) > len(self._active_callbacks_by_watch):
                # It went away and came back, its watch with it; that it went is heard later and means the old path.
                for each in [each for each, wd in paths.items() if wd == held != -1 and each != path]:
                    del paths[each]
            if held == -1:  # no right to read it: the kernel gave no watch, and watchdog took -1 for one
                del paths[path]
                self._active_callbacks_by_watch.pop(-1, None)
                ledger.closed.add(path)
            elif held is None and os.path.isdir(path):
                ledger.missing.add(path)
            else:
                ledger.missing.discard(path)

        def _remove_watch_internally(self, wd: int) -> None:
            # Watchdog takes for granted that each watch has one path and each path one watch. Directories that are
            # moved over each other faster than their events come break that; its own version then raises KeyError, and
            # the thread that reads all events ends (seen within a second of a storm of renames).
            path = self._active_callbacks_by_watch.pop(wd, None)
            if path is not None and self._active_callbacks_by_path.get(path) == wd:
                del self._active_callbacks_by_path[path]

        def _recursive_simulate(self, _path: bytes) -> list[Any]:
            return []  # a new directory is scanned whole, so nobody needs events for what is in it already

        def on_queue_overflow(self) -> None:
            ledger.missing.clear()
            ledger.closed.clear()
            super().on_queue_overflow()
            overflowed()

        def recheck(self, path: bytes, *, only_unwatched: bool) -> None:
            with self._lock:
                if not self.is_active or (path == self.path and not only_unwatched):
                    return
                known = path in self._active_callbacks_by_path
                if known and not only_unwatched:
                    below = path + b"/"
                    held = self._active_callbacks_by_path.items()
                    self._remove_callbacks([wd for each, wd in held if each == path or each.startswith(below)])
                for unwatched in (ledger.missing, ledger.closed):
                    unwatched -= {each for each in unwatched if each == path or each.startswith(path + b"/")}
                if os.path.isdir(path) and not os.path.islink(path):
                    self._add_all_callbacks(path)

    class PrunedEmitter(inotify.InotifyEmitter):
        def on_thread_start(self) -> None:
            self._inotify = PrunedGroup(
                self._inotify_fd,
                os.fsencode(self.watch.path),
                is_recursive=self.watch.is_recursive,
                event_mask=self.get_event_mask_from_filter(),
                follow_symlink=False,
            )

    observer = inotify.InotifyObserver()
    observer._emitter_class = PrunedEmitter
    return observer
