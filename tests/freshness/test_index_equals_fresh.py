"""P1 to P3 on the real ingest: whole, scoped and interrupted updates leave what a fresh index has.

The planted bugs at the end show that this test can fail; reliability is what they are chosen for.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from canonical import check_health, difference, empty_database, fresh_rows, rows_of
from hypothesis import strategies as st
from hypothesis.stateful import rule
from tree_machine import RACY_NS, TreeMachine, hunt, run
from tree_operations import DIRECTORIES

from t2tdb.discover import Gone, Scan
from t2tdb.ingest import IndexOptions, index
from t2tdb.model import Fingerprint
from t2tdb.roots import real_directory, register
from t2tdb.store.documents import Documents
from t2tdb.store.migrate import open_writer

scan_module = sys.modules["t2tdb.discover.scan"]
read_module = sys.modules["t2tdb.discover.read"]

SMALL_BATCHES = IndexOptions(batch_files=2)


class Crash(BaseException):
    """Stands for a kill in the middle of an ingest."""


class IndexMachine(TreeMachine):
    def __init__(self) -> None:
        super().__init__()
        self.database = empty_database(self.top / "library.db")
        self.writer = open_writer(self.database)

    def update(self) -> None:
        index(self.writer, self._registered(), SMALL_BATCHES)

    def compare(self) -> None:
        found, wanted = rows_of(self.writer), fresh_rows(self.root)
        assert found == wanted, difference(found, wanted)

    @rule(name=st.sampled_from(DIRECTORIES))
    def update_a_part(self, name: str) -> None:
        if self.writer.number("SELECT count(*) FROM roots"):
            index(self.writer, self._registered(), SMALL_BATCHES, scope=name.encode())

    @rule(steps=st.integers(0, 6))
    def crash_and_reopen(self, steps: int) -> None:
        left = [steps]

        def progress(_files: int, _resources: int) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise Crash

        try:
            index(self.writer, self._registered(), SMALL_BATCHES, progress=progress)
        except Crash:
            self.writer.close()
            self.writer = open_writer(self.database)

    def _registered(self):  # type: ignore[no-untyped-def]
        return register(self.writer, real_directory(os.fsencode(self.root))).root

    def teardown(self) -> None:
        try:
            self.compare_at_rest()
            changes = self.writer.total_changes()
            self.update()
            assert self.writer.total_changes() == changes, "P2: a second run writes nothing"
        finally:
            self.writer.close()
        check_health(self.database)
        super().teardown()

    def compare_at_rest(self) -> None:
        if not self.writer_is_closed():
            super().compare_at_rest()

    def writer_is_closed(self) -> bool:
        try:
            self.writer.number("SELECT 1")
        except Exception:
            return True
        return False


@pytest.fixture(autouse=True)
def short_racy_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "RACY_NS", RACY_NS)


def test_p1_p2_after_any_operations_an_index_holds_what_a_fresh_one_holds() -> None:
    run(IndexMachine, examples=50, steps=25)


@pytest.mark.stress
@pytest.mark.timeout(3600)
def test_p1_for_longer() -> None:
    run(IndexMachine, examples=600, steps=30)


# -- planted bugs -----------------------------------------------------------------------------------------------------


def weak(seen: os.stat_result) -> Fingerprint:
    return Fingerprint(seen.st_size, seen.st_mtime_ns, 0, 0, 0)


def coarse(seen: os.stat_result) -> Fingerprint:
    second = 10**9
    return Fingerprint(
        seen.st_size, seen.st_mtime_ns // second * second, seen.st_ctime_ns // second * second, seen.st_ino, seen.st_dev
    )


def plant_fingerprint_without_ctime_and_inode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "fingerprint_of", weak)
    monkeypatch.setattr(read_module, "fingerprint_of", weak)


def plant_no_racy_rule_on_a_coarse_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "fingerprint_of", coarse)
    monkeypatch.setattr(read_module, "fingerprint_of", coarse)
    monkeypatch.setattr(Scan, "_is_racy", lambda self, fingerprint: False)


def plant_early_return_on_an_empty_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scan.__iter__

    def early(self: Scan):  # type: ignore[no-untyped-def]
        seen = list(honest(self))
        return iter(seen if self.counts.files_visited else [])

    monkeypatch.setattr(Scan, "__iter__", early)


def plant_no_deletion_of_subtrees(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scan.__iter__

    def forgetful(self: Scan):  # type: ignore[no-untyped-def]
        return (seen for seen in honest(self) if not (isinstance(seen, Gone) and seen.raw.count(b"/") > 1))

    monkeypatch.setattr(Scan, "__iter__", forgetful)


def plant_statistics_that_only_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Documents.apply
    monkeypatch.setattr(Documents, "apply", lambda self, removals, additions: honest(self, [], additions))


PLANTED = [
    plant_fingerprint_without_ctime_and_inode,
    plant_no_racy_rule_on_a_coarse_disk,
    plant_early_return_on_an_empty_tree,
    plant_no_deletion_of_subtrees,
    plant_statistics_that_only_grow,
]


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__[6:])
def test_p1_kills(plant, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    plant(monkeypatch)
    with pytest.raises((AssertionError, ExceptionGroup)):
        hunt(IndexMachine, examples=200, steps=25)


def test_p3_a_racy_entry_is_read_again_though_another_file_was_indexed_later(tmp_path: Path) -> None:
    """git's second case: what was doubtful stays so, whatever else is written meanwhile."""
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "b").mkdir()
    first = root / "a/SKILL.md"
    first.write_text("---\nname: one\n---\n")
    with open_writer(empty_database(tmp_path / "library.db")) as writer:
        registered = register(writer, real_directory(os.fsencode(root))).root
        index(writer, registered)
        seen = first.stat()
        (root / "b/SKILL.md").write_text("---\nname: other\n---\n")
        index(writer, registered)
        first.write_text("---\nname: two\n---\n")
        os.utime(first, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        index(writer, registered)
        assert [name for (name,) in writer.rows("SELECT name FROM resources ORDER BY name")] == ["other", "two"]
