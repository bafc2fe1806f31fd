"""The term vector of one resource as bytes: what every score is computed from.

A vector says how long each field of the profile is and how often each term stands in each field. Layout, all words
little-endian u32:

    fields F | terms n | F field lengths | n term ids, rising | m entries, rising | n bytes

The byte at position p counts term p in the *last* field, which holds nearly every term (the body, in the profiles
there are). An entry is ``position << 12 | field << 8 | count`` and adds ``count`` (1 to 255) to one term in one field:
the few terms of names and tags are entries, and so is what a count has over 255, in as many entries as it takes.
A resource of 236 distinct terms takes 1.3 kB, and a query reads the frequencies of one term with two bisections.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MAX_FIELDS = 16
MAX_TERMS = 1 << 20
_SWAP = sys.byteorder == "big"  # array is native, the file is little-endian wherever it is copied to


class Vector:
    """A decoded vector. ``lengths`` is in tokens, one for each field of the profile."""

    __slots__ = ("_bytes", "_end", "_start", "_words", "lengths")

    def __init__(self, data: bytes) -> None:
        if len(data) < 8:
            raise ValueError("term vector is cut short")
        fields = int.from_bytes(data[:4], "little")
        terms = int.from_bytes(data[4:8], "little")
        size = len(data) - terms
        start = 2 + fields
        if not (0 < fields <= MAX_FIELDS and size >= 4 * (start + terms) and size % 4 == 0):
            raise ValueError("term vector is damaged")
        words = array("I")
        words.frombytes(data[:size])
        if _SWAP:
            words.byteswap()
        self._words = words
        self._start = start
        self._end = start + terms
        self._bytes = data[size:]
        self.lengths = tuple(words[2:start])

    def frequencies(self, term_id: int) -> tuple[int, ...]:
        """How often the term stands in each field; an empty tuple where it stands in none."""
        words, start, end = self._words, self._start, self._end
        place = bisect_left(words, term_id, start, end)
        if place == end or words[place] != term_id:
            return ()
        position = place - start
        counts = [0] * (start - 2)
        counts[-1] = self._bytes[position]
        first = bisect_left(words, position << 12, end)
        for index in range(first, len(words)):
            entry = words[index]
            if entry >> 12 != position:
                break
            counts[entry >> 8 & 15] += entry & 255
        return tuple(counts)

    def term_ids(self) -> array[int]:
        """The ids of all terms, rising."""
        return self._words[self._start : self._end]

    def weigh(self, weight: Callable[[tuple[int, ...]], int]) -> bytes:
        """``weight`` of the frequencies of each term, a byte a term in the order of ``term_ids``.

        Asks once for each combination that occurs: of 236 terms about 20, since most stand in the last field only.
        """
        nothing = (0,) * (len(self.lengths) - 1)
        table = bytearray(256)
        for count in set(self._bytes):
            if count:
                table[count] = weight((*nothing, count))
        weights = bytearray(self._bytes.translate(table))
        known: dict[tuple[int, ...], int] = {}
        words, start = self._words, self._start
        done = -1
        for entry in words[self._end :]:
            position = entry >> 12
            if position != done:
                done = position
                combination = self.frequencies(words[start + position])
                if combination not in known:
                    known[combination] = weight(combination)
                weights[position] = known[combination]
        return bytes(weights)

    def counts(self) -> tuple[dict[int, int], ...]:
        """Term id to count for each field: what ``encode`` was given, without its zeros."""
        ids = self.term_ids()
        found: tuple[dict[int, int], ...] = tuple({} for _ in self.lengths)
        last = found[-1]
        for term_id, count in zip(ids, self._bytes, strict=True):
            if count:
                last[term_id] = count
        for entry in self._words[self._end :]:
            field, term_id = found[entry >> 8 & 15], ids[entry >> 12]
            field[term_id] = field.get(term_id, 0) + (entry & 255)
        return found


def decode(data: bytes) -> Vector:
    """Open a vector that ``encode`` made. ValueError where the bytes are not one."""
    return Vector(data)


def encode(lengths: Sequence[int], counts: Sequence[Mapping[int, int]]) -> bytes:
    """Make the bytes of a vector from field lengths and, for each field, counts by term id.

    ValueError where there are more than 16 fields or 1,048,576 terms, which the bounds of parsing never let through.
    """
    if not 0 < len(lengths) == len(counts) <= MAX_FIELDS:
        raise ValueError(f"{len(lengths)} lengths and {len(counts)} counts do not make a term vector")
    ids = sorted({term_id for field in counts for term_id, count in field.items() if count})
    if len(ids) > MAX_TERMS:
        raise ValueError(f"{len(ids)} distinct terms do not fit into a term vector")
    positions = {term_id: position for position, term_id in enumerate(ids)}
    dense = bytearray(len(ids))
    entries: list[int] = []
    final = len(counts) - 1
    for field, by_term in enumerate(counts):
        for term_id, count in by_term.items():
            if not count:
                continue
            position = positions[term_id]
            if field == final:
                dense[position] = min(count, 255)
                count -= dense[position]
            while count > 0:
                entries.append(position << 12 | field << 8 | min(count, 255))
                count -= 255
    entries.sort()
    words = array("I", (len(lengths), len(ids), *lengths, *ids, *entries))
    if _SWAP:
        words.byteswap()
    return words.tobytes() + dense
