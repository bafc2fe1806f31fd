"""What is wrong in the library: the problems that were stored while indexing, and the rules that compare resources."""

from __future__ import annotations

from t2tdb.model import Problem
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from t2tdb.model import Severity
    from t2tdb.store.connection import Cell, Reader

ALL = (1 << 63) - 2
"""No bound."""


@value
class Area:
    """Where to look: all of a root, or one file or directory in it. No area at all means everywhere."""

    root_id: int
    path: str = ""  # relative to the root, POSIX; "" is the whole root


_STORED = """
    SELECT p.severity, p.root_id, p.path, p.code, p.message, p.line, p.resource_id FROM problems p
"""

_DUPLICATES = """
    SELECT 'error', r.root_id, r.path, 'DUPLICATE_ID', 'The id ''' || r.id || ''' stands for ' || d.many
        || ' resources.', r.line, r.id
    FROM (SELECT root_id, id, count(*) AS many FROM resources GROUP BY root_id, id HAVING many > 1) d
    JOIN resources r ON r.root_id = d.root_id AND r.id = d.id
"""

_CASE_TWINS = """
    SELECT 'warning', f.root_id, f.path, 'PATH_CASE_TWINS', 'Another file has the same path but for letter case or '
        || 'the spelling of accents: ' || CASE f.path WHEN d.first THEN d.last ELSE d.first END || '.', NULL, NULL
    FROM (SELECT root_id, folded(path) AS folded, min(path) AS first, max(path) AS last FROM files GROUP BY 1, 2
        HAVING first <> last) d
    JOIN files f ON f.root_id = d.root_id AND folded(f.path) = d.folded
"""

_ALL = f"SELECT * FROM ({_STORED} UNION ALL {_DUPLICATES} UNION ALL {_CASE_TWINS})"


def _folded(path: str) -> str:
    """What is the same for all paths that some disks take for one: they ignore case, or how accents are spelled."""
    if path.isascii():
        return path.lower()
    import unicodedata

    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def count(reader: Reader, areas: Sequence[Area] = ()) -> tuple[int, int]:
    """How many errors and how many warnings there are."""
    where, parameters = _within(areas)
    reader.teach("folded", _folded)
    rows = reader.rows(f"SELECT severity, count(*) FROM ({_ALL}) i {where} GROUP BY severity", parameters)
    by_severity = {severity: number for severity, number in rows if isinstance(number, int)}
    return by_severity.get("error", 0), by_severity.get("warning", 0)


def count_by_root(reader: Reader) -> dict[int, int]:
    """How many problems each root has; roots without any are left out."""
    reader.teach("folded", _folded)
    rows = reader.rows(f"SELECT root_id, count(*) FROM ({_ALL}) GROUP BY root_id")
    return {root: number for root, number in rows if isinstance(root, int) and isinstance(number, int)}


def issues(reader: Reader, areas: Sequence[Area] = (), *, most: int = ALL) -> Iterator[tuple[str, Problem]]:
    """Root and problem, errors first, then by place; the first ``most`` and a line on how many more there are."""
    where, parameters = _within(areas)
    reader.teach("folded", _folded)
    rows = reader.iterate(
        "SELECT o.path, i.severity, i.code, i.message, i.path, i.resource_id, i.line"
        f" FROM ({_ALL}) i JOIN roots o ON o.id = i.root_id {where}"
        " ORDER BY i.severity, o.path, i.path, i.code, i.line, i.message LIMIT ?",
        (*parameters, most + 1),
    )
    for shown, (root, severity, code, message, path, resource_id, line) in enumerate(rows):
        if shown == most:
            yield str(root), _truncated(most)
            return
        yield (
            str(root),
            Problem(
                severity=_severity(severity),
                code=str(code),
                message=str(message),
                path=str(path),
                resource_id=None if resource_id is None else str(resource_id),
                line=line if isinstance(line, int) else None,
            ),
        )


def _truncated(most: int) -> Problem:
    return Problem(
        "warning",
        "DIAGNOSTICS_TRUNCATED",
        f"The first {most:,} problems are shown; the summary counts all of them.",
        ".",
    )


def _severity(cell: Cell) -> Severity:
    return "error" if cell == "error" else "warning"


def _within(areas: Sequence[Area]) -> tuple[str, list[Cell]]:
    """A condition on rows ``i`` and its parameters."""
    conditions: list[str] = []
    parameters: list[Cell] = []
    for area in areas:
        if area.path:
            conditions.append("(i.root_id = ? AND (i.path = ? OR (i.path >= ? AND i.path < ?)))")
            parameters += (area.root_id, area.path, area.path + "/", area.path + "0")  # "0" follows "/"
        else:
            conditions.append("i.root_id = ?")
            parameters.append(area.root_id)
    return (f"WHERE {' OR '.join(conditions)}" if conditions else ""), parameters
