"""A lane: for one term, one byte for each document of a span, 0 where the document does not hold the term.

The byte is the term's impact on the document, as ``ceil(255 * impact / max_impact)``: never below the truth. Lanes only
say where it is worth to look; scores come from the term vectors. The first byte of a lane tells its encoding, the
second is the greatest byte in it:

* ``SPARSE``: u16 offsets, then as many bytes: up to 1 document of 64;
* ``PACKED``: all bytes, deflated: up to 1 of 20;
* ``PLAIN``: all bytes.
"""

from __future__ import annotations

import sys
from array import array

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SPARSE, PACKED, PLAIN = 0, 1, 2
_SWAP = sys.byteorder == "big"


def encode(width: int, offsets: Sequence[int], impacts: bytes) -> bytes:
    """A lane of ``width`` documents of which those at ``offsets``, rising, have ``impacts``, none of them 0."""
    peak = max(impacts, default=0)
    if len(offsets) * 64 <= width:
        places = array("H", offsets)
        if _SWAP:
            places.byteswap()
        return bytes((SPARSE, peak)) + places.tobytes() + impacts
    lane = bytearray(width)
    for offset, impact in zip(offsets, impacts, strict=True):
        lane[offset] = impact
    if len(offsets) * 20 <= width:
        import zlib

        return bytes((PACKED, peak)) + zlib.compress(lane, 1)
    return bytes((PLAIN, peak)) + lane


def sparse(lane: bytes) -> tuple[array[int], bytes]:
    """Offsets and impacts of a SPARSE lane."""
    end = 2 + (len(lane) - 2) // 3 * 2
    places = array("H")
    places.frombytes(lane[2:end])
    if _SWAP:
        places.byteswap()
    return places, lane[end:]


def full(lane: bytes) -> bytes:
    """All bytes of a PACKED or PLAIN lane."""
    if lane[0] == PACKED:
        import zlib  # a third of a millisecond that most queries need not spend

        return zlib.decompress(memoryview(lane)[2:])
    return lane[2:]
