"""Removing a whole root: in slices, so that readers and other writers are not held up."""

from __future__ import annotations

from t2tdb.store.documents import Documents, Removal
from t2tdb.store.settings import profile_of
from t2tdb.store.statistics import integer
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Writer

SLICE = 500
"""Resources of one transaction."""


def remove_root_rows(writer: Writer, root_id: int) -> None:
    """Remove every row of a root and its documents. Killed half way, the root is still there and can be removed."""
    documents = Documents(writer, profile_of(writer))
    while True:
        with writer.transaction():
            documents.begin()
            rows = writer.rows(
                "SELECT key, document, name, description FROM resources WHERE root_id = ? ORDER BY document LIMIT ?",
                (root_id, SLICE),
            )
            documents.apply([Removal(integer(row[1]), str(row[2]), str(row[3])) for row in rows], [])
            writer.run_many("DELETE FROM resources WHERE key = ?", [row[:1] for row in rows])
            if len(rows) < SLICE:
                writer.run("DELETE FROM field_totals WHERE root_id = ?", (root_id,))
                writer.run("DELETE FROM term_counts WHERE root_id = ?", (root_id,))
                writer.run("DELETE FROM roots WHERE id = ?", (root_id,))
                return
