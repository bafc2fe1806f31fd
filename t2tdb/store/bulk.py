"""What a bulk of writes wants of the connection and the interpreter, for as long as it lasts."""

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
        with contextlib.suppress(DatabaseError):  # closed, by a rollback that failed
            _set(writer, before)


def _set(writer: Writer, settings: dict[str, int]) -> None:
    for name, setting in settings.items():
        writer.run(f"PRAGMA {name} = {setting}")
