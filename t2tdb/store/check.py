"""Is the database in order? What SQLite can tell, what FTS5 can tell, and what follows from the term vectors.

Statistics and recall tables are derived from the vectors; here they are derived again and compared. None of it can
notice a flipped bit in a stored name (of 150 flips, 61 were seen by no check at all): that is what the comparison with
a fresh scan is for.
"""

from __future__ import annotations

from contextlib import contextmanager

from t2tdb.errors import DatabaseDamaged
from t2tdb.model import Finding
from t2tdb.store import recall
from t2tdb.store.lanecheck import wrong_lanes
from t2tdb.store.lineage import scans_of
from t2tdb.store.merging import FTS_TABLES
from t2tdb.store.settings import profile_of
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Cell, Reader, Row, Writer

SHOWN = 5
"""Differences of one kind that are spelled out."""


def check_database(writer: Writer) -> Iterator[Finding]:
    """Everything that is wrong with the database, as far as it can tell by itself.

    Needs a writer because FTS5 takes the command to check itself as an INSERT; nothing is changed.
    """
    yield from _integrity(writer)
    yield from _log(writer)
    yield from _foreign_keys(writer)
    yield from _full_text(writer)
    with writer.snapshot():
        yield from _vectors(writer)
        yield from _statistics(writer)
        yield from _recall(writer)
        yield from (Finding("lanes", sentence) for sentence in wrong_lanes(writer))


def _integrity(reader: Reader) -> Iterator[Finding]:
    for (message,) in reader.rows("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield Finding("integrity", str(message))


def _log(reader: Reader) -> Iterator[Finding]:
    """Whether batches that were committed once are missing: their log was deleted, or an older file put in place.

    A backup is older than what it replaces and says so itself; it is whole.
    """
    newest = reader.number("SELECT max(id) FROM scans")
    promised = max((scan.last_change for scan in scans_of(reader).values()), default=0)
    if newest < promised:
        yield Finding("log", f"scan {promised} was committed, but the database ends with scan {newest}")


def _foreign_keys(reader: Reader) -> Iterator[Finding]:
    rows = reader.rows('SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2')
    for table, parent, number in rows:
        yield Finding("foreign keys", f"{number!r} rows of {table!r} point to no row of {parent!r}")


def _full_text(writer: Writer) -> Iterator[Finding]:
    for table in FTS_TABLES:
        try:
            with writer.transaction():
                # Without rank 1 a row that is missing from its content table goes unnoticed.
                writer.run(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
        except DatabaseDamaged as error:  # and no other: one who waited in vain for the lock has seen no damage
            yield Finding("full text", f"the index {table} does not agree with its content ({error})")


def _vectors(reader: Reader) -> Iterator[Finding]:
    """Each resource has one vector, and each vector a resource."""
    missing = reader.number(
        "SELECT count(*) FROM resources LEFT JOIN term_vectors USING (document)"
        " WHERE term_vectors.resource_key IS NOT resources.key OR term_vectors.root_id IS NOT resources.root_id"
    )
    if missing:
        yield Finding("vectors", f"{missing} resources have no term vector")
    orphans = reader.number("SELECT count(*) FROM term_vectors WHERE document NOT IN (SELECT document FROM resources)")
    if orphans:
        yield Finding("vectors", f"{orphans} term vectors belong to no resource")
    last = reader.number("SELECT max(document) FROM term_vectors")
    if last >= reader.number("SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'next_document'"):
        yield Finding("vectors", f"document {last} was given out before its time")


def _statistics(reader: Reader) -> Iterator[Finding]:
    """Term counts and field totals, counted again."""
    fields = ("", *profile_of(reader).fields)
    counts: dict[tuple[Cell, Cell], int] = {}
    totals: dict[tuple[Cell, str], list[int]] = {}
    for root, blob in reader.iterate("SELECT root_id, vector FROM term_vectors"):
        root_id = root if isinstance(root, int) else 0
        try:
            vector = decode(blob if isinstance(blob, bytes) else b"")
        except ValueError as error:
            yield Finding("vectors", str(error))
            continue
        for term_id in vector.term_ids():
            counts[term_id, root_id] = counts.get((term_id, root_id), 0) + 1
        for field, length in zip(fields, (sum(vector.lengths), *vector.lengths), strict=False):
            total = totals.setdefault((root_id, field), [0, 0])
            total[0] += 1 if length or not field else 0
            total[1] += length
    wrong = 0
    for term, root, resources in reader.iterate("SELECT term_id, root_id, resources FROM term_counts"):
        wrong += counts.pop((term, root), 0) != resources
    if wrong or counts:
        yield Finding("statistics", f"{wrong + len(counts)} term counts are wrong")
    stored = reader.rows("SELECT root_id, field, resources, tokens FROM field_totals")
    found = {(root, str(field)): (resources, tokens) for root, field, resources, tokens in stored}
    for key in sorted({*found, *totals}, key=repr):
        if found.get(key, (0, 0)) != tuple(totals.get(key, (0, 0))):
            yield Finding("statistics", f"the totals of the field {key[1] or 'resources'!r} are wrong")


def _recall(reader: Reader) -> Iterator[Finding]:
    """The recall tables hold exactly the terms, words and trigrams of the living documents."""
    # Sums instead of a join: fts5vocab on the inner side of a FULL JOIN loses rows (SQLite 3.54).
    with _vocabulary(reader, "main", "recall", "row") as found:
        wrong = reader.rows(
            "SELECT term FROM (SELECT terms.term AS term, term_counts.resources AS n FROM term_counts"
            f" JOIN terms ON terms.id = term_id UNION ALL SELECT term, -doc FROM {found})"
            " GROUP BY term HAVING sum(n) <> 0"
        )
    yield from _told("recall", wrong)
    normalise = profile_of(reader).normalise
    for table, spelled in (("recall_phrases", recall.as_phrase), ("recall_substrings", recall.storable)):
        with _twin(reader, table) as twin:
            for document, name, description in reader.iterate("SELECT document, name, description FROM resources"):
                texts = (spelled(normalise(str(name))), spelled(normalise(str(description))))
                reader.rows(f"INSERT INTO temp.{twin} (rowid, name, description) VALUES (?, ?, ?)", (document, *texts))
            with _vocabulary(reader, "main", table, "col") as found, _vocabulary(reader, "temp", twin, "col") as wanted:
                wrong = reader.rows(
                    f"SELECT term FROM (SELECT term, col, doc, cnt FROM {found}"
                    f" UNION ALL SELECT term, col, -doc, -cnt FROM {wanted})"
                    " GROUP BY term, col HAVING sum(doc) <> 0 OR sum(cnt) <> 0"
                )
        yield from _told(table, wrong)


@contextmanager
def _twin(reader: Reader, table: str) -> Iterator[str]:
    """A temporary table that is made as ``table`` is, to be filled anew."""
    made = str(reader.value("SELECT sql FROM sqlite_master WHERE name = ?", (table,)))
    twin = f"{table}_twin"
    reader.rows(made.replace(f"CREATE VIRTUAL TABLE {table} ", f"CREATE VIRTUAL TABLE temp.{twin} ", 1))
    try:
        yield twin
    finally:
        reader.rows(f"DROP TABLE temp.{twin}")


@contextmanager
def _vocabulary(reader: Reader, schema: str, table: str, kind: str) -> Iterator[str]:
    """A temporary view of the terms of an FTS5 table."""
    name = f"{table}_vocabulary"
    reader.rows(f"CREATE VIRTUAL TABLE temp.{name} USING fts5vocab({schema}, {table}, {kind})")
    try:
        yield f"temp.{name}"
    finally:
        reader.rows(f"DROP TABLE temp.{name}")


def _told(table: str, wrong: list[Row]) -> Iterator[Finding]:
    if wrong:
        some = ", ".join(repr(row[0]) for row in wrong[:SHOWN])
        yield Finding("recall", f"{table} does not hold what the resources say: {len(wrong)} terms differ ({some})")
