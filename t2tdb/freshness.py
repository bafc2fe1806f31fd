"""How true an answer still is: a look at the files of the hits about to be shown, and the age of the index.

Only those few files are looked at, by ``lstat``; nothing is opened. *Could not look* is never *not there*: a file that
cannot be reached, or whose whole root is missing (not mounted, perhaps), is shown and said to be so, never left out.
"""

from __future__ import annotations

import os
import stat

from t2tdb.value import TYPE_CHECKING, replaced, value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias, TypeVar

    from t2tdb.model import Composition, Fingerprint, Hit, Pick

    Shown = TypeVar("Shown", Hit, Pick)

    State: TypeAlias = Literal["same", "stale", "gone", "unreachable"]


@value
class Location:
    """Where a resource's file lies and what ``stat`` said of it when it was read."""

    root: bytes
    path: bytes  # relative to the root, raw
    fingerprint: Fingerprint | None  # None: never read
    device: int = 0  # of the root when it was registered
    inode: int = 0  # of the root; 0: not known

    def absolute(self) -> bytes:
        """The whole raw path."""
        return os.path.join(self.root, self.path)


def state_of(location: Location) -> State:
    """Say whether the file is as it was indexed, changed since, gone, or cannot be looked at.

    The device number is not compared: it changes when a disk is mounted anew, and the bytes do not.
    """
    try:
        seen = os.lstat(location.absolute())
    except (FileNotFoundError, NotADirectoryError):
        return "gone" if _is_root_there(location) else "unreachable"
    except OSError:
        return "unreachable"
    if not stat.S_ISREG(seen.st_mode):
        return "gone"
    known = location.fingerprint
    if known is None:
        return "stale"
    now = (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)
    return "same" if now == (known.size, known.mtime_ns, known.ctime_ns, known.inode) else "stale"


def _is_root_there(location: Location) -> bool:
    """Whether what lies at the root's path can be asked for its files: the root, or one that was made anew with files.

    An empty directory that is another one, or on another disk, may be where the root is to be mounted.
    """
    try:
        seen = os.stat(location.root)
        if not stat.S_ISDIR(seen.st_mode):
            return False
        as_before = (seen.st_dev == location.device, seen.st_ino == location.inode)
        if not location.inode or all(as_before):
            return True
        return any(as_before) and bool(os.listdir(location.root))
    except OSError:
        return False


def is_watched(lock: str, pid: int) -> bool:
    """Whether process ``pid``, which says that it watches, is alive and holds the watcher's lock file ``lock``.

    A number alone proves little: a watcher that was killed leaves its number, and the system gives it to somebody else.
    On Windows, where asking so would take the lock from the watcher, the number is believed.
    """
    return pid > 0 and (os.name != "posix" or is_held(lock))


def is_held(lock: str) -> bool:
    """Whether a process holds the lock file ``lock`` (POSIX). Those who look at once do not take each other for it."""
    import fcntl

    try:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def marked(shown: Shown, state: State | None) -> Shown:
    """The same hit or pick, saying what a look at its file gave."""
    if state not in ("stale", "unreachable"):
        return shown
    return replaced(shown, stale=True, unreachable=state == "unreachable")


def with_states(composition: Composition, states: Sequence[State | None]) -> Composition:
    """The same composition; ``states`` says of each pick what a look at its file gave."""
    picks = tuple(marked(pick, state) for pick, state in zip(composition.picks, states, strict=True))
    return replaced(composition, picks=picks)
