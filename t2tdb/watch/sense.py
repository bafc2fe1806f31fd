"""The directories that a watcher was told to watch, and what cannot be watched.

The latter is found out before a database, or a lock beside somebody else's file, is made for it.
"""

from __future__ import annotations

import contextlib
import os

from t2tdb.errors import NoDatabase, RootError, SchemaOutdated, UsageError
from t2tdb.roots import real_directory, register
from t2tdb.store.connection import open_reader
from t2tdb.store.roots import all_roots
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Reader, Writer
    from t2tdb.store.roots import Root


def require_something(database: str, directories: Sequence[str]) -> None:
    """Raise the error that watching ``directories``, () every registered root, would end with.

    Raises RootError for what is no directory, UsageError where there is nothing to watch, and those of opening a file
    that is no database of ours. Holds no connection afterwards.
    """
    try:
        with open_reader(database) as reader:
            known = bool(all_roots(reader))
            _check(directories, reader)
    except NoDatabase:
        known = False
        _check(directories, None)
    except SchemaOutdated:
        known = True  # it will tell once it is migrated
    if not known and not directories:
        raise UsageError("there is nothing to watch; name a directory: t2tdb watch DIRECTORY")


class Named:
    """The directories that a watcher was told to watch; () for every registered root."""

    def __init__(self, directories: Sequence[str]) -> None:
        self._directories = tuple(directories)
        self._led_to: dict[str, bytes] = {}  # where each led when we last looked

    def register(self, writer: Writer) -> None:
        """Make each a root, where no root covers it; one that is away, and known, stays what it is."""
        for directory in self._directories:
            self._led_to[directory] = _real(directory)
            _register(writer, directory)

    def roots(self, writer: Writer) -> list[Root]:
        """The roots to watch now. A link that leads elsewhere by now makes the other directory a root."""
        for directory, before in self._led_to.items():
            now = _real(directory)
            if now != before and os.path.isdir(now):
                self._led_to[directory] = now
                with contextlib.suppress(RootError):  # gone again
                    register(writer, real_directory(now))
        found = all_roots(writer)
        if not self._directories:
            return found
        return [root for root in found if any(_is_at_or_below(path, root) for path in self._led_to.values())]


def _check(directories: Sequence[str], reader: Reader | None) -> None:
    for directory in directories:
        try:
            real_directory(directory)
        except RootError:
            if reader is None or not _is_away(directory, reader):
                raise


def _register(writer: Writer, directory: str) -> None:
    try:
        register(writer, real_directory(directory))
    except RootError:
        if not _is_away(directory, writer):
            raise


def _is_away(directory: str, reader: Reader) -> bool:
    """Whether a directory that is not there lies in a known root that is not there either: a disk may be missing."""
    path = _real(directory)
    return any(_is_at_or_below(path, root) and not os.path.lexists(root.raw_path) for root in all_roots(reader))


def _is_at_or_below(path: bytes, root: Root) -> bool:
    return path == root.raw_path or path.startswith(os.path.join(root.raw_path, b""))


def _real(directory: str) -> bytes:
    return os.path.realpath(os.fsencode(directory)) if directory else b""
