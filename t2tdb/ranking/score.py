"""The numbers of BM25, and rounding as the reference model rounds. Pure arithmetic."""

from __future__ import annotations

from math import floor, log

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def inverse_document_frequency(resources: int, having: int) -> float:
    """ln(1 + (N - n + 0.5) / (n + 0.5)), where n of N resources hold the term.

    The C library's logarithm and the reference's (fdlibm) differ in the last bit for 8 of 100 arguments, which moves no
    score in the sixth decimal.
    """
    return log(1 + (resources - having + 0.5) / (having + 0.5))


def six_decimals(score: float) -> float:
    """Round to six decimals; an exact tie goes up, as in ECMAScript's ``toFixed`` (``round`` takes the even digit).

    A binary fraction can only lie exactly between two millionths where it is a multiple of 1/128.
    """
    eighths = score * 128
    if eighths.is_integer():
        return floor(eighths * 7812.5 + 0.5) / 1_000_000
    return round(score, 6)


def one_decimal(percent: float) -> float:
    """Round to one decimal; an exact tie goes up. Only a multiple of 1/4 can lie exactly between two tenths."""
    if (percent * 4).is_integer():
        return floor(percent * 10 + 0.5) / 10
    return round(percent, 1)


def coverage_percent(covered: int, total: int) -> float:
    """Share of covered words in per cent, one decimal; 0 of nothing."""
    return one_decimal(covered * 100 / total) if total else 0.0


def apportion(total: float, shares: Sequence[float]) -> list[float]:
    """Round shares to millionths so that they sum to ``total`` in millionths: the largest remainders are rounded up.

    ``total`` has six decimals already and is the rounded sum of the shares.
    """
    millionths = [share * 1_000_000 for share in shares]
    whole = [floor(share) for share in millionths]
    missing = round(total * 1_000_000) - sum(whole)
    by_remainder = sorted(range(len(whole)), key=lambda i: (whole[i] - millionths[i], i))
    for i in by_remainder[:missing] if missing >= 0 else by_remainder[missing:]:
        whole[i] += 1 if missing >= 0 else -1
    return [share / 1_000_000 for share in whole]
