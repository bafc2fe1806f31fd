"""Opening, making and migrating a database (P21, P22, P25, P28)."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from t2tdb.errors import DatabaseDamaged, DatabaseError, NoDatabase, SchemaTooNew
from t2tdb.store.connection import Writer, open_reader
from t2tdb.store.descriptions import TABLES, describe
from t2tdb.store.migrate import open_writer
from t2tdb.store.migrations import migration_scripts
from t2tdb.store.schema import APPLICATION_ID, SCHEMA_VERSION


def run_python(source: str, *arguments: str, umask: int = -1) -> str:
    """Run a script in a process of its own: stock SQLite may not share one with apsw."""
    done = subprocess.run(
        [sys.executable, "-c", source, *arguments], capture_output=True, text=True, check=False, umask=umask
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def set_header(path: str, *, version: int | None = None, application: int | None = None) -> None:
    statements = [f"PRAGMA user_version = {version}"] if version is not None else []
    statements += [f"PRAGMA application_id = {application}"] if application is not None else []
    run_python(
        "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])",
        path,
        ";".join(statements),
    )


def test_the_library_is_past_the_bug_that_damages_shared_logs() -> None:
    """Older ones may damage a WAL database that several processes write (https://sqlite.org/wal.html#walresetbug)."""
    import apsw

    assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= (3, 51, 3)


def test_schema_version_counts_the_migrations() -> None:
    assert len(migration_scripts()) == SCHEMA_VERSION
    run_python(
        "from t2tdb.store.migrations import migration_sets\nassert all(m.name == 't2tdb' for m in migration_sets())"
    )


def test_new_database_has_its_settings_and_modes(database: str) -> None:
    with open_reader(database) as reader:
        assert reader.value("PRAGMA journal_mode") == "wal"
        assert reader.value("PRAGMA auto_vacuum") == 2
        assert reader.value("PRAGMA application_id") == APPLICATION_ID
        settings = dict(reader.rows("SELECT key, value FROM settings"))
    assert settings["ranking_profile"] == "seed"
    assert settings["schema_version"] == str(SCHEMA_VERSION)


def test_every_table_and_column_is_described(database: str) -> None:
    with open_reader(database) as reader:
        tables = [name for (name,) in reader.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
        described = set(reader.rows("SELECT table_name, column_name FROM descriptions"))
        for table in tables:
            assert isinstance(table, str)
            columns = {str(row[1]) for row in reader.rows(f'PRAGMA table_xinfo("{table}")')}
            about = describe(table)
            assert about is not None, f"{table} is not described"
            assert about.title
            assert about.description
            assert set(about.columns) == columns, f"columns of {table}"
            if table in TABLES:
                assert {(table, ""), *((table, column) for column in columns)} <= described
        assert {str(table) for table, _ in described} <= set(tables)


def test_opening_an_up_to_date_database_writes_nothing(database: str) -> None:
    before = os.stat(database)
    open_writer(database).close()
    open_reader(database).close()
    after = os.stat(database)
    assert (before.st_mtime_ns, before.st_ino, before.st_size) == (after.st_mtime_ns, after.st_ino, after.st_size)


def test_neither_making_nor_opening_loads_the_stock_library(tmp_path: Path) -> None:
    loaded = run_python(
        "import sys\nfrom t2tdb.store.migrate import open_writer\nopen_writer(sys.argv[1]).close()\n"
        "print([m for m in sys.modules if 'sqlite' in m])",
        str(tmp_path / "new" / "t.db"),
    )
    assert loaded.strip() == "[]"


@pytest.mark.parametrize("umask", [0, 0o022])
def test_files_are_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "private" / "t.db"
    listing = run_python(
        "import os, sys\nfrom t2tdb.store.migrate import open_writer\nw = open_writer(sys.argv[1])\n"
        "with w.transaction(): w.run(\"INSERT INTO settings VALUES ('x', 'y')\")\n"
        "d = os.path.dirname(sys.argv[1])\n"
        "print(*(f'{n}:{os.lstat(os.path.join(d, n)).st_mode & 0o777:o}' for n in sorted(os.listdir(d))))",
        str(path),
        umask=umask,
    )
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    found = dict(entry.split(":") for entry in listing.split())
    assert {"t.db", "t.db-wal", "t.db-shm"} <= set(found)
    assert set(found.values()) == {"600"}


def test_first_open_is_safe_in_parallel(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    script = "import sys\nfrom t2tdb.store.migrate import open_writer\nopen_writer(sys.argv[1]).close()"
    children = [subprocess.Popen([sys.executable, "-c", script, path], stderr=subprocess.PIPE) for _ in range(6)]
    outcomes = [(child.communicate()[1].decode(), child.returncode) for child in children]
    assert outcomes == [("", 0)] * len(children)
    with open_reader(path) as reader:
        assert reader.number("SELECT count(*) FROM _sqlite_migrations") == SCHEMA_VERSION


def test_what_cannot_be_a_database_is_named(tmp_path: Path, database: str) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("just text, long enough to be read as a header by a hopeful library\n" * 40)
    short = tmp_path / "short.txt"
    short.write_text("hello\n")
    link = tmp_path / "link.db"
    link.symlink_to(database)
    empty = tmp_path / "empty.db"
    empty.touch()
    for path, kind, words in [
        (tmp_path / "absent.db", NoDatabase, "no database"),
        (tmp_path, DatabaseError, "is a directory"),
        (text, DatabaseDamaged, "not a database.*t2tdb rebuild"),
        (short, DatabaseDamaged, "not a database.*t2tdb rebuild"),
        (link, DatabaseError, "symbolic link"),
        (empty, NoDatabase, "empty"),
        (tmp_path / "notes.txt" / "x.db", NoDatabase, "no database"),
        (tmp_path / "nul\0.db", DatabaseError, "null"),
    ]:
        with pytest.raises(kind, match=words):
            open_reader(str(path))
    for path, words in [(tmp_path, "is a directory"), (text, "not a database"), (link, "symbolic link")]:
        with pytest.raises(DatabaseError, match=words):
            open_writer(str(path))
    dangling = tmp_path / "dangling.db"
    dangling.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(DatabaseError, match="symbolic link"):
        open_writer(str(dangling))
    assert not (tmp_path / "elsewhere.db").exists()


def test_versions_and_foreign_databases_are_told_apart(database: str, tmp_path: Path) -> None:
    set_header(database, version=SCHEMA_VERSION + 1)
    with pytest.raises(SchemaTooNew, match="newer"):
        open_reader(database)
    with pytest.raises(SchemaTooNew, match="newer"):
        open_writer(database)
    foreign = str(tmp_path / "foreign.db")
    run_python(
        "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])",
        foreign,
        "CREATE TABLE t (a); PRAGMA user_version = 1",
    )
    for opening in (open_reader, open_writer):
        with pytest.raises(DatabaseError, match="not one of t2tdb"):
            opening(foreign)


def test_unfinished_database_is_finished_by_the_next_writer(database: str) -> None:
    set_header(database, version=0)
    with pytest.raises(NoDatabase, match="never finished"):
        open_reader(database)
    open_writer(database).close()
    open_reader(database).close()


def test_reading_sees_the_last_committed_state_and_never_waits(database: str) -> None:
    with open_writer(database) as writer, open_reader(database) as reader:
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('colour', 'blue')")
            assert reader.value("SELECT value FROM settings WHERE key = 'colour'") is None
        assert reader.value("SELECT value FROM settings WHERE key = 'colour'") == "blue"
        with reader.snapshot():
            assert reader.value("SELECT value FROM settings WHERE key = 'colour'") == "blue"
            with writer.transaction():
                writer.run("UPDATE settings SET value = 'red' WHERE key = 'colour'")
            assert reader.value("SELECT value FROM settings WHERE key = 'colour'") == "blue"
        assert reader.value("SELECT value FROM settings WHERE key = 'colour'") == "red"


def test_a_reader_does_not_compile_statements_anew_for_other_parameters(database: str) -> None:
    import apsw

    with open_reader(database) as reader:
        assert reader._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, -1) == 1


def test_a_block_that_raises_leaves_nothing(database: str) -> None:
    def stop_half_way(writer: Writer, error: type[BaseException]) -> None:
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('half', 'done')")
            raise error

    with open_writer(database) as writer:
        for error in (ValueError, KeyboardInterrupt):
            with pytest.raises(error):
                stop_half_way(writer, error)
        assert writer.value("SELECT value FROM settings WHERE key = 'half'") is None
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('whole', 'done')")
        assert writer.value("SELECT value FROM settings WHERE key = 'whole'") == "done"
