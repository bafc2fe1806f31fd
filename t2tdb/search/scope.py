"""Which resources a search may show, and which statistics its scores are made of."""

from __future__ import annotations

from t2tdb.ranking.profile import Statistics
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.search.answer import Filters
    from t2tdb.store.connection import Cell, Reader


class Scope:
    """The filters of one search as SQL. Every condition has an index: none reads the whole of ``resources``."""

    def __init__(self, filters: Filters) -> None:
        self.filters = filters
        conditions: list[str] = []
        parameters: list[Cell] = []
        if filters.roots:
            conditions.append(f"r.root_id IN ({_marks(filters.roots)})")
            parameters += filters.roots
        if filters.kinds:
            conditions.append(f"r.kind IN ({_marks(filters.kinds)})")
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
            conditions.append(f"(r.root_id NOT IN ({_marks(named)}) OR r.file_id IN ({' UNION ALL '.join(inside)}))")
            parameters += (*named, *ranges)
        self.conditions = " AND ".join(conditions)
        """Conditions on ``resources r``, joined by AND; "" where every resource is admitted."""
        self.parameters = tuple(parameters)

    def documents(self, reader: Reader, at_most: int) -> list[int] | None:
        """The admitted documents, rising; None where there are more than ``at_most``."""
        where = f"WHERE {self.conditions}" if self.conditions else ""
        rows = reader.rows(f"SELECT r.document FROM resources r {where} LIMIT ?", (*self.parameters, at_most + 1))
        return None if len(rows) > at_most else sorted(_integer(row[0]) for row in rows)

    def resources(self, reader: Reader) -> int:
        """How many resources the searched roots hold, filters aside."""
        if not self.filters.roots:
            return reader.number("SELECT count(*) FROM resources")
        marks = _marks(self.filters.roots)
        return reader.number(f"SELECT count(*) FROM resources WHERE root_id IN ({marks})", self.filters.roots)

    def statistics(self, reader: Reader, fields: Sequence[str], having: tuple[int, ...]) -> Statistics:
        """Statistics of the searched roots; ``having`` is passed through."""
        roots = self.filters.roots
        where = f"WHERE root_id IN ({_marks(roots)})" if roots else ""
        totals = {
            str(field): (_integer(filled), _integer(tokens))
            for field, filled, tokens in reader.rows(
                f"SELECT field, sum(resources), sum(tokens) FROM field_totals {where} GROUP BY field", roots
            )
        }
        return Statistics(
            resources=self.resources(reader),
            tokens=tuple(totals.get(field, (0, 0))[1] for field in fields),
            filled=tuple(totals.get(field, (0, 0))[0] for field in fields),
            having=having,
        )

    def having(self, reader: Reader, term: str) -> tuple[int, int]:
        """(id, how many resources of the searched roots hold it) of an index term; (0, 0) for an unknown one."""
        roots = self.filters.roots
        of_roots = f"AND c.root_id IN ({_marks(roots)})" if roots else ""
        found = reader.row(
            "SELECT t.id, (SELECT sum(c.resources) FROM term_counts c"
            f" WHERE c.term_id = t.id {of_roots}) FROM terms t WHERE t.term = ?",
            (*roots, term),
        )
        return (_integer(found[0]), _integer(found[1])) if found else (0, 0)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _integer(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0
