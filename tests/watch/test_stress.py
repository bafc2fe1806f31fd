"""The long runs: ``scripts/test -n 0 -m stress tests/watch``. Each takes one to five minutes."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import tree_operations as operations
from canonical import check_health
from daemon import Daemon, run

pytestmark = [pytest.mark.stress, pytest.mark.timeout(1800)]


class Storm:
    """A thread that works on a tree until it is told to stop."""

    def __init__(self, root: Path, seed: int, pause: float = 0.0) -> None:
        self._root = root
        self._source = random.Random(seed)
        self._pause = pause
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def _work(self) -> None:
        while not self._done.is_set():
            self._source.choice(operations.OPERATIONS)(self._root, operations.random_choice(self._source))
            if self._pause:
                time.sleep(self._pause)

    def __enter__(self) -> Storm:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def test_killed_at_random_moments_200_times(root: Path, db: Path) -> None:
    source = random.Random(4)
    daemon = None
    for each in range(200):
        with Storm(root, each):
            daemon = Daemon(db, root, "--quiet-seconds", "0.01", "--max-delay", "0.05", wait=each % 2 == 0)
            time.sleep(source.random() * 0.5)
            daemon.kill()
        if db.exists() and db.stat().st_size and each % 5 == 0:
            check_health(str(db))
    assert daemon is not None
    with Daemon(db, root) as last:
        last.settles(root)
    check_health(str(db))


def test_p10_a_writer_storm_during_the_start_50_times(root: Path, db: Path) -> None:
    for each in range(50):
        with Storm(root, each):
            daemon = Daemon(db, root, "--reconcile-seconds", "3600")
        with daemon:
            daemon.settles(root)


def test_stopped_by_signals_at_random_times(root: Path, db: Path, write: Callable) -> None:
    source = random.Random(9)
    for each in range(600):
        write(root / f"s{each}")
    for each in range(40):
        with Storm(root, each):
            daemon = Daemon(db, root, "--quiet-seconds", "0.01", "--max-delay", "0.05", wait=False)
            daemon.wait_for("starting")
            time.sleep(source.random() * 1.5)
            started = time.monotonic()
            code = daemon.stop()
            assert (code, daemon.said) == (0, "")
            assert time.monotonic() - started < 2
    check_health(str(db))


def test_memory_stays_flat_over_100_000_events(root: Path, db: Path, write: Callable) -> None:
    for each in range(100):
        write(root / f"s{each}")
    with Daemon(db, root) as daemon:

        def events(count: int) -> None:
            for number in range(count // 4):
                path = root / f"s{number % 100}" / f"x{number % 7}.txt"
                path.write_text(str(number))
                if number % 3 == 0:
                    path.unlink()

        events(20_000)
        daemon.settles(root)
        before = daemon.resident_bytes()
        events(100_000)
        write(root / "last")
        daemon.settles(root, patience=60)
        assert daemon.resident_bytes() - before < 8 << 20
        used = daemon.cpu_seconds()
        time.sleep(20)
        assert daemon.cpu_seconds() - used <= 0.02 + 1e-6, "0.1 % of a processor at rest"


READER = """
import sys, time
import t2tdb
end, seconds = time.monotonic() + float(sys.argv[2]), []
with t2tdb.open(sys.argv[1], readonly=True) as library:
    while time.monotonic() < end:
        started = time.perf_counter()
        found = library.find("pair version things", limit=20)
        seconds.append(time.perf_counter() - started)
        with library._reader.snapshot():
            names = library._reader.rows("SELECT name, description FROM resources WHERE name LIKE 'pair%'")
            assert len(names) == library._reader.number("SELECT count(*) FROM resources WHERE name LIKE 'pair%'")
        time.sleep(0.002)
print(sorted(seconds)[int(len(seconds) * 0.99)])
"""

WRITER = """
import os, sys, time
from t2tdb.ingest import index
from t2tdb.roots import real_directory, register
from t2tdb.store.migrate import open_writer
root, end, number = sys.argv[2], time.monotonic() + float(sys.argv[3]), 0
path = os.path.join(root, "pair" + sys.argv[4], "SKILL.md")
os.makedirs(os.path.dirname(path), exist_ok=True)
with open_writer(sys.argv[1]) as writer:
    while time.monotonic() < end:
        number += 1
        with open(path, "w") as file:
            file.write(f"---\\nname: pair{sys.argv[4]}\\ndescription: version {number}\\n---\\n")
        index(writer, register(writer, real_directory(root)).root)
"""

BUSY = "import sys, time\nend = time.monotonic() + float(sys.argv[1])\nwhile time.monotonic() < end: pass\n"


def _start(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _finish(processes: list[subprocess.Popen[str]]) -> list[str]:
    said = []
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        said.append(out)
    return said


def test_p19_p20_8_writers_and_8_readers_beside_a_watcher(root: Path, db: Path, write: Callable) -> None:
    seconds = 30
    for each in range(100):
        write(root / f"s{each}")
    assert run(db, "index", root).returncode == 0
    idle = [_start(BUSY, seconds) for _ in range(8)]
    readers = [_start(READER, db, seconds) for _ in range(8)]
    beside_busy = max(map(float, _finish(readers)))
    _finish(idle)
    with Daemon(db, root) as daemon:
        writers = [_start(WRITER, db, root, seconds, each) for each in range(8)]
        readers = [_start(READER, db, seconds) for _ in range(8)]
        beside_writers = max(map(float, _finish(readers)))
        _finish(writers)
        daemon.settles(root)
        assert "error" not in daemon.events()
    check_health(str(db))
    assert beside_writers <= 3 * beside_busy, (beside_writers, beside_busy)


def test_churn_in_a_build_directory_leaves_the_watcher_alive(root: Path, db: Path, write: Callable) -> None:
    """https://github.com/tirth8205/code-review-graph/issues/811"""
    with Daemon(db, root, "--reconcile-seconds", "3600") as daemon:
        for each in range(8):
            for number in range(2000):
                (root / "build" / f"d{number % 200}" / f"e{number}").mkdir(parents=True)
            write(root / "build" / f"skill{each}")
            shutil.rmtree(root / "build")
        write(root / "build" / "at-last")
        daemon.settles(root, patience=60)
        write(root / "build" / "at-last" / "deeper")
        daemon.settles(root)
        assert os.path.exists(f"/proc/{daemon.process.pid}")


def test_the_bench_of_freshness_runs() -> None:
    command = ["scripts/bench", "freshness", "--rounds", "2", "--checkout", "50", "--watched", "1000"]
    top = Path(__file__).parents[2]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [*command, "--idle", "2"], cwd=top, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "save in place" in done.stdout
    assert "processor at rest" in done.stdout
