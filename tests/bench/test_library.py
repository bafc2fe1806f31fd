"""The bench itself: its libraries are the same everywhere, and its own exhaustive scorer agrees with ``find``."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import t2tdb
from benchmarks import library, report
from benchmarks.engines import Exhaustive


def test_a_seed_gives_one_library(tmp_path: Path) -> None:
    sizes = [library.write(tmp_path / name, 120, seed=3) for name in ("one", "two")]
    digests = [
        hashlib.sha256(b"".join(path.read_bytes() for path in sorted((tmp_path / name).rglob("*.md")))).hexdigest()
        for name in ("one", "two")
    ]
    assert sizes[0] == sizes[1] == sum(path.stat().st_size for path in (tmp_path / "one").rglob("*.md"))
    assert digests[0] == digests[1]


@pytest.mark.parametrize("short", [False, True])
def test_find_agrees_with_the_exhaustive_scorer(tmp_path: Path, short: bool) -> None:
    library.write(tmp_path / "library", 400, short=short)
    database = tmp_path / "t2tdb.db"
    with t2tdb.open(database) as opened:
        resources = list(opened.index(str(tmp_path / "library")).resources)
        assert len(resources) == 400
        tasks = [task for each in library.queries(12, seed=5).values() for task in each]
        tasks += [resource.name for resource in resources[:9]]  # which earn the bonuses for a phrase
        exhaustive, foreknowing = Exhaustive(str(database)), Exhaustive(str(database), tasks)
        for task in tasks:
            scores = [hit.score for hit in opened.find(task).hits]
            assert scores == [score for _, score in exhaustive(task)][:10], task
            assert exhaustive(task) == foreknowing(task), task


def test_the_page_is_written_from_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "_plot", lambda run, path: None)  # matplotlib is for those who make the page
    times = {"p50": 1.0, "p95": 2.0, "max": 3.0}
    classes = dict.fromkeys(library.CLASSES, times)
    cold = {f"{kind}_{clock}_ms": 10.0 for kind in ("pass", "find", "compose") for clock in ("cpu", "wall")}
    size = {
        "resources": 1_000, "shape": "long", "text_bytes": 100, "database_bytes": 150, "index_cpu_s": 2.0,
        "index_peak_mb": 50.0, "parse_cpu_s": 1.0, "cold": {**cold, "peak_mb": 20.0},
        "warm": {"t2tdb": classes, "FTS5 bm25": classes, "wrong": {"asked": 40, "wrong": 0}},
    }  # fmt: skip
    machine = {"system": "X", "processor": "Y", "cores": 2, "python": "3", "load_at_start": 0.5}
    report.write_report(
        {"machine": machine, "started": "2026-01-01", "sizes": {"1k": size}}, tmp_path / "BENCHMARKS.md"
    )
    page = (tmp_path / "BENCHMARKS.md").read_text()
    assert "0 of 40" in page
    assert "1.00 ×" in page
