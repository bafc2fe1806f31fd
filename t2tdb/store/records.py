"""Resources as catalogs want them: one by one, in an order that continues where a page ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from t2tdb.catalog.record import Record
from t2tdb.store.statistics import marks, terms_of
from t2tdb.store.vectors import decode
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from t2tdb.store.connection import Cell, Reader, Row

_COLUMNS = (
    "r.key, r.document, r.id, r.name, r.kind, r.description, r.tags, r.path, r.entry, r.details, r.format, r.host,"
    " r.scope, r.version, r.origin, r.first_seen_at, r.changed_at,"
    " (SELECT count(*) FROM resources t WHERE t.id = r.id AND (t.root_id, t.key) < (r.root_id, r.key)),"
    " o.path || char(10) || r.path || char(10) || r.entry"
)
_FROM = "FROM resources r JOIN roots o ON o.id = r.root_id"

ORDERS = {
    "key": "r.key",
    "name": "r.name",
    "id": "r.id",
    "kind": "r.kind",
    "created": "r.first_seen_at",
    "updated": "r.changed_at",
}
"""What records can be sorted by."""


@value
class Order:
    """An order of records: by one column, ties by key, which no two rows share."""

    column: str = "key"  # of ``ORDERS``
    falling: bool = False


@value
class Mark:
    """Where a page ended: the column's value of its last record, and its key."""

    value: str
    key: int


def records(
    reader: Reader, order: Order, after: Mark | None = None, kinds: Sequence[str] = (), roots: Sequence[int] = ()
) -> Iterator[Record]:
    """Records in ``order`` that come after ``after``; of some kinds and roots only, () for all."""
    column = ORDERS[order.column]
    conditions: list[str] = []
    parameters: list[Cell] = []
    direction, beyond = ("DESC", "<") if order.falling else ("ASC", ">")
    if after is not None and order.column == "key":
        conditions.append(f"r.key {beyond} ?")
        parameters.append(after.key)
    elif after is not None:
        conditions.append(f"({column}, r.key) {beyond} (?, ?)")
        parameters += (after.value, after.key)
    for name, wanted in (("r.kind", kinds), ("r.root_id", roots)):
        if wanted:
            conditions.append(f"{name} IN ({marks(wanted)})")
            parameters += wanted
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    sql = f"SELECT {_COLUMNS} {_FROM} {where} ORDER BY {column} {direction}, r.key {direction}"
    return map(_record, reader.iterate(sql, parameters))


def record_of(reader: Reader, document: int) -> Record | None:
    """The record of a document; None where it is gone."""
    row = reader.row(f"SELECT {_COLUMNS} {_FROM} WHERE r.document = ?", (document,))
    return None if row is None else _record(row)


def records_with_ids(reader: Reader, ids: Sequence[str]) -> list[Record]:
    """The records of some ids."""
    if not ids:
        return []
    return [_record(row) for row in reader.rows(f"SELECT {_COLUMNS} {_FROM} WHERE r.id IN ({marks(ids)})", ids)]


def records_that_brought(reader: Reader, urn: str) -> list[Record]:
    """The records of catalog entries that brought this name; ``urn`` is plain ASCII."""
    written = f'"urn":"{urn}"'
    return [_record(row) for row in reader.rows(f"SELECT {_COLUMNS} {_FROM} WHERE instr(r.details, ?) > 0", (written,))]


def mark_of(record: Record, order: Order) -> Mark:
    """The place of a record in an order."""
    columns = {
        "key": "",
        "name": record.name,
        "id": record.id,
        "kind": record.kind,
        "created": record.first_seen_at,
        "updated": record.changed_at,
    }
    return Mark(columns[order.column], record.key)


class Counted:
    """Reads the term counts of documents, with their terms spelt out."""

    MOST = 200_000  # terms kept in memory

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._terms: dict[int, str] = {}

    def counts(self, document: int) -> tuple[tuple[int, ...], tuple[dict[str, int], ...]]:
        """Lengths and counts of each field of a document; empty where it has no vector."""
        blob = self._reader.value("SELECT vector FROM term_vectors WHERE document = ?", (document,))
        if not isinstance(blob, bytes):
            return (), ()
        vector = decode(blob)
        self._look_up(vector.term_ids())
        spelt = tuple({self._terms[term]: count for term, count in field.items()} for field in vector.counts())
        return vector.lengths, spelt

    def _look_up(self, ids: list[int]) -> None:
        if len(self._terms) > self.MOST:
            self._terms.clear()
        missing = [term for term in ids if term not in self._terms]
        self._terms |= terms_of(self._reader, missing)


def _record(row: Row) -> Record:
    key, document, identity, name, kind, description, tags, path, entry, details, *rest = row
    form, host, scope, version, origin, first_seen, changed, twin, place = rest
    assert isinstance(key, int)
    assert isinstance(document, int)
    assert isinstance(twin, int)
    return Record(
        key=key,
        document=document,
        id=str(identity),
        name=str(name),
        kind=str(kind),
        description=str(description),
        tags=tuple(json.loads(str(tags))),
        path=str(path),
        entry=str(entry),
        details=tuple((str(label), str(text)) for label, text in json.loads(str(details)).items()),
        format=str(form),
        host=str(host),
        scope=str(scope),
        version=str(version),
        origin=str(origin),
        first_seen_at=str(first_seen),
        changed_at=str(changed),
        twin=twin,
        place=str(place),
    )
