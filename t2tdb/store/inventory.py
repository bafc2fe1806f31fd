"""Reading the library as a document: resources in the order of the inventory, and how many there are of what."""

from __future__ import annotations

import json

from t2tdb.model import Resource
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from t2tdb.store.connection import Cell, Reader

_COLUMNS = (
    "r.id, r.name, r.kind, r.description, r.tags, r.path, o.path, r.entry, r.details, r.format, r.host, r.scope,"
    " r.version, r.origin, CASE WHEN lower(r.path) LIKE '%skill.md' THEN (SELECT json_group_object(e.key, e.value)"
    " FROM sidecars s, json_each(s.details) e WHERE s.root_id = r.root_id AND s.directory ="
    " rtrim(substr(r.path, 1, length(r.path) - 8), '/')) END"
)


def resources_by_key(reader: Reader, keys: Sequence[int]) -> Iterator[Resource]:
    """The resources with these numbers, in their order."""
    for key in keys:
        yield from _resources(reader, "WHERE r.key = ?", (key,))


def resources(reader: Reader, within: Sequence[tuple[int, bytes]] = ()) -> Iterator[Resource]:
    """The resources of some places, sorted by id, root, path and entry.

    ``within`` names places as (root id, raw path of a file or directory in it, b"" for all of the root); () is all.
    """
    yield from _resources(reader, *_condition(within))


def _resources(reader: Reader, where: str, parameters: Sequence[Cell]) -> Iterator[Resource]:
    rows = reader.iterate(
        f"SELECT {_COLUMNS} FROM resources r JOIN roots o ON o.id = r.root_id JOIN files f ON f.id = r.file_id {where}"
        " ORDER BY r.id, o.path, r.path, r.entry",
        parameters,
    )
    for identifier, name, kind, description, tags, path, root, entry, details, *rest in rows:
        form, host, scope, version, origin = map(str, rest[:5])
        beside = json.loads(str(rest[5])) if rest[5] else {}
        yield Resource(
            id=str(identifier),
            name=str(name),
            kind=str(kind),
            description=str(description),
            tags=tuple(json.loads(str(tags))),
            path=str(path),
            root=str(root),
            entry=str(entry),
            details=tuple((beside | json.loads(str(details))).items()),
            format=form,
            host=host,
            scope=scope,
            version=version,
            origin=origin,
        )


def kinds(reader: Reader, within: Sequence[tuple[int, bytes]] = ()) -> tuple[tuple[str, int], ...]:
    """How many resources of each kind those places hold."""
    where, parameters = _condition(within)
    rows = reader.rows(
        f"SELECT r.kind, count(*) FROM resources r JOIN files f ON f.id = r.file_id {where} GROUP BY r.kind", parameters
    )
    return tuple((str(kind), number) for kind, number in rows if isinstance(number, int))


def resources_by_format(reader: Reader) -> tuple[tuple[str, int], ...]:
    """How many resources of each format the library holds."""
    rows = reader.rows("SELECT format, count(*) FROM resources GROUP BY format")
    return tuple((str(name), number) for name, number in rows if isinstance(number, int))


def _condition(within: Sequence[tuple[int, bytes]]) -> tuple[str, list[Cell]]:
    conditions: list[str] = []
    parameters: list[Cell] = []
    for root, path in within:
        if path:
            conditions.append("(r.root_id = ? AND (f.raw_path = ? OR (f.raw_path >= ? AND f.raw_path < ?)))")
            parameters += (root, path, path + b"/", path + b"0")  # "0" follows "/"
        else:
            conditions.append("r.root_id = ?")
            parameters.append(root)
    return (f"WHERE {' OR '.join(conditions)}" if conditions else ""), parameters
