"""Where a scan ends or passes by because a bound is reached."""

from __future__ import annotations

import os
from pathlib import Path

from t2tdb import discover
from t2tdb.discover import Changed, Gone, Known, Oversize, ScanOptions
from tests.support.scans import changed, claim, problems, remember, run, write


def test_a_file_over_the_byte_cap_is_oversize_and_not_read(tmp_path: Path) -> None:
    write(tmp_path / "a/SKILL.md", "x" * 11)
    write(tmp_path / "b/SKILL.md", "x" * 10)
    seen = run(tmp_path, options=ScanOptions(max_file_bytes=10))
    assert isinstance(seen[0], Oversize)
    assert seen[0].fingerprint.size == 11
    assert changed(seen) == ["b/SKILL.md"]
    known = [Known(seen[0].raw, seen[0].fingerprint, "", "skill"), *remember(seen)]
    assert run(tmp_path, known, ScanOptions(max_file_bytes=10)) == []


def test_at_the_file_limit_the_walk_ends_and_says_where(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "a/x.txt", "b/SKILL.md", "b/x.txt"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    seen = run(tmp_path, known, ScanOptions(max_files=2))
    assert problems(seen) == [("FILE_LIMIT_REACHED", "b")]
    assert seen[-1] == Gone(b"b/SKILL.md")
    assert problems(run(tmp_path, options=ScanOptions(max_files=4))) == []


def test_at_the_byte_limit_the_walk_ends_and_says_where(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name, "12345")
    known = remember(run(tmp_path))
    seen = run(tmp_path, known, ScanOptions(max_bytes=10))
    assert problems(seen) == [("INPUT_LIMIT_REACHED", "c/SKILL.md")]
    assert seen[-1] == Gone(b"c/SKILL.md")
    assert changed(run(tmp_path, options=ScanOptions(max_bytes=10))) == ["a/SKILL.md", "b/SKILL.md"]


def test_the_caller_can_halt_the_walk(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    scan = discover.scan(os.fsencode(tmp_path), [Known(k.raw, None, "", k.claim) for k in known], claim)
    seen = []
    for observation in scan:
        seen.append(observation)
        scan.halt()
    assert [type(o) for o in seen] == [Changed, Gone, Gone]
