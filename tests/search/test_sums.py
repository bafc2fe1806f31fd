"""Sums of levels are upper bounds, however many lanes there are, and never run over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.search.sums import Sums, both, count_from, falling, places_from

SHARES = [byte / 255 for byte in range(256)]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 70),
    st.integers(1, 30),
    st.randoms(use_true_random=False),
    st.sampled_from([1e-9, 0.01, 1.0, 900.0]),
)
def test_levels_bound_what_was_added(lanes: int, size: int, draw: object, scale: float) -> None:
    import random

    assert isinstance(draw, random.Random)
    factors = sorted((draw.uniform(0.001, 1) * scale for _ in range(lanes)), reverse=True)
    rows = [bytes(draw.choice([0, 1, 128, 255]) for _ in range(size)) for _ in factors]
    sums = Sums(size, factors)
    truth = [0.0] * size
    for factor, row in zip(factors, rows, strict=True):
        table = sums.table(SHARES, factor)
        assert table[0] == 0
        if draw.random() < 0.5:
            sums.add(row.translate(table), [])
        else:
            places = [place for place, byte in enumerate(row) if byte]
            sums.add(None, [(places, bytes(row[place] for place in places).translate(table))])
        truth = [total + factor * byte / 255 for total, byte in zip(truth, row, strict=True)]
        levels = sums.levels()
        for level, total in zip(levels, truth, strict=True):
            assert level * sums.unit >= total * (1 - 1e-9)
            assert (level == 0) == (total == 0.0)


@pytest.mark.parametrize("lanes", [1, 40, 41, 256])
def test_the_highest_sum_fits_a_byte(lanes: int) -> None:
    sums = Sums(3, [1.0] * lanes)
    for _ in range(lanes):
        sums.add(b"\xff\x01\x00".translate(sums.table(SHARES, 1.0)), [])
    top, bottom, none = sums.levels()
    assert lanes <= top * sums.unit <= lanes * 1.25
    assert 0 < bottom < top
    assert none == 0


@given(st.binary(min_size=1, max_size=300), st.integers(0, 256))
def test_places_of_levels(levels: bytes, cut: int) -> None:
    expected = [place for place, level in enumerate(levels) if level >= cut]
    assert places_from(levels, cut) == expected
    assert count_from(levels, cut) == len(expected)


@given(st.binary(min_size=1, max_size=300), st.integers(1, 40))
def test_falling_gives_every_level_but_zero_once(levels: bytes, at_once: int) -> None:
    places = list(falling(levels, at_once))
    assert sorted(places) == [place for place, level in enumerate(levels) if level]
    assert [levels[place] for place in places] == sorted((level for level in levels if level), reverse=True)


@given(st.binary(min_size=1, max_size=50))
def test_a_mask_leaves_or_clears(levels: bytes) -> None:
    mask = bytes(255 if place % 2 else 0 for place in range(len(levels)))
    assert both(levels, mask) == bytes(level if place % 2 else 0 for place, level in enumerate(levels))
