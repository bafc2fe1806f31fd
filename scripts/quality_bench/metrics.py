"""nDCG@10, recall, reciprocal rank, and the interval of a difference."""

from __future__ import annotations

import random
from math import log2

NAMES = ("nDCG@10", "R@5", "R@10", "MRR")


def measure(ranked: list[str], relevant: dict[str, int]) -> tuple[float, float, float, float]:
    """The four measures of one ranked list of ids, of which the first 100 count."""
    gains = [relevant.get(each, 0) for each in ranked[:10]]
    ideal = sorted(relevant.values(), reverse=True)[:10]
    first = next((place for place, each in enumerate(ranked[:100], 1) if each in relevant), 0)
    return (
        _discounted(gains) / _discounted(ideal),
        sum(each in relevant for each in ranked[:5]) / len(relevant),
        sum(each in relevant for each in ranked[:10]) / len(relevant),
        1 / first if first else 0.0,
    )


def mean(rows: list[tuple[float, ...]], column: int = 0) -> float:
    """Mean of one measure over the queries."""
    return sum(row[column] for row in rows) / len(rows)


def interval(better: list[float], worse: list[float], rounds: int = 2000) -> tuple[float, float]:
    """95 % interval of the mean paired difference, by a seeded bootstrap over the queries."""
    differences = [b - w for b, w in zip(better, worse, strict=True)]
    chance = random.Random(7)
    means = sorted(sum(chance.choices(differences, k=len(differences))) / len(differences) for _ in range(rounds))
    return means[int(rounds * 0.025)], means[int(rounds * 0.975)]


def _discounted(gains: list[int]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))
