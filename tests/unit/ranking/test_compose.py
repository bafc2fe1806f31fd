"""Greedy coverage."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from t2tdb.ranking.compose import Candidate, compose
from t2tdb.ranking.profile import get_profile
from tests.support.oracle import best_of

SEED = get_profile("seed")


def candidate(key: int, words: str, score: float = 1.0, name: str = "") -> Candidate:
    return Candidate(key, f"skill:{key}", name or f"n{key}", score, tuple(sorted(words.split())))


def picks(task: str, candidates: list[Candidate], limit: int = 5) -> list[tuple[int, tuple[str, ...], float]]:
    plan = compose(SEED.query(task), best_of(candidates), limit)
    return [(step.candidate.key, step.new_terms, step.cumulative_coverage_percent) for step in plan.steps]


def test_the_most_new_words_win_over_the_better_score() -> None:
    candidates = [candidate(1, "api", 9.0), candidate(2, "api release", 1.0), candidate(3, "notes", 0.1)]
    assert picks("api release notes", candidates) == [(2, ("api", "release"), 66.7), (3, ("notes",), 100.0)]


def test_ties_go_by_score_and_then_by_id() -> None:
    assert picks("api", [candidate(1, "api", 1.0), candidate(2, "api", 2.0)])[0][0] == 2
    assert picks("api", [candidate(2, "api"), candidate(1, "api")])[0][0] == 1


def test_an_id_is_never_picked_twice() -> None:
    twins = [
        Candidate(1, "skill:same", "a", 2.0, ("api", "release")),
        Candidate(2, "skill:same", "b", 1.0, ("notes",)),
        Candidate(3, "skill:other", "c", 0.5, ("notes",)),
    ]
    assert [key for key, _new, _percent in picks("api release notes", twins)] == [1, 3]


def test_it_stops_when_nothing_is_added() -> None:
    plan = compose(SEED.query("api zebra"), best_of([candidate(1, "api"), candidate(2, "api")]), 5)
    assert len(plan.steps) == 1
    assert plan.covered == ("api",)
    assert plan.uncovered == ("zebra",)
    assert plan.coverage_percent == 50.0


def test_ignored_words_count_as_uncovered() -> None:
    words = [f"w{n:03}" for n in range(300)]
    plan = compose(SEED.query(" ".join(words)), best_of([candidate(1, " ".join(words[:256]))]), 5)
    assert plan.uncovered == ()
    assert plan.coverage_percent == 85.3
    assert plan.boundary.truncated
    assert plan.boundary.total_terms == 300
    assert plan.boundary.ignored_terms == tuple(words[256:])


WORDS = ["api", "release", "notes", "review", "security"]
CANDIDATES = st.lists(st.tuples(st.sets(st.sampled_from(WORDS)), st.integers(0, 3)), max_size=8)


@given(CANDIDATES, st.integers(1, 6))
def test_every_step_is_the_best_that_remains(drawn: list[tuple[set[str], int]], limit: int) -> None:
    candidates = [candidate(i, " ".join(words), float(score)) for i, (words, score) in enumerate(drawn)]
    plan = compose(SEED.query(" ".join(WORDS)), best_of(candidates), limit)
    uncovered = set(WORDS)
    taken: set[int] = set()
    for step in plan.steps:
        assert step.candidate.key not in taken
        rest = [c for c in candidates if c.key not in taken]
        most = max(len(uncovered.intersection(c.matched)) for c in rest)
        assert len(step.new_terms) == most > 0
        equals = [c for c in rest if len(uncovered.intersection(c.matched)) == most]
        assert step.candidate == min(equals, key=lambda c: (-c.score, c.id))
        taken.add(step.candidate.key)
        uncovered -= set(step.new_terms)
    assert set(plan.uncovered) == uncovered
    if len(plan.steps) < limit:
        assert not any(uncovered.intersection(c.matched) for c in candidates if c.key not in taken)
