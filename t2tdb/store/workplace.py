"""A private directory for a copy of a database while it is looked into, beside it where that is possible.

Its process holds a lock in it for as long as it lives; a directory that a killed process left is told by that and
deleted at the next look.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
import time

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OWNER = "owner.lock"
YOUNG = 60.0
"""Seconds for which a directory without a lock in it is believed to be just being made."""


@contextlib.contextmanager
def workplace(database: str) -> Iterator[str]:
    """A path for a private database in a directory that is removed afterwards."""
    from filelock import FileLock

    made = tempfile.mkdtemp(prefix=_prefix(database), dir=_directory(database))
    lock = FileLock(os.path.join(made, OWNER), timeout=0, mode=0o600)
    try:
        with lock:
            yield os.path.join(made, "fresh.db")
    finally:
        shutil.rmtree(made, ignore_errors=True)


def abandoned_workplaces(database: str) -> list[str]:
    """The directories that killed processes left for this database. Changes nothing in them."""
    directory, prefix = _directory(database), _prefix(database)
    try:
        entries = sorted(os.listdir(directory))
    except OSError:
        return []
    places = [os.path.join(directory, entry) for entry in entries if entry.startswith(prefix)]
    return [place for place in places if _is_abandoned(place)]


def remove_abandoned_workplaces(database: str) -> list[str]:
    """Delete what ``abandoned_workplaces`` names; gives what was deleted."""
    removed: list[str] = []
    for place in abandoned_workplaces(database):
        shutil.rmtree(place, ignore_errors=True)
        if not os.path.lexists(place):
            removed.append(place)
    return removed


def _prefix(database: str) -> str:
    return f".{os.path.basename(database)}.check-"


def _directory(database: str) -> str:
    directory = os.path.dirname(os.path.abspath(database))
    return directory if os.access(directory, os.W_OK) else tempfile.gettempdir()


def _is_abandoned(place: str) -> bool:
    """Whether a directory is ours, and nobody who lives works in it."""
    from filelock import FileLock, Timeout

    try:
        found = os.lstat(place)
        if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
            return False
        owner = os.path.join(place, OWNER)
        if not os.path.lexists(owner):
            return time.time() - found.st_mtime > YOUNG
        if not stat.S_ISREG(os.lstat(owner).st_mode):
            return False
        with FileLock(owner, timeout=0, mode=0o600):
            return True
    except (OSError, Timeout):
        return False
