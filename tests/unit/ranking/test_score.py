"""Numbers of BM25 and rounding."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.ranking.score import apportion, coverage_percent, inverse_document_frequency, one_decimal, six_decimals


def half_up(number: float, places: str) -> float:
    return float(Decimal(number).quantize(Decimal(places), ROUND_HALF_UP))


@given(st.floats(0, 2000) | st.integers(0, 10**6).map(lambda n: n / 128))
def test_six_decimals_rounds_ties_up(number: float) -> None:
    assert six_decimals(number) == half_up(number, "0.000001")


@given(st.floats(0, 100) | st.integers(0, 400).map(lambda n: n / 4))
def test_one_decimal_rounds_ties_up(number: float) -> None:
    assert one_decimal(number) == half_up(number, "0.1")


def test_ties_that_python_would_round_to_the_even_digit() -> None:
    assert six_decimals(0.0078125) == 0.007813 != round(0.0078125, 6)
    assert one_decimal(6.25) == 6.3 != round(6.25, 1)
    assert coverage_percent(1, 16) == 6.3
    assert coverage_percent(0, 0) == 0


@pytest.mark.parametrize(
    ("resources", "having", "expected"), [(1, 1, 0.287682), (1, 0, 1.386294), (1761, 1, 7.06874), (10**6, 3, 12.562748)]
)
def test_inverse_document_frequency(resources: int, having: int, expected: float) -> None:
    assert inverse_document_frequency(resources, having) == pytest.approx(expected, abs=1e-5)


@given(st.lists(st.floats(0, 50), min_size=1, max_size=40))
def test_apportioned_shares_sum_to_the_rounded_total(shares: list[float]) -> None:
    total = six_decimals(sum(shares))
    parts = apportion(total, shares)
    assert sum(Fraction(str(part)) for part in parts) == Fraction(str(total))
    assert all(abs(part - share) < 2e-6 for part, share in zip(parts, shares, strict=True))
