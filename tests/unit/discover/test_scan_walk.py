"""What a walk visits, in which order, and what it passes by."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from t2tdb import discover
from t2tdb.discover import SEED_LIMITS, Changed, Failed, Gone, Known, ScanOptions
from t2tdb.discover.options import MAX_DEPTH
from tests.support.scans import changed, claim, problems, remember, run, write


def test_a_scan_gives_wanted_files_in_the_byte_order_of_their_paths(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "a-b/SKILL.md", "a/z/SKILL.md", "a.json", "b.txt", "Z/skill.md", "é/SKILL.md"):
        write(tmp_path / name)
    seen = run(tmp_path)
    assert changed(seen) == ["Z/skill.md", "a-b/SKILL.md", "a.json", "a/SKILL.md", "a/z/SKILL.md", "é/SKILL.md"]
    assert [o.raw for o in seen] == sorted(o.raw for o in seen)
    assert seen[0].data == b"text"
    assert seen[0].sha256 == hashlib.sha256(b"text").hexdigest()


def test_counts_say_what_was_visited_and_read(tmp_path: Path) -> None:
    write(tmp_path / "a/SKILL.md", "12345")
    write(tmp_path / "a/notes.txt")
    scan = discover.scan(os.fsencode(tmp_path), [], claim)
    calls: list[int] = []
    scan.progress = lambda counts: calls.append(counts.files_visited)
    list(scan)
    assert (scan.counts.files_visited, scan.counts.directories) == (2, 2)
    assert (scan.counts.files_read, scan.counts.bytes_read) == (1, 5)
    assert calls == [1, 2]


def test_ancestors_are_the_names_of_each_directory_from_the_root_down(tmp_path: Path) -> None:
    write(tmp_path / ".claude-plugin/plugin.json")
    write(tmp_path / "commands/deep/SKILL.md")
    place = next(o.place for o in run(tmp_path) if o.path == "commands/deep/SKILL.md")
    assert place.ancestors == (
        frozenset((".claude-plugin", "commands")),
        frozenset(("deep",)),
        frozenset(("SKILL.md",)),
    )


@pytest.mark.parametrize("name", [".git", "node_modules", "dist", "coverage", ".t2tdb", ".task2tool"])
def test_skipped_directories_are_not_entered(tmp_path: Path, name: str) -> None:
    write(tmp_path / name / "x/SKILL.md")
    scan = discover.scan(os.fsencode(tmp_path), [], claim)
    assert list(scan) == []
    assert scan.counts.files_visited == 0


@pytest.mark.parametrize("name", ["dist", "coverage"])
def test_dist_and_coverage_that_directly_hold_a_skill_are_its_own_directory(tmp_path: Path, name: str) -> None:
    write(tmp_path / "skills" / name / "Skill.md")
    write(tmp_path / "skills" / name / "sub/extra.json")
    assert changed(run(tmp_path)) == [f"skills/{name}/Skill.md", f"skills/{name}/sub/extra.json"]


def test_node_modules_are_skipped_even_with_a_skill(tmp_path: Path) -> None:
    write(tmp_path / "node_modules/SKILL.md")
    assert run(tmp_path) == []


def test_known_files_out_of_order_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="byte order"):
        run(tmp_path, [Known(b"b", None, "", ""), Known(b"a", None, "", "")])


def test_the_seed_order_puts_directories_among_the_names_and_scans_in_full(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "a-b/SKILL.md", "a.json"):
        write(tmp_path / name)
    known = [*remember(run(tmp_path)), Known(b"z", None, "", "skill")]
    seen = run(tmp_path, known, SEED_LIMITS)
    assert changed(seen) == ["a/SKILL.md", "a-b/SKILL.md", "a.json"]
    assert seen[-1] == Gone(b"z")


def test_directories_are_entered_to_a_stated_depth(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(MAX_DEPTH):
        deep = deep / "d"
    write(deep / "SKILL.md")
    write(deep / "d/SKILL.md")
    seen = run(tmp_path)
    assert [o.raw.count(b"/") for o in seen if isinstance(o, Changed)] == [MAX_DEPTH]
    assert [code for code, _ in problems(seen)] == ["DEPTH_LIMIT_REACHED"]


def test_excluded_paths_are_not_visited(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name)
    asked: list[str] = []

    def excluded(path: str) -> bool:
        asked.append(path)
        return path in ("a/", "b/SKILL.md")

    assert changed(run(tmp_path, options=ScanOptions(excluded=excluded))) == ["c/SKILL.md"]
    assert "a/SKILL.md" not in asked


def test_the_databases_own_files_are_skipped_by_identity(tmp_path: Path) -> None:
    seen = write(tmp_path / "SKILL.md").stat()
    options = ScanOptions(skip=frozenset(((seen.st_dev, seen.st_ino),)))
    assert run(tmp_path, options=options) == []


def test_failed_is_an_observation() -> None:
    assert isinstance(Failed(b"x", "x", "skill", "Permission denied", 13), discover.Observation)
