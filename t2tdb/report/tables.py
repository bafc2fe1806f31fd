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


_TABLES: Mapping[str, tuple[str, str, tuple[tuple[str, str, int], ...]]] = {
    "sources": (
        "Where it is",
        "Nothing is known of it now.",
        (
            ("status", "Status", 8),
            ("size", "Bytes", 9),
            ("sha256", "SHA-256", 12),
            ("changedAt", "Changed", 24),
            ("place", "File", 0),
        ),
    ),
    "changes": (
        "Changes",
        "No change is recorded.",
        (
            ("at", "When", 24),
            ("action", "What", 8),
            ("kind", "Kind", 10),
            ("name", "Resource", 28),
            ("fields", "Fields", 20),
            ("place", "File", 0),
        ),
    ),
    "differences": (
        "Differences",
        "Both hold the same.",
        (
            ("action", "What", 8),
            ("kind", "Kind", 10),
            ("name", "Resource", 28),
            ("fields", "Fields", 24),
            ("place", "File", 0),
        ),
    ),
    "findings": ("Damage", "The database is in order.", (("check", "Check", 12), ("message", "What is wrong", 0))),
    "formats": (
        "Formats",
        "No format is read.",
        (
            ("name", "Format", 20),
            ("resources", "Here", 7),
            ("kinds", "Kinds", 18),
            ("patterns", "Found in", 44),
            ("documentation", "Documentation", 0),
        ),
    ),
    "notes": ("Notes", "", (("note", "Note", 0),)),
}
"""By the key of the list in the report; they are drawn in this order. Plain: most reports have none of them."""


def tables(report: Report) -> Iterator[tuple[Table, list[list[str]]]]:
    """Each table of a report, with its rows as plain text, not yet escaped."""
    for key, (title, empty, columns) in _TABLES.items():
        found = report.get(key)
        if found is None or (not found and not empty):
            continue
        assert isinstance(found, list)
        table = Table(title, empty, tuple(Column(*column) for column in columns))
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
