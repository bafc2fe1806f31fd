"""One ingest of a database at a time: what a scan found earlier must not overwrite what another one found later."""

from __future__ import annotations

import contextlib

from filelock import FileLock, Timeout

from t2tdb.errors import DatabaseBusy, DatabaseError
from t2tdb.store.schema import INGEST_LOCK
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60.0
"""Seconds for which an ingest waits for another one."""


@contextlib.contextmanager
def ingest_lock(database: str, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock. Raises DatabaseBusy where another ingest keeps it, DatabaseError where it cannot be made."""
    lock = FileLock(database + INGEST_LOCK, timeout=patience, mode=0o600)
    try:
        lock.acquire()
    except Timeout as error:
        raise DatabaseBusy(f"another t2tdb is indexing into {database}; try again in a moment") from error
    except PermissionError as error:
        raise DatabaseError(f"{database}: its directory cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()
