"""Symbolic links are never followed, and named where something is lost by it."""

from __future__ import annotations

from pathlib import Path

from t2tdb.discover import ScanOptions
from tests.support.scans import changed, problems, run, write


def test_a_skipped_link_is_named_where_something_is_lost_by_it(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    write(outside / "tools/SKILL.md", "secret")
    write(outside / "notes/readme.txt")
    write(root / "real/SKILL.md")
    write(root / "agents/x.txt")
    for link, target in {
        "SKILL.md": outside / "tools/SKILL.md",  # a file that would have been a resource
        "any.json": outside / "tools/SKILL.md",  # its name alone makes it none
        "dangling": root / "nothing",
        "inside-agents": root / "agents",  # visited at its own path
        "inside-skill": root / "real",
        "loop": root,
        "notes.txt": outside / "notes/readme.txt",
        "outside-notes": outside / "notes",
        "outside-skill": outside / "tools",
        "sub": root / "sub",
    }.items():
        (root / link).symlink_to(target)
    (root / "lost").mkdir()
    (root / "lost/SKILL.md").symlink_to("nowhere")
    seen = run(root)
    assert changed(seen) == ["real/SKILL.md"]
    # the loop leads to the root, which is reached through a link and holds a link named SKILL.md to a regular file
    assert problems(seen) == [
        ("SYMLINK_SKIPPED", path)
        for path in ("SKILL.md", "inside-skill", "loop", "lost/SKILL.md", "outside-notes", "outside-skill")
    ]


def test_links_below_a_skipped_directory_are_not_named(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/SKILL.md").symlink_to("/etc/hostname")
    assert run(tmp_path) == []


def test_who_counts_as_named_can_be_told(tmp_path: Path) -> None:
    (tmp_path / "x.json").symlink_to("nowhere")
    options = ScanOptions(named=lambda claim, place: claim == "json" and place.path == "x.json")
    assert problems(run(tmp_path, options=options)) == [("SYMLINK_SKIPPED", "x.json")]
