"""Folding on behalf of those who keep the database fresh: never beside an ingest."""

from __future__ import annotations

from t2tdb.errors import DatabaseBusy
from t2tdb.ingest.lock import ingest_lock
from t2tdb.store import folding
from t2tdb.store.bulk import checkpoint
from t2tdb.store.merging import merge
from t2tdb.store.settings import profile_of
from t2tdb.store.upkeep import upkeep
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Writer


def fold(writer: Writer) -> bool:
    """Do one piece of work that makes searching faster or the file smaller, a second at most.

    False where there is none, or where an ingest of another process has the database: it does the work by itself.
    """
    try:
        with ingest_lock(writer.path, patience=0):
            if folding.fold(writer, profile_of(writer)) or upkeep(writer) or merge(writer):
                return True
            checkpoint(writer)
            return False
    except DatabaseBusy:
        return False
