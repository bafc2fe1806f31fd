"""How true an answer still is: a look at the files of the hits about to be shown, and the age of the index.

Only those few files are looked at, by ``lstat``; nothing is opened. *Could not look* is never *not there*: a file that
cannot be reached, or whose whole root is missing (not mounted, perhaps), is shown and marked, never left out.
"""

from __future__ import annotations

import os
import stat

from t2tdb.value import TYPE_CHECKING, replaced, value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    from t2tdb.model import Composition, Fingerprint, Hit

    State: TypeAlias = Literal["same", "stale", "gone"]


@value
class Location:
    """Where a resource's file lies and what ``stat`` said of it when it was read."""

    root: bytes
    path: bytes  # relative to the root, raw
    fingerprint: Fingerprint | None  # None: never read

    def absolute(self) -> bytes:
        """The whole raw path."""
        return os.path.join(self.root, self.path)


def state_of(location: Location) -> State:
    """Say whether the file is as it was indexed, changed since, or gone.

    The device number is not compared: it changes when a disk is mounted anew, and the bytes do not.
    """
    try:
        seen = os.lstat(location.absolute())
    except (FileNotFoundError, NotADirectoryError):
        return "gone" if os.path.isdir(location.root) else "stale"
    except OSError:
        return "stale"
    if not stat.S_ISREG(seen.st_mode):
        return "gone"
    known = location.fingerprint
    if known is None:
        return "stale"
    now = (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)
    return "same" if now == (known.size, known.mtime_ns, known.ctime_ns, known.inode) else "stale"


def is_watched(lock: str, pid: int) -> bool:
    """Whether process ``pid``, which says that it watches, is alive and holds the watcher's lock file ``lock``.

    A number alone proves little: a watcher that was killed leaves its number, and the system gives it to somebody else.
    On Windows, where asking so would take the lock from the watcher, the number is believed.
    """
    if pid <= 0:
        return False
    if os.name != "posix":
        return True
    import fcntl

    try:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True  # held by the watcher
    finally:
        os.close(descriptor)
    return False


def marked_stale(hit: Hit) -> Hit:
    """The same hit, whose file changed since it was indexed."""
    return replaced(hit, stale=True)


def with_stale(composition: Composition, stale: Sequence[bool]) -> Composition:
    """The same composition; ``stale`` says of each pick whether its file changed since it was indexed."""
    picks = tuple(replaced(pick, stale=is_stale) for pick, is_stale in zip(composition.picks, stale, strict=True))
    return replaced(composition, picks=picks)
