"""Which directories the library is made of.

A root is known by its real path: a symbolic link to it, ``..`` in it or another letter case on a disk that ignores case
lead to the same root. A directory inside a root is that root with a scope; a directory above roots absorbs them, once
its first scan is complete.
"""

from __future__ import annotations

import os

from t2tdb.clock import now
from t2tdb.errors import RootError
from t2tdb.store import roots as rows
from t2tdb.store.removal import remove_root_rows
from t2tdb.store.state import forget_scan
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Reader, Writer
    from t2tdb.store.roots import Root


@value
class Directory:
    """A directory that the user named: where it really is, and what tells it from others."""

    raw_path: bytes
    device: int
    inode: int


@value
class Subtree:
    """A directory of the library: the root that covers it, and where in it."""

    root: Root
    scope: bytes  # path below the root, "" for the root itself


def real_directory(path: str | bytes) -> Directory:
    """Resolve a path that the user gave. Raises RootError where it is no directory.

    "" is none, though the system would take it for the current one: it is what an unset variable leaves in a script.
    """
    raw = os.fsencode(path)
    shown = os.fsdecode(raw)
    if not raw:
        raise RootError("an empty name is no directory; the current one is called .")
    try:
        real = os.path.realpath(raw, strict=True)
        found = os.stat(real)
    except (OSError, ValueError) as error:
        raise RootError(f"{shown}: {getattr(error, 'strerror', None) or error}") from error
    if not os.path.isdir(real):
        raise RootError(f"{shown} is not a directory")
    return Directory(real, found.st_dev, found.st_ino)


def readable_directory(path: str | bytes) -> Directory:
    """``real_directory`` for one that is to become a root: raises RootError where it cannot be listed, too."""
    directory = real_directory(path)
    try:
        os.scandir(directory.raw_path).close()
    except OSError as error:
        raise RootError(f"{os.fsdecode(path)} cannot be read ({error.strerror})") from error
    return directory


def locate(reader: Reader, directory: Directory) -> Subtree | None:
    """The root that covers a directory, the outermost where several do; None where none does."""
    covering = [subtree for root in rows.all_roots(reader) if (subtree := _within(root, directory)) is not None]
    return min(covering, key=lambda subtree: len(subtree.root.raw_path), default=None)


def register(writer: Writer, directory: Directory) -> Subtree:
    """The place of a directory in the library; makes it a root where no root covers it."""
    found = locate(writer, directory)
    if found is not None:
        return found
    with writer.transaction():
        found = locate(writer, directory)  # another process may have been faster
        if found is None:
            path = directory.raw_path.decode("utf-8", "replace")
            rows.insert_root(writer, path, directory.raw_path, directory.device, directory.inode, now())
    subtree = locate(writer, directory)
    if subtree is None:
        raise RootError(f"{os.fsdecode(directory.raw_path)} was removed from the library meanwhile")
    return subtree


def accept(writer: Writer, root: Root) -> Root:
    """Take the directory that lies at a root's path now for the root, though it is another one than before."""
    directory = real_directory(root.raw_path)
    with writer.transaction():
        rows.accept_identity(writer, root.id, directory.device, directory.inode)
    return rows.root_by_id(writer, root.id) or root


def inside(reader: Reader, root: Root) -> list[Root]:
    """The other roots that lie inside a root."""
    prefix = _with_slash(root.raw_path)
    return [other for other in rows.all_roots(reader) if other.id != root.id and other.raw_path.startswith(prefix)]


def absorb(writer: Writer, root: Root) -> list[Root]:
    """Remove the roots inside a root; it holds their files by now."""
    absorbed = inside(writer, root)
    for other in absorbed:
        remove(writer, other)
    return absorbed


def remove(writer: Writer, root: Root) -> None:
    """Remove a root and everything known of it; its directory is not touched."""
    remove_root_rows(writer, root.id)
    forget_scan(writer.path, root.path)


def find_root(reader: Reader, path: str | bytes) -> Root | None:
    """A registered root by a path that the user gave, even if the directory is not there any more."""
    if not path:
        return None
    raw = os.path.realpath(os.fsencode(path))
    known: Sequence[Root] = rows.all_roots(reader)
    for root in known:
        if root.raw_path == raw:
            return root
    try:
        found = os.stat(raw)
    except OSError:
        return None
    return next((root for root in known if _is_same(root, Directory(raw, found.st_dev, found.st_ino))), None)


def _within(root: Root, directory: Directory) -> Subtree | None:
    if directory.raw_path == root.raw_path or _is_same(root, directory):
        return Subtree(root, b"")
    prefix = _with_slash(root.raw_path)
    if directory.raw_path.startswith(prefix):
        return Subtree(root, directory.raw_path[len(prefix) :].replace(os.fsencode(os.sep), b"/"))
    return None


def _is_same(root: Root, directory: Directory) -> bool:
    """Whether two spellings mean one directory, as on a disk that ignores letter case."""
    if root.inode != directory.inode or root.device != directory.device or directory.inode == 0:
        return False
    try:
        return os.path.samefile(root.raw_path, directory.raw_path)
    except OSError:
        return False


def _with_slash(path: bytes) -> bytes:
    separator = os.fsencode(os.sep)
    return path if path.endswith(separator) else path + separator
