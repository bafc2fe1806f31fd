"""Where each document stands in the long rows of bytes that a query adds up: spans first, then what is pending."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right

from t2tdb.store.spans import spans
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.store.connection import Reader

NOWHERE = -1
"""Position of a document that no longer is."""


class Layout:
    """Documents to positions and back. ``size`` is how many positions there are, at first only those of spans."""

    def __init__(self, reader: Reader) -> None:
        self.spans = spans(reader)
        self.offsets: list[int] = []
        size = 0
        for span in self.spans:
            self.offsets.append(size)
            size += span.documents
        self.folded = size
        """Positions below this one have lanes."""
        self.watermark = self.spans[-1].last if self.spans else 0
        """Documents above this one are pending."""
        self.size = size
        self._firsts = [span.first for span in self.spans]
        self._members: dict[int, array[int]] = {}

    def extend(self, last: int) -> None:
        """Give positions to the pending documents up to ``last``."""
        self.size = self.folded + max(0, last - self.watermark)

    def document(self, position: int) -> int:
        """The document at a position."""
        if position >= self.folded:
            return self.watermark + 1 + position - self.folded
        number = bisect_right(self.offsets, position) - 1
        span, distance = self.spans[number], position - self.offsets[number]
        return span.first + (self._distances(number)[distance] if span.members else distance)

    def position(self, document: int) -> int:
        """The position of a document, ``NOWHERE`` for a dead one that lies in no span."""
        if document > self.watermark:
            position = self.folded + document - self.watermark - 1
            return position if position < self.size else NOWHERE
        number = bisect_right(self._firsts, document) - 1
        if number < 0 or document > self.spans[number].last:
            return NOWHERE
        span, distance = self.spans[number], document - self.spans[number].first
        if not span.members:
            return self.offsets[number] + distance
        distances = self._distances(number)
        place = bisect_left(distances, distance)
        found = place < len(distances) and distances[place] == distance
        return self.offsets[number] + place if found else NOWHERE

    def positions(self, documents: Iterable[int]) -> list[int]:
        """The positions of the documents that have one."""
        found = map(self.position, documents)
        return [position for position in found if position != NOWHERE]

    def gaps(self, covered: Iterable[int]) -> list[tuple[int, int]]:
        """Ranges of folded documents, (above, up to), in which FTS5 has to be asked when these spans have a lane."""
        have = set(covered)
        ranges: list[tuple[int, int]] = []
        above = None
        previous = 0
        for number, span in enumerate(self.spans):
            if number in have:
                if above is not None:
                    ranges.append((above, previous))
                    above = None
            elif above is None:
                above = span.first - 1
            previous = span.last
        if above is not None:
            ranges.append((above, previous))
        return ranges

    def _distances(self, number: int) -> array[int]:
        known = self._members.get(number)
        if known is None:
            known = array("I")
            known.frombytes(self.spans[number].members)
            if sys.byteorder == "big":
                known.byteswap()
            self._members[number] = known
        return known
