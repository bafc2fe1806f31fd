"""Libraries and queries that are made to be hard: copies, long queries, many roots; and how much work they cause."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from t2tdb.search import Filters, compose, coverage, find
from t2tdb.search.question import Question
from t2tdb.store import folding
from t2tdb.store.connection import Reader, Writer
from tests.support.shelf import Item, Shelf, expected, oracle_of, ranked

Memory = Callable[[], Writer]


def words(count: int) -> list[str]:
    return [
        a + b + c for a in "bdfgklmnprtvz" for b in "aiou" for c in ("ba", "ko", "mu", "ri", "lo", "pu", "za", "no")
    ][:count]


def shelf_of(writer: Writer, items: Sequence[Item], ranking: str = "seed", pending: int = 0) -> Shelf:
    """A library that is folded but for its last items."""
    shelf = Shelf(writer, ranking)
    split = len(items) - pending
    shelf.put(*items[:split])
    while folding.fold(writer, shelf.profile, least=64):
        pass
    if pending:
        shelf.put(*items[split:])
    return shelf


def random_items(count: int, vocabulary: Sequence[str], roots: int = 1, seed: int = 3) -> list[Item]:
    draw = random.Random(seed)

    def text(length: int) -> str:
        return " ".join(vocabulary[int(len(vocabulary) * draw.random() ** 3)] for _ in range(length))

    return [
        Item(
            1 + n % roots, f"{n:05}.md", text(3), text(8), text(draw.randrange(5, 60)), draw.choice(["skill", "agent"])
        )
        for n in range(count)
    ]


@pytest.fixture
def spans_of_200(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "WIDTH", 200)


@pytest.mark.usefixtures("spans_of_200")
@pytest.mark.parametrize("ranking", ["seed", "tuned"])
def test_copies_that_tie_are_ordered_by_name_and_id(memory_writer: Memory, ranking: str) -> None:
    copies = [
        Item(1 + n % 2, f"{n * 7 % 600:04}.md", f"copy {n % 3}", "deploy the plan", "deploy plan") for n in range(600)
    ]
    with memory_writer() as writer:
        shelf = shelf_of(writer, [*copies, *random_items(40, words(50))], ranking, pending=30)
        for filters in (Filters(), Filters(roots=(2,)), Filters(kinds=("skill",))):
            assert ranked(writer, "deploy plan", 25, filters) == expected(shelf, "deploy plan", filters)[:25]


@pytest.mark.stress
def test_ten_thousand_copies(memory_writer: Memory) -> None:
    copies = [Item(1, f"{n * 7 % 10_000:05}.md", "copy", "deploy the plan", "deploy plan now") for n in range(10_000)]
    with memory_writer() as writer:
        shelf = shelf_of(writer, [*copies, *random_items(500, words(200))], pending=100)
        assert ranked(writer, "deploy plan now", 10, Filters()) == expected(shelf, "deploy plan now", Filters())[:10]


@pytest.mark.usefixtures("spans_of_200")
@pytest.mark.parametrize(("ranking", "length"), [("seed", 45), ("seed", 256), ("seed", 300), ("tuned", 60)])
def test_long_queries(memory_writer: Memory, monkeypatch: pytest.MonkeyPatch, ranking: str, length: int) -> None:
    vocabulary = words(400)
    draw = random.Random(length)
    with memory_writer() as writer:
        shelf = shelf_of(writer, random_items(500, vocabulary), ranking, pending=40)
        for kept in (0, coverage.MOST_KEPT, 0):
            monkeypatch.setattr(coverage, "MOST_KEPT", kept)
            task = " ".join(draw.sample(vocabulary, length))
            assert ranked(writer, task, 15, Filters()) == expected(shelf, task, Filters())[:15]
            oracle, shown = oracle_of(shelf, Filters())
            plan = oracle.compose(task, 6, shown)
            composition = compose(writer, task, limit=6, all_copies=True).composition
            assert [(pick.resource.id, pick.score, pick.new_terms) for pick in composition.picks] == [
                (step.candidate.id, step.candidate.score, step.new_terms) for step in plan.steps
            ]
            assert composition.query_boundary == plan.boundary


@pytest.mark.usefixtures("spans_of_200")
def test_many_roots_have_statistics_of_their_own(memory_writer: Memory) -> None:
    vocabulary = words(120)
    draw = random.Random(9)
    with memory_writer() as writer:
        shelf = shelf_of(writer, random_items(600, vocabulary, roots=50), pending=50)
        for _ in range(12):
            roots = tuple(sorted(draw.sample(range(1, 51), draw.choice([1, 3, 20]))))
            task = " ".join(draw.sample(vocabulary[:60], 4))
            assert ranked(writer, task, 8, Filters(roots=roots)) == expected(shelf, task, Filters(roots=roots))[:8]


@pytest.mark.usefixtures("spans_of_200")
def test_deleted_documents_do_not_come_back(memory_writer: Memory) -> None:
    vocabulary = words(60)
    with memory_writer() as writer:
        shelf = shelf_of(writer, random_items(500, vocabulary))
        shelf.drop(*[place for number, place in enumerate(sorted(shelf.items)) if number % 3])
        for start in range(0, 40, 4):
            task = " ".join(vocabulary[start : start + 4])
            assert ranked(writer, task, 10, Filters()) == expected(shelf, task, Filters())[:10]


class Recorder:
    """Notes the statements of a search, and how many documents were scored."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements: list[tuple[str, Sequence[object]]] = []
        self.scored = 0
        for name in ("rows", "row"):
            monkeypatch.setattr(Reader, name, self._noting(getattr(Reader, name)))
        score = Question.score

        def counted(question: Question, document: int) -> float:
            self.scored += 1
            return score(question, document)

        monkeypatch.setattr(Question, "score", counted)

    def _noting(self, ask: Callable[..., object]) -> Callable[..., object]:
        def noted(reader: Reader, sql: str, parameters: Sequence[object] = ()) -> object:
            self.statements.append((sql, parameters))
            return ask(reader, sql, parameters)

        return noted


ASKED = [
    ("bako bamu bari bilo bopu", Filters()),
    ("bako", Filters()),
    ("zuno bako bamu", Filters(kinds=("agent",), tag="red")),
    ("bako bamu", Filters(roots=(1,), within=((1, b"00001.md"),))),
]


@pytest.mark.usefixtures("spans_of_200")
@pytest.mark.parametrize(("task", "filters"), ASKED)
def test_every_query_recalls_through_fts5_and_reads_no_table_whole(
    memory_writer: Memory, monkeypatch: pytest.MonkeyPatch, task: str, filters: Filters
) -> None:
    with memory_writer() as writer:
        shelf_of(writer, random_items(800, words(200)), pending=20)
        recorder = Recorder(monkeypatch)
        find(writer, task, filters=filters)
        asked = [sql for sql, _ in recorder.statements]
        assert any(" MATCH " in sql for sql in asked)
        monkeypatch.undo()
        for sql, parameters in recorder.statements:
            if sql.startswith("PRAGMA"):
                continue
            plan = [str(row[3]) for row in writer.rows(f"EXPLAIN QUERY PLAN {sql}", parameters)]  # type: ignore[arg-type]
            for step in plan:
                whole = step.startswith("SCAN") and any(
                    step.split()[1] == table
                    for table in ("resources", "r", "term_vectors", "v", "files", "tags", "lanes", "terms")
                )
                assert not whole, (sql, plan)


@pytest.mark.usefixtures("spans_of_200")
@pytest.mark.parametrize("ranking", ["seed", "tuned"])
def test_bounds_leave_few_documents_to_score(
    memory_writer: Memory, monkeypatch: pytest.MonkeyPatch, ranking: str
) -> None:
    vocabulary = words(300)
    with memory_writer() as writer:
        shelf_of(writer, random_items(2_000, vocabulary), ranking)
        recorder = Recorder(monkeypatch)
        draw = random.Random(1)
        for _ in range(10):
            find(writer, " ".join(draw.sample(vocabulary[:80], 6)))
        assert recorder.scored / 10 < 300  # of 2,000, most of which hold one of the words
