"""What an ingest leaves in the database."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from t2tdb.ingest import IndexOptions, Outcome, index
from t2tdb.roots import real_directory, register
from t2tdb.store.connection import Writer
from t2tdb.store.migrate import open_writer

SKILL = "---\nname: {name}\ndescription: {description}\ntags: [one, two]\n---\n# {name}\n\nSome body text.\n"


def write_skill(root: Path, name: str, description: str = "What it does.") -> Path:
    path = root / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SKILL.format(name=name, description=description))
    return path


def ingest(writer: Writer, root: Path, options: IndexOptions | None = None) -> Outcome:
    return index(writer, register(writer, real_directory(str(root))).root, options)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    path.mkdir()
    return path


def test_files_become_resources_tags_terms_and_history(database: str, root: Path) -> None:
    write_skill(root, "alpha")
    with open_writer(database) as writer:
        outcome = ingest(writer, root)
        assert (outcome.added, outcome.changed, outcome.removed, outcome.files_visited) == (1, 0, 0, 1)
        assert writer.rows("SELECT id, name, kind, path FROM resources") == [
            ("skill:alpha/skill.md", "alpha", "skill", "alpha/SKILL.md")
        ]
        assert writer.rows("SELECT tag FROM tags ORDER BY tag") == [("one",), ("skill",), ("two",)]
        assert writer.rows("SELECT action, name, outcome FROM changes JOIN scans ON scans.id = scan_id") == [
            ("added", "alpha", "complete")
        ]
        assert writer.rows("SELECT rowid FROM recall WHERE recall MATCH 'alpha'") == [(1,)]
        assert writer.rows("SELECT name FROM resources_fts WHERE resources_fts MATCH 'alpha'") == [("alpha",)]


def test_second_run_writes_nothing(database: str, root: Path) -> None:
    for name in ("alpha", "beta"):
        write_skill(root, name)
    (root / "link").symlink_to(root / "alpha" / "SKILL.md")
    with open_writer(database) as writer, open_writer(database) as watcher:
        ingest(writer, root)
        before = (watcher.data_version(), os.stat(database).st_mtime_ns, os.path.getsize(database + "-wal"))
        changes = writer.total_changes()
        outcome = ingest(writer, root)
        assert not outcome.wrote
        assert writer.total_changes() == changes
        assert before == (watcher.data_version(), os.stat(database).st_mtime_ns, os.path.getsize(database + "-wal"))


def test_change_and_removal_are_seen_and_recorded(database: str, root: Path) -> None:
    alpha, beta = write_skill(root, "alpha"), write_skill(root, "beta")
    with open_writer(database) as writer:
        ingest(writer, root)
        alpha.write_text(SKILL.format(name="alpha", description="Something else entirely."))
        beta.unlink()
        outcome = ingest(writer, root)
        assert (outcome.added, outcome.changed, outcome.removed) == (0, 1, 1)
        assert writer.rows("SELECT action, name, fields FROM changes WHERE scan_id = 2 ORDER BY name") == [
            ("changed", "alpha", '["description", "content"]'),
            ("removed", "beta", "[]"),
        ]
        assert writer.rows("SELECT name FROM resources") == [("alpha",)]
        assert writer.rows("SELECT rowid FROM recall WHERE recall MATCH 'beta'") == []
        assert writer.rows("SELECT rowid FROM recall WHERE recall MATCH 'someth'") == [(3,)]
        assert writer.number("SELECT count(*) FROM term_counts WHERE resources < 1") == 0
