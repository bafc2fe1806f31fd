"""Composition: a small set of resources that together hold most of a task's words.

Greedy and explainable: each step takes the resource that holds the most words not yet covered; among equals the better
score, then the smaller id. It stops when nothing adds a word. Where candidates come from is the caller's affair.
"""

from __future__ import annotations

from t2tdb.model import QueryBoundary
from t2tdb.ranking.profile import MAX_QUERY_TERMS
from t2tdb.ranking.score import coverage_percent
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from t2tdb.ranking.profile import Query

    Best: TypeAlias = Callable[[frozenset[str], frozenset[str]], "Candidate | None"]
    """Given the uncovered words and the ids already taken: the candidate that adds most words, then has the
    best score, then the first id, name and key; None where no candidate adds a word."""
    Alike: TypeAlias = Callable[[int, int], bool]
    """Whether two resources, by key, say nearly the same."""

MOST_TWINS = 16
"""How many near-twins are passed over in one step."""


@value
class Candidate:
    """A resource that matches some words of a query."""

    key: int
    id: str
    name: str
    score: float
    matched: tuple[str, ...]  # sorted


@value
class Step:
    """One pick, and what it adds."""

    candidate: Candidate
    new_terms: tuple[str, ...]  # sorted
    cumulative_coverage_percent: float


@value
class Plan:
    """A finished composition."""

    words: tuple[str, ...]
    covered: tuple[str, ...]  # in the order of the words
    uncovered: tuple[str, ...]
    coverage_percent: float  # words beyond the boundary count as uncovered
    boundary: QueryBoundary
    steps: tuple[Step, ...]


def compose(query: Query, best: Best, limit: int, alike: Alike | None = None) -> Plan:
    """Pick at most ``limit`` resources; no id is picked twice.

    Of two resources that are ``alike`` the second is picked only where no other candidate adds as many words.
    """
    uncovered = frozenset(query.words)
    taken: frozenset[str] = frozenset()
    steps: list[Step] = []
    while len(steps) < limit and uncovered:
        candidate = best(uncovered, taken)
        if candidate is None:
            break
        if alike is not None and steps:
            candidate = _no_twin(candidate, best, uncovered, taken, [step.candidate.key for step in steps], alike)
        new_terms = tuple(word for word in candidate.matched if word in uncovered)
        uncovered = uncovered.difference(new_terms)
        taken = taken | {candidate.id}
        steps.append(Step(candidate, new_terms, _percent(query, uncovered)))
    return Plan(
        words=query.words,
        covered=tuple(word for word in query.words if word not in uncovered),
        uncovered=tuple(word for word in query.words if word in uncovered),
        coverage_percent=_percent(query, uncovered),
        boundary=QueryBoundary(MAX_QUERY_TERMS, query.total_terms, bool(query.ignored), query.ignored),
        steps=tuple(steps),
    )


def _no_twin(
    first: Candidate,
    best: Best,
    uncovered: frozenset[str],
    taken: frozenset[str],
    picked: list[int],
    alike: Alike,
) -> Candidate:
    candidate: Candidate | None = first
    added = len(uncovered.intersection(first.matched))
    for _ in range(MOST_TWINS):
        if candidate is None or len(uncovered.intersection(candidate.matched)) < added:
            return first
        if not any(alike(candidate.key, key) for key in picked):
            return candidate
        taken = taken | {candidate.id}
        candidate = best(uncovered, taken)
    return first


def _percent(query: Query, uncovered: frozenset[str]) -> float:
    return coverage_percent(len(query.words) - len(uncovered), query.total_terms)
