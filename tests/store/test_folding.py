"""Folding: in slices, safe to kill, seen whole or not at all, and checked."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from t2tdb.errors import DatabaseError
from t2tdb.search import Filters
from t2tdb.store import folding
from t2tdb.store.check import check_database
from t2tdb.store.connection import Transaction, Writer, open_reader
from t2tdb.store.folding import fold
from t2tdb.store.lanecheck import wrong_lanes
from t2tdb.store.migrate import open_writer
from t2tdb.store.spans import members, spans
from tests.support.shelf import Item, Shelf, expected, ranked

WORDS = "deploy plan guide code review test build ship log trace query index merge branch token cache".split()


def filled(writer: Writer, count: int, ranking: str = "seed") -> Shelf:
    draw = random.Random(5)
    shelf = Shelf(writer, ranking)
    shelf.put(
        *(
            Item(
                1,
                f"{number}.md",
                draw.choice(WORDS),
                " ".join(draw.choices(WORDS, k=4)),
                " ".join(draw.choices(WORDS, k=20)),
            )
            for number in range(count)
        )
    )
    return shelf


def folded(shelf: Shelf) -> None:
    while fold(shelf.writer, shelf.profile):
        pass


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, figure in {"WIDTH": 40, "WORTHWHILE": 10, "CROWD": 4, "SLICE": 5}.items():
        monkeypatch.setattr(folding, name, figure)


def test_pending_documents_become_spans_and_small_spans_one(database: str) -> None:
    with open_writer(database) as writer:
        shelf = filled(writer, 95)
        folded(shelf)
        assert [span.documents for span in spans(writer)] == [40, 40, 15]
        for start in (200, 220, 240):
            shelf.put(*(Item(1, f"{number}.md", "plan") for number in range(start, start + 8)))
            fold(writer, shelf.profile, least=8)
        folded(shelf)
        assert [span.documents for span in spans(writer)] == [40, 40, 39]
        assert not list(wrong_lanes(writer))
        assert writer.number("SELECT count(*) FROM lanes WHERE span_id NOT IN (SELECT id FROM lane_spans)") == 0


def test_spans_of_which_half_has_died_shrink_or_go(database: str) -> None:
    with open_writer(database) as writer:
        shelf = filled(writer, 80)
        folded(shelf)
        shelf.drop(
            *[(1, f"{number}.md") for number in range(40)], *[(1, f"{number}.md") for number in range(41, 80, 2)]
        )
        folded(shelf)
        assert [span.documents for span in spans(writer)] == [20]
        assert list(members(spans(writer)[0])) == list(range(41, 81, 2))
        shelf.drop(*shelf.items)
        folded(shelf)
        assert not spans(writer)
        assert writer.number("SELECT count(*) FROM lanes") == 0


def test_nothing_to_fold_writes_nothing(database: str) -> None:
    with open_writer(database) as writer:
        shelf = filled(writer, 50)
        folded(shelf)
        before = writer.total_changes()
        assert not fold(writer, shelf.profile)
        assert writer.total_changes() == before


class Killed(Exception):
    """Stands for a process that ends before a transaction."""


def killed_after(transactions: int) -> Callable[[Writer], Transaction]:
    exact = Writer.transaction
    left = iter(range(transactions))

    def transaction(self: Writer) -> Transaction:
        if next(left, None) is None:
            raise Killed
        return exact(self)

    return transaction


@pytest.mark.parametrize("ranking", ["seed", "tuned"])
def test_killed_after_any_transaction_answers_stay_exact(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, ranking: str
) -> None:
    exact = Writer.transaction
    task, survived = "deploy the plan and review code", 0
    for point in range(60):
        with open_writer(new_database(f"{point}.db"), ranking=ranking) as writer:
            shelf = filled(writer, 55, ranking)
            monkeypatch.setattr(Writer, "transaction", killed_after(point))
            try:
                folded(shelf)
                shelf.drop(*[(1, f"{number}.md") for number in range(0, 55, 2)])
                folded(shelf)
                survived += 1
            except Killed:
                pass
            monkeypatch.setattr(Writer, "transaction", exact)
            wanted = expected(shelf, task, Filters())[:10]
            assert ranked(writer, task, 10, Filters()) == wanted
            folded(shelf)
            assert ranked(writer, task, 10, Filters()) == wanted
            assert not list(wrong_lanes(writer))
            assert writer.number("SELECT count(*) FROM lanes WHERE span_id NOT IN (SELECT id FROM lane_spans)") == 0
        if survived:
            break
    assert survived, "the story has more transactions than were tried"
    assert point > 10


def test_a_reader_sees_a_span_whole_or_not_at_all(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_writer(database) as writer, open_reader(database) as reader:
        shelf = filled(writer, 60)
        wanted = expected(shelf, "deploy plan", Filters())[:5]
        seen: list[bool] = []
        exact = Writer.run_many

        def run_many(self: Writer, sql: str, parameters: list[tuple[int, int, bytes]]) -> None:
            exact(self, sql, parameters)
            if sql.startswith("INSERT INTO lanes"):
                seen.append(ranked(reader, "deploy plan", 5, Filters()) == wanted)  # type: ignore[arg-type]

        monkeypatch.setattr(Writer, "run_many", run_many)
        folded(shelf)
        assert len(seen) > 3
        assert all(seen)


def test_two_that_fold_the_same_documents_leave_one_span(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_writer(database) as writer:
        shelf = filled(writer, 30)
        exact = folding._reserve

        def reserve(first: Writer) -> int:
            monkeypatch.setattr(folding, "_reserve", exact)
            with open_writer(database) as second:
                fold(second, shelf.profile)
            return exact(first)

        monkeypatch.setattr(folding, "_reserve", reserve)
        folded(shelf)
        assert [span.documents for span in spans(writer)] == [30]
        assert not list(wrong_lanes(writer))


def test_lanes_can_be_dropped_and_no_answer_changes(database: str) -> None:
    with open_writer(database) as writer:
        shelf = filled(writer, 90)
        folded(shelf)
        with_lanes = ranked(writer, "deploy plan code", 20, Filters())
        folding.drop(writer)
        assert not spans(writer)
        assert writer.number("SELECT count(*) FROM lanes") == 0
        assert ranked(writer, "deploy plan code", 20, Filters()) == with_lanes


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE lanes SET lane = CAST(substr(lane, 1, 1) || x'01' || substr(lane, 3) AS BLOB)", "too low"),
        ("UPDATE lane_spans SET last_document = last_document + 1", "does not know"),
        ("UPDATE lane_spans SET averages = '9 9 9 999'", "too low"),
    ],
)
def test_check_finds_damaged_lanes(database: str, damage: str, said: str) -> None:
    with open_writer(database) as writer:
        folded(filled(writer, 60))
        assert not [finding for finding in check_database(writer) if finding.check == "lanes"]
        with writer.transaction():
            writer.run(damage)
        assert said in " ".join(finding.message for finding in check_database(writer) if finding.check == "lanes")


def test_a_fold_that_cannot_write_loses_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_writer(database) as writer:
        shelf = filled(writer, 60)
        wanted = ranked(writer, "deploy plan", 9, Filters())

        def full(_self: Writer, _sql: str, _parameters: object) -> None:
            raise DatabaseError("the disk is full")

        monkeypatch.setattr(Writer, "run_many", full)
        with pytest.raises(DatabaseError):
            fold(writer, shelf.profile)
        monkeypatch.undo()
        assert ranked(writer, "deploy plan", 9, Filters()) == wanted
