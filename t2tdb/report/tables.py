"""Lists of a report that are drawn as plain tables in every rendering: one description of columns for all of them."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from t2tdb.report.shapes import Report


@value
class Column:
    """One column: the key in each row's object, what stands above it, and how wide a terminal draws it."""

    key: str
    heading: str
    width: int = 0  # columns of a terminal; 0 takes what is left


@value
class Table:
    """One list of a report."""

    title: str
    empty: str  # the sentence where there is nothing to list
    columns: tuple[Column, ...]


TABLES: Mapping[str, Table] = {
    "sources": Table(
        "Where it is",
        "Nothing is known of it now.",
        (
            Column("status", "Status", 8),
            Column("size", "Bytes", 9),
            Column("sha256", "SHA-256", 12),
            Column("changedAt", "Changed", 24),
            Column("place", "File"),
        ),
    ),
    "changes": Table(
        "Changes",
        "No change is recorded.",
        (
            Column("at", "When", 24),
            Column("action", "What", 8),
            Column("kind", "Kind", 10),
            Column("name", "Resource", 28),
            Column("fields", "Fields", 20),
            Column("place", "File"),
        ),
    ),
    "differences": Table(
        "Differences",
        "Both hold the same.",
        (
            Column("action", "What", 8),
            Column("kind", "Kind", 10),
            Column("name", "Resource", 28),
            Column("fields", "Fields", 24),
            Column("place", "File"),
        ),
    ),
    "findings": Table(
        "Damage", "The database is in order.", (Column("check", "Check", 12), Column("message", "What is wrong"))
    ),
    "formats": Table(
        "Formats",
        "No format is read.",
        (
            Column("name", "Format", 20),
            Column("resources", "Here", 7),
            Column("kinds", "Kinds", 18),
            Column("patterns", "Found in", 44),
            Column("documentation", "Documentation"),
        ),
    ),
    "notes": Table("Notes", "", (Column("note", "Note"),)),
}
"""By the key of the list in the report; they are drawn in this order."""


def tables(report: Report) -> Iterator[tuple[Table, list[list[str]]]]:
    """Each table of a report, with its rows as plain text, not yet escaped."""
    for key, table in TABLES.items():
        found = report.get(key)
        if found is None or (not found and not table.empty):
            continue
        assert isinstance(found, list)
        yield table, [[_text(row, column.key) for column in table.columns] for row in found]


def _text(row: Mapping[str, object], key: str) -> str:
    found = _place(row) if key == "place" else row.get(key)
    if found is None:
        return ""
    if isinstance(found, list):
        return ", ".join(map(str, found))
    return f"{found:,}" if isinstance(found, int) else str(found)


def _place(row: Mapping[str, object]) -> str:
    root = str(row.get("root") or "").rstrip("/")
    entry = f" # {row['entry']}" if row.get("entry") else ""
    return f"{root}/{row.get('path')}{entry}" if root else f"{row.get('path')}{entry}"
