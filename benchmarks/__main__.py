"""``scripts/bench``: run measurements, compare runs, write BENCHMARKS.md."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from benchmarks import library, measure
from benchmarks.report import compare, write_report

SIZES = {"1k": 1_000, "20k": 20_000, "100k": 100_000, "1m": 1_000_000}
LARGEST_FOR_ALL = 100_000
"""Above this the other engines are left out: bm25s and the exhaustive scorer of any task need more than 10 GB there."""


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="build libraries and measure; prints and keeps a JSON")
    run.add_argument("--sizes", default="1k,20k,100k", help=f"some of {', '.join(SIZES)} (1m has short entries)")
    run.add_argument("--queries", type=int, default=100, help="of each class")
    run.add_argument("--checked", type=int, default=1_000, help="queries compared with exhaustive scoring, a size")
    run.add_argument("--engines", default="FTS5 bm25,exhaustive (numpy),tantivy,bm25s")
    run.add_argument("--real", type=Path, help="a directory of real resources, measured as well")
    run.add_argument("--work", type=Path, default=Path("bench-results"), help="where libraries and runs are kept")
    serve = commands.add_parser("serve", help="load the discovery service on loopback while files change")
    serve.add_argument("--resources", type=int, default=10_000)
    serve.add_argument("--seconds", type=int, default=20, help="of each of the two measurements")
    serve.add_argument("--connections", type=int, default=8)
    serve.add_argument("--work", type=Path, default=Path("bench-results"))
    report = commands.add_parser("report", help="write BENCHMARKS.md and the plot from a run, or from several")
    report.add_argument("run", type=Path, nargs="+", help="of the same code; a later one adds its sizes to the first")
    report.add_argument("--output", type=Path, default=Path("BENCHMARKS.md"))
    both = commands.add_parser("compare", help="ratios of the medians of two runs")
    both.add_argument("before", type=Path)
    both.add_argument("after", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "run":
        print(_run(chosen))
    elif chosen.command == "serve":
        from benchmarks.serving import serving

        place = chosen.work / f"serve-{chosen.resources}"
        found = serving(place, chosen.resources, seconds=chosen.seconds, connections=chosen.connections)
        print(json.dumps({"machine": _machine()} | found, indent=1))
    elif chosen.command == "report":
        first, *others = [json.loads(run.read_text()) for run in chosen.run]
        for other in others:
            first["sizes"] |= other["sizes"]
        write_report(first, chosen.output)
    else:
        print(compare(json.loads(chosen.before.read_text()), json.loads(chosen.after.read_text())))


def _run(chosen: argparse.Namespace) -> Path:
    facts: dict[str, Any] = {
        "machine": _machine(),
        "started": datetime.datetime.now(datetime.UTC).isoformat(),
        "sizes": {},
    }
    runs: Path = chosen.work / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    path = runs / f"{time.strftime('%Y%m%d-%H%M%S')}.json"
    tasks = library.queries(chosen.queries)
    for name in chosen.sizes.split(","):
        count = SIZES[name]
        place = chosen.work / name
        found = measure.prepare(place, count, short=count > LARGEST_FOR_ALL)
        engines = chosen.engines.split(",") if count <= LARGEST_FOR_ALL else []
        found["cold"] = measure.cold(place / "t2tdb.db", tasks["mixed"])
        found["warm"] = measure.warm(place, tasks, engines, chosen.checked)
        if count <= LARGEST_FOR_ALL:
            found["writes"] = measure.writes(place)
            found["ripgrep"] = _ripgrep(place / "library", tasks["mixed"][:10])
        facts["sizes"][name] = found
        measure.save(path, facts)
        print(name, json.dumps({key: found[key] for key in ("cold", "warm")}, indent=1), flush=True)
    if chosen.real:
        facts["real"] = measure.real(chosen.work / "real", chosen.real)
        measure.save(path, facts)
    return path


def _ripgrep(directory: Path, tasks: list[str]) -> dict[str, float] | None:
    """Milliseconds of ``rg -l`` with all words of a task; None where it is not installed."""
    program = shutil.which("rg")
    if program is None:
        return None
    seconds = []
    for task in tasks:
        started = time.perf_counter()
        subprocess.run([program, "-l", "-w", "|".join(task.split()), directory], capture_output=True, check=False)
        seconds.append(time.perf_counter() - started)
    return measure.spread(seconds)


def _machine() -> dict[str, Any]:
    model = ""
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": model or platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load_at_start": os.getloadavg()[0],
    }


if __name__ == "__main__":
    main()
