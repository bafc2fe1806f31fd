"""What cannot be watched, found out before a database, or a lock beside somebody else's file, is made for it."""

from __future__ import annotations

from t2tdb.errors import NoDatabase, SchemaOutdated, UsageError
from t2tdb.roots import real_directory
from t2tdb.store.connection import open_reader
from t2tdb.store.roots import all_roots
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def require_something(database: str, directories: Sequence[str]) -> None:
    """Raise the error that watching ``directories``, () every registered root, would end with.

    Raises RootError for what is no directory, UsageError where there is nothing to watch, and those of opening a file
    that is no database of ours. Holds no connection afterwards.
    """
    for directory in directories:
        real_directory(directory)
    try:
        with open_reader(database) as reader:
            known = bool(all_roots(reader))
    except NoDatabase:
        known = False
    except SchemaOutdated:
        known = True  # it will tell once it is migrated
    if not known and not directories:
        raise UsageError("there is nothing to watch; name a directory: t2tdb watch DIRECTORY")
