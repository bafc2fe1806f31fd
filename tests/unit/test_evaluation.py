"""``t2tdb eval``: the forms that are read, what is refused, and what passes."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.evaluation import Case, EvaluationInvalid, evaluate, read_evaluation
from t2tdb.model import Freshness, Hit, QueryBoundary, Resource
from t2tdb.results import Found


def found(*names: str, fits: bool | None = None) -> Found:
    hits = tuple(
        Hit(Resource(f"skill:{name}/skill.md", name, "skill", "", (), f"{name}/SKILL.md", "/lib"), 1.0, ("x",))
        for name in names
    )
    files = tuple(f"/lib/{name}/SKILL.md".encode() for name in names)
    return Found(("/lib",), "x", hits, files, 3, 3, QueryBoundary(256, 1, False, ()), Freshness(1.0, False), fits=fits)


def test_tasks_with_what_they_want() -> None:
    tasks = "[{task: a b, wants: A}, {task: c, wants: [B, C], within: 1}, {task: d, wants: nothing}]"
    text = f"within: 3\nfloor: 0.5\ntasks: {tasks}\n"
    evaluation = read_evaluation(text.encode())
    assert evaluation.floor == 0.5
    assert evaluation.cases == (Case("a b", ("A",), 3), Case("c", ("B", "C"), 1), Case("d", (), 3))


def test_the_form_that_lies_beside_a_skill() -> None:
    queries = [{"query": "a", "should_trigger": True}, {"query": "b", "should_trigger": False}]
    cases = (Case("a", ("mine",), 1), Case("b", ("mine",), 1, avoids=True))
    assert read_evaluation(json.dumps(queries).encode(), "mine").cases == cases
    assert read_evaluation(json.dumps({"skill": "mine", "queries": queries}).encode(), "other").cases == cases
    with pytest.raises(EvaluationInvalid, match="--skill"):
        read_evaluation(json.dumps(queries).encode())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "list"),
        ("a", "list"),
        ("tasks: []", "1 to"),
        ("tasks: [a]", "mapping"),
        ("tasks: [{wants: a}]", "no task"),
        ("tasks: [{task: a}]", "wants"),
        ("tasks: [{task: a, wants: [[b]]}]", "names"),
        ("within: 0\ntasks: [{task: a, wants: b}]", "within"),
        ("floor: 2\ntasks: [{task: a, wants: b}]", "floor"),
        ("skill: a\nqueries: [{query: a, should_trigger: maybe}]", "true or false"),
        ("tasks: [", "line"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(EvaluationInvalid, match=reason):
        read_evaluation(text.encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(EvaluationInvalid):
        assert read_evaluation(data).cases


@pytest.mark.parametrize(
    ("case", "answer", "rank", "passed"),
    [
        (Case("x", ("b",), 2), found("a", "b"), 2, True),
        (Case("x", ("B",), 1), found("a", "b"), 2, False),
        (Case("x", ("skill:b/skill.md",), 2), found("a", "b"), 2, True),
        (Case("x", ("/lib/b/SKILL.md",), 2), found("a", "b"), 2, True),
        (Case("x", ("c",), 2), found("a", "b"), None, False),
        (Case("x", ("b",), 1, avoids=True), found("a", "b"), 2, True),
        (Case("x", ("a",), 1, avoids=True), found("a", "b"), 1, False),
        (Case("x", ()), found(), None, True),
        (Case("x", ()), found("a", fits=False), None, True),
        (Case("x", ()), found("a", fits=True), None, False),
        (Case("x", ()), found("a"), None, False),
    ],
)
def test_what_passes(case: Case, answer: Found, rank: int | None, *, passed: bool) -> None:
    from t2tdb.evaluation import Evaluation

    (outcome,) = evaluate(Evaluation((case,), 1.0), lambda _task, _limit: answer)
    assert (outcome.rank, outcome.passed) == (rank, passed)
