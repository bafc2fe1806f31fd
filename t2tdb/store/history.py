"""Rows of scans and changes: what each scan found different. Bounded by age and by number."""

from __future__ import annotations

import json

from t2tdb.store.settings import get_setting
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Reader, Writer
    from t2tdb.store.resources import Change

DEFAULT_ROWS = 20_000
DEFAULT_DAYS = 365
SETTINGS = {"history_rows": DEFAULT_ROWS, "history_days": DEFAULT_DAYS}
"""Bounds, by the name of the setting that may change them; 0 rows keeps no history."""


def bound(reader: Reader, name: str) -> int:
    """The bound that holds in this database."""
    found = get_setting(reader, name)
    return int(found) if found.isdigit() else SETTINGS[name]


def begin_scan(writer: Writer, root_id: int, scope: str, reason: str, started_at: str) -> int:
    """Add the row of a scan that is about to change something. It says interrupted until ``end_scan``."""
    return writer.insert(
        "INSERT INTO scans (root_id, scope, reason, started_at, duration_ms, files_visited, files_read, bytes_read,"
        " resources_added, resources_changed, resources_removed, unreadable, outcome)"
        " VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 'interrupted')",
        (root_id, scope, reason, started_at),
    )


def end_scan(writer: Writer, scan_id: int, duration_ms: int, totals: Sequence[int], outcome: str) -> None:
    """Record the totals: files visited, files read, bytes read, resources added, changed, removed, unreadable."""
    writer.run(
        "UPDATE scans SET duration_ms = ?, files_visited = ?, files_read = ?, bytes_read = ?, resources_added = ?,"
        " resources_changed = ?, resources_removed = ?, unreadable = ?, outcome = ? WHERE id = ?",
        (duration_ms, *totals, outcome, scan_id),
    )


def add_changes(writer: Writer, scan_id: int, root_id: int, changes: Sequence[Change], now: str) -> None:
    """Record changes."""
    writer.run_many(
        "INSERT INTO changes (changed_at, action, resource_id, name, kind, path, entry, fields, hash_before,"
        " hash_after, scan_id, root_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(now, change.action, change.resource_id, change.name, change.kind, change.path, change.entry),
                *(json.dumps(change.fields), change.hash_before, change.hash_after, scan_id, root_id),
            )
            for change in changes
        ],
    )


def prune(writer: Writer, oldest: str) -> None:
    """Remove what is over the bounds: beyond the newest rows, and what is older than ``oldest``. Ids rise with time."""
    rows = bound(writer, "history_rows")
    for table, time in (("changes", "changed_at"), ("scans", "started_at")):
        last = writer.number(f"SELECT max(id) FROM {table}")
        young = writer.number(f"SELECT id FROM {table} WHERE {time} >= ? ORDER BY id LIMIT 1", (oldest,)) or last + 1
        # The newest scan stays whatever the bounds: the changes of the running transaction belong to it.
        first_kept = min(max(young, last - rows + 1), last if table == "scans" else last + 1)
        writer.run(f"DELETE FROM {table} WHERE id < ?", (first_kept,))
