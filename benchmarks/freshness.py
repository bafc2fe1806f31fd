"""``scripts/bench freshness``: how long after a file is closed a watcher makes it findable, and what watching costs.

Times run from the end of the last change to the moment at which SQL on a second connection sees it; beside them stands
the time to a bare watchdog callback for the same change, in this process: what no watcher on this system can beat.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from t2tdb.store.connection import open_reader
from t2tdb.watch.events import EVENTS

PATIENCE = 120.0  # seconds


def skill(name: str) -> str:
    """A skill whose name is looked for."""
    return f"---\nname: {name}\ndescription: What {name} does, in a sentence of some words.\n---\n# {name}\n\nBody.\n"


class Bare(FileSystemEventHandler):
    """A watchdog callback that notes when it first hears of a path."""

    def __init__(self) -> None:
        self.heard: dict[str, float] = {}

    def on_any_event(self, event: FileSystemEvent) -> None:
        now = time.perf_counter()
        for path in (event.src_path, event.dest_path):
            self.heard.setdefault(os.fsdecode(path), now)


class Watched:
    """A watcher process on a root, listened to until it is ready."""

    def __init__(self, root: Path, database: Path) -> None:
        command = [sys.executable, "-m", "t2tdb", "--db", str(database), "watch", "--log-format", "json", str(root)]
        started = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if json.loads(line)["event"] == "ready":
                break
        self.seconds_to_ready = time.perf_counter() - started
        stream = self.process.stdout
        threading.Thread(target=lambda: [None for _ in stream], daemon=True).start()

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mebibytes(self) -> float:
        """Memory held now."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def stop(self) -> float:
        """Stop it; give the seconds that it took."""
        started = time.perf_counter()
        self.process.terminate()
        self.process.wait()
        return time.perf_counter() - started


def seconds_until(database: Path, done: Callable[[Callable[[str], int]], bool], since: float) -> float:
    """Wait until the database says so."""
    with open_reader(str(database)) as reader:
        while not done(reader.number):
            if time.perf_counter() - since > PATIENCE:
                raise SystemExit("the watcher did not index the change")
            time.sleep(0.001)
    return time.perf_counter() - since


def measure_single(root: Path, database: Path, bare: Bare, rounds: int) -> dict[str, tuple[list[float], list[float]]]:
    """Single changes, one after the other: seconds to findable and to the bare callback."""
    found: dict[str, tuple[list[float], list[float]]] = {}
    outside = root.with_name("outside")

    def in_place(number: int) -> tuple[str, Path]:
        path = root / "s0" / "SKILL.md"
        path.write_text(skill(f"inplace{number}"))
        return f"inplace{number}", path

    def atomic(number: int) -> tuple[str, Path]:
        path = root / "s1" / "SKILL.md"
        temporary = path.with_name("SKILL.md.tmp")
        temporary.write_text(skill(f"atomic{number}"))
        os.replace(temporary, path)
        return f"atomic{number}", path

    def new_directory(number: int) -> tuple[str, Path]:
        for each in range(3):
            place = root / f"new{number}" / "deep" / f"d{each}"
            place.mkdir(parents=True)
            (place / "SKILL.md").write_text(skill(f"newdir{number}x{each}"))
        return f"newdir{number}x2", root / f"new{number}"

    def move_in(number: int) -> tuple[str, Path]:
        for each in range(20):
            place = outside / f"tree{number}" / f"d{each}"
            place.mkdir(parents=True)
            (place / "SKILL.md").write_text(skill(f"moved{number}x{each}"))
        (outside / f"tree{number}").rename(root / f"tree{number}")
        return f"moved{number}x19", root / f"tree{number}"

    for name, change in {
        "save in place": in_place,
        "atomic rename": atomic,
        "new directory, 3 files": new_directory,
        "tree of 20 moved in": move_in,
    }.items():
        seconds: list[float] = []
        callbacks: list[float] = []
        for number in range(rounds):
            bare.heard.clear()
            wanted, path = change(number)
            since = time.perf_counter()
            query = f"SELECT count(*) FROM resources WHERE name = '{wanted}'"
            seconds.append(seconds_until(database, lambda ask, query=query: ask(query) == 1, since))
            if str(path) in bare.heard:
                callbacks.append(max(0.0, bare.heard[str(path)] - since))
            time.sleep(0.4)  # so that the next change finds a watcher at rest
        found[name] = (seconds, callbacks)
    return found


def measure_checkout(root: Path, database: Path, files: int) -> tuple[float, float]:
    """A checkout of many files: seconds after its last file, and what ``index`` takes for the same files."""
    with open_reader(str(database)) as reader:
        before = reader.number("SELECT count(*) FROM resources")
    for number in range(files):
        place = root / "checkout" / f"{number % 50}" / f"s{number}"
        place.mkdir(parents=True)
        lock = place / "SKILL.md.lock"
        lock.write_text(skill(f"checkout{number}"))
        os.replace(lock, place / "SKILL.md")
    since = time.perf_counter()
    after = seconds_until(database, lambda ask: ask("SELECT count(*) FROM resources") == before + files, since)
    other = database.with_name("other.db")
    command = [sys.executable, "-m", "t2tdb", "--db", str(other), "index", str(root / "checkout")]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return after, time.perf_counter() - started


def measure_rest(files: int, idle_seconds: float) -> list[str]:
    """A large tree: start-up, memory, processor time at rest."""
    with tempfile.TemporaryDirectory(prefix="t2tdb-bench-") as name:
        root, database = Path(name, "library"), Path(name, "library.db")
        for number in range(files // 10):
            place = root / str(number // 100) / str(number % 100)
            place.mkdir(parents=True)
            (place / "SKILL.md").write_text(skill(f"skill{number}"))
            for each in range(9):
                (place / f"reference{each}.txt").write_text("x")
        first = Watched(root, database)
        first.stop()
        watcher = Watched(root, database)
        memory = watcher.resident_mebibytes()
        time.sleep(3)
        used = watcher.cpu_seconds()
        time.sleep(idle_seconds)
        share = (watcher.cpu_seconds() - used) / idle_seconds
        stopped = watcher.stop()
    return [
        f"{files:,} files in {files // 10:,} directories, {files // 10:,} of them resources:",
        f"- first start, with all of it read: {first.seconds_to_ready:.1f} s; later: {watcher.seconds_to_ready:.1f} s",
        f"- memory: {memory:.0f} MiB; processor at rest: {share:.3%}; stopped within {stopped:.2f} s",
    ]


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]


def main(arguments: list[str]) -> int:
    """Measure, and print Markdown."""
    parser = argparse.ArgumentParser(prog="scripts/bench freshness", description=__doc__)
    parser.add_argument("--rounds", type=int, default=30, help="of each kind of single change")
    parser.add_argument("--checkout", type=int, default=5_000, metavar="FILES")
    parser.add_argument(
        "--watched", type=int, default=0, metavar="FILES", help="measure rest with so many, 10 a directory"
    )
    parser.add_argument("--idle", type=float, default=60.0, metavar="SECONDS")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="t2tdb-bench-") as name:
        root, database = Path(name, "library"), Path(name, "library.db")
        for number in range(200):
            (root / f"s{number}").mkdir(parents=True)
            (root / f"s{number}" / "SKILL.md").write_text(skill(f"skill{number}"))
        watcher = Watched(root, database)
        bare, observer = Bare(), Observer()
        observer.schedule(bare, str(root), recursive=True, event_filter=EVENTS)
        observer.start()
        try:
            single = measure_single(root, database, bare, chosen.rounds)
            observer.stop()
            observer.join()
            checkout = measure_checkout(root, database, chosen.checkout) if chosen.checkout else None
        finally:
            watcher.stop()
    lines = ["| change | findable: median | p95 | bare callback: median | p95 |", "|---|---|---|---|---|"]
    for change, (seconds, callbacks) in single.items():
        heard = f"{statistics.median(callbacks):.3f} s | {p95(callbacks):.3f} s" if callbacks else "- | -"
        lines.append(f"| {change} | {statistics.median(seconds):.3f} s | {p95(seconds):.3f} s | {heard} |")
    if checkout:
        after, indexed = checkout
        lines += ["", f"Checkout of {chosen.checkout:,} files: findable {after:.2f} s after the last one;"]
        lines += [f"`index` takes {indexed:.2f} s for the same files."]
    if chosen.watched:
        lines += ["", *measure_rest(chosen.watched, chosen.idle)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
