"""Reading the history, and everything that is known of one resource."""

from __future__ import annotations

import json

from t2tdb.model import Event, Problem, Source
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Cell, Reader


def events(
    reader: Reader, *, since: str = "", path: str = "", root_id: int = 0, resource_id: str = "", most: int = 1_000
) -> Iterator[Event]:
    """The newest changes first. ``path`` is a file or directory below a root, "" any."""
    conditions: list[str] = []
    parameters: list[Cell] = []
    if since:
        conditions.append("c.changed_at >= ?")
        parameters.append(since)
    if root_id:
        conditions.append("c.root_id = ?")
        parameters.append(root_id)
    if path:
        conditions.append("(c.path = ? OR (c.path >= ? AND c.path < ?))")
        parameters += (path, path + "/", path + "0")  # "0" follows "/"
    if resource_id:
        conditions.append("c.resource_id = ?")
        parameters.append(resource_id)
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = reader.iterate(
        "SELECT c.changed_at, c.action, c.kind, c.name, c.path, o.path, c.entry, c.resource_id, c.fields,"
        " c.hash_before, c.hash_after, c.scan_id, s.reason FROM changes c JOIN roots o ON o.id = c.root_id"
        f" JOIN scans s ON s.id = c.scan_id {where} ORDER BY c.id DESC LIMIT ?",
        (*parameters, most),
    )
    for at, action, kind, name, place, root, entry, identifier, fields, before, after, scan, reason in rows:
        yield Event(
            at=str(at),
            action=str(action),
            kind=str(kind),
            name=str(name),
            path=str(place),
            root=str(root),
            entry=str(entry),
            resource_id=str(identifier),
            fields=tuple(json.loads(str(fields))),
            hash_before=str(before or ""),
            hash_after=str(after or ""),
            scan=scan if isinstance(scan, int) else 0,
            reason=str(reason),
        )


def keys_of(reader: Reader, wanted: str) -> list[int]:
    """Rows of the resources with this id, else of this name, else of this path; ids need not be unique."""
    for column in ("id", "name", "path"):
        rows = reader.rows(f"SELECT key FROM resources WHERE {column} = ? ORDER BY key", (wanted,))
        if rows:
            return [key for (key,) in rows if isinstance(key, int)]
    return []


def source_of(reader: Reader, key: int) -> Source:
    """Where a resource comes from."""
    row = reader.row(
        "SELECT o.path, f.path, f.status, f.size, f.sha256, r.content_hash, r.first_seen_at, r.changed_at"
        " FROM resources r JOIN files f ON f.id = r.file_id JOIN roots o ON o.id = r.root_id WHERE r.key = ?",
        (key,),
    )
    assert row is not None
    root, path, status, size, sha256, content_hash, first_seen, changed = row
    return Source(
        *(str(root), str(path), str(status), size if isinstance(size, int) else None, str(sha256 or "")),
        *(str(content_hash), str(first_seen), str(changed)),
    )


def problems_of(reader: Reader, key: int) -> list[Problem]:
    """The problems of a resource and of its file."""
    rows = reader.rows(
        "SELECT p.severity, p.code, p.message, p.path, p.resource_id, p.line FROM problems p, resources r"
        " WHERE r.key = ? AND p.file_id = r.file_id AND (p.resource_key IS NULL OR p.resource_key = r.key)"
        " ORDER BY p.id",
        (key,),
    )
    return [Problem(*row) for row in rows]  # type: ignore[arg-type]  # as the columns are declared
