"""What is only behind the disk, or only older than another file, is not damage."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from t2tdb.ingest import run
from t2tdb.store import connection
from t2tdb.store.connection import open_reader
from t2tdb.store.copies import back_up
from t2tdb.store.migrate import open_writer
from t2tdb.verification import check
from tests.ingest.library import write_skill
from tests.verification.test_damage import stock, t2tdb

CATALOG = {"resources": [{"type": "skill", "name": "other", "description": "a double", "path": "skill1/SKILL.md"}]}


def _aliases(root: Path) -> None:
    (root / ".t2tdb").mkdir()
    (root / ".t2tdb" / "aliases.yml").write_text("groups:\n  - [ship, deploy]\n")


CHANGES: dict[str, Callable[[Path], object]] = {
    "ignored": lambda root: (root / ".t2tdbignore").write_text("skill1/\n"),
    "aliases": _aliases,
    "a skipped link": lambda root: (root / "skill2" / "link.skill.md").symlink_to("../skill1/SKILL.md"),
    "a double's original is gone": lambda root: shutil.rmtree(root / "skill1"),
    "a file": lambda root: write_skill(root, "skill2", "another purpose"),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    for number in range(4):
        write_skill(path, f"skill{number}", f"what number {number} is for")
    (path / "catalog.json").write_text(json.dumps(CATALOG))
    return path


@pytest.mark.parametrize("change", list(CHANGES))
def test_what_the_next_scan_mends_is_no_damage(indexed: str, root: Path, change: str) -> None:
    CHANGES[change](root)
    found = t2tdb(indexed, "check", "--deep")
    assert found.returncode == 0, found.stdout
    assert "changed since the last scan" in found.stdout
    stock(indexed, "UPDATE resources SET host = 'elsewhere' WHERE name = 'skill3'")
    assert t2tdb(indexed, "check", "--deep").returncode == 12  # and what it does not mend still is
    assert t2tdb(indexed, "rebuild").returncode == 0
    assert t2tdb(indexed, "check", "--deep").returncode == 0


def test_what_an_older_extractor_read_is_no_damage(indexed: str) -> None:
    stock(indexed, "UPDATE files SET extractor_version = 0; UPDATE resources SET host = 'elsewhere' WHERE key = 2")
    assert t2tdb(indexed, "check", "--deep").returncode == 0


def test_deep_check_beside_a_writer_finds_no_damage(indexed: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index, rounds = run._Ingest.run, iter(range(100))

    def indexed_beside_an_editor(self: run._Ingest) -> object:
        write_skill(root, f"skill{next(rounds) % 2}", f"edited before scan {rounds}")
        return index(self)

    before = Path(indexed).read_bytes()
    monkeypatch.setattr(run._Ingest, "run", indexed_beside_an_editor)
    assert check(indexed, deep=True).findings == ()
    assert Path(indexed).read_bytes() == before


def test_a_restored_backup_is_older_and_says_so_but_is_not_damaged(indexed: str, root: Path, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert t2tdb(indexed, "backup", copy).returncode == 0
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("copy.db-")]
    age = json.loads(t2tdb(copy, "status", "--format", "json").stdout)["registered"][0]["lastScan"]
    assert age, "a backup knows how old it is"
    assert "never seen a complete scan" not in t2tdb(copy, "find", "number").stdout
    for number in range(2):  # the second time the state file has seen scans into the first restored one
        write_skill(root, f"late{number}")
        assert t2tdb(indexed, "index").returncode == 0
        shutil.copyfile(copy, indexed)
        checked = t2tdb(indexed, "check")
        assert checked.returncode == 0, checked.stdout
        assert json.loads(t2tdb(indexed, "status", "--format", "json").stdout)["registered"][0]["lastScan"] == age
    assert t2tdb(indexed, "index").returncode == 0
    assert t2tdb(indexed, "check", "--deep").returncode == 0
    assert json.loads(t2tdb(indexed, "status", "--format", "json").stdout)["registered"][0]["lastScan"] > age
    stock(indexed, "DELETE FROM scans WHERE id = (SELECT max(id) FROM scans)")
    assert t2tdb(indexed, "check").returncode == 12, "a lost commit is still noticed"


def test_a_backup_is_not_begun_anew_by_each_commit(
    indexed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = str(tmp_path / "copy.db")
    with open_writer(indexed) as writer:
        pages = writer.number("PRAGMA page_count")

        class OnePageAfterACommit:
            steps = 0

            def __index__(self) -> int:
                self.steps += 1
                assert self.steps < 3 * pages, "it would never end"
                with writer.transaction():
                    writer.run("UPDATE resources SET version = ?", (str(self.steps),))
                return 1

        piece = OnePageAfterACommit()
        monkeypatch.setattr(connection, "BACKUP_PAGES", piece)
        back_up(indexed, target)
    assert piece.steps >= pages
    with open_reader(target) as copy:
        assert copy.number("SELECT count(DISTINCT version) FROM resources") == 1
