"""What a scan says of files that it knows: nothing, changed, touched, gone; and when it doubts."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from t2tdb import discover
from t2tdb.discover import Changed, Gone, Known
from t2tdb.discover import read as reading
from tests.support.scans import changed, claim, problems, remember, run, write


def test_a_second_scan_of_an_unchanged_tree_says_nothing_and_reads_nothing(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "b/mcp.json"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    scan = discover.scan(os.fsencode(tmp_path), known, claim)
    assert list(scan) == []
    assert scan.counts.files_read == 0
    assert scan.counts.files_visited == 3


def test_what_was_known_and_is_not_met_is_gone(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    (tmp_path / "a/SKILL.md").unlink()
    (tmp_path / "c/SKILL.md").unlink()
    (tmp_path / "c").rmdir()
    write(tmp_path / "c", "now a file")
    assert run(tmp_path, known) == [Gone(b"a/SKILL.md"), Gone(b"c/SKILL.md")]


def test_an_emptied_root_is_all_gone(tmp_path: Path) -> None:
    write(tmp_path / "SKILL.md")
    known = remember(run(tmp_path))
    (tmp_path / "SKILL.md").unlink()
    assert run(tmp_path, known) == [Gone(b"SKILL.md")]


def test_an_edit_of_the_same_size_with_its_mtime_restored_is_found(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md", "one")
    known = remember(run(tmp_path))
    write(file, "two")
    assert changed(run(tmp_path, known)) == ["SKILL.md"]


def test_an_older_file_moved_over_is_found(tmp_path: Path) -> None:
    older = write(tmp_path / "other.txt", "two")
    write(tmp_path / "SKILL.md", "one")
    known = remember(run(tmp_path))
    os.replace(older, tmp_path / "SKILL.md")
    assert changed(run(tmp_path, known)) == ["SKILL.md"]


def test_the_same_bytes_under_a_new_fingerprint_are_touched(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md")
    known = remember(run(tmp_path))
    os.utime(file, ns=(5, 5))
    (seen,) = run(tmp_path, known)
    assert isinstance(seen, discover.Touched)
    assert seen.fingerprint.mtime_ns == 5


def test_a_doubtful_file_is_read_again_and_its_bytes_decide(tmp_path: Path) -> None:
    write(tmp_path / "SKILL.md")
    (row,) = remember(run(tmp_path))
    (seen,) = run(tmp_path, [Known(row.raw, None, row.sha256, row.claim)])
    assert isinstance(seen, discover.Touched)
    (seen,) = run(tmp_path, [Known(row.raw, None, "", row.claim)])
    assert isinstance(seen, Changed)


def test_a_changed_claim_makes_the_file_changed(tmp_path: Path) -> None:
    write(tmp_path / "SKILL.md")
    (row,) = remember(run(tmp_path))
    (seen,) = run(tmp_path, [Known(row.raw, row.fingerprint, row.sha256, "prompt")])
    assert isinstance(seen, Changed)
    assert seen.claim == "skill"


def test_what_changed_just_before_the_scan_is_racy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "SKILL.md")
    assert run(tmp_path)[0].racy, "the ctime is now"
    monkeypatch.setattr(time, "time_ns", lambda: (tmp_path / "SKILL.md").stat().st_ctime_ns + 2_000_000_001)
    assert not run(tmp_path)[0].racy


def test_an_mtime_in_the_future_stays_racy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "SKILL.md")
    future = time.time_ns() + 10**15
    os.utime(file, ns=(future, future))
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 10**11)
    assert run(tmp_path)[0].racy


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "SKILL.md", "first")
    pending = ["second, longer", "third"]
    honest = reading.read_up_to

    def meddling(descriptor: int, limit: int) -> bytes:
        data = honest(descriptor, limit)
        if pending:
            file.write_text(pending.pop(0))
        return data

    monkeypatch.setattr(reading, "read_up_to", meddling)
    (seen,) = run(tmp_path)
    assert seen.data == b"third"


def test_a_file_that_never_holds_still_stays_doubtful_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "SKILL.md", "0")
    honest, count = reading.read_up_to, [0]

    def meddling(descriptor: int, limit: int) -> bytes:
        data = honest(descriptor, limit)
        count[0] += 1
        file.write_text("x" * count[0] * 2)
        return data

    monkeypatch.setattr(reading, "read_up_to", meddling)
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 10**12)
    seen = run(tmp_path)
    assert count == [3]
    assert seen[0].racy
    assert problems(seen) == [("FILE_CHANGED_WHILE_READ", "SKILL.md")]
