"""Which documents have lanes: rows of ``lane_spans``, as ``folding`` writes them and every query reads them."""

from __future__ import annotations

import sys
from array import array

from t2tdb.store.statistics import integer
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from t2tdb.store.connection import Reader


@value
class Span:
    """A run of documents with lanes."""

    id: int
    first: int
    last: int
    documents: int
    members: bytes  # the documents as u32 distances from ``first``; empty where none between first and last is missing
    averages: tuple[float, ...]  # average length of each field that the impacts were computed with


def spans(reader: Reader) -> list[Span]:
    """All spans, by their documents."""
    rows = reader.rows(
        "SELECT id, first_document, last_document, documents, members, averages FROM lane_spans ORDER BY first_document"
    )
    return [
        Span(integer(i), integer(first), integer(last), integer(count), members, tuple(map(float, str(means).split())))
        for i, first, last, count, members, means in rows
        if isinstance(members, bytes)
    ]


def members(span: Span) -> list[int]:
    """The documents of a span, rising."""
    if not span.members:
        return list(range(span.first, span.last + 1))
    distances = array("I")
    distances.frombytes(span.members)
    if sys.byteorder == "big":
        distances.byteswap()
    return [span.first + distance for distance in distances]
