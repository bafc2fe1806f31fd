"""A database in memory for each example that hypothesis tries: opening one takes 2 ms."""

from __future__ import annotations

from collections.abc import Callable

import apsw
import pytest

from t2tdb.store.connection import Writer, open_reader
from t2tdb.store.migrate import bring_up_to_date


@pytest.fixture(scope="session")
def schema(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("schema") / "empty.db"
    bring_up_to_date(str(path))
    with open_reader(str(path)) as reader:
        shadows = {str(name) for (name,) in reader.rows("SELECT name FROM pragma_table_list WHERE type = 'shadow'")}
        rows = reader.rows("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    return [str(sql) for name, sql in rows if name not in shadows and not str(name).startswith("sqlite_")]


@pytest.fixture(scope="session")
def memory_writer(schema: list[str]) -> Callable[[], Writer]:
    def make() -> Writer:
        writer = Writer(apsw.Connection(":memory:"), ":memory:")
        writer.run("PRAGMA foreign_keys = ON")
        for statement in schema:
            writer.run(statement)
        return writer

    return make


@pytest.fixture
def small_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans of a few documents, lanes of two, and every shortcut within reach of a small library."""
    from t2tdb.search import best, recall, sums
    from t2tdb.store import folding

    figures = {
        folding: {"WIDTH": 6, "CROWD": 3, "LEAST_HOLDERS": 2},
        best: {"FEW": 2, "SELECTIVE": 2, "SAMPLE": 1, "MANY": 1, "CHEAP": 0, "PER_SCORE": 1_000},
        recall: {"HANDFUL": 2},
        sums: {"MOST_TOGETHER": 3, "GROUP": 2},
    }
    for module, values in figures.items():
        for name, figure in values.items():
            monkeypatch.setattr(module, name, figure)
