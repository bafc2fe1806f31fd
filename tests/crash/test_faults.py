"""P18 and P23: wherever a write fails, the database stays valid, holds whole batches, and the next run completes it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import t2tdb.ingest.run as run_module
from t2tdb.discover import Counts
from t2tdb.errors import DatabaseDamaged, DatabaseError
from t2tdb.ingest import IndexOptions
from t2tdb.store.connection import Transaction
from t2tdb.store.migrate import open_writer
from tests.crash import faultvfs
from tests.crash.faultvfs import FAULTS, KINDS
from tests.ingest.library import dump, fresh_dump, health, ingest, write_skill

OPTIONS = IndexOptions(batch_files=3)
Dump = list[tuple[object, ...]]


class Case:
    """A library that was indexed, then edited; the database as it was before the edits; and the states between."""

    def __init__(self, base: Path, template: Path) -> None:
        self.base = base
        self.root = base / "root"
        self.old = base / "old.db"
        shutil.copy(template, self.old)
        for number in range(6):
            write_skill(self.root, f"skill{number}", f"text of number {number}")
        with open_writer(str(self.old)) as writer:
            ingest(writer, self.root, OPTIONS)
        for number in (0, 2, 4, 7, 8):
            write_skill(self.root, f"skill{number}", f"other words, {number} of them")
        (self.root / "skill3" / "SKILL.md").unlink()
        servers = {"mcpServers": {f"server{number}": {"command": "run"} for number in range(3)}}
        (self.root / "mcp.json").write_text(json.dumps(servers))
        self.fresh = fresh_dump(template, base, self.root)
        self.states = self._states()
        assert self.states[-1] == self.fresh
        assert len({repr(state) for state in self.states}) > 3, "the edits are meant to take several batches"

    def copy(self) -> str:
        path = str(self.base / "work.db")
        for suffix in ("", "-wal", "-shm", ".state"):  # a state of another run would promise scans that this lacks
            if os.path.exists(path + suffix):
                os.unlink(path + suffix)
        shutil.copy(self.old, path)
        return path

    def _states(self) -> list[Dump]:
        """What a reader may see: the library after each of the batches of an undisturbed run."""
        path = self.copy()
        states: list[Dump] = []
        with open_writer(path) as writer, pytest.MonkeyPatch.context() as patch:
            states.append(dump(writer))
            flush, finish = run_module._Ingest._flush, run_module._Ingest._finish

            def and_look(self: run_module._Ingest) -> None:
                flush(self)
                states.append(dump(writer))

            def and_look_at_the_end(self: run_module._Ingest, counts: Counts) -> None:
                finish(self, counts)
                states.append(dump(writer))

            patch.setattr(run_module._Ingest, "_flush", and_look)
            patch.setattr(run_module._Ingest, "_finish", and_look_at_the_end)
            ingest(writer, self.root, OPTIONS)
        return states

    def strike(self, kind: str, at: int) -> bool:
        """Run with one fault; tells whether it struck."""
        path = self.copy()
        FAULTS.arm(kind, at)
        try:
            writer = open_writer(path, vfs=faultvfs.NAME)
            writer.run("PRAGMA wal_autocheckpoint = 4")  # so that checkpoints are struck as well
            try:
                ingest(writer, self.root, OPTIONS)
            finally:
                writer.close()
        except DatabaseDamaged:
            raise
        except DatabaseError:
            pass
        struck = FAULTS.operations >= at
        FAULTS.disarm()
        assert health(path) == []
        with open_writer(path) as writer:
            assert dump(writer) in self.states
            ingest(writer, self.root, OPTIONS)
            assert dump(writer) == self.fresh
        return struck


@pytest.fixture(scope="module")
def case(empty_database: Path) -> Iterator[Case]:
    base = Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    yield Case(base, empty_database)
    FAULTS.disarm()
    shutil.rmtree(base)


def sweep(case: Case, kind: str, step: int) -> int:
    at = 1
    while case.strike(kind, at):
        at += step
    return at


@pytest.mark.parametrize("kind", KINDS)
def test_a_failed_write_leaves_whole_batches(case: Case, kind: str) -> None:
    assert sweep(case, kind, step=3) > 60, "the faults did not strike"


def test_writing_without_a_transaction_is_found(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Transaction, "__enter__", lambda self: None)
    monkeypatch.setattr(Transaction, "__exit__", lambda self, *_: None)
    with pytest.raises(AssertionError):
        sweep(case, "error", step=7)


@pytest.mark.stress
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", KINDS)
def test_a_failed_write_leaves_whole_batches_wherever_it_is(case: Case, kind: str) -> None:
    assert sweep(case, kind, step=1) > 20


def test_a_full_disk_is_told_and_the_next_run_completes(case: Case) -> None:
    path = case.copy()
    with open_writer(path) as writer:
        before = dump(writer)
        pages = writer.number("PRAGMA page_count")
        writer.run(f"PRAGMA max_page_count = {pages}")
        for number in range(400):
            write_skill(case.root, f"filler{number}", f"word{number} " * 30)
        try:
            with pytest.raises(DatabaseError, match="disk is full") as caught:
                ingest(writer, case.root)
            assert caught.value.exit_code == 2
            assert dump(writer) == before
            writer.run("PRAGMA max_page_count = 1000000")
            ingest(writer, case.root)
            assert writer.number("SELECT count(*) FROM resources WHERE name LIKE 'filler%'") == 400
        finally:
            for number in range(400):
                shutil.rmtree(case.root / f"filler{number}")
