"""``serve`` under load: requests a second and latency while the watcher writes, errors, and whether memory stays flat.

Everything is on loopback: wrk where it is installed, else threads of this process, asks one ``t2tdb serve``; a
``t2tdb watch`` keeps the same database, and files change all the time.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import library, measure

CHANGES = 5  # files a second
WARM_UP = 2.0  # seconds
QUERIES = 200

SCRIPT = """
local bodies = {}
for line in io.lines(os.getenv("BODIES")) do bodies[#bodies + 1] = line end
local number = 0
request = function()
  number = number % #bodies + 1
  return wrk.format("POST", "/search", { ["content-type"] = "application/json" }, bodies[number])
end
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests": %d, "seconds": %.3f, "p50_ms": %.2f, "p99_ms": %.2f, "errors": %d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
"""


def serving(place: Path, count: int, *, seconds: int, connections: int) -> dict[str, Any]:
    """Load a service on a library of ``count`` resources for ``seconds``, twice: at rest and while files change."""
    measure.prepare(place, count, short=False)
    database, files = place / "t2tdb.db", sorted((place / "library").rglob("*.md"))
    bodies = place / "bodies.txt"
    tasks = library.queries(QUERIES // 4)
    mixed = [task for queries in tasks.values() for task in queries]
    bodies.write_text("".join(json.dumps({"query": {"text": task}}) + "\n" for task in mixed))
    found: dict[str, Any] = {"resources": count, "connections": connections, "driver": _driver()}
    with _running("serve", database, "--port", "0") as (process, line):
        port = int(line.rsplit(":", 1)[1].strip(" /\n"))
        _load(port, bodies, WARM_UP, connections)
        found["memory_mb_before"] = _resident(process.pid)
        found["at_rest"] = _measured(process.pid, port, bodies, seconds, connections)
        with _running("watch", database), _changing(files) as changed:
            found["while_writing"] = _measured(process.pid, port, bodies, seconds, connections)
        found["while_writing"]["files_changed"] = changed[0]
        found["memory_mb_after"] = _resident(process.pid)
    return found


@contextlib.contextmanager
def _running(command: str, database: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process of t2tdb, and its first line where it prints one; stopped in the end."""
    words = [sys.executable, "-m", "t2tdb", "--db", str(database), command, *options]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout
            line = process.stdout.readline() if command == "serve" else ""
            yield process, line
        finally:
            process.terminate()


@contextlib.contextmanager
def _changing(files: list[Path]) -> Iterator[list[int]]:
    """Rewrite files, a few a second, until the block ends."""
    ended = threading.Event()
    changed = [0]
    choose = random.Random(1)

    def change() -> None:
        while not ended.wait(1 / CHANGES):
            file = choose.choice(files)
            with file.open("a", encoding="utf-8") as text:
                text.write(f"\nchange number {changed[0]}\n")
            changed[0] += 1

    thread = threading.Thread(target=change)
    thread.start()
    try:
        yield changed
    finally:
        ended.set()
        thread.join()


def _driver() -> str:
    return "wrk" if shutil.which("wrk") else "threads"


def _load(port: int, bodies: Path, seconds: float, connections: int) -> dict[str, Any]:
    found = (
        _wrk(port, bodies, seconds, connections) if _driver() == "wrk" else _threads(port, bodies, seconds, connections)
    )
    found["requests_a_second"] = round(found["requests"] / found.pop("seconds"), 1)
    return found


def _measured(pid: int, port: int, bodies: Path, seconds: float, connections: int) -> dict[str, Any]:
    """A load, with the processor time that the service took for a request: what other programs do changes it little."""
    before = _processor(pid)
    found = _load(port, bodies, seconds, connections)
    found["cpu_ms_a_request"] = round(1_000 * (_processor(pid) - before) / max(1, found["requests"]), 2)
    return found


def _wrk(port: int, bodies: Path, seconds: float, connections: int) -> dict[str, Any]:
    script = bodies.with_suffix(".lua")
    script.write_text(SCRIPT)
    words = ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "--timeout", "30s", "-s", str(script)]
    done = subprocess.run(
        [*words, f"http://127.0.0.1:{port}"],
        env={"BODIES": str(bodies), "PATH": "/usr/bin:/bin:/usr/local/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    line = next(line for line in done.stdout.splitlines() if line.startswith("RESULT "))
    result: dict[str, Any] = json.loads(line.removeprefix("RESULT "))
    return result


def _threads(port: int, bodies: Path, seconds: float, connections: int) -> dict[str, Any]:
    lines = bodies.read_text().splitlines()
    times: list[float] = []
    errors: list[str] = []
    until = time.monotonic() + seconds

    def ask(first: int) -> None:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        number = first
        while time.monotonic() < until:
            number = (number + 1) % len(lines)
            begun = time.perf_counter()
            try:
                client.request("POST", "/search", lines[number], {"content-type": "application/json"})
                response = client.getresponse()
                response.read()
                if response.status != 200:
                    errors.append(str(response.status))
            except OSError as error:
                errors.append(type(error).__name__)
                client.close()
            times.append(time.perf_counter() - begun)
        client.close()

    begun = time.monotonic()
    threads = [threading.Thread(target=ask, args=(number * 7,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    return {
        "requests": len(times),
        "seconds": time.monotonic() - begun,
        "p50_ms": round(1_000 * times[len(times) // 2], 2),
        "p99_ms": round(1_000 * times[int(len(times) * 0.99)], 2),
        "errors": len(errors),
    }


def _processor(pid: int) -> float:
    """Processor seconds that a process has taken; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return 0.0
    fields = status.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    """Memory of its own in MB, the mapped database left out; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("RssAnon:"))
    return round(int(line.split()[1]) / 1024, 1)
