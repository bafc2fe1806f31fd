"""Same, stale, gone or unreachable: what a look at a file says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock

from t2tdb.freshness import Location, is_watched, state_of
from t2tdb.model import Fingerprint

POSIX = pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")


def location(file: Path) -> Location:
    seen = os.lstat(file)
    known = Fingerprint(seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino, seen.st_dev)
    return Location(os.fsencode(file.parent), os.fsencode(file.name), known)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    found = tmp_path / "root" / "SKILL.md"
    found.write_text("hello")
    return found


def test_an_untouched_file_is_the_same(file: Path) -> None:
    assert state_of(location(file)) == "same"


def test_an_edit_that_hides_itself_is_seen(file: Path) -> None:
    before, place = os.stat(file), location(file)
    file.write_text("HELLO")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert state_of(place) == "stale"


def test_another_device_number_is_the_same_file(file: Path) -> None:
    place = location(file)
    assert place.fingerprint is not None
    known = place.fingerprint
    moved = Fingerprint(known.size, known.mtime_ns, known.ctime_ns, known.inode, known.device + 1)
    assert state_of(Location(place.root, place.path, moved)) == "same"


def test_gone_is_only_what_was_looked_for_and_not_found(file: Path) -> None:
    place = location(file)
    file.rename(file.with_name("other"))
    assert state_of(place) == "gone"
    file.mkdir()
    assert state_of(place) == "gone"
    file.rmdir()
    file.parent.rename(file.parent.with_name("away"))
    assert state_of(place) == "unreachable"


def test_an_empty_directory_in_the_roots_place_is_not_the_root(file: Path) -> None:
    """The bare mount point of a disk that is not mounted: nothing can be said of the files."""
    root = os.stat(file.parent)
    known = Location(os.fsencode(file.parent), b"SKILL.md", location(file).fingerprint, root.st_dev, root.st_ino)
    assert state_of(known) == "same"
    file.unlink()
    assert state_of(known) == "gone"
    file.parent.rename(file.parent.with_name("away"))
    file.parent.mkdir()
    assert state_of(known) == "unreachable"
    file.with_name("other").write_text("made anew, on the same disk")
    assert state_of(known) == "gone"
    elsewhere = Location(known.root, known.path, known.fingerprint, root.st_dev + 1, root.st_ino)
    assert state_of(elsewhere) == "unreachable"


@POSIX
def test_a_file_that_cannot_be_looked_at_is_not_gone(file: Path) -> None:
    place = Location(os.fsencode(file.parent), b"x" * 5000, None)  # ENAMETOOLONG
    assert state_of(place) == "unreachable"


@POSIX
def test_a_watcher_is_believed_only_while_it_holds_the_lock(tmp_path: Path) -> None:
    lock = str(tmp_path / "db.lock")
    assert not is_watched(lock, os.getpid())
    with FileLock(lock):
        assert is_watched(lock, os.getpid())
        assert not is_watched(lock, 0)
    assert not is_watched(lock, os.getpid())
