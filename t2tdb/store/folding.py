"""Folding: turning term vectors into lanes, so that a query need not ask FTS5 where the common words stand.

A *span* is a run of documents, at most 10,000 of them, with a lane for each term that enough of them hold. Documents
above the last span are *pending*: found through FTS5 alone. Spans are made once and never changed. A document is one
version of a text and its number is never used again, so a span stays right whatever happens to the library: documents
that died in it are found dead when they are looked up. What is frequent changes; a term without a lane in a span is
asked of FTS5 there. So nothing here decides an answer, and all of it can be dropped at any time.

Rows of a span that is being made stay unseen until its row in ``lane_spans`` is written, last. Killed before that, they
are swept up by the next fold. No transaction writes more than ``SLICE`` lanes.
"""

from __future__ import annotations

import sys
from array import array
from itertools import islice
from math import ceil

from t2tdb.store.lanes import encode
from t2tdb.store.settings import get_setting, put_setting
from t2tdb.store.spans import spans
from t2tdb.store.statistics import integer, statistics
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from t2tdb.ranking.profile import Profile
    from t2tdb.store.connection import Reader, Writer
    from t2tdb.store.spans import Span

WIDTH = 10_000
"""Documents of a full span: a lane of a common term fills one page of 8 kB and a quarter of another."""

WORTHWHILE = 256
"""Pending documents that are worth a span of their own; fewer cost a query less than a millisecond."""

CROWD = 16
"""Adjacent spans that are merged as soon as they fit into one."""

LEAST_HOLDERS = 4
"""Documents of a span that must hold a term before it gets a lane there, and 1 of 512 of them."""

NEAR = 1.05
"""Averages that differ by less than this ratio are taken for the same: bounds stay true, a little less tight."""

SLICE = 2_000
"""Lanes written in one transaction, about 10 ms."""


def fold(writer: Writer, profile: Profile, *, least: int | None = None) -> bool:
    """Do one piece of work that makes searching faster; False where there is none.

    Takes about a second at most, in several transactions; call it outside of one. ``least`` is how many pending
    documents are worth a span, ``WORTHWHILE`` where it is not given; a bulk ingest gives ``WIDTH`` until it ends.
    """
    least = WORTHWHILE if least is None else least
    known = spans(writer)
    watermark = known[-1].last if known else 0
    if writer.number("SELECT max(document) FROM term_vectors") - watermark >= least:  # else there cannot be as many
        pending = _vectors(writer, watermark, None)
        if len(pending) >= least:
            _make(writer, profile, pending, [])
            return True
    if least >= WIDTH:
        return False
    if _sweep(writer):
        return True
    crowd = _crowd(writer, known)
    if not crowd:
        return False
    _make(writer, profile, _vectors(writer, crowd[0].first - 1, crowd[-1].last), crowd)
    return True


def drop(writer: Writer) -> None:
    """Forget every span; the next folds make new ones. Outside of a transaction."""
    with writer.transaction():
        writer.run("DELETE FROM lane_spans")
    while _sweep(writer):
        pass


def _crowd(reader: Reader, known: Sequence[Span]) -> list[Span]:
    """Adjacent spans that are better off as one: many small ones, or ones of which half has died."""
    group: list[Span] = []
    alive = 0
    for span in known:
        living = reader.number("SELECT count(*) FROM resources WHERE document BETWEEN ? AND ?", (span.first, span.last))
        if group and alive + living > WIDTH:
            if _worth_merging(group, alive):
                return group
            group, alive = [], 0
        group.append(span)
        alive += living
    return group if group and _worth_merging(group, alive) else []


def _worth_merging(group: Sequence[Span], alive: int) -> bool:
    return len(group) >= CROWD or sum(span.documents for span in group) >= 2 * max(alive, 1)


def _vectors(reader: Reader, after: int, until: int | None) -> list[tuple[int, bytes]]:
    limit, parameters = ("LIMIT ?", (after, WIDTH)) if until is None else ("AND document <= ?", (after, until))
    sql = f"SELECT document, vector FROM term_vectors WHERE document > ? {'' if until is None else limit}"
    rows = reader.rows(f"{sql} ORDER BY document {limit if until is None else ''}", parameters)
    return [(document, blob) for document, blob in rows if isinstance(document, int) and isinstance(blob, bytes)]


def _make(writer: Writer, profile: Profile, vectors: Sequence[tuple[int, bytes]], replaced: Sequence[Span]) -> None:
    """Write the lanes of the documents, then the span, in place of the spans that it replaces."""
    averages = profile.averages(statistics(writer, (), profile.fields, ()))
    for span in spans(writer)[-1:]:  # spans with the same averages share their work in a query
        if max(profile.drift(span.averages, averages), profile.drift(averages, span.averages)) < NEAR:
            averages = span.averages
    span_id = _reserve(writer)
    least = max(LEAST_HOLDERS, len(vectors) >> 9)
    sql = "SELECT term_id FROM term_counts GROUP BY term_id HAVING sum(resources) >= ?"
    frequent = [integer(row[0]) for row in writer.rows(sql, (least,))]
    rows = _lanes(profile, averages, [blob for _, blob in vectors], frequent, least)
    more = True
    while more:
        with writer.transaction():
            part = [(span_id, term_id, lane) for term_id, lane in islice(rows, SLICE)]
            writer.run_many("INSERT INTO lanes (span_id, term_id, lane) VALUES (?, ?, ?)", part)
            more = len(part) == SLICE
    with writer.transaction():
        expected = [span.id for span in replaced]
        first, last = (vectors[0][0], vectors[-1][0]) if vectors else (0, 0)
        reach = (min([first, *(s.first for s in replaced)]), max([last, *(s.last for s in replaced)]))
        standing = [
            integer(row[0])
            for row in writer.rows(
                "SELECT id FROM lane_spans WHERE first_document <= ? AND last_document >= ? ORDER BY first_document",
                (reach[1], reach[0]),
            )
        ]
        if standing != expected:
            return  # another process folded these documents meanwhile; what was written here will be swept up
        writer.run_many("DELETE FROM lane_spans WHERE id = ?", [(span.id,) for span in replaced])
        if vectors:
            documents = [document for document, _ in vectors]
            members = b"" if last - first + 1 == len(documents) else _distances(documents)
            writer.run(
                "INSERT INTO lane_spans (id, first_document, last_document, documents, members, averages)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (span_id, first, last, len(documents), members, " ".join(map(repr, averages))),
            )
    while _sweep(writer):
        pass


def _lanes(
    profile: Profile, averages: Sequence[float], vectors: Sequence[bytes], frequent: Sequence[int], least: int
) -> Iterator[tuple[int, bytes]]:
    """Term and lane, by rising term, of every ``frequent`` term that at least ``least`` of the documents hold."""
    holders = {term_id: array("I") for term_id in frequent}
    found = holders.get
    for offset, blob in enumerate(vectors):
        vector = decode(blob)
        weights = vector.weigh(byte_of(profile, vector.lengths, averages))
        place = offset << 8
        for entries, weight in zip(map(found, vector.term_ids()), weights, strict=True):
            if entries is not None:
                entries.append(place | weight)
    for term_id in sorted(term_id for term_id, entries in holders.items() if len(entries) >= least):
        yield term_id, encode(len(vectors), *_parted(holders.pop(term_id)))


def _parted(entries: array[int]) -> tuple[array[int], bytes]:
    """Offsets and weights of ``offset << 8 | weight``, parted byte by byte in C."""
    if sys.byteorder == "big":
        entries.byteswap()
    octets = entries.tobytes()
    pairs = bytearray(2 * len(entries))
    pairs[0::2], pairs[1::2] = octets[1::4], octets[2::4]
    offsets = array("H", bytes(pairs))
    if sys.byteorder == "big":
        offsets.byteswap()
    return offsets, octets[0::4]


def byte_of(profile: Profile, lengths: Sequence[int], averages: Sequence[float]) -> Callable[[tuple[int, ...]], int]:
    """The byte of a lane for the frequencies of a term in a document with such lengths: never below the impact."""

    def weight(frequencies: tuple[int, ...]) -> int:
        return min(255, ceil(255 * profile.index_impact(lengths, frequencies, averages) / profile.max_impact))

    return weight


def _distances(documents: Sequence[int]) -> bytes:
    return b"".join((document - documents[0]).to_bytes(4, "little") for document in documents)


def _reserve(writer: Writer) -> int:
    """A number for a span that no other span, finished or not, has or ever had."""
    with writer.transaction():
        number = int(get_setting(writer, "next_span", "1"))
        put_setting(writer, "next_span", str(number + 1))
    return number


def _sweep(writer: Writer) -> bool:
    """Delete up to ``SLICE`` lanes of spans that no longer are, or never came to be; False where there are none."""
    known = {span.id for span in spans(writer)}
    span_id = -1
    while True:
        found = writer.value("SELECT min(span_id) FROM lanes WHERE span_id > ?", (span_id,))
        if not isinstance(found, int):
            return False
        if found not in known:
            break
        span_id = found
    with writer.transaction():
        writer.run(
            "DELETE FROM lanes WHERE span_id = ?1 AND term_id IN"
            " (SELECT term_id FROM lanes WHERE span_id = ?1 ORDER BY term_id LIMIT ?2)",
            (found, SLICE),
        )
    return True
