"""Find and compose answer what scoring every resource would answer: random libraries, edits, folds and queries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.ranking.oracle import Document, Oracle
from t2tdb.search import Filters, compose, find
from t2tdb.search import best as best_module
from t2tdb.store import folding
from t2tdb.store.connection import Writer
from tests.support.shelf import Item, Shelf

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


def _shown(shelf: Shelf, filters: Filters) -> set[str]:
    """Places that the filters admit, as the names that the shelf gives its roots and paths."""

    def admitted(item: Item) -> bool:
        named = {root for root, _ in filters.within}
        inside = any(
            root == item.root and (item.path.encode() == path or item.path.encode().startswith(path + b"/"))
            for root, path in filters.within
        )
        return (
            (not filters.kinds or item.kind in filters.kinds)
            and (not filters.tag or filters.tag in item.tags)
            and (item.root not in named or inside)
        )

    return {f"{item.root} {item.path}" for item in shelf.items.values() if admitted(item)}


def _oracle(shelf: Shelf, filters: Filters) -> tuple[Oracle, Callable[[Document], bool]]:
    admitted = _shown(shelf, filters)
    chosen = sorted(
        (item for item in shelf.items.values() if not filters.roots or item.root in filters.roots),
        key=lambda item: item.place,
    )
    allowed = {key for key, item in enumerate(chosen) if f"{item.root} {item.path}" in admitted}
    return shelf.oracle(filters.roots), lambda document: document.key in allowed


def _expected(shelf: Shelf, task: str, filters: Filters) -> list[tuple[float, str, str, tuple[str, ...]]]:
    oracle, shown = _oracle(shelf, filters)
    return [(hit.score, hit.name, hit.id, hit.matched) for hit in oracle.rank(task, shown)]


def _ranked(writer: Writer, task: str, limit: int, filters: Filters) -> list[tuple[float, str, str, tuple[str, ...]]]:
    hits = find(writer, task, limit=limit, filters=filters, all_copies=True).hits
    return [(hit.score, hit.resource.name, hit.resource.id, hit.matched_terms) for hit in hits]


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


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans of a few documents, lanes of two, and every shortcut within reach of a small library."""
    monkeypatch.setattr(folding, "WIDTH", 6)
    monkeypatch.setattr(folding, "CROWD", 3)
    monkeypatch.setattr(folding, "LEAST_HOLDERS", 2)
    for name, figure in {"FEW": 2, "SELECTIVE": 2, "SAMPLE": 1, "MANY": 1, "CHEAP": 0, "PER_SCORE": 1_000}.items():
        monkeypatch.setattr(best_module, name, figure)


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
            assert _ranked(writer, task, limit, filters) == _expected(story.shelf, task, filters)[:limit]


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
            oracle, shown = _oracle(story.shelf, filters)
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
