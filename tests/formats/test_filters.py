"""``.t2tdbignore``, ``--include`` and ``--exclude``: git's patterns, kept for every later scan."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import t2tdb
from t2tdb.discover import Filters, read_ignore_file

SKILL = "---\nname: {0}\ndescription: Does {0}.\n---\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "library"
    for name in ("a", "b", "drafts/c", "drafts/keep/d"):
        (place / name).mkdir(parents=True)
        (place / name / "SKILL.md").write_text(SKILL.format(name[-1]))
    return place


@pytest.fixture
def names(root: Path, database: str) -> Callable[..., str]:
    """Index with some patterns and give the names of everything."""

    def run(**patterns: list[str]) -> str:
        with t2tdb.open(database) as library:
            inventory = library.index(str(root), **patterns)  # type: ignore[arg-type]
            return "".join(sorted(found.name for found in inventory.resources))

    return run


def test_the_ignore_file_is_followed_and_changes_take_effect(root: Path, names: Callable[..., str]) -> None:
    assert names() == "abcd"
    (root / ".t2tdbignore").write_text("# notes\ndrafts/\n\n")
    assert names() == "ab"
    (root / ".t2tdbignore").write_text("drafts/*\n!drafts/keep/\n/a\n")
    assert names() == "bd"
    (root / ".t2tdbignore").unlink()
    assert names() == "abcd"


def test_patterns_are_kept_until_they_are_replaced(names: Callable[..., str]) -> None:
    assert names(exclude=["drafts/"]) == "ab"
    assert names() == "ab"
    assert names(include=["a/", "drafts/"]) == "a"
    assert names(exclude=[]) == "acd"
    assert names(include=[]) == "abcd"


def test_a_scan_of_a_part_looks_at_all_when_the_patterns_changed(
    root: Path, database: str, names: Callable[..., str]
) -> None:
    assert names() == "abcd"
    (root / ".t2tdbignore").write_text("b/\n")
    with t2tdb.open(database) as library:
        library.index(str(root / "a"))
        assert [hit.resource.name for hit in library.find("does").hits] == ["a", "c", "d"]


def test_a_pattern_that_git_would_refuse_is_named(root: Path, database: str) -> None:
    (root / ".t2tdbignore").write_text("b/\n!\n")
    with t2tdb.open(database) as library:
        library.index(str(root))
        assert [(issue.code, issue.path, issue.line) for _, issue in library.lint().issues] == [
            ("IGNORE_PATTERN_INVALID", ".t2tdbignore", 2)
        ]


def test_an_unchanged_root_with_patterns_is_not_written(names: Callable[..., str], database: str) -> None:
    assert names(exclude=["drafts/"]) == "ab"
    before = Path(database).read_bytes()
    assert names(exclude=["drafts/"]) == "ab"
    assert Path(database).read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="needs links and queues of POSIX")
def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a/\n")
    (tmp_path / "root").mkdir()
    place = tmp_path / "root" / ".t2tdbignore"
    place.symlink_to(secret)
    assert read_ignore_file(os.fsencode(tmp_path / "root")) == ()
    place.unlink()
    os.mkfifo(place)
    assert read_ignore_file(os.fsencode(tmp_path / "root")) == ()
    place.unlink()
    place.write_bytes(b"\xef\xbb\xbfa/\r\nb\xff\n")
    assert read_ignore_file(os.fsencode(tmp_path / "root")) == ("a/", "b\ufffd")


def test_without_patterns_nothing_is_asked() -> None:
    assert Filters().compile() == (None, ())
    assert Filters().fingerprint() == ""
    assert Filters(exclude=("a",)).fingerprint() != Filters(include=("a",)).fingerprint()


def test_patterns_survive_a_rebuild_and_hold_for_a_deep_check(
    root: Path, names: Callable[..., str], database: str
) -> None:
    from t2tdb.verification import check, rebuild

    assert names(exclude=["drafts/"]) == "ab"
    assert check(database, deep=True).findings == ()
    rebuild(database, is_watched=lambda _: False)
    assert names() == "ab"
