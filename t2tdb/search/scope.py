"""Which resources a search may show."""

from __future__ import annotations

from t2tdb.store.statistics import integer, marks
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.search.answer import Filters
    from t2tdb.store.connection import Cell, Reader


class Scope:
    """The filters of one search as SQL. Every condition has an index: none reads the whole of ``resources``."""

    def __init__(self, filters: Filters) -> None:
        self.filters = filters
        conditions: list[str] = []
        parameters: list[Cell] = []
        if filters.roots:
            conditions.append(f"r.root_id IN ({marks(filters.roots)})")
            parameters += filters.roots
        if filters.kinds:
            conditions.append(f"r.kind IN ({marks(filters.kinds)})")
            parameters += filters.kinds
        if filters.tag:
            conditions.append("r.key IN (SELECT resource_key FROM tags WHERE tag = ?)")
            parameters.append(filters.tag)
        if filters.within:
            named = sorted({root for root, _ in filters.within})
            inside: list[str] = []
            ranges: list[Cell] = []
            for root, path in filters.within:
                inside.append("SELECT id FROM files WHERE root_id = ? AND raw_path = ?")
                inside.append("SELECT id FROM files WHERE root_id = ? AND raw_path >= ? AND raw_path < ?")
                ranges += (root, path, root, path + b"/", path + b"0")  # "0" follows "/" in ASCII
            conditions.append(f"(r.root_id NOT IN ({marks(named)}) OR r.file_id IN ({' UNION ALL '.join(inside)}))")
            parameters += (*named, *ranges)
        self.conditions = " AND ".join(conditions)
        """Conditions on ``resources r``, joined by AND; "" where every resource is admitted."""
        self.parameters = tuple(parameters)

    def documents(self, reader: Reader, at_most: int) -> list[int] | None:
        """The admitted documents, rising; None where there are more than ``at_most``."""
        where = f"WHERE {self.conditions}" if self.conditions else ""
        rows = reader.rows(f"SELECT r.document FROM resources r {where} LIMIT ?", (*self.parameters, at_most + 1))
        return None if len(rows) > at_most else sorted(integer(row[0]) for row in rows)
