"""One ingest of a database at a time: what a scan found earlier must not overwrite what another one found later."""

from __future__ import annotations

import contextlib
import time

from filelock import FileLock, Timeout

from t2tdb.errors import DatabaseBusy, DatabaseError
from t2tdb.store.schema import INGEST_LOCK
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 60.0
"""Seconds for which an ingest waits for another one."""

SLICE = 1.0
"""Seconds of that at a time."""


@contextlib.contextmanager
def ingest_lock(
    database: str, *, patience: float = PATIENCE, waiting: Callable[[], None] | None = None
) -> Iterator[None]:
    """Hold the lock. Raises DatabaseBusy where another ingest keeps it, DatabaseError where it cannot be made.

    ``waiting`` is called each second that this takes, so that whoever minds can see life.
    """
    lock = FileLock(database + INGEST_LOCK, mode=0o600)
    until = time.monotonic() + patience
    try:
        while not _got(lock, min(SLICE, until - time.monotonic())):
            if time.monotonic() >= until:
                raise DatabaseBusy(f"another t2tdb is indexing into {database}; try again in a moment")
            if waiting is not None:
                waiting()
    except OSError as error:
        raise DatabaseError(f"{database}: its directory cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()


def _got(lock: FileLock, seconds: float) -> bool:
    try:
        lock.acquire(timeout=max(0.0, seconds))
    except Timeout:
        return False
    return True
