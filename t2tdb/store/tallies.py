"""How many resources there are of what, counted by SQLite: the facets of a whole library, whatever its size."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Reader, Row

COLUMNS = ("kind", "format", "host", "scope", "origin", "version")
"""Columns that ``by_column`` counts."""


def by_column(reader: Reader, column: str) -> dict[str, int]:
    """Resources by the value of one of ``COLUMNS``; those without a value are left out."""
    if column not in COLUMNS:
        raise ValueError(column)
    return _counted(reader.rows(f"SELECT {column}, count(*) FROM resources WHERE {column} <> '' GROUP BY 1"))


def by_tag(reader: Reader) -> dict[str, int]:
    """Resources by tag."""
    return _counted(reader.rows("SELECT tag, count(*) FROM tags GROUP BY 1"))


def by_nature(reader: Reader) -> list[tuple[str, str, str, str, int]]:
    """Kind, format, media type and name that an entry of an AI catalog brought ("" for all others), and how many."""
    rows = reader.rows(
        "SELECT kind, format, '', '', count(*) FROM resources WHERE instr(details, '\"urn\":') = 0 GROUP BY 1, 2"
        " UNION ALL SELECT kind, format, coalesce(json_extract(details, '$.mediaType'), ''),"
        " coalesce(json_extract(details, '$.urn'), ''), 1 FROM resources WHERE instr(details, '\"urn\":') > 0"
    )
    return [
        (str(kind), str(form), str(media), str(name), many)
        for kind, form, media, name, many in rows
        if isinstance(many, int)
    ]


def _counted(rows: list[Row]) -> dict[str, int]:
    return {str(value): number for value, number in rows if isinstance(number, int)}
