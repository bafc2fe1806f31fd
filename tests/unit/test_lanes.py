"""Lanes: every encoding gives back the bytes, and says the greatest of them."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from t2tdb.store.lanes import PACKED, PLAIN, SPARSE, encode, full, sparse


@given(st.integers(1, 9000), st.sampled_from([0, 1, 3, 40, 100]), st.integers(0, 1_000_000))
def test_a_lane_gives_back_its_bytes(width: int, density: int, seed: int) -> None:
    count = width * density // 100
    offsets = sorted(random.Random(seed).sample(range(width), count))
    impacts = bytes(1 + (offset * 7) % 255 for offset in offsets)
    expected = bytearray(width)
    for offset, impact in zip(offsets, impacts, strict=True):
        expected[offset] = impact
    lane = encode(width, offsets, impacts)
    assert lane[1] == max(impacts, default=0)
    if lane[0] == SPARSE:
        found = bytearray(width)
        for offset, impact in zip(*sparse(lane), strict=True):
            found[offset] = impact
        assert found == expected
    else:
        assert full(lane) == expected


def test_each_density_has_its_encoding() -> None:
    kinds = [encode(8192, range(count), bytes([9]) * count)[0] for count in (128, 129, 409, 410)]
    assert kinds == [SPARSE, PACKED, PACKED, PLAIN]
