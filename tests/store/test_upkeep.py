"""A year of edits: the file stays sound for the stock library, small, described, and free of what was erased."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from t2tdb.store.connection import open_reader
from t2tdb.store.descriptions import describe
from t2tdb.store.merging import FTS_TABLES
from t2tdb.store.migrate import open_writer
from t2tdb.store.settings import get_setting, put_setting
from t2tdb.store.upkeep import upkeep
from tests.ingest.library import dump, fresh_dump, health, ingest, write_skill

STOCK = """
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
print(c.execute("PRAGMA integrity_check").fetchall(), c.execute("PRAGMA foreign_key_check").fetchall())
for table in sys.argv[2:]:
    c.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
for name, kind in c.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
    c.execute(f'SELECT * FROM "{name}" LIMIT 3').fetchall()
"""


def stock_check(database: str) -> str:
    """What the SQLite of the standard library says of a database; it opens every table and view."""
    done = subprocess.run(
        [sys.executable, "-c", STOCK, database, *FTS_TABLES], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() + done.stderr


def edit(root: Path, chance: random.Random, edits: int) -> None:
    for _ in range(edits):
        name = f"skill{chance.randrange(40)}"
        path = root / name / "SKILL.md"
        if path.exists() and chance.random() < 0.2:
            path.unlink()
        else:
            write_skill(root, name, " ".join(f"w{chance.randrange(3000)}" for _ in range(30)))


@pytest.mark.parametrize(
    "edits",
    [pytest.param(600, id="600"), pytest.param(10_000, marks=[pytest.mark.stress, pytest.mark.timeout(1200)])],
)
def test_stock_library_finds_the_file_sound_after_random_edits(
    database: str, empty_database: Path, tmp_path: Path, edits: int
) -> None:
    root = tmp_path / "library"
    root.mkdir()
    chance = random.Random(7)
    with open_writer(database) as writer:
        for _ in range(edits // 20):
            edit(root, chance, 20)
            ingest(writer, root)
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)
        assert writer.number("SELECT count(*) FROM terms WHERE id NOT IN (SELECT term_id FROM term_counts)") <= 1
    assert stock_check(database) == "[('ok',)] []"
    assert health(database) == []
    with open_reader(database) as reader:
        tables = [
            str(name) for (name,) in reader.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        ]
        assert "sqlite_stat1" in tables, "PRAGMA optimize has run"
        for table in tables:
            about = describe(table)
            assert about is not None, table
            assert set(about.columns) == {str(row[1]) for row in reader.rows(f'PRAGMA table_xinfo("{table}")')}


def test_free_pages_are_given_back(database: str, tmp_path: Path) -> None:
    root = tmp_path / "library"
    for number in range(300):
        write_skill(root, f"skill{number}", " ".join(f"word{number}x{each}" for each in range(60)))
    with open_writer(database) as writer:
        ingest(writer, root)
        full = writer.number("PRAGMA page_count")
        for number in range(280):
            (root / f"skill{number}" / "SKILL.md").unlink()
        ingest(writer, root)
        assert writer.number("PRAGMA page_count") < full * 0.6
        assert writer.number("PRAGMA freelist_count") <= writer.number("PRAGMA page_count") // 50


PAGES = "SELECT count(*) FROM dbstat WHERE name NOT LIKE 'changes%' AND name NOT LIKE 'scans%'"
"""Pages of everything but the history, which a fresh database has little of."""


def test_pages_are_packed_once_every_text_was_replaced(database: str, empty_database: Path, tmp_path: Path) -> None:
    root = tmp_path / "library"
    root.mkdir()
    chance = random.Random(3)
    with open_writer(database) as writer:
        for _ in range(60):
            edit(root, chance, 20)
            ingest(writer, root)
        assert int(get_setting(writer, "upkeep_packed")) >= 500
        assert writer.number("PRAGMA auto_vacuum") == 2
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)
        pages = writer.number(PAGES)
    fresh = tmp_path / "fresh.db"
    fresh.write_bytes(empty_database.read_bytes())
    with open_writer(str(fresh)) as writer:
        ingest(writer, root)
        assert pages < writer.number(PAGES) * 1.2
    assert health(database) == []


def test_work_goes_on_where_it_was_cut_off(database: str, tmp_path: Path) -> None:
    root = tmp_path / "library"
    for number in range(5):
        write_skill(root, f"skill{number}", f"only{number} here")
    with open_writer(database) as writer:
        ingest(writer, root)
        assert not upkeep(writer), "nothing was erased yet"
        write_skill(root, "skill1", "another")
        ingest(writer, root)
        assert get_setting(writer, "upkeep_stage") == ""
        assert writer.number("SELECT count(*) FROM terms WHERE term = 'only1'") == 0
        with writer.transaction():
            put_setting(writer, "upkeep_erased", "0")
        stages: list[str] = []
        while upkeep(writer):
            stages.append(get_setting(writer, "upkeep_stage").partition(":")[0])
            writer.close()
            writer.__init__(open_writer(database)._connection, database)  # type: ignore[misc]
        assert list(dict.fromkeys(stages)) == [*FTS_TABLES, "statistics", "packing", "pages", ""]
        assert not upkeep(writer)


def test_newest_word_keeps_its_number(database: str, tmp_path: Path) -> None:
    """A number that is given to another word would make old bounds speak of it."""
    root = tmp_path / "library"
    write_skill(root, "one", "zzz")
    with open_writer(database) as writer:
        ingest(writer, root)
        newest = writer.number("SELECT max(id) FROM terms")
        write_skill(root, "one", "aaa")
        ingest(writer, root)
        assert writer.number("SELECT id FROM terms WHERE term = 'aaa'") > newest
