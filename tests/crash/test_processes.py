"""P20, P21 and P24: processes that share a database lose nothing; none holds two SQLite libraries at once."""

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
from tests.ingest.library import dump, fresh_dump, health, ingest, write_skill

COUNT = """
import sys
from t2tdb.store.migrate import open_writer
with open_writer(sys.argv[1]) as writer:
    for _ in range(int(sys.argv[2])):
        with writer.transaction():
            number = int(writer.value("SELECT value FROM settings WHERE key = 'counter'"))
            writer.run("UPDATE settings SET value = ? WHERE key = 'counter'", (str(number + 1),))
"""

EDIT = """
import sys
from pathlib import Path
from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest, write_skill
root, me = Path(sys.argv[2]), sys.argv[3]
with open_writer(sys.argv[1]) as writer:
    for number in range(int(sys.argv[4])):
        write_skill(root, f"skill{number % 3}-{me}", f"text {number} of {me}")
        ingest(writer, root)
"""

OPEN = """
import os, sys, time
from t2tdb.store.migrate import open_writer
from t2tdb.store.connection import open_reader
while time.time() < float(sys.argv[2]): pass
(open_writer if int(sys.argv[3]) else open_reader)(sys.argv[1]).close()
"""

GUARDED = """
import os, sys
database = os.path.realpath(sys.argv[1])
def forbid(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path in (database, database + "-wal", database + "-shm"):
            os.write(2, f"opened {path}\\n".encode())
            os._exit(9)
sys.addaudithook(forbid)
from pathlib import Path
from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest
with open_writer(database) as writer:
    for _ in range(2):
        ingest(writer, Path(sys.argv[2]))
assert not {"sqlite3", "_sqlite3"} & set(sys.modules), "the stock library was loaded beside apsw"
"""

LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM settings").fetchall()
connection.close()
"""

SETTINGS = """
import sys
from t2tdb.store.connection import open_reader
print(*(key for (key,) in open_reader(sys.argv[1]).rows("SELECT key FROM settings")))
"""

HOLD = """
import sys
from t2tdb.store.migrate import open_writer
with open_writer(sys.argv[1]) as writer, writer.transaction():
    print("held", flush=True)
    sys.stdin.read()
"""


def start(source: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", source, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(children: list[subprocess.Popen[str]]) -> None:
    outcomes = [(child.communicate()[1], child.returncode) for child in children]
    assert outcomes == [("", 0)] * len(children)


def test_no_update_is_lost_between_processes(database: str) -> None:
    with open_writer(database) as writer, writer.transaction():
        writer.run("INSERT INTO settings VALUES ('counter', '0')")
    finish([start(COUNT, database, 50) for _ in range(8)])
    with open_reader(database) as reader:
        assert reader.value("SELECT value FROM settings WHERE key = 'counter'") == "400"


def test_ingests_of_several_processes_end_in_the_truth(database: str, empty_database: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    finish([start(EDIT, database, root, f"p{number}", 6) for number in range(4)])
    with open_writer(database) as writer:
        ingest(writer, root)
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)
    assert health(database) == []


@pytest.mark.parametrize(("processes", "write"), [(24, 1), (12, 0)])
def test_opening_an_existing_database_in_parallel_changes_nothing(database: str, processes: int, write: int) -> None:
    before = os.stat(database).st_mtime_ns
    soon = time.time() + 2
    finish([start(OPEN, database, soon, write) for _ in range(processes)])
    assert os.stat(database).st_mtime_ns == before


@pytest.mark.stress
def test_first_open_is_safe_in_parallel_with_many(tmp_path: Path) -> None:
    finish([start(OPEN, tmp_path / "new.db", time.time() + 2, 1) for _ in range(24)])


def test_the_live_file_is_never_opened_otherwise_and_the_stock_library_never_loaded(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_skill(root, "alpha")
    database = root / "mcp.json"  # a name that a parser asks for, inside the scanned root
    with open_writer(str(database)):
        pass
    finish([start(GUARDED, database, root)])
    with open_reader(str(database)) as reader:
        assert reader.rows("SELECT path FROM files") == [("alpha/SKILL.md",)]


def test_scanning_over_an_open_database_loses_no_commit(tmp_path: Path) -> None:
    """Closing any descriptor on the file drops the locks of the whole process; then a process with the stock library
    (Datasette) that opens and closes the database believes to be the last one, deletes the log, and what is committed
    next is lost."""
    root = tmp_path / "root"
    write_skill(root, "alpha")
    database, other = str(root / "catalog.json"), str(tmp_path / "other.db")
    with open_writer(database) as writer, open_writer(other) as scanner:
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('first', '1')")
        ingest(scanner, root)
        finish([start(LOOK, database)])
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('second', '2')")
        seen = start(SETTINGS, database).communicate()[0]
        assert {"first", "second"} <= set(seen.split())


def test_reader_does_not_wait_for_a_writer_in_another_process(database: str) -> None:
    holder = start(HOLD, database)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with open_reader(database) as reader:
        assert reader.number("SELECT count(*) FROM settings") > 0
    holder.communicate("")
    assert holder.returncode == 0


@pytest.mark.stress
@pytest.mark.timeout(600)
def test_killed_ingests_leave_a_valid_database(database: str, empty_database: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for number in range(200):
        child = start(EDIT, database, root, "p", 1000)
        time.sleep(0.15 + (number % 20) * 0.02)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        if number % 20 == 0:
            assert health(database) == []
    with open_writer(database) as writer:
        ingest(writer, root)
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)
    assert health(database) == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupt_rolls_back_the_open_batch_and_the_next_run_completes(
    database: str, empty_database: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    for number in range(300):
        write_skill(root, f"skill{number}", "some words to read here " * 20)
    script = (
        "import sys\nfrom pathlib import Path\nfrom t2tdb.ingest import IndexOptions\n"
        "from t2tdb.store.migrate import open_writer\nfrom tests.ingest.library import ingest\n"
        "with open_writer(sys.argv[1]) as writer:\n    print('ready', flush=True)\n"
        "    try: ingest(writer, Path(sys.argv[2]), IndexOptions(batch_files=5))\n"
        "    except KeyboardInterrupt: sys.exit(130)"
    )
    child = start(script, database, root)
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(0.15)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate()
    assert errors == ""
    assert child.returncode in (0, 130)
    assert health(database) == []
    with open_writer(database) as writer:
        ingest(writer, root)
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)
