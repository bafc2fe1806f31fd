"""What can be said of the place of a database without opening it."""

from __future__ import annotations

import os
import stat

from t2tdb.errors import DatabaseDamaged, DatabaseError, NoDatabase

SMALLEST_DATABASE = 512
"""Bytes: the smallest page that SQLite knows."""


def inspect_path(path: str) -> None:
    """Refuse what cannot be a database before SQLite touches it. Only ``lstat``: an ``open`` would drop locks."""
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise NoDatabase(f"there is no database at {path}; make one with: t2tdb index DIRECTORY") from None
    except (OSError, ValueError) as error:
        raise DatabaseError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if stat.S_ISLNK(found.st_mode):
        raise DatabaseError(f"{path} is a symbolic link; give the path of the database itself")
    if stat.S_ISDIR(found.st_mode):
        raise DatabaseError(f"{path} is a directory; give the path of a database file")
    if not stat.S_ISREG(found.st_mode):
        raise DatabaseError(f"{path} is not a regular file")
    if found.st_size == 0:
        raise NoDatabase(f"the database at {path} is empty; fill it with: t2tdb index DIRECTORY")
    if found.st_size < SMALLEST_DATABASE:  # SQLite takes such a file for an empty one and would write over it
        raise DatabaseDamaged(f"{path} is not a database; if it should be one, bring it back with: t2tdb rebuild")


def obstacle(path: str) -> str:
    """Why a database that is there cannot be opened, "" where its place does not tell."""
    if not os.path.exists(path):
        return ""
    if not os.access(path, os.R_OK):
        return "permission denied"
    # SQLite keeps a log beside the file, for which it must be able to make files there
    return "" if os.access(os.path.dirname(path) or ".", os.W_OK) else "its directory is read-only"


def open_to_others(path: str) -> str:
    """The mode of a file that others than its owner may read or write, "" where only the owner may."""
    if os.name != "posix":
        return ""
    mode = stat.S_IMODE(os.lstat(path).st_mode)
    return f"{mode:04o}" if mode & 0o077 else ""
