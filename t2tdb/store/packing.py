"""Making the bytes of a term vector; ``vectors`` says what they are and reads them.

Apart from it because only writing needs this: ``find`` reads vectors and pays for each module that it imports.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from itertools import chain, repeat
from operator import lshift, or_

from t2tdb.store.vectors import MAX_FIELDS, MAX_TERMS
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SWAP = sys.byteorder == "big"


def encode(lengths: Sequence[int], counts: Sequence[Mapping[int, int]]) -> bytes:
    """Make the bytes of a vector from field lengths and, for each field, counts by term id (u32).

    ValueError where there are more than 16 fields or 65,535 terms, which the bounds of analysis never let through.
    """
    if not 0 < len(lengths) == len(counts) <= MAX_FIELDS:
        raise ValueError(f"{len(lengths)} lengths and {len(counts)} counts do not make a term vector")
    *heads, last = ({term_id: count for term_id, count in field.items() if count} for field in counts)
    terms = dict.fromkeys(chain(*heads), 0) | last
    return pack(lengths, heads, list(terms), list(terms.values()))


def pack(
    lengths: Sequence[int], heads: Sequence[Mapping[int, int]], ids: Sequence[int], counts: Sequence[int]
) -> bytes:
    """``encode`` for one who has the distinct ids of all terms, in any order, with their counts in the last field.

    ``heads`` are the other fields, without zeros.
    """
    if len(ids) > MAX_TERMS:
        raise ValueError(f"{len(ids)} distinct terms do not fit into a term vector")
    if max(counts, default=0) > 255:
        heads = [*heads, {term_id: count - 255 for term_id, count in zip(ids, counts, strict=True) if count > 255}]
        counts = [min(count, 255) for count in counts]
    # id and count of a term as one number, sorted and parted again in C
    packed = sorted(map(or_, map(lshift, ids, repeat(8)), counts))
    entries: list[int] = []
    for field, head in enumerate(heads):
        for term_id, count in head.items():
            position = bisect_left(packed, term_id << 8)
            while count > 0:
                entries.append(position << 16 | field << 8 | min(count, 255))
                count -= 255
    entries.sort()
    groups: list[int] = []
    end = 0
    while end < len(packed):
        upper = packed[end] >> 24
        end = bisect_left(packed, upper + 1 << 24, end)
        groups += (upper, end)
    words = array("H", (len(lengths), len(groups) // 2, len(entries)))
    for length in lengths:
        words.extend((length & 0xFFFF, length >> 16))
    words.extend(groups)
    additions = array("H", [entry >> 16 for entry in entries])
    additions.extend([entry & 0xFFFF for entry in entries])
    terms = array("Q", packed)
    if _SWAP:
        for row in (words, additions, terms):
            row.byteswap()
    octets = terms.tobytes()
    lows = bytearray(2 * len(packed))
    lows[0::2], lows[1::2] = octets[1::8], octets[2::8]
    return b"".join((words.tobytes(), lows, additions.tobytes(), octets[0::8]))
