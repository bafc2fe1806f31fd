"""Bring the database up to date with a root: observations become rows, in whole batches.

What does not change writes nothing: after an ingest of an unchanged tree the file is the same to the byte. What cannot
be looked at is never taken for gone. An ingest that is killed, or that finds the disk full, leaves whole batches, and
the next one completes them.
"""

from t2tdb.ingest.fold import fold
from t2tdb.ingest.lock import ingest_lock
from t2tdb.ingest.options import SEED_LIMITS, IndexOptions, Outcome
from t2tdb.ingest.run import index

__all__ = ("SEED_LIMITS", "IndexOptions", "Outcome", "fold", "index", "ingest_lock")
