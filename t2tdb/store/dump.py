"""The content of a library as a stream of plain rows: the same for every database that says the same.

Numbers of rows and documents, times and history are left out; everything else is there, terms spelled out. Tests and
``check --deep`` compare two databases by this one stream, which holds one file at a time.
"""

from __future__ import annotations

from t2tdb.store.resources import COLUMNS
from t2tdb.store.statistics import terms_of
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from t2tdb.store.connection import Cell, Reader

    Line: TypeAlias = tuple[object, ...]

FILES = 200
"""Files of one read."""

TERMS = 400
"""Terms of one read."""


def dump_root(reader: Reader, root_id: int) -> Iterator[Line]:
    """Every file of a root with its resources, terms and problems, then the walk's problems and the statistics."""
    after: Cell = b""
    while True:
        files = reader.rows(
            "SELECT id, raw_path, path, claim, status, size, sha256 FROM files"
            " WHERE root_id = ? AND raw_path > ? ORDER BY raw_path LIMIT ?",
            (root_id, after, FILES),
        )
        for number, raw, *described in files:
            yield ("file", raw, *described)
            yield from _resources(reader, number, raw)
            yield from _neighbours(reader, number, raw)
            yield from _problems(reader, "file_id = ?", number, raw)
        if len(files) < FILES:
            break
        after = files[-1][1]
    yield from _problems(reader, "file_id IS NULL AND root_id = ?", root_id, b"")
    aliases = "SELECT group_number, position, phrase, weight FROM aliases WHERE root_id = ? ORDER BY 1, 2"
    for row in reader.rows(aliases, (root_id,)):
        yield ("alias", *row)
    yield from _statistics(reader, root_id)


def _resources(reader: Reader, file_id: Cell, raw: Cell) -> Iterator[Line]:
    rows = reader.rows(
        f"SELECT key, entry, document, {', '.join(COLUMNS)} FROM resources WHERE file_id = ? ORDER BY entry", (file_id,)
    )
    for key, entry, document, *columns in rows:
        tags = tuple(tag for (tag,) in reader.rows("SELECT tag FROM tags WHERE resource_key = ? ORDER BY tag", (key,)))
        yield ("resource", raw, entry, *columns, tags)
        found = reader.row("SELECT resource_key, vector FROM term_vectors WHERE document = ?", (document,))
        if found is None or found[0] != key or not isinstance(found[1], bytes):
            yield ("vector missing", raw, entry)
        else:
            yield ("vector", raw, entry, *spelled(reader, found[1]))


def spelled(reader: Reader, blob: bytes) -> tuple[object, ...]:
    """A vector with its terms in words: lengths, then (field, term, count), sorted."""
    vector = decode(blob)
    terms = terms_of(reader, vector.term_ids())
    counted = [
        (field, terms.get(number, f"#{number}"), count)
        for field, counts in enumerate(vector.counts())
        for number, count in counts.items()
    ]
    return (vector.lengths, *sorted(counted))


def _neighbours(reader: Reader, file_id: Cell, raw: Cell) -> Iterator[Line]:
    """What a file says of resources that lie in other files."""
    for row in reader.rows("SELECT directory, details FROM sidecars WHERE file_id = ?", (file_id,)):
        yield ("sidecar", raw, *row)
    links = "SELECT entry, target, linked FROM links WHERE file_id = ? ORDER BY entry, target"
    for row in reader.rows(links, (file_id,)):
        yield ("link", raw, *row)


def _problems(reader: Reader, where: str, number: Cell, raw: Cell) -> Iterator[Line]:
    rows = reader.rows(
        f"SELECT severity, code, message, path, line, resource_id FROM problems WHERE {where}", (number,)
    )
    for row in sorted(rows, key=repr):
        yield ("problem", raw, *row)


def _statistics(reader: Reader, root_id: int) -> Iterator[Line]:
    after: Cell = ""
    while True:
        rows = reader.rows(
            "SELECT terms.term, term_counts.resources FROM terms JOIN term_counts ON term_counts.term_id = terms.id"
            " AND term_counts.root_id = ? WHERE terms.term > ? ORDER BY terms.term LIMIT ?",
            (root_id, after, TERMS),
        )
        for row in rows:
            yield ("term", *row)
        if len(rows) < TERMS:
            break
        after = rows[-1][0]
    totals = "SELECT field, resources, tokens FROM field_totals WHERE root_id = ? AND resources > 0 ORDER BY field"
    for row in reader.rows(totals, (root_id,)):
        yield ("total", *row)
