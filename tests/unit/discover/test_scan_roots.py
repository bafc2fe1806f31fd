"""Which directory a root is, and when it is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from t2tdb import discover
from t2tdb.discover import RootUnavailable, ScanOptions
from tests.support.scans import changed, run, write


def test_a_missing_root_is_no_empty_root(tmp_path: Path) -> None:
    with pytest.raises(RootUnavailable) as caught:
        run(tmp_path / "gone")
    assert caught.value.reason == "missing"
    assert caught.value.exit_code == 2


def test_a_file_is_no_root(tmp_path: Path) -> None:
    with pytest.raises(RootUnavailable) as caught:
        run(write(tmp_path / "file"))
    assert caught.value.reason == "not-a-directory"


def test_another_directory_in_the_roots_place_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root / "SKILL.md")
    identity = discover.identify(os.fsencode(root))
    options = ScanOptions(identity=(identity.device, identity.inode))
    assert changed(run(root, options=options)) == ["SKILL.md"]
    root.rename(tmp_path / "away")
    root.mkdir()
    with pytest.raises(RootUnavailable) as caught:
        run(root, options=options)
    assert caught.value.reason == "replaced"


@pytest.mark.parametrize(
    ("found", "names", "same"),
    [((1, 2), 0, True), ((9, 2), 3, True), ((9, 2), 0, False), ((1, 3), 3, False)],
)
def test_a_device_number_may_change_over_a_restart_an_inode_may_not(
    found: tuple[int, int], names: int, same: bool
) -> None:
    assert discover.is_same_root(discover.RootIdentity(1, 2), discover.RootIdentity(*found), names) is same


def test_a_place_knows_the_name_of_its_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / ".claude/SKILL.md")
    assert run(tmp_path / ".claude")[0].place.root == ".claude"
    (tmp_path / "spelled-otherwise").symlink_to(tmp_path / ".claude")
    assert run(tmp_path / "spelled-otherwise")[0].place.root == ".claude"
    monkeypatch.setenv("HOME", str(tmp_path / ".claude"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / ".claude"))
    assert run(tmp_path / ".claude")[0].place.root == "~"
