"""P25: a database on a medium that cannot be written answers; writing says why it cannot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest, write_skill

pytestmark = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="needs root to become somebody who may not write"
)

READ = """
import json, os, sys
import filelock
from t2tdb.errors import T2tdbError
from t2tdb.store.connection import open_reader
from t2tdb.store.migrate import open_writer
os.setgid(65534); os.setuid(65534)
with open_reader(sys.argv[1]) as reader:
    names = [name for (name,) in reader.rows("SELECT name FROM resources")]
try:
    with open_writer(sys.argv[1]) as writer, writer.transaction():
        writer.run("DELETE FROM resources")
    error = ""
except T2tdbError as caught:
    error = f"{caught.exit_code} {caught}"
print(json.dumps([names, error, sorted(os.listdir(os.path.dirname(sys.argv[1])))]))
"""


@pytest.fixture
def place(empty_database: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        shutil.copy(empty_database, directory / "t.db")
        write_skill(directory / "library", "alpha")
        with open_writer(str(directory / "t.db")) as writer:
            ingest(writer, directory / "library")
        yield directory


def as_nobody(place: Path) -> tuple[list[str], str, list[str]]:
    database = place / "t.db"
    for path in (place, *place.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    done = subprocess.run([sys.executable, "-c", READ, str(database)], capture_output=True, text=True, check=False)
    place.chmod(0o755)
    assert done.returncode == 0, done.stderr
    names, error, files = json.loads(done.stdout)
    return names, error, files


def test_without_a_log_beside_it(place: Path) -> None:
    before = sorted(os.listdir(place))
    names, error, files = as_nobody(place)
    assert names == ["alpha"]
    assert files == before, "nothing was made"
    assert error.startswith("2 ")
    assert "read-only" in error


def test_with_a_log_beside_it(place: Path) -> None:
    database = str(place / "t.db")
    script = (
        "import os, sys\nfrom t2tdb.store.migrate import open_writer\nw = open_writer(sys.argv[1])\n"
        "with w.transaction(): w.run(\"UPDATE resources SET name = 'in the log'\")\nos._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, database], check=True)
    assert os.path.getsize(database + "-wal")
    names, error, _ = as_nobody(place)
    assert names == ["in the log"]
    assert error.startswith("2 ")
