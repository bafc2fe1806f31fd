"""The one door to the file tree, in two shapes with the same face.

`DescriptorDirectory` (POSIX) holds an open directory and reaches everything by descriptor with ``O_NOFOLLOW``: between
looking and opening nobody can lead it out of the root. `PathDirectory` (Windows) works with paths, and `LIMITATION`
says in a sentence what that cannot exclude.
"""

from __future__ import annotations

import os
import stat

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Directory(Protocol):
        """One directory of the tree."""

        def entries(self) -> list[tuple[bytes, int]]:
            """Names and kinds (FILE, DIRECTORY, LINK, OTHER) of all entries, in no order."""

        def lstat(self, name: bytes) -> os.stat_result:
            """What the entry itself is."""

        def leads_to(self, name: bytes) -> os.stat_result:
            """What a link leads to; nothing is opened."""

        def descend(self, name: bytes) -> Directory:
            """Open a subdirectory; a link is an error."""

        def open_file(self, name: bytes) -> int:
            """A descriptor to read from that never blocks and is no link's target."""

        def close(self) -> None:
            """Give back the descriptor."""


FILE, DIRECTORY, LINK, OTHER = range(4)

HAS_DESCRIPTORS = (
    hasattr(os, "O_NOFOLLOW")
    and hasattr(os, "O_DIRECTORY")
    and os.open in os.supports_dir_fd
    and os.stat in os.supports_dir_fd
    and os.scandir in os.supports_fd
)
LIMITATION = (
    ""
    if HAS_DESCRIPTORS
    else "this system has no directory descriptors: a directory that is swapped for a link during a scan can lead "
    "out of the root"
)

_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
_READ_FILE = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def open_root(path: bytes) -> Directory:
    """Open the directory at `path`. Raises OSError; the root's own path may go through links, what is below may not."""
    if HAS_DESCRIPTORS:
        return DescriptorDirectory(os.open(path, _READ | os.O_DIRECTORY | os.O_NONBLOCK))
    if not stat.S_ISDIR(os.stat(path).st_mode):
        raise NotADirectoryError(20, os.strerror(20), path)
    return PathDirectory(path)


def _kind_of(entry: os.DirEntry[str] | os.DirEntry[bytes]) -> int:
    if entry.is_symlink():
        return LINK
    if entry.is_dir(follow_symlinks=False):
        return DIRECTORY
    if entry.is_file(follow_symlinks=False):
        return FILE
    return OTHER


class DescriptorDirectory:
    """A directory held open by its descriptor."""

    __slots__ = ("_descriptor",)

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def entries(self) -> list[tuple[bytes, int]]:
        found = []
        with os.scandir(self._descriptor) as listing:
            for entry in listing:
                try:
                    found.append((os.fsencode(entry.name), _kind_of(entry)))
                except FileNotFoundError:  # a file system without d_type: the kind needs a look, and it is gone by now
                    continue
        return found

    def lstat(self, name: bytes) -> os.stat_result:
        return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)

    def leads_to(self, name: bytes) -> os.stat_result:
        return os.stat(name, dir_fd=self._descriptor)

    def descend(self, name: bytes) -> DescriptorDirectory:
        flags = _READ | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK
        return DescriptorDirectory(os.open(name, flags, dir_fd=self._descriptor))

    def open_file(self, name: bytes) -> int:
        return os.open(name, _READ_FILE, dir_fd=self._descriptor)

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class PathDirectory:
    """A directory known by its path, where the system has no directory descriptors."""

    __slots__ = ("_path",)

    def __init__(self, path: bytes) -> None:
        self._path = path

    def entries(self) -> list[tuple[bytes, int]]:
        found = []
        with os.scandir(self._path) as listing:
            for entry in listing:
                try:
                    kind = _kind_of(entry)
                    if kind == DIRECTORY and _is_reparse_point(entry.stat(follow_symlinks=False)):
                        kind = LINK  # a junction
                    found.append((entry.name, kind))
                except FileNotFoundError:
                    continue
        return found

    def lstat(self, name: bytes) -> os.stat_result:
        return os.lstat(os.path.join(self._path, name))

    def leads_to(self, name: bytes) -> os.stat_result:
        return os.stat(os.path.join(self._path, name))

    def descend(self, name: bytes) -> PathDirectory:
        path = os.path.join(self._path, name)
        seen = os.lstat(path)
        if not stat.S_ISDIR(seen.st_mode) or _is_reparse_point(seen):
            raise NotADirectoryError(20, os.strerror(20), path)
        return PathDirectory(path)

    def open_file(self, name: bytes) -> int:
        path = os.path.join(self._path, name)
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise FileNotFoundError(2, os.strerror(2), path)
        return os.open(path, _READ_FILE)

    def close(self) -> None:
        return None


def _is_reparse_point(seen: os.stat_result) -> bool:
    return bool(getattr(seen, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_REPARSE_POINT)
