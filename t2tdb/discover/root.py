"""Whether a root is there, and whether it is the one that was registered.

"Could not look" is never taken for "nothing there": a missing mount, a directory without permission or another
directory under the same path leave what is known untouched.
"""

from __future__ import annotations

import os
import stat

from t2tdb.discover import disk
from t2tdb.errors import RootError
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Reason: TypeAlias = Literal["missing", "not-a-directory", "unreadable", "replaced"]


@value
class RootIdentity:
    """What tells one directory from another under the same path."""

    device: int
    inode: int


class RootUnavailable(RootError):
    """The root cannot be scanned now; ``reason`` says why. Nothing known of it may be removed."""

    def __init__(self, path: bytes, reason: Reason, detail: str) -> None:
        super().__init__(f"root {os.fsdecode(path)}: {detail}; what is known of it is kept")
        self.reason = reason
        self.detail = detail


def identify(path: bytes) -> RootIdentity:
    """The identity of the directory at `path`. Raises `RootUnavailable`."""
    try:
        seen = os.stat(path)
    except OSError as error:
        raise unavailable(path, error) from error
    if not stat.S_ISDIR(seen.st_mode):
        raise RootUnavailable(path, "not-a-directory", "it is not a directory")
    return RootIdentity(seen.st_dev, seen.st_ino)


def name_of(path: bytes) -> str:
    """The name of a root for the places in it: its last name, "~" for the user's home directory."""
    real = os.path.realpath(path)
    home = os.path.realpath(os.path.expanduser(b"~"))
    return "~" if real == home else os.path.basename(real).decode("utf-8", "replace")


def is_same_root(known: RootIdentity, found: RootIdentity, names: int) -> bool:
    """Whether `found`, which holds `names` entries, is the directory that was `known`.

    Device numbers of network, btrfs and tmpfs mounts change over a restart, inode numbers do not: the same inode on
    another device counts as the same root unless it is empty (the bare mount point of something not mounted).
    """
    return known.inode == found.inode and (known.device == found.device or names > 0)


def unavailable(path: bytes, error: OSError) -> RootUnavailable:
    """The outcome that belongs to an error of the operating system on the root itself."""
    detail = error.strerror or type(error).__name__
    if isinstance(error, FileNotFoundError):
        return RootUnavailable(path, "missing", "it is not there")
    if isinstance(error, NotADirectoryError):
        return RootUnavailable(path, "not-a-directory", "it is not a directory")
    return RootUnavailable(path, "unreadable", f"it cannot be read ({detail})")


def open_known(path: bytes, identity: tuple[int, int] | None) -> tuple[disk.Directory, list[tuple[bytes, int]]]:
    """Open a root, compare it with the identity that it must have, and list it. Raises `RootUnavailable`."""
    try:
        directory = disk.open_root(path)
    except OSError as error:
        raise unavailable(path, error) from error
    try:
        entries = directory.entries()
        seen = directory.lstat(b".")
    except OSError as error:
        directory.close()
        raise unavailable(path, error) from error
    found = RootIdentity(seen.st_dev, seen.st_ino)
    if identity is not None and not is_same_root(RootIdentity(*identity), found, len(entries)):
        directory.close()
        raise RootUnavailable(path, "replaced", "another directory is in its place (t2tdb index --prune takes it)")
    return directory, entries
