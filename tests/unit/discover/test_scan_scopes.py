"""A scan of a part of a root says what a scan of the whole says there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from t2tdb import discover
from t2tdb.discover import Known, Noted
from tests.support.scans import claim, remember, run, write


def tree(root: Path) -> None:
    for name in (
        "SKILL.md", "a/SKILL.md", "a/b/SKILL.md", "a/b/c/x.json", "a/b-c/SKILL.md", "a/dist/SKILL.md",
        "a/dist/deep/x.json", "node_modules/SKILL.md", "z/coverage/no.json", "z/SKILL.md",
    ):  # fmt: skip
        write(root / name)
    (root / "a/link").symlink_to("/")


SCOPES = [b"a", b"a/b", b"a/b/c/x.json", b"SKILL.md", b"a/dist", b"a/dist/deep", b"node_modules/SKILL.md", b"nowhere/x",
          b"z/coverage/no.json", b"a/link", b"a/link/etc", b"SKILL.md/x", b"a/b-c"]  # fmt: skip


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scoped_scan_says_what_a_whole_scan_says_there(tmp_path: Path, scope: bytes) -> None:
    tree(tmp_path)

    def inside(raw: bytes) -> bool:
        return raw == scope or raw.startswith(scope + b"/")

    def of(observation: object) -> bytes:
        return observation.problem.path.encode() if isinstance(observation, Noted) else observation.raw  # type: ignore[attr-defined]

    whole = run(tmp_path)
    assert run(tmp_path, scope=scope) == [o for o in whole if inside(of(o))]
    known = [Known(k.raw, None, "", k.claim) for k in remember(whole)]
    for victim in ("a/b/SKILL.md", "a/dist/SKILL.md", "SKILL.md"):
        (tmp_path / victim).unlink()
    whole = run(tmp_path, known)
    assert run(tmp_path, [k for k in known if inside(k.raw)], scope=scope) == [o for o in whole if inside(of(o))]


def test_a_scope_counts_only_what_lies_in_it(tmp_path: Path) -> None:
    tree(tmp_path)
    scan = discover.scan(os.fsencode(tmp_path), [], claim, scope=b"a/b")
    list(scan)
    assert (scan.counts.files_visited, scan.counts.directories) == (2, 2)
