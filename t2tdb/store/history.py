"""Rows of scans and changes: what each scan found different. Bounded by age and by number."""

from __future__ import annotations

import json

from t2tdb.store.settings import get_setting
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Reader, Writer
    from t2tdb.store.resources import Change

FEWEST_ROWS, MOST_ROWS = 1_000, 20_000
DEFAULT_DAYS = 365
"""Bounds. Unless a setting says otherwise, there is a row for each resource and 1,000 more, at most 20,000: a history
should not outgrow the library that it is of. 0 rows keeps no history."""


def rows_kept(reader: Reader) -> int:
    """How many changes, and how many scans, this database keeps (setting ``history_rows``)."""
    found = get_setting(reader, "history_rows")
    if found.isdigit():
        return int(found)
    resources = reader.number("SELECT sum(resources) FROM field_totals WHERE field = ''")
    return min(FEWEST_ROWS + resources, MOST_ROWS)


def days_kept(reader: Reader) -> int:
    """For how many days this database keeps them (setting ``history_days``)."""
    found = get_setting(reader, "history_days")
    return int(found) if found.isdigit() else DEFAULT_DAYS


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
    rows = rows_kept(writer)
    for table, time in (("changes", "changed_at"), ("scans", "started_at")):
        last = writer.number(f"SELECT max(id) FROM {table}")
        young = writer.number(f"SELECT id FROM {table} WHERE {time} >= ? ORDER BY id LIMIT 1", (oldest,)) or last + 1
        # The newest scan stays whatever the bounds: the changes of the running transaction belong to it.
        first_kept = min(max(young, last - rows + 1), last if table == "scans" else last + 1)
        writer.run(f"DELETE FROM {table} WHERE id < ?", (first_kept,))
