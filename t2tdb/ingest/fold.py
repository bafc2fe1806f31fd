"""Folding on behalf of those who keep the database fresh: never beside an ingest."""

from __future__ import annotations

from t2tdb.ranking.profile import get_profile
from t2tdb.store import folding
from t2tdb.store.settings import ranking_profile
from t2tdb.store.upkeep import upkeep
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Writer


def fold(writer: Writer) -> bool:
    """Do one piece of work that makes searching faster or the file smaller, a second at most.

    False where there is none, or where an ingest of another process has the database: it does the work by itself.
    """
    from filelock import FileLock, Timeout

    try:
        with FileLock(writer.path + ".ingest-lock", timeout=0, mode=0o600):
            return folding.fold(writer, get_profile(ranking_profile(writer))) or upkeep(writer)
    except (Timeout, PermissionError):
        return False
