"""A process that is told to end does so within two seconds, also in the middle of a VACUUM."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from daemon import Daemon, _environment

from t2tdb.errors import DatabaseBusy
from t2tdb.store.connection import open_reader
from t2tdb.store.migrate import open_writer
from t2tdb.store.stoppable import run_stoppable
from tests.ingest.library import health, write_skill

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
ENDLESS = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
ENDING = 20.0
"""Seconds: the two that are promised, and what a busy machine adds. The work itself takes a minute, or for ever."""

PACKS_LONG = """
import sys, time
from t2tdb.store import upkeep

def pack(writer):
    print('{{"event": "packing"}}', flush=True)
    {work}

upkeep._write_anew = pack
upkeep.LEAST_TO_PACK = 0
from t2tdb.__main__ import main
sys.exit(main())
"""
BUILDS = f"writer.run({ENDLESS!r})"
COPIES = "writer.teach('nap', lambda text: time.sleep(60) or ''); writer.run(\"SELECT nap('')\")"
"""What no interrupt reaches, as the second half of a VACUUM: SQLite waits for our function."""


def interrupted(work: Callable[[], None], writer: object) -> float:
    """Run it, have it interrupted, and give the seconds that it took to end after that."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, send).start()
    with pytest.raises(KeyboardInterrupt):
        run_stoppable(writer, work)  # type: ignore[arg-type]
    return time.monotonic() - sent[0]


@POSIX
def test_a_statement_is_interrupted_and_the_database_goes_on(database: str) -> None:
    with open_writer(database) as writer:
        assert interrupted(lambda: writer.run(ENDLESS), writer) < ENDING
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('a', 'b')")
    with open_reader(database) as reader:
        assert reader.value("SELECT value FROM settings WHERE key = 'a'") == "b"


@POSIX
def test_one_that_cannot_be_interrupted_is_left(database: str) -> None:
    ended = threading.Event()
    writer = open_writer(database)
    writer.teach("nap", lambda _: str(ended.wait(30)))
    assert interrupted(lambda: writer.run("SELECT nap('')"), writer) < ENDING
    writer.close()  # at once, though the thread goes on
    assert threading.active_count() > 1
    ended.set()


def test_what_goes_wrong_is_raised_where_it_is_waited_for(database: str) -> None:
    with open_writer(database) as writer:
        with pytest.raises(DatabaseBusy):
            run_stoppable(writer, lambda: (_ for _ in ()).throw(DatabaseBusy("busy")))
        run_stoppable(writer, writer.truncate_log)


@POSIX
@pytest.mark.parametrize("work", [BUILDS, COPIES], ids=["builds", "copies"])
def test_a_watcher_that_packs_ends_in_time(database: str, tmp_path: Path, work: str) -> None:
    root = tmp_path / "library"
    write_skill(root, "one", "what it is for")
    with Daemon(Path(database), root, script=PACKS_LONG.format(work=work)) as daemon:
        write_skill(root, "one", "what it is for now")
        daemon.wait_for("packing")
        started = time.monotonic()
        assert daemon.stop(signal.SIGTERM) == 0
        assert time.monotonic() - started < ENDING
        assert daemon.said == ""
    assert daemon.heard()[-1]["event"] == "stopping"
    assert health(database) == []


@POSIX
@pytest.mark.parametrize("work", [BUILDS, COPIES], ids=["builds", "copies"])
def test_an_index_that_packs_ends_in_time(database: str, tmp_path: Path, work: str) -> None:
    root = tmp_path / "library"
    write_skill(root, "one", "what it is for")
    command = [sys.executable, "-c", PACKS_LONG.format(work=work), "--db", database, "index", str(root), "--quiet"]
    subprocess.run([sys.executable, "-m", "t2tdb", *command[3:]], check=True, capture_output=True)
    write_skill(root, "one", "what it is for now")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment()
    ) as run:
        assert run.stdout is not None
        assert "packing" in run.stdout.readline()
        started = time.monotonic()
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=30)[1]
        assert time.monotonic() - started < ENDING
        assert (run.returncode, said) == (130, "t2tdb: interrupted\n")
    assert health(database) == []
