"""P26: damage is found at the level that is claimed, exits 12 with a hint, and one command brings all back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from t2tdb.errors import DatabaseBusy, DatabaseDamaged
from t2tdb.store.connection import open_reader
from t2tdb.store.migrate import open_writer
from t2tdb.verification import check
from tests.ingest.library import dump, fresh_dump, health, write_skill


def t2tdb(database: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "t2tdb", "--db", database, *arguments],
        capture_output=True,
        text=True,
        check=False,
        input=given,
    )


def stock(database: str, script: str) -> None:
    """Damage a database with the stock library, in a process of its own."""
    source = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])\nc.close()"
    subprocess.run([sys.executable, "-c", source, database, script], check=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    for number in range(20):
        write_skill(path, f"skill{number}", f"what number {number} is for")
    return path


def overwrite(database: str, offset: int, data: bytes) -> None:
    with open(database, "r+b") as file:
        file.seek(offset)
        file.write(data)


def page_of(database: str, table: str) -> int:
    with open_reader(database) as reader:
        page = reader.number("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        return (page - 1) * reader.number("PRAGMA page_size")


DAMAGE: dict[str, Callable[[str], None]] = {
    "truncated": lambda path: os.truncate(path, os.path.getsize(path) // 2),
    "a page of zeros": lambda path: overwrite(path, page_of(path, "resources"), bytes(8192)),
    "an index page of zeros": lambda path: overwrite(path, page_of(path, "recall_data"), bytes(8192)),
    "not a database": lambda path: overwrite(path, 0, b"something else entirely " * 400),
    "a full-text row is missing": lambda path: stock(
        path,
        "INSERT INTO resources_fts (resources_fts, rowid, name, description, tags, headings)"
        " SELECT 'delete', key, name, description, tags, headings FROM resources LIMIT 1",
    ),
    "a content row is missing": lambda path: stock(
        path, "DROP TRIGGER resources_fts_delete; DELETE FROM resources WHERE key = 3"
    ),
    "a recall row is missing": lambda path: stock(path, "DELETE FROM recall_data WHERE id > 100"),
    "a count is wrong": lambda path: stock(path, "UPDATE term_counts SET resources = resources + 1 WHERE term_id = 4"),
    "a total is wrong": lambda path: stock(path, "UPDATE field_totals SET tokens = tokens + 1 WHERE field = 'content'"),
    "a vector is missing": lambda path: stock(path, "DELETE FROM term_vectors WHERE document = 5"),
    "a table is missing": lambda path: stock(path, "DROP TABLE term_counts"),
    "an orphan": lambda path: stock(path, "UPDATE resources SET file_id = 999 WHERE key = 3"),
}


@pytest.mark.parametrize("damage", list(DAMAGE))
def test_damage_is_found_and_rebuild_brings_the_library_back(
    indexed: str, root: Path, empty_database: Path, tmp_path: Path, damage: str
) -> None:
    DAMAGE[damage](indexed)
    found = t2tdb(indexed, "check")
    assert found.returncode == 12, found.stdout + found.stderr
    assert "t2tdb rebuild" in found.stderr
    assert len(found.stderr.splitlines()) == 1
    rebuilt = t2tdb(indexed, "rebuild")
    assert rebuilt.returncode == 0, rebuilt.stderr
    kept = [name for name in os.listdir(os.path.dirname(indexed)) if ".corrupt-" in name]
    assert kept, rebuilt.stderr
    assert all(os.stat(os.path.join(os.path.dirname(indexed), name)).st_mode & 0o777 == 0o600 for name in kept)
    assert health(indexed) == []
    with open_reader(indexed) as reader:
        assert dump(reader) == fresh_dump(empty_database, tmp_path, root)


def test_a_deleted_log_is_noticed(indexed: str, root: Path, empty_database: Path, tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom t2tdb.store.migrate import open_writer\n"
        "from tests.ingest.library import ingest, write_skill\nwriter = open_writer(sys.argv[1])\n"
        "write_skill(Path(sys.argv[2]), 'late')\ningest(writer, Path(sys.argv[2]), reason='watch')\nos._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, indexed, str(root)], check=True)
    os.unlink(indexed + "-wal")
    found = t2tdb(indexed, "check")
    assert found.returncode == 12
    assert "was committed" in found.stdout
    assert t2tdb(indexed, "rebuild").returncode == 0
    with open_reader(indexed) as reader:
        assert dump(reader) == fresh_dump(empty_database, tmp_path, root)


def test_every_reading_command_says_that_a_database_is_damaged(indexed: str) -> None:
    overwrite(indexed, 0, b"something else entirely " * 400)
    for command in (["find", "words"], ["lint"], ["status"], ["log"], ["show", "x"], ["index"], ["roots", "list"]):
        done = t2tdb(indexed, *command)
        assert (done.returncode, done.stdout) == (12, ""), command
        assert "t2tdb rebuild" in done.stderr


def test_sound_database_passes_and_nothing_in_it_changes(indexed: str) -> None:
    before = Path(indexed).read_bytes()
    for arguments in ([], ["--deep"]):
        done = t2tdb(indexed, "check", *arguments)
        assert done.returncode == 0, done.stdout
    assert Path(indexed).read_bytes() == before
    assert not [name for name in os.listdir(os.path.dirname(indexed)) if "check" in name or "rebuild" in name]


def test_deep_check_finds_a_flipped_word_and_tells_it_from_a_changed_file(indexed: str, root: Path) -> None:
    stock(indexed, "UPDATE resources SET host = 'elsewhere' WHERE key = 7")
    assert t2tdb(indexed, "check").returncode == 0
    found = t2tdb(indexed, "check", "--deep")
    assert found.returncode == 12
    assert "differ from a fresh scan" in found.stdout
    assert t2tdb(indexed, "rebuild").returncode == 0
    write_skill(root, "skill3", "another purpose")
    write_skill(root, "brand new", "another purpose")
    (root / "skill4" / "SKILL.md").unlink()
    behind = t2tdb(indexed, "check", "--deep")
    assert behind.returncode == 0, behind.stdout
    assert "3 files changed since the last scan" in behind.stdout


def test_rebuild_keeps_history_and_dates_of_a_sound_database(indexed: str, root: Path) -> None:
    write_skill(root, "skill1", "changed since")
    assert t2tdb(indexed, "index").returncode == 0
    with open_reader(indexed) as reader:
        changes = reader.rows("SELECT id, action, name, scan_id FROM changes ORDER BY id")
        dates = reader.rows("SELECT path, first_seen_at, changed_at FROM resources ORDER BY path")
    assert len(changes) == 21
    assert t2tdb(indexed, "rebuild").returncode == 0
    assert not [name for name in os.listdir(os.path.dirname(indexed)) if "corrupt" in name]
    with open_reader(indexed) as reader:
        assert reader.rows("SELECT id, action, name, scan_id FROM changes ORDER BY id") == changes
        assert reader.rows("SELECT path, first_seen_at, changed_at FROM resources ORDER BY path") == dates
    assert t2tdb(indexed, "check", "--deep").returncode == 0
    assert t2tdb(indexed, "index").returncode == 0


def test_rebuild_changes_the_ranking_profile(indexed: str) -> None:
    assert t2tdb(indexed, "rebuild", "--ranking", "nonsense").returncode == 2
    assert t2tdb(indexed, "rebuild", "--ranking", "tuned").returncode == 0
    with open_reader(indexed) as reader:
        assert reader.value("SELECT value FROM settings WHERE key = 'ranking_profile'") == "tuned"
    assert t2tdb(indexed, "check", "--deep").returncode == 0
    assert t2tdb(indexed, "find", "number").returncode == 0


def test_rebuild_that_is_killed_leaves_the_old_file(indexed: str, root: Path) -> None:
    script = (
        "import os, sys\nimport t2tdb.verification as v\n"
        "v.swap = lambda *_: os._exit(7)\nv.rebuild(sys.argv[1], is_watched=lambda _: False)"
    )
    before = Path(indexed).read_bytes()
    assert subprocess.run([sys.executable, "-c", script, indexed], check=False).returncode == 7
    assert Path(indexed).read_bytes() == before
    assert [name for name in os.listdir(os.path.dirname(indexed)) if ".rebuild-" in name]
    assert t2tdb(indexed, "rebuild").returncode == 0
    assert [name for name in os.listdir(os.path.dirname(indexed)) if ".rebuild-" in name] == []


def test_rebuild_without_a_root_that_is_away_replaces_nothing(indexed: str, root: Path) -> None:
    root.rename(root.with_name("away"))
    before = Path(indexed).read_bytes()
    done = t2tdb(indexed, "rebuild")
    assert done.returncode == 2
    assert "nothing was replaced" in done.stderr
    assert Path(indexed).read_bytes() == before


def test_rebuild_of_a_lost_library_asks_for_directories(database: str, root: Path) -> None:
    overwrite(database, 0, b"something else entirely " * 400)
    done = t2tdb(database, "rebuild")
    assert done.returncode == 2
    assert "t2tdb rebuild DIRECTORY" in done.stderr
    assert t2tdb(database, "rebuild", str(root)).returncode == 0
    assert t2tdb(database, "check", "--deep").returncode == 0


def test_backup_is_whole_private_and_never_replaces(indexed: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    with open_writer(indexed) as writer, writer.transaction():
        writer.run("UPDATE resources SET version = 'not committed'")
        assert t2tdb(indexed, "backup", copy).returncode == 0
    with open_reader(indexed) as reader, open_reader(copy) as other:
        assert other.number("SELECT count(*) FROM resources WHERE version <> ''") == 0
        assert other.number("SELECT count(*) FROM resources") == reader.number("SELECT count(*) FROM resources")
    assert os.stat(copy).st_mode & 0o777 == 0o600
    assert health(copy) == []
    again = t2tdb(indexed, "backup", copy)
    assert again.returncode == 2
    assert "never replaces" in again.stderr


def test_purge_asks_and_removes_everything(indexed: str) -> None:
    assert t2tdb(indexed, "purge", given="n\n").returncode == 2
    unanswered = t2tdb(indexed, "purge", given="")
    assert unanswered.returncode == 2
    assert "--yes" in unanswered.stderr
    assert os.path.exists(indexed)
    Path(indexed + ".corrupt-20260101T000000Z").touch()
    Path(indexed + ".watch.log.1").touch()
    Path(os.path.dirname(indexed), "notes.txt").touch()
    assert t2tdb(indexed, "purge", given="y\n").returncode == 0
    assert os.listdir(os.path.dirname(indexed)) == ["notes.txt"]
    assert t2tdb(indexed, "purge", "--yes").returncode == 2


def test_a_damaged_database_raises_its_own_error(indexed: str) -> None:
    overwrite(indexed, 0, b"something else entirely " * 400)
    with pytest.raises(DatabaseDamaged):
        open_reader(indexed)


def test_a_check_that_waits_for_a_writer_in_vain_reports_no_damage(
    indexed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("t2tdb.store.connection.BUSY_TIMEOUT_MS", 10)
    monkeypatch.setattr("t2tdb.store.connection.BUSY_ATTEMPTS", 1)
    with open_writer(indexed) as other, other.transaction(), pytest.raises(DatabaseBusy):
        check(indexed)
