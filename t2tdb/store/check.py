"""Is the database in order? What SQLite can tell, what FTS5 can tell, and what follows from the term vectors.

Statistics and recall tables are derived from the vectors; here they are derived again and compared. None of it can
notice a flipped bit in a stored name (of 150 flips, 61 were seen by no check at all): that is what the comparison with
a fresh scan is for.
"""

from __future__ import annotations

from t2tdb.errors import DatabaseError
from t2tdb.ranking.profile import get_profile
from t2tdb.store import recall
from t2tdb.store.settings import ranking_profile
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Cell, Reader, Writer

FTS_TABLES = ("resources_fts", "recall", "recall_phrases", "recall_substrings")
SHOWN = 5
"""Differences of one kind that are spelled out."""


@value
class Finding:
    """One thing that is wrong with the database itself."""

    check: str  # integrity, foreign keys, full text, vectors, statistics, recall
    message: str


def check_database(writer: Writer) -> Iterator[Finding]:
    """Everything that is wrong with the database, as far as it can tell by itself.

    Needs a writer because FTS5 takes the command to check itself as an INSERT; nothing is changed.
    """
    yield from _integrity(writer)
    yield from _foreign_keys(writer)
    yield from _full_text(writer)
    with writer.snapshot():
        yield from _vectors(writer)
        yield from _statistics(writer)
        yield from _recall(writer)


def _integrity(reader: Reader) -> Iterator[Finding]:
    for (message,) in reader.rows("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield Finding("integrity", str(message))


def _foreign_keys(reader: Reader) -> Iterator[Finding]:
    rows = reader.rows("SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2")
    for table, parent, number in rows:
        yield Finding("foreign keys", f"{number} rows of {table} point to no row of {parent}")


def _full_text(writer: Writer) -> Iterator[Finding]:
    for table in FTS_TABLES:
        try:
            with writer.transaction():
                # Without rank 1 a row that is missing from its content table goes unnoticed.
                writer.run(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
        except DatabaseError as error:
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
    fields = ("", *get_profile(ranking_profile(reader)).fields)
    counts: dict[tuple[int, Cell], int] = {}
    totals: dict[tuple[Cell, str], list[int]] = {}
    for root_id, blob in reader.iterate("SELECT root_id, vector FROM term_vectors"):
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
    for term_id, root_id, resources in reader.iterate("SELECT term_id, root_id, resources FROM term_counts"):
        wrong += counts.pop((term_id, root_id), 0) != resources  # type: ignore[arg-type]
    if wrong or counts:
        yield Finding("statistics", f"{wrong + len(counts)} term counts are wrong")
    stored = reader.rows("SELECT root_id, field, resources, tokens FROM field_totals")
    found = {(root_id, str(field)): [resources, tokens] for root_id, field, resources, tokens in stored}
    empty = [0, 0]
    for key in sorted({*found, *totals}, key=repr):
        if found.get(key, empty) != totals.get(key, empty):
            yield Finding("statistics", f"the totals of the field {key[1] or 'resources'!r} are wrong")


def _recall(reader: Reader) -> Iterator[Finding]:
    """The recall tables hold exactly the terms, words and trigrams of the living documents."""
    expected: dict[str, int] = {
        str(term): int(number)  # type: ignore[arg-type]
        for term, number in reader.iterate(
            "SELECT terms.term, sum(term_counts.resources) FROM term_counts JOIN terms ON terms.id = term_id GROUP BY 1"
        )
    }
    found = recall.vocabulary(reader, "recall")
    yield from _compare("recall", {(term, ""): number for term, number in expected.items()}, found)
    normalise = get_profile(ranking_profile(reader)).normalise
    words: dict[tuple[str, str], int] = {}
    grams: dict[tuple[str, str], int] = {}
    for name, description in reader.iterate("SELECT name, description FROM resources"):
        for column, text in (("name", str(name)), ("description", str(description))):
            normal = normalise(text)
            for word in recall.words_of(normal):
                words[word, column] = words.get((word, column), 0) + 1
            for gram in recall.trigrams_of(normal):
                grams[gram, column] = grams.get((gram, column), 0) + 1
    yield from _compare("recall_phrases", words, recall.vocabulary(reader, "recall_phrases"))
    yield from _compare("recall_substrings", grams, recall.vocabulary(reader, "recall_substrings"))


def _compare(
    table: str, expected: dict[tuple[str, str], int], found: dict[tuple[str, str], int]
) -> Iterator[Finding]:
    wrong = [key for key in {*expected, *found} if expected.get(key, 0) != found.get(key, 0)]
    if wrong:
        some = ", ".join(repr(term) for term, _ in sorted(wrong)[:SHOWN])
        yield Finding("recall", f"{table} holds {len(wrong)} terms of other documents than the library has: {some}")
