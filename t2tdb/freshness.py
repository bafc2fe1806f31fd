"""How true an answer still is: a look at the files of the hits about to be shown, and the age of the index.

Only those few files are looked at, by ``lstat``; nothing is opened. *Could not look* is never *not there*: a file that
cannot be reached, or whose whole root is missing (not mounted, perhaps), is shown and marked, never left out.
"""

from __future__ import annotations

import os
import stat

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from t2tdb.model import Fingerprint

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


def is_running(pid: int) -> bool:
    """Whether a process with this number runs. On Windows, where asking is not harmless, nobody is believed to."""
    if pid <= 0 or os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it runs, as somebody else
    return True
