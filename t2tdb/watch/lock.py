"""One watcher a database: a lock on a file of its own (never on the database, whose locks belong to SQLite).

The operating system drops the lock when its holder ends, however it ends. Who holds it is said in the state file, for
messages only.
"""

from __future__ import annotations

import os
import time

from filelock import FileLock, Timeout

from t2tdb.clock import now
from t2tdb.errors import DatabaseError, WatcherRunning
from t2tdb.freshness import is_held
from t2tdb.store.schema import STATE, WATCH_LOCK
from t2tdb.store.state import change_state, read_state
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from t2tdb.store.state import Section

PATIENCE = 0.5
"""Seconds for which a lock is asked for: somebody who only looks whether it is held has it for an instant."""


@value
class Holder:
    """The watcher of a database, as it describes itself."""

    pid: int
    since: str  # ISO 8601, UTC
    state: str  # "starting", "scanning", "watching", "polling"
    socket: str  # where it can be asked; "" where it cannot
    degraded: tuple[str, ...] = ()


class WatchLock:
    """The right to watch a database, for as long as the process lives or until `release`."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._identity = (0, 0)
        self._lock = FileLock(database + WATCH_LOCK, timeout=PATIENCE, mode=0o600)

    def acquire(self) -> None:
        """Take the lock. Raises WatcherRunning, naming the holder, where another process has it."""
        try:
            self._lock.acquire()
        except Timeout:
            raise WatcherRunning(
                f"{_described(self._database)} watches {self._database} already; stop it with: t2tdb watch --stop"
            ) from None
        except OSError as error:
            raise DatabaseError(f"{self._database}: its directory cannot be written ({error.strerror})") from error
        self._identity = self._found()
        self.describe(state="starting", socket="", degraded=(), since=now(), roots=())

    def is_in_place(self) -> bool:
        """Whether others meet our lock, and our description, where they look for them: a hand may have removed them."""
        return self._found() == self._identity and os.path.exists(self._database + STATE)

    def renew(self) -> None:
        """Take the lock again where it lies now. Raises as `acquire` does: another watcher may have been faster."""
        self._lock.release(force=True)
        self.acquire()

    def _found(self) -> tuple[int, int]:
        try:
            seen = os.stat(self._database + WATCH_LOCK)
        except OSError:
            return 0, 0
        return seen.st_dev, seen.st_ino

    def describe(
        self, *, state: str, socket: str, degraded: tuple[str, ...], since: str, roots: tuple[str, ...]
    ) -> None:
        """Say in the state file who watches and how well; ``roots`` are those that are kept fresh now."""

        def change(section: Section) -> None:
            section["watcher"] = {
                "pid": os.getpid(),
                "since": since,
                "state": state,
                "socket": socket,
                "degraded": list(degraded),
                "roots": list(roots),
            }

        change_state(self._database, change)

    def release(self) -> None:
        """Give the lock back and leave no description."""

        def change(section: Section) -> None:
            entry = section.get("watcher")
            if isinstance(entry, dict) and entry.get("pid") == os.getpid():  # another one may have come
                del section["watcher"]

        change_state(self._database, change)
        self._lock.release()


def is_watched(database: str) -> bool:
    """Whether a watcher holds the lock of a database. Makes no file where there is none."""
    if not os.path.exists(database + WATCH_LOCK):
        return False
    if os.name == "posix":
        return is_held(database + WATCH_LOCK)
    lock = FileLock(database + WATCH_LOCK, timeout=0, mode=0o600)
    try:
        with lock:
            return False
    except Timeout:
        return True
    except OSError:
        return False  # no right to look: then nobody of ours holds it


def holder_of(database: str) -> Holder | None:
    """The running watcher of a database, or None."""
    if not is_watched(database):
        return None
    entry = read_state(database).get("watcher")
    if not isinstance(entry, dict) or not isinstance(entry.get("pid"), int):
        return Holder(0, "", "", "")
    degraded = entry.get("degraded")
    return Holder(
        entry["pid"],
        str(entry.get("since") or ""),
        str(entry.get("state") or ""),
        str(entry.get("socket") or ""),
        tuple(map(str, degraded)) if isinstance(degraded, list) else (),
    )


def _described(database: str) -> str:
    """Name the holder; it may have taken the lock a moment ago and not said yet who it is."""
    for _ in range(10):
        holder = holder_of(database)
        if holder is not None and holder.pid:
            return f"process {holder.pid}"
        time.sleep(0.05)
    return "another process"
