"""The term vector of one resource as bytes: what every score is computed from.

A vector says how long each field of the profile is and how often each term stands in each field. It is a row of
little-endian u16 words, then a row of bytes:

    fields F | groups G | entries m | F lengths (low, high word) | G groups (upper half of a term id, end of the group)
    | n lower halves of the term ids, rising within each group | m positions, rising | m times field << 8 | count
    | n bytes

The byte at position p counts term p in the *last* field, which holds nearly every term (the body, in the profiles
there are). An entry adds its count (1 to 255) to the term at its position in one field: the few terms of names and tags
are entries, and so is what a count has over 255, in as many entries as it takes. A resource of 236 distinct terms takes
0.9 kB, and a query reads the frequencies of one term with two bisections.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_FIELDS = 16
MAX_TERMS = 65_535
_HEAD = 3
_SWAP = sys.byteorder == "big"  # array is native, the file is little-endian wherever it is copied to


class Vector:
    """A decoded vector. ``lengths`` is in tokens, one for each field of the profile."""

    __slots__ = ("_bytes", "_entries", "_groups", "_lows", "_many", "_words", "lengths")

    def __init__(self, data: bytes) -> None:
        if len(data) < 2 * _HEAD:
            raise ValueError("term vector is cut short")
        fields, groups, many = data[0] | data[1] << 8, data[2] | data[3] << 8, data[4] | data[5] << 8
        start = _HEAD + 2 * fields
        last = 2 * (start + 2 * groups)
        terms = int.from_bytes(data[last - 2 : last], "little") if groups else 0
        self._lows = start + 2 * groups
        self._entries = self._lows + terms
        size = 2 * (self._entries + 2 * many)
        if not 0 < fields <= MAX_FIELDS or len(data) != size + terms:
            raise ValueError("term vector is damaged")
        words = array("H")
        words.frombytes(data[:size])
        if _SWAP:
            words.byteswap()
        self._words = words
        self._groups = range(start, self._lows, 2)
        self._many = many
        self._bytes = data[size:]
        self.lengths = tuple([words[i] | words[i + 1] << 16 for i in range(_HEAD, start, 2)])

    def frequencies(self, term_id: int) -> tuple[int, ...]:
        """How often the term stands in each field; an empty tuple where it stands in none."""
        words, lows = self._words, self._lows
        upper = term_id >> 16
        begin = lows
        for group in self._groups:
            end = lows + words[group + 1]
            if words[group] == upper:
                break
            begin = end
        else:
            return ()
        place = bisect_left(words, term_id & 0xFFFF, begin, end)
        if place == end or words[place] != term_id & 0xFFFF:
            return ()
        return self._at(place - lows)

    def _at(self, position: int) -> tuple[int, ...]:
        counts = [0] * len(self.lengths)
        counts[-1] = self._bytes[position]
        words, many = self._words, self._many
        last = self._entries + many
        entry = bisect_left(words, position, self._entries, last)
        while entry < last and words[entry] == position:
            addition = words[entry + many]
            counts[addition >> 8] += addition & 255
            entry += 1
        return tuple(counts)

    def term_ids(self) -> list[int]:
        """The ids of all terms, rising."""
        words, begin = self._words, self._lows
        ids: list[int] = []
        for group in self._groups:
            end = self._lows + words[group + 1]
            upper = words[group] << 16
            ids += [upper | low for low in words[begin:end]] if upper else words[begin:end]
            begin = end
        return ids

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
        words, many, first = self._words, self._many, self._entries
        entered: dict[int, list[int]] = {}
        for position, addition in zip(words[first : first + many], words[first + many :], strict=True):
            counts = entered.get(position)
            if counts is None:
                counts = entered[position] = [*nothing, self._bytes[position]]
            counts[addition >> 8] += addition & 255
        known: dict[tuple[int, ...], int] = {}
        for position, counts in entered.items():
            combination = tuple(counts)
            if combination not in known:
                known[combination] = weight(combination)
            weights[position] = known[combination]
        return bytes(weights)

    def counts(self) -> tuple[dict[int, int], ...]:
        """Term id to count for each field: what ``packing.encode`` was given, without its zeros."""
        ids = self.term_ids()
        found: tuple[dict[int, int], ...] = tuple({} for _ in self.lengths)
        last = found[-1]
        for term_id, count in zip(ids, self._bytes, strict=True):
            if count:
                last[term_id] = count
        for entry in range(self._entries, self._entries + self._many):
            addition = self._words[entry + self._many]
            field, term_id = found[addition >> 8], ids[self._words[entry]]
            field[term_id] = field.get(term_id, 0) + (addition & 255)
        return found


def decode(data: bytes) -> Vector:
    """Open a vector that ``packing.encode`` made. ValueError where the bytes are not one."""
    return Vector(data)
