"""Find and compose answer what scoring every resource would answer: random libraries, edits, folds and queries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.search import Filters, compose
from t2tdb.store import folding
from t2tdb.store.connection import Writer
from tests.support.shelf import Item, Shelf, expected, oracle_of, ranked

_WORD = st.sampled_from(
    "deploy deploying a guide code review 日本語 日本 é x1 plan planner ploy cat the on codeReview reviww".split()
)
_TEXT = st.lists(_WORD, max_size=6).map(" ".join)
_LONG = st.lists(_WORD, max_size=40).map(" ".join)
_ITEM = st.builds(
    Item,
    root=st.integers(1, 3),
    path=st.integers(0, 12).map(lambda number: f"d{number % 3}/{number}.md"),
    name=_TEXT,
    description=_TEXT,
    body=_LONG,
    kind=st.sampled_from(["skill", "agent"]),
    tags=st.lists(st.sampled_from(["red", "code", "plan"]), max_size=2, unique=True).map(tuple),
)
_FILTERS = st.builds(
    Filters,
    roots=st.sampled_from([(), (), (1,), (2, 3)]),
    kinds=st.sampled_from([(), (), ("skill",), ("agent", "rule")]),
    tag=st.sampled_from(["", "", "red", "plan"]),
    within=st.sampled_from([(), (), ((1, b"d1"),), ((1, b"d0"), (2, b"d2/2.md"))]),
)


def _searchable(task: str) -> bool:
    return bool(set(task.split()) - {"a", "the", "on", "é"})


class Story:
    """Draws a library with a history: puts, drops and folds in any order."""

    def __init__(self, writer: Writer, ranking: str, data: st.DataObject) -> None:
        self.shelf = Shelf(writer, ranking)
        self._data = data

    def go_on(self) -> None:
        draw, shelf = self._data.draw, self.shelf
        shelf.put(*{item.place: item for item in draw(st.lists(_ITEM, max_size=10), "put")}.values())
        if shelf.items:
            shelf.drop(*draw(st.sets(st.sampled_from(sorted(shelf.items)), max_size=3), "drop"))
        for _ in range(draw(st.integers(0, 3), "folds")):
            folding.fold(shelf.writer, shelf.profile, least=draw(st.integers(1, 7), "least"))


pytestmark = pytest.mark.usefixtures("small_library")


@settings(max_examples=80, deadline=None)
@given(st.data())
@pytest.mark.parametrize("ranking", ["seed", "tuned"])
def test_find_equals_the_oracle(memory_writer: Callable[[], Writer], ranking: str, data: st.DataObject) -> None:
    with memory_writer() as writer:
        story = Story(writer, ranking, data)
        for _ in range(data.draw(st.integers(1, 4), "rounds")):
            story.go_on()
            task = data.draw(_TEXT.filter(_searchable), "task")
            limit, filters = data.draw(st.integers(1, 12), "limit"), data.draw(_FILTERS, "filters")
            assert ranked(writer, task, limit, filters) == expected(story.shelf, task, filters)[:limit]


@settings(max_examples=80, deadline=None)
@given(st.data())
@pytest.mark.parametrize("ranking", ["seed", "tuned"])
def test_compose_equals_the_oracle(memory_writer: Callable[[], Writer], ranking: str, data: st.DataObject) -> None:
    with memory_writer() as writer:
        story = Story(writer, ranking, data)
        for _ in range(data.draw(st.integers(1, 4), "rounds")):
            story.go_on()
            task = data.draw(_TEXT.filter(_searchable), "task")
            limit, filters = data.draw(st.integers(1, 5), "limit"), data.draw(_FILTERS, "filters")
            oracle, shown = oracle_of(story.shelf, filters)
            plan = oracle.compose(task, limit, shown)
            composition = compose(writer, task, limit=limit, filters=filters, all_copies=True).composition
            assert composition.query_boundary == plan.boundary
            assert composition.covered_terms == plan.covered
            assert composition.lexical_coverage_percent == plan.coverage_percent
            got = [(each.resource.id, each.resource.name, each.score, each.new_terms) for each in composition.picks]
            want = [
                (each.candidate.id, each.candidate.name, each.candidate.score, each.new_terms) for each in plan.steps
            ]
            assert got == want
            percents = [each.cumulative_coverage_percent for each in composition.picks]
            assert percents == [each.cumulative_coverage_percent for each in plan.steps]
