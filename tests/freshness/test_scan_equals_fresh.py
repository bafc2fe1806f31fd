"""P1 and P3 on the scan alone: a toy index in a dict, brought up to date by scans, whole and scoped.

The planted bugs at the end show that this test can fail.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import rule
from tree_machine import RACY_NS, TreeMachine, hunt, run
from tree_operations import DIRECTORIES

from t2tdb import discover
from t2tdb.discover import Changed, Gone, Known, Noted, Touched
from t2tdb.model import Fingerprint, Place

scan_module = sys.modules["t2tdb.discover.scan"]
read_module = sys.modules["t2tdb.discover.read"]


def claim(place: Place) -> str:
    name = place.path.rsplit("/", 1)[-1]
    kind = {"SKILL.md": "skill", "x.agent.md": "agent", "mcp.json": "json"}.get(name, "")
    beside_skill = any("SKILL.md" in names for names in place.ancestors)
    return f"{kind}-of-skill" if kind and beside_skill else kind


class DictIndex:
    """What a store must do with observations, in ten lines."""

    def __init__(self) -> None:
        self.rows: dict[bytes, Known] = {}
        self.data: dict[bytes, bytes] = {}
        self.notes: set[str] = set()

    def update(self, root: Path, scope: bytes = b"") -> None:
        known = [self.rows[raw] for raw in sorted(self.rows) if not scope or within(raw, scope)]
        if not scope:
            self.notes = set()
        for seen in discover.scan(os.fsencode(root), known, claim, scope=scope):
            if isinstance(seen, Changed):
                fingerprint = None if seen.racy else seen.fingerprint
                self.rows[seen.raw] = Known(seen.raw, fingerprint, seen.sha256, seen.claim)
                self.data[seen.raw] = seen.data
            elif isinstance(seen, Touched):
                fingerprint = None if seen.racy else seen.fingerprint
                self.rows[seen.raw] = Known(seen.raw, fingerprint, self.rows[seen.raw].sha256, seen.claim)
            elif isinstance(seen, Gone):
                del self.rows[seen.raw], self.data[seen.raw]
            elif isinstance(seen, Noted) and not scope:
                self.notes.add(seen.problem.path)

    def dump(self, scope: bytes = b"") -> list[tuple[bytes, str, bytes]]:
        return [(raw, row.claim, self.data[raw]) for raw, row in sorted(self.rows.items()) if within(raw, scope)]


def within(raw: bytes, scope: bytes) -> bool:
    return not scope or raw == scope or raw.startswith(scope + b"/")


class ScanMachine(TreeMachine):
    def __init__(self) -> None:
        super().__init__()
        self.index = DictIndex()

    def update(self) -> None:
        self.index.update(self.root)

    def compare(self) -> None:
        fresh = DictIndex()
        fresh.update(self.root)
        assert self.index.dump() == fresh.dump()
        assert self.index.notes == fresh.notes

    @rule(name=st.sampled_from(DIRECTORIES))
    def check_scope(self, name: str) -> None:
        scope = name.encode()
        self.index.update(self.root, scope)
        fresh = DictIndex()
        fresh.update(self.root)
        assert self.index.dump(scope) == fresh.dump(scope)


@pytest.fixture(autouse=True)
def short_racy_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "RACY_NS", RACY_NS)


def test_p1_after_any_operations_a_scan_leaves_what_a_fresh_one_finds() -> None:
    run(ScanMachine, examples=60, steps=25)


@pytest.mark.stress
@pytest.mark.timeout(900)
def test_p1_for_longer() -> None:
    run(ScanMachine, examples=500, steps=40)


# -- planted bugs -----------------------------------------------------------------------------------------------------


def coarse(seen: os.stat_result) -> Fingerprint:
    """What a file system with one-second time stamps would say."""
    second = 10**9
    return Fingerprint(
        seen.st_size, seen.st_mtime_ns // second * second, seen.st_ctime_ns // second * second, seen.st_ino, seen.st_dev
    )


def test_p3_on_a_disk_with_one_second_time_stamps_the_racy_rule_finds_every_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scan_module, "RACY_NS", 2_000_000_000)
    monkeypatch.setattr(scan_module, "fingerprint_of", coarse)
    monkeypatch.setattr(read_module, "fingerprint_of", coarse)
    run(ScanMachine, examples=20, steps=25)


def plant_coarse_without_racy_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "fingerprint_of", coarse)
    monkeypatch.setattr(read_module, "fingerprint_of", coarse)
    monkeypatch.setattr(scan_module.Scan, "_is_racy", lambda self, fingerprint: False)


def plant_fingerprint_of_size_and_mtime(monkeypatch: pytest.MonkeyPatch) -> None:
    def weak(seen: os.stat_result) -> Fingerprint:
        return Fingerprint(seen.st_size, seen.st_mtime_ns, 0, 0, 0)

    monkeypatch.setattr(scan_module, "fingerprint_of", weak)
    monkeypatch.setattr(read_module, "fingerprint_of", weak)


def plant_early_return_on_an_empty_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scan_module.Scan.__iter__

    def early(self: discover.Scan) -> object:
        seen = list(honest(self))
        return iter(seen if self.counts.files_visited else [])

    monkeypatch.setattr(scan_module.Scan, "__iter__", early)


def plant_no_deletion_below_a_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scan_module.Scan.__iter__

    def forgetful(self: discover.Scan) -> object:
        return (seen for seen in honest(self) if not (isinstance(seen, Gone) and seen.raw.count(b"/") > 1))

    monkeypatch.setattr(scan_module.Scan, "__iter__", forgetful)


def plant_claims_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scan_module.Scan._wanted

    def blind(self: discover.Scan, entry: object, claim: str, known: Known | None) -> object:
        return honest(self, entry, known.claim if known else claim, known)

    monkeypatch.setattr(scan_module.Scan, "_wanted", blind)


KILLED_BY_EQUALITY = [
    plant_coarse_without_racy_rule,
    plant_fingerprint_of_size_and_mtime,
    plant_early_return_on_an_empty_tree,
    plant_no_deletion_below_a_directory,
    plant_claims_are_not_compared,
]


@pytest.mark.parametrize("plant", KILLED_BY_EQUALITY, ids=lambda plant: plant.__name__[6:])
def test_p1_kills(plant: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(plant)
    plant(monkeypatch)
    with pytest.raises((AssertionError, KeyError, ExceptionGroup)):
        hunt(ScanMachine, examples=300, steps=25)
