"""Which files belong to a database: itself, what lies beside it while it is used, and its kept copies."""

from __future__ import annotations

import os

from t2tdb.store.schema import SUFFIXES
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"SQLite format 3\0"
"""How every file of SQLite begins: https://www.sqlite.org/fileformat.html#the_database_header"""

REBUILD = ".rebuild-"
KEPT = (".corrupt-", ".schema-", REBUILD)
"""What a copy adds to the name of its database, before a date or a number."""


def files_of(database: str) -> Iterator[str]:
    """The files of a database that exist: itself last, what lies beside it, and its kept copies."""
    directory, name = os.path.split(os.path.abspath(database))
    try:
        entries = sorted(os.listdir(directory))
    except OSError:
        return
    for entry in entries:
        if entry != name and is_named_after(entry, name):
            yield os.path.join(directory, entry)
    if name in entries:
        yield os.path.join(directory, name)


def is_named_after(path: str, database: str) -> bool:
    """Whether ``path`` is called as a file of ``database`` is, or would be."""
    if not path.startswith(database):
        return False
    added = path[len(database) :]
    return added in SUFFIXES or added.startswith(KEPT)


def owner_of(path: str, database: str) -> str:
    """The database that ``path`` is, or is a file of, now or later: ``database`` or any other; "" where it is none.

    Not while another database is connected: to look at a file that SQLite has open drops its locks.
    """
    place, own = os.path.realpath(path), os.path.realpath(database)
    if is_named_after(place, own) or any(_is_same(place, each) for each in files_of(own)):
        return own
    if _is_database(place):
        return place
    for mark in (*filter(None, SUFFIXES), *KEPT):
        before, found, after = place.rpartition(mark)
        if found and (not after or mark in KEPT) and _is_database(before):
            return before
    return ""


def _is_same(path: str, other: str) -> bool:
    """Whether two names are of one file: a hard link, or another letter case where the disk ignores it."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def _is_database(path: str) -> bool:
    if not os.path.isfile(path):  # a pipe is not to be waited for
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
