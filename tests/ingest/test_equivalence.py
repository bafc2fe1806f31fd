"""P1: whatever happened to the files, an incremental ingest leaves what a fresh one would. Planted bugs must be found.

Every rule works on files that exist, or the interesting cases would hardly ever come up: a naive version of this test
did not find a fingerprint without ctime in 200 runs of 25 steps.
"""

from __future__ import annotations

import importlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

import t2tdb.ingest.run as run_module
from t2tdb.discover import Counts, Gone
from t2tdb.model import Fingerprint
from t2tdb.store.migrate import open_writer
from tests.ingest.library import dump, fresh_dump, health, ingest

scan_module = importlib.import_module("t2tdb.discover.scan")  # the package has a function of that name
NAMES = st.sampled_from(["a", "b", "a-b"])
FILES = st.sampled_from(["SKILL.md", "x.prompt.md", "mcp.json", "notes.txt"])
TEXTS = st.sampled_from(
    [
        "---\nname: One\ndescription: first thing\n---\nbody words here\n",
        "---\nname: Two\ndescription: other thing\n---\n# Heading\nmore\n",
        '{"mcpServers": {"one": {"command": "run"}, "two": {"command": "go"}}}',
        '{"mcpServers": {"one": {"command": "ran"}}}',
        "no frontmatter at all\n",
        "",
    ]
)
WHICH = st.integers(0, 20)
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


def machine(template: Path) -> type[RuleBasedStateMachine]:
    class Tree(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.base = Path(tempfile.mkdtemp(dir=MEMORY))
            self.root = self.base / "root"
            self.root.mkdir()
            self.path = str(self.base / "library.db")
            shutil.copy(template, self.path)
            self.writer = open_writer(self.path)

        def files(self) -> list[Path]:
            return sorted(path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())

        def directories(self) -> list[Path]:
            return sorted(path for path in self.root.rglob("*") if path.is_dir() and not path.is_symlink())

        @rule(a=NAMES, b=NAMES, name=FILES, text=TEXTS)
        def write(self, a: str, b: str, name: str, text: str) -> None:
            path = self.root / a / b / name
            if not any(each.is_file() for each in (self.root / a, self.root / a / b)) and not path.is_dir():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)

        @rule(which=WHICH)
        def same_size_and_time(self, which: int) -> None:
            ingest(self.writer, self.root)
            if files := self.files():
                path = files[which % len(files)]
                before = path.stat()
                path.write_text(path.read_text().swapcase())
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
            self.compare()

        @rule(which=WHICH, text=TEXTS)
        def atomic_save(self, which: int, text: str) -> None:
            if files := self.files():
                path = files[which % len(files)]
                new = path.with_name(".new")
                new.write_text(text)
                os.replace(new, path)

        @rule(which=WHICH)
        def append(self, which: int) -> None:
            if files := self.files():
                with files[which % len(files)].open("a") as file:
                    file.write("\nmore words\n")

        @rule(which=WHICH, name=NAMES)
        def rename(self, which: int, name: str) -> None:
            if paths := [*self.files(), *self.directories()]:
                path = paths[which % len(paths)]
                if not path.with_name(name).exists():
                    path.rename(path.with_name(name))

        @rule(one=WHICH, two=WHICH)
        def swap(self, one: int, two: int) -> None:
            if len(files := self.files()) > 1:
                first, second = files[one % len(files)], files[two % len(files)]
                if first != second:
                    first.rename(self.base / "aside")
                    second.rename(first)
                    (self.base / "aside").rename(second)

        @rule(which=WHICH)
        def directory_to_file(self, which: int) -> None:
            if found := self.directories():
                path = found[which % len(found)]
                shutil.rmtree(path)
                path.write_text("a file now")

        @rule(which=WHICH)
        def remove(self, which: int) -> None:
            if files := self.files():
                files[which % len(files)].unlink()

        @rule(which=WHICH)
        def to_link_and_back(self, which: int) -> None:
            if files := self.files():
                path = files[which % len(files)]
                path.rename(self.base / "linked.md")
                path.symlink_to(self.base / "linked.md")

        @rule()
        def empty(self) -> None:
            ingest(self.writer, self.root)
            for path in self.root.iterdir():
                path.unlink() if path.is_file() or path.is_symlink() else shutil.rmtree(path)
            self.compare()

        @rule()
        def reopen(self) -> None:
            self.writer.close()
            self.writer = open_writer(self.path)

        @rule(a=NAMES)
        def scan_part(self, a: str) -> None:
            ingest(self.writer, self.root, scope=a.encode())

        @rule()
        def scan(self) -> None:
            ingest(self.writer, self.root)

        @rule()
        def compare(self) -> None:
            ingest(self.writer, self.root)
            assert dump(self.writer) == fresh_dump(template, self.base, self.root)
            before = self.writer.total_changes()
            ingest(self.writer, self.root)
            assert self.writer.total_changes() == before

        def teardown(self) -> None:
            try:
                self.compare()
                self.writer.close()
                assert health(self.path) == []
            finally:
                self.writer.close()
                shutil.rmtree(self.base)

    return Tree


def run(template: Path, *, examples: int, steps: int, phases: tuple[Phase, ...] = tuple(Phase)) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine(template),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=False,
            phases=phases,
            report_multiple_bugs=False,
        ),
    )


@pytest.fixture
def sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is racy: every file here is seconds old, and a doubt would hide a bad fingerprint."""
    monkeypatch.setattr(scan_module, "RACY_NS", -1_000_000_000_000)


def test_incremental_equals_fresh(empty_database: Path) -> None:
    run(empty_database, examples=12, steps=15)


@pytest.mark.usefixtures("sure")
def test_incremental_equals_fresh_by_fingerprints_alone(empty_database: Path) -> None:
    run(empty_database, examples=12, steps=15)


@pytest.mark.stress
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("racy", [True, False])
def test_incremental_equals_fresh_for_long(empty_database: Path, racy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not racy:
        monkeypatch.setattr(scan_module, "RACY_NS", -1_000_000_000_000)
    run(empty_database, examples=200, steps=25)


def _without_ctime(monkeypatch: pytest.MonkeyPatch) -> None:
    real = scan_module.fingerprint_of

    def fingerprint_of(seen: os.stat_result) -> Fingerprint:
        found = real(seen)
        return Fingerprint(found.size, found.mtime_ns, 0, 0, found.device)

    monkeypatch.setattr(scan_module, "fingerprint_of", fingerprint_of)
    monkeypatch.setattr("t2tdb.discover.read.fingerprint_of", fingerprint_of)


def _drop(kind: type) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        real = run_module._Ingest._observe

        def observe(self: object, seen: object, found: object) -> None:
            if not isinstance(seen, kind):
                real(self, seen, found)  # type: ignore[arg-type]

        monkeypatch.setattr(run_module._Ingest, "_observe", observe)

    return plant


def _empty_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = run_module._Ingest._finish

    def finish(self: run_module._Ingest, counts: Counts) -> None:
        if counts.files_visited:
            real(self, counts)

    monkeypatch.setattr(run_module._Ingest, "_finish", finish)


def _old_document_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("t2tdb.store.recall.remove", lambda writer, passages: None)


def _counts_only_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    from t2tdb.store.documents import Documents

    real = Documents._write_counts

    def write(self: Documents, counts: dict[int, Counter[int]]) -> None:
        real(self, {root: Counter({term: max(0, n) for term, n in by.items()}) for root, by in counts.items()})

    monkeypatch.setattr(Documents, "_write_counts", write)


MUTANTS = {
    "fingerprint without ctime and inode": _without_ctime,
    "files that are gone stay": _drop(Gone),
    "an empty tree is nothing to do": _empty_is_nothing,
    "old recall rows stay": _old_document_stays,
    "term counts only grow": _counts_only_grow,
}


@pytest.mark.usefixtures("sure")
@pytest.mark.parametrize("mutant", list(MUTANTS))
def test_planted_bugs_are_found(empty_database: Path, monkeypatch: pytest.MonkeyPatch, mutant: str) -> None:
    MUTANTS[mutant](monkeypatch)
    with pytest.raises(AssertionError):
        run(empty_database, examples=200, steps=15, phases=(Phase.generate,))
