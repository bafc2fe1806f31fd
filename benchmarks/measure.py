"""One library, measured: building, answering warm and cold, writing, memory, size, and whether answers are right."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import library
from benchmarks.engines import Bm25s, Exhaustive, Fts5, Tantivy, timed

COLD = 25
"""Cold processes of each kind; medians and the least of them are kept."""

SAMPLE = 2_000
"""Files that are parsed and tokenised alone, for the rate that the first index is held against."""


def prepare(place: Path, count: int, *, short: bool) -> dict[str, Any]:
    """Write the files and index them; does nothing that was done before."""
    facts = place / "facts.json"
    if facts.exists():
        known: dict[str, Any] = json.loads(facts.read_text())
        return known
    written = place / "text_bytes"
    if not written.exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        written.write_text(str(library.write(place / "library", count, short=short)))
    text_bytes = int(written.read_text())
    for left in place.glob("t2tdb.db*"):
        left.unlink()
    database = place / "t2tdb.db"
    script = "import sys, t2tdb\nwith t2tdb.open(sys.argv[1]) as library: library.index(sys.argv[2])"
    built = run_child([sys.executable, "-c", script, str(database), str(place / "library")])
    return save(
        facts,
        {
            "resources": count,
            "shape": "short" if short else "long",
            "text_bytes": text_bytes,
            "database_bytes": database.stat().st_size,
            "index_cpu_s": built["cpu_s"],
            "index_wall_s": built["wall_s"],
            "index_peak_mb": built["peak_mb"],
            "tables_mb": tables(database),
            "parse_cpu_s": parse_alone(place / "library", count),
        },
    )


def parse_alone(directory: Path, count: int) -> float:
    """Processor seconds of reading, parsing and tokenising all of it, from a sample of its files."""
    script = (
        "import sys, time, pathlib\n"
        "from t2tdb.parse import claim, parse\nfrom t2tdb.model import Place\n"
        "from t2tdb.ranking.profile import get_profile\n"
        "profile = get_profile('seed'); made = 0; paths = sys.stdin.read().split('\\n')\n"
        "started = time.process_time()\n"
        "for path in paths:\n"
        "    place = Place(pathlib.Path(path).name); data = pathlib.Path(path).read_bytes()\n"
        "    for draft in parse(claim(place), place, data).resources:\n"
        "        profile.analyze(draft.text); made += 1\n"
        "print((time.process_time() - started) / made)"
    )
    paths = sorted(str(path) for path in directory.rglob("*.*"))
    sample = paths[:: max(1, len(paths) // SAMPLE)]
    done = subprocess.run(
        [sys.executable, "-c", script], input="\n".join(sample), capture_output=True, text=True, check=True
    )
    return float(done.stdout) * count


def tables(database: Path) -> dict[str, float]:
    """Megabytes of the largest tables and indexes."""
    from t2tdb.store.connection import open_reader

    sql = "SELECT name, sum(pgsize) / 1e6 FROM dbstat GROUP BY 1 ORDER BY 2 DESC LIMIT 12"
    with open_reader(str(database)) as reader:
        return {str(name): round(float(str(size)), 1) for name, size in reader.rows(sql)}


_LAUNCH = """
import os, sys, time
started = time.perf_counter()
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
seconds = time.perf_counter() - started
print(os.waitstatus_to_exitcode(status), seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
"""
"""A small process in between: the peak memory of a child counts what its parent had when it was made."""


def run_child(command: list[str]) -> dict[str, float]:
    """Run a program; give its seconds, seconds of processor time, and peak memory in MB."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", _LAUNCH, *command],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    code, wall, cpu, peak = map(float, done.stdout.split())
    if code:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr[-300:]}")
    return {"wall_s": wall, "cpu_s": cpu, "peak_mb": peak}


def cold(database: Path, tasks: list[str]) -> dict[str, Any]:
    """Whole processes, taking turns: the bare interpreter, ``find``, ``compose``."""
    program = str(Path(sys.executable).with_name("t2tdb"))
    kinds: dict[str, Callable[[str], list[str]]] = {
        "pass": lambda _task: [sys.executable, "-c", "pass"],
        "find": lambda task: [program, "--db", str(database), "find", task],
        "compose": lambda task: [program, "--db", str(database), "compose", task],
    }
    seen: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
    for turn in range(COLD):
        for kind, arguments in kinds.items():
            seen[kind].append(run_child(arguments(tasks[turn % len(tasks)])))
    found: dict[str, Any] = {"peak_mb": max(run["peak_mb"] for run in seen["find"])}
    for kind, runs in seen.items():
        for clock in ("cpu_s", "wall_s"):
            found[f"{kind}_{clock[:-2]}_ms"] = 1_000 * statistics.median(run[clock] for run in runs)
            found[f"{kind}_{clock[:-2]}_least_ms"] = 1_000 * min(run[clock] for run in runs)
    return found


def warm(place: Path, tasks: dict[str, list[str]], engines: list[str], checked: int) -> dict[str, Any]:
    """Processor time of each engine for each class of queries, and how many answers of t2tdb were wrong."""
    import t2tdb

    database = str(place / "t2tdb.db")
    scratch = place / "engines"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    found: dict[str, Any] = {}
    library_ = t2tdb.open(database, readonly=True)
    found["t2tdb"] = {
        kind: spread(timed(lambda task: list(library_.find(task).hits), each)) for kind, each in tasks.items()
    }
    found["t2tdb compose"] = {
        kind: spread(timed(lambda task: list(library_.compose(task).composition.picks), each, rounds=1))
        for kind, each in tasks.items()
    }
    makers: dict[str, Callable[[], Any]] = {
        "FTS5 bm25": lambda: Fts5(database, scratch),
        "exhaustive (numpy)": lambda: Exhaustive(database),
        "tantivy": lambda: Tantivy(database, scratch),
        "bm25s": lambda: Bm25s(database),
    }
    for name, make in makers.items():
        if name not in engines:
            continue
        started = time.process_time()
        engine = make()
        found[name] = {kind: spread(timed(engine, each, rounds=2)) for kind, each in tasks.items()}
        found[name]["build_cpu_s"] = time.process_time() - started
        del engine
    if checked:
        found["wrong"] = wrong_answers(library_, database, checked)
    library_.close()
    shutil.rmtree(scratch)
    return found


def wrong_answers(library_: Any, database: str, count: int) -> dict[str, int]:
    """How many of ``count`` fresh queries get other scores than exhaustive scoring gives."""
    made = library.queries(max(1, count // len(library.CLASSES)), seed=4_242)
    tasks = [task for each in made.values() for task in each]
    exhaustive = Exhaustive(database, tasks)
    wrong = 0
    for task in tasks:
        got = [hit.score for hit in library_.find(task).hits]
        wrong += got != [score for _, score in exhaustive(task)][:10]
    return {"asked": len(tasks), "wrong": wrong}


def real(place: Path, directory: Path) -> dict[str, Any]:
    """Index a directory of real resources and ask for them in their own words."""
    import t2tdb

    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    database = place / "t2tdb.db"
    with t2tdb.open(database) as library_:
        inventory = list(library_.index(str(directory)).resources)
        described = [resource.description for resource in inventory if len(resource.description.split()) > 7]
        tasks = [" ".join(text.split()[:8]) for text in described[:: max(1, len(described) // 100)]]
        times = spread(timed(lambda task: list(library_.find(task).hits), tasks))
    return {"resources": len(inventory), "t2tdb": times, "cold": cold(database, tasks)}


def writes(place: Path, count: int = 60) -> dict[str, float]:
    """Milliseconds of the write transaction of one changed file, and of the whole ingest of it."""
    from t2tdb.ingest import index
    from t2tdb.store.connection import Transaction
    from t2tdb.store.migrate import open_writer
    from t2tdb.store.roots import all_roots
    from t2tdb.store.schema import SUFFIXES

    copy = place / "writes.db"
    shutil.copy(place / "t2tdb.db", copy)
    held: list[float] = []
    worked: list[float] = []
    begin, end = Transaction.__enter__, Transaction.__exit__

    def entered(self: Transaction) -> None:
        begin(self)
        held.append(time.perf_counter())
        worked.append(time.process_time())

    def left(self: Transaction, *details: Any) -> None:
        end(self, *details)
        held[-1] = time.perf_counter() - held[-1]
        worked[-1] = time.process_time() - worked[-1]

    whole: list[float] = []
    files = sorted((place / "library").rglob("*.skill.md"))
    with open_writer(str(copy)) as writer:
        root = all_roots(writer)[0]
        for number in range(count):
            path = files[number * len(files) // count]
            path.write_text(path.read_text() + f"\nword{number} {files[number].stem}\n")
            Transaction.__enter__, Transaction.__exit__ = entered, left  # type: ignore[method-assign]
            started = time.perf_counter()
            index(writer, root, scope=bytes(path.relative_to(place / "library")), reason="watch")
            whole.append(time.perf_counter() - started)
            Transaction.__enter__, Transaction.__exit__ = begin, end  # type: ignore[method-assign]
    for suffix in SUFFIXES:
        Path(f"{copy}{suffix}").unlink(missing_ok=True)
    kinds = {"transaction": held, "transaction_cpu": worked, "ingest": whole}
    return {f"{kind}_{key}": value for kind, times in kinds.items() for key, value in spread(times).items()}


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, p95 and worst, in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50": 1_000 * statistics.median(ordered),
        "p95": 1_000 * ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))],
        "max": 1_000 * ordered[-1],
    }


def save(path: Path, facts: dict[str, Any]) -> dict[str, Any]:
    """Write facts as JSON."""
    path.write_text(json.dumps(facts, indent=1) + "\n")
    return facts
