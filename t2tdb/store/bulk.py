"""What a bulk of writes wants of the connection and the interpreter, and when the log goes into the file."""

from __future__ import annotations

import contextlib
import gc

from t2tdb.errors import DatabaseError
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Writer

CACHE_KB = 65_536
"""Page cache: the indexes of 100,000 resources fit; in the cache of daily work each batch read them from the file."""

LOG_PAGES = 8_000
"""Pages of the log before they are copied into the file, 64 MB: a page that many batches change is copied once."""

YOUNG = 50_000
"""Objects made before a collection of cycles: a batch holds 100,000 that live, and looking at them took 5 %."""


@contextlib.contextmanager
def bulk(writer: Writer) -> Iterator[None]:
    """A context for an ingest; outside of transactions."""
    settings = {"cache_size": -CACHE_KB, "wal_autocheckpoint": LOG_PAGES}
    before = {name: writer.number(f"PRAGMA {name}") for name in settings}
    thresholds = gc.get_threshold()
    _set(writer, settings)
    gc.set_threshold(YOUNG, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        with contextlib.suppress(DatabaseError):  # closed, or left to work that nothing interrupts
            _set(writer, before)
            checkpoint(writer)


def checkpoint(writer: Writer) -> None:
    """Copy what nobody reads in an older state from the log into the file; waits for nobody. Outside of transactions.

    For idle moments: with the log of ``connection.LOG_PAGES`` it is rarely due in the middle of a write.
    """
    writer.rows("PRAGMA wal_checkpoint(PASSIVE)")


def _set(writer: Writer, settings: dict[str, int]) -> None:
    for name, setting in settings.items():
        writer.run(f"PRAGMA {name} = {setting}")
