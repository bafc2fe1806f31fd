"""Do the lanes hold what they promise? A sample of documents is weighed again and compared with its bytes."""

from __future__ import annotations

from t2tdb.store.folding import byte_of
from t2tdb.store.lanes import SPARSE, full, sparse
from t2tdb.store.settings import profile_of
from t2tdb.store.spans import members, spans
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Reader

SAMPLED = 16
"""Documents of a span that are looked at: 4,000 bytes of lanes, about 30 ms."""


def wrong_lanes(reader: Reader) -> Iterator[str]:
    """A sentence for each span in which a byte is below the impact that it bounds, or that does not fit its documents.

    Looks at documents spread over each span, with all of their terms. A byte that is too high costs time, no answer.
    """
    profile = profile_of(reader)
    before = 0
    for span in spans(reader):
        documents = members(span)
        if len(documents) != span.documents or documents[0] != span.first or documents[-1] != span.last:
            yield f"span {span.id} does not know its documents"
            continue
        if span.first <= before:
            yield f"span {span.id} holds documents of the span before it"
        before = span.last
        low = 0
        for place in range(0, len(documents), max(1, len(documents) // SAMPLED)):
            blob = reader.value("SELECT vector FROM term_vectors WHERE document = ?", (documents[place],))
            if not isinstance(blob, bytes):
                continue  # it died, and its bytes with it
            vector = decode(blob)
            weights = vector.weigh(byte_of(profile, vector.lengths, span.averages))
            for term_id, weight in zip(vector.term_ids(), weights, strict=True):
                lane = reader.value("SELECT lane FROM lanes WHERE span_id = ? AND term_id = ?", (span.id, term_id))
                low += isinstance(lane, bytes) and _at(lane, place) < weight
        if low:
            yield f"span {span.id} has {low} bounds that are too low"


def _at(lane: bytes, place: int) -> int:
    """The byte of a lane at a place, as a query uses it: nothing is higher than the peak that the lane tells."""
    if lane[0] == SPARSE:
        places, impacts = sparse(lane)
        found = impacts[places.index(place)] if place in places else 0
    else:
        found = full(lane)[place]
    return min(found, lane[1])
