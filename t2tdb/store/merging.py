"""Merging the segments of the full-text indexes between writes, in slices, and never within a commit.

A commit leaves a segment in each index, and a query looks into all of them. FTS5's own automerge joins them within
commits: with 100,000 resources the commit of one changed resource took 3 ms, but each twentieth 15 to 40 ms. So it is
off (``migrations``); whoever has written merges afterwards, a watcher when it is idle. Should nobody do so, FTS5 still
joins sixteen segments of a size (its "crisis merge"), and a query reads a few dozen of them.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Writer

FTS_TABLES = ("recall", "recall_phrases", "recall_substrings", "resources_fts")

PAGES = 256
"""Pages of 4 kB that one slice of one index writes, about 10 ms."""


def merge(writer: Writer) -> bool:
    """Do one slice in each index; False where there was nothing to do in any. Outside of transactions."""
    merged = [merge_slice(writer, table, PAGES) for table in FTS_TABLES]
    return any(merged)


def merge_slice(writer: Writer, table: str, pages: int) -> bool:
    """Join segments where at least four have about the same size; with a negative number, all that there are.

    False where nothing was left to join; FTS5's own sign of it is less than two changes
    (https://www.sqlite.org/fts5.html#the_merge_command).
    """
    with writer.transaction():
        before = writer.total_changes()
        writer.run(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)", (pages,))
        return writer.total_changes() - before >= 2
