"""P22: a migration is whole or not at all, keeps a copy of what was before, and may be killed anywhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from t2tdb.store.connection import open_reader
from t2tdb.store.migrate import open_writer
from t2tdb.store.schema import SCHEMA_VERSION

NEXT = """
import os, sys
import t2tdb.store.migrate as migrate, t2tdb.store.migrations as migrations
from sqlite_utils import Migrations
following = Migrations("t2tdb")
@following()
def m9999_next(db):
    db.execute("ALTER TABLE roots ADD COLUMN added TEXT NOT NULL DEFAULT ''")
    db.execute("CREATE TABLE next_things (a)")
    if sys.argv[2] == "fail":
        raise ValueError("no")
    if sys.argv[2] == "die":
        os._exit(9)
real = migrations.migration_sets
migrations.migration_sets = lambda: [*real(), following]
migrate.SCHEMA_VERSION += 1
migrate.migrate(sys.argv[1], "seed")
"""


def migrate(database: str, how: str) -> int:
    done = subprocess.run([sys.executable, "-c", NEXT, database, how], capture_output=True, check=False)
    return done.returncode


def columns(database: str) -> list[str]:
    source = (
        "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\n"
        "print(*(r[1] for r in c.execute('PRAGMA table_info(roots)')), c.execute('PRAGMA user_version').fetchone()[0])"
    )
    done = subprocess.run([sys.executable, "-c", source, database], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("how", ["fail", "die"])
def test_migration_that_fails_leaves_the_old_schema_and_the_next_try_completes(database: str, how: str) -> None:
    with open_writer(database) as writer, writer.transaction():
        writer.run("INSERT INTO settings VALUES ('mine', 'kept')")
    before = columns(database)
    assert migrate(database, how) != 0
    assert columns(database) == before
    assert migrate(database, "succeed") == 0
    assert columns(database) == [*before[:-1], "added", str(SCHEMA_VERSION + 1)]
    copy = f"{database}.schema-{SCHEMA_VERSION}"
    assert os.stat(copy).st_mode & 0o777 == 0o600
    assert columns(copy) == before
    with open_reader(copy) as reader:
        assert reader.value("SELECT value FROM settings WHERE key = 'mine'") == "kept"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_making_a_database_may_be_killed_anywhere(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    for number in range(6):
        child = subprocess.Popen([sys.executable, "-P", "-m", "t2tdb.store.migrate", path, "seed"])
        time.sleep(0.05 + number * 0.08)
        child.send_signal(signal.SIGKILL)
        child.wait()
    open_writer(path).close()
    with open_reader(path) as reader:
        assert reader.rows("PRAGMA integrity_check") == [("ok",)]
        assert reader.number("SELECT count(*) FROM descriptions") > 100


def test_a_directory_full_of_python_has_no_power_over_the_child(tmp_path: Path) -> None:
    """The child starts with -P: nothing in the current directory is imported."""
    trap = tmp_path / "trap"
    trap.mkdir()
    for name in ("sqlite_utils", "filelock", "t2tdb", "sqlite3"):
        (trap / f"{name}.py").write_text("open('sprung', 'w').close()\n")
    script = (
        "from t2tdb.store.migrate import open_writer\nimport os, sys\n"
        "os.chdir(sys.argv[2])\nopen_writer(sys.argv[1]).close()"
    )
    subprocess.run([sys.executable, "-P", "-c", script, str(tmp_path / "new.db"), str(trap)], check=True)
    assert not (trap / "sprung").exists()
