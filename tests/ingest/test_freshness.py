"""P3 to P6 and P32: doubtful evidence is read again, and what cannot be looked at is never taken for gone."""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from t2tdb.discover import RootUnavailable
from t2tdb.ingest import SEED_LIMITS, IndexOptions, index
from t2tdb.model import Parsed, Place
from t2tdb.store.connection import Writer, open_reader
from t2tdb.store.migrate import open_writer
from t2tdb.store.roots import Root, all_roots
from t2tdb.store.state import read_state, scan_states
from tests.ingest.library import SKILL, dump, fresh_dump, ingest, write_skill

read_module = importlib.import_module("t2tdb.discover.read")


def root_of(writer: Writer) -> Root:
    return all_roots(writer)[0]


def description(writer: Writer, name: str = "alpha") -> object:
    return writer.value("SELECT description FROM resources WHERE name = ?", (name,))


def rewrite(path: Path, old: str, new: str) -> None:
    """Change a file's text but neither its size nor its time."""
    before = path.stat()
    path.write_text(path.read_text().replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    path.mkdir()
    return path


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were just written count as old, so that only fingerprints speak."""
    monkeypatch.setattr(importlib.import_module("t2tdb.discover.scan"), "RACY_NS", -1_000_000_000_000)


@pytest.mark.usefixtures("settled")
def test_edit_with_restored_size_and_time_is_found(database: str, root: Path) -> None:
    path = write_skill(root, "alpha", "one two")
    with open_writer(database) as writer:
        ingest(writer, root)
        rewrite(path, "one two", "two one")
        assert ingest(writer, root).changed == 1
        assert description(writer) == "two one"


@pytest.mark.usefixtures("settled")
def test_replacement_by_an_older_file_is_found(database: str, root: Path) -> None:
    older = write_skill(root.parent, "older", "one two")
    path = write_skill(root, "alpha", "two one")
    shutil.copystat(older, path)
    with open_writer(database) as writer:
        ingest(writer, root)
        older.write_text(SKILL.format(name="alpha", description="six ten"))
        os.utime(older, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
        os.replace(older, path)
        assert ingest(writer, root).changed == 1
        assert description(writer) == "six ten"


def test_edit_within_one_second_is_found_on_a_disk_that_counts_in_seconds(
    database: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = read_module.fingerprint_of

    def coarse(seen: os.stat_result) -> object:
        found = real(seen)
        second = 1_000_000_000
        times = (found.mtime_ns // second * second, found.ctime_ns // second * second)
        return type(found)(found.size, *times, 7, found.device)

    monkeypatch.setattr(read_module, "fingerprint_of", coarse)
    monkeypatch.setattr(importlib.import_module("t2tdb.discover.scan"), "fingerprint_of", coarse)
    path = write_skill(root, "alpha", "one two")
    with open_writer(database) as writer:
        ingest(writer, root)
        path.write_text(SKILL.format(name="alpha", description="two one"))
        assert ingest(writer, root).changed == 1


def test_future_time_stays_doubtful(database: str, root: Path) -> None:
    path = write_skill(root, "alpha", "one two")
    later = time.time_ns() + 3_600_000_000_000
    os.utime(path, ns=(later, later))
    with open_writer(database) as writer:
        for _ in range(2):
            assert ingest(writer, root).files_read == 1
        assert writer.value("SELECT racy FROM files") == 1


def test_doubts_are_settled_with_the_next_real_write_only(
    database: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_skill(root, "alpha")
    with open_writer(database) as writer:
        ingest(writer, root)
        monkeypatch.setattr(importlib.import_module("t2tdb.discover.scan"), "RACY_NS", -1_000_000_000_000)
        assert not ingest(writer, root).wrote
        assert writer.rows("SELECT racy FROM files") == [(1,)]
        write_skill(root, "beta")
        ingest(writer, root)
        assert writer.rows("SELECT racy FROM files") == [(0,), (0,)]
        assert ingest(writer, root).files_read == 0


def test_file_that_changes_while_it_is_read_stays_doubtful(
    database: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_skill(root, "alpha", "one")
    real = read_module.read_up_to
    edits = iter(["two", "three", "four", "five"])

    def read_and_edit(descriptor: int, limit: int) -> bytes:
        data: bytes = real(descriptor, limit)
        path.write_text(SKILL.format(name="alpha", description=next(edits)))
        return data

    with open_writer(database) as writer:
        with monkeypatch.context() as patch:
            patch.setattr(read_module, "read_up_to", read_and_edit)
            ingest(writer, root)
        assert writer.rows("SELECT racy FROM files") == [(1,)]
        assert writer.rows("SELECT code FROM problems") == [("FILE_CHANGED_WHILE_READ",)]
        ingest(writer, root)
        assert description(writer) == "four"
        assert writer.rows("SELECT code FROM problems") == []


def test_root_that_is_away_or_replaced_keeps_its_rows(database: str, root: Path) -> None:
    write_skill(root, "alpha")
    away = root.with_name("away")
    with open_writer(database) as writer:
        ingest(writer, root)
        registered = root_of(writer)
        before = dump(writer)
        root.rename(away)
        with pytest.raises(RootUnavailable, match="not there"):
            index(writer, registered)
        root.mkdir()
        with pytest.raises(RootUnavailable, match="another directory"):
            index(writer, registered)
        root.rmdir()
        root.write_text("a file")
        with pytest.raises(RootUnavailable, match="not a directory"):
            index(writer, registered)
        assert dump(writer) == before
        root.unlink()
        away.rename(root)
        assert not index(writer, registered).wrote


def test_replaced_root_is_taken_where_that_is_asked_for(database: str, root: Path) -> None:
    write_skill(root, "alpha")
    with open_writer(database) as writer:
        ingest(writer, root)
        root.rename(root.with_name("away"))
        write_skill(root, "beta")
        outcome = index(writer, root_of(writer), IndexOptions(accept_replaced=True))
        assert (outcome.added, outcome.removed) == (1, 1)
        assert not index(writer, root_of(writer)).wrote


def test_replaced_root_at_the_command_line(database: str, root: Path) -> None:
    write_skill(root, "alpha")
    command = [sys.executable, "-m", "t2tdb", "--db", database, "index"]
    assert subprocess.run([*command, str(root)], capture_output=True, check=False).returncode == 0
    root.rename(root.with_name("away"))
    write_skill(root, "beta")
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 3
    assert "alpha" in refused.stdout
    assert "--prune" in refused.stderr
    taken = subprocess.run([*command, "--prune"], capture_output=True, text=True, check=False)
    assert taken.returncode == 0
    assert "beta" in taken.stdout
    assert "alpha" not in taken.stdout


def test_emptied_root_is_emptied(database: str, root: Path) -> None:
    write_skill(root, "alpha")
    with open_writer(database) as writer:
        ingest(writer, root)
        shutil.rmtree(root / "alpha")
        assert ingest(writer, root).removed == 1
        assert writer.number("SELECT count(*) FROM files") == 0


def test_newer_extractor_reads_every_file_again(
    database: str, empty_database: Path, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("alpha", "beta"):
        write_skill(root, name)
    with open_writer(database) as writer:
        ingest(writer, root)
        documents = writer.rows("SELECT document FROM resources")
        for module in ("t2tdb.ingest.run", "t2tdb.ingest.batch"):
            monkeypatch.setattr(importlib.import_module(module), "EXTRACTOR_VERSION", 1000)
        outcome = ingest(writer, root)
        assert (outcome.files_read, outcome.changed) == (2, 0)
        assert writer.rows("SELECT document FROM resources") == documents, "equal texts keep their documents"
        assert writer.rows("SELECT DISTINCT extractor_version FROM files") == [(1000,)]
        assert writer.value("SELECT value FROM settings WHERE key = 'extractor_version'") == "1000"
        assert ingest(writer, root).files_read == ingest(writer, root).files_read
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)


@pytest.mark.usefixtures("settled")
def test_other_claim_reads_the_file_again(database: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_skill(root, "alpha")
    run_module = importlib.import_module("t2tdb.ingest.run")
    with open_writer(database) as writer:
        ingest(writer, root)
        real: Callable[[Place], str] = run_module.claim
        monkeypatch.setattr(run_module, "claim", lambda place: "prompt" if real(place) else "")
        monkeypatch.setattr(importlib.import_module("t2tdb.ingest.prepare"), "parse", lambda *_: Parsed())
        assert ingest(writer, root).removed == 1
        assert writer.rows("SELECT claim FROM files") == [("prompt",)]


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A directory that another user can reach, other than pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root to become somebody who may not read")
def test_unreadable_file_and_directory_are_kept_as_stale(empty_database: Path, open_place: Path) -> None:
    database, root = str(open_place / "library.db"), open_place / "root"
    shutil.copy(empty_database, database)
    for name in ("alpha", "beta", "gamma"):
        write_skill(root, name)
    with open_writer(database) as writer:
        ingest(writer, root)
    for path in (open_place, *open_place.rglob("*")):
        os.chown(path, 65534, 65534)
    (root / "alpha" / "SKILL.md").chmod(0)
    (root / "beta").chmod(0)
    assert as_nobody(database, root) == [2, 2]
    with open_reader(database) as reader:
        assert reader.rows("SELECT path, status FROM files ORDER BY path") == [
            ("alpha/SKILL.md", "stale"),
            ("beta/SKILL.md", "stale"),
            ("gamma/SKILL.md", "current"),
        ]
        assert reader.number("SELECT count(*) FROM resources") == 3
        assert set(reader.rows("SELECT code, path FROM problems")) == {
            ("DIRECTORY_UNREADABLE", "beta"),
            ("FILE_UNREADABLE", "alpha/SKILL.md"),
            ("FILE_UNREADABLE", "beta/SKILL.md"),
        }
        assert reader.number("SELECT count(*) FROM scans") == 2, "the same state is not recorded twice"
    (root / "alpha" / "SKILL.md").chmod(0o644)
    (root / "beta").chmod(0o755)
    assert as_nobody(database, root) == [0, 0]
    with open_reader(database) as reader:
        assert reader.rows("SELECT DISTINCT status FROM files") == [("current",)]
        assert reader.rows("SELECT code FROM problems") == []


def as_nobody(database: str, root: Path) -> list[int]:
    """Ingest twice as a user who may not read everything; the number of unreadable things each time."""
    script = (
        "import os, sys, filelock, json\nfrom pathlib import Path\nfrom t2tdb.store.migrate import open_writer\n"
        "from tests.ingest.library import ingest, write_skill\n"
        "import t2tdb.ranking.seed_analysis, t2tdb.parse.reading\nos.setgid(65534); os.setuid(65534)\n"
        "with open_writer(sys.argv[1]) as writer:\n"
        "    print(json.dumps([ingest(writer, Path(sys.argv[2])).unreadable for _ in range(2)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, database, str(root)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    counts: list[int] = json.loads(done.stdout)
    return counts


def test_state_tells_of_the_last_scan_though_nothing_changed(database: str, root: Path) -> None:
    with open_writer(database) as writer:
        ingest(writer, root)
        first = scan_states(read_state(database))[str(root)].finished_at
        time.sleep(0.01)
        assert not ingest(writer, root).wrote
        assert scan_states(read_state(database))[str(root)].finished_at > first


def test_damaged_state_counts_as_none(database: str) -> None:
    for content in (b"", b"\xff", b"[]", b"{" * 100_000):
        Path(database + ".state").write_bytes(content)
        assert read_state(database) == {}


def test_resource_limit_cuts_the_same_whatever_was_known(
    database: str, empty_database: Path, tmp_path: Path, root: Path
) -> None:
    options = IndexOptions(max_resources=3, batch_files=1)
    with open_writer(database) as writer:
        for name in ("a", "c", "e", "g"):
            write_skill(root, name)
        ingest(writer, root, options)
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root, options)
        assert writer.rows("SELECT code, path FROM problems") == [("RESOURCE_LIMIT_REACHED", "g/SKILL.md")]
        write_skill(root, "b")
        (root / "c" / "SKILL.md").unlink()
        (root / "mcp.json").write_text('{"mcpServers": {"x": {"command": "r"}, "y": {"command": "r"}}}')
        (root / "a" / "mcp.json").write_text('{"mcpServers": {"x": {"command": "r"}, "y": {"command": "r"}}}')
        for chosen in (options, IndexOptions(max_resources=5), IndexOptions(max_resources=4), IndexOptions()):
            ingest(writer, root, chosen)
            assert dump(writer) == fresh_dump(empty_database, tmp_path, root, chosen)
            assert not ingest(writer, root, chosen).wrote


def test_larger_file_limit_brings_files_in_and_smaller_one_takes_them_out(
    database: str, empty_database: Path, tmp_path: Path, root: Path
) -> None:
    write_skill(root, "alpha", "word " * 100)
    write_skill(root, "beta")
    with open_writer(database) as writer:
        for size in (200, 1000, 200, 10):
            options = IndexOptions(max_file_bytes=size)
            ingest(writer, root, options)
            assert dump(writer) == fresh_dump(empty_database, tmp_path, root, options)
            assert not ingest(writer, root, options).wrote
        assert writer.rows("SELECT DISTINCT code FROM problems") == [("FILE_TOO_LARGE",)]


def test_seed_limits_cut_the_text_and_default_limits_restore_it(
    database: str, empty_database: Path, tmp_path: Path, root: Path
) -> None:
    for name in ("alpha", "beta", "gamma"):
        write_skill(root, name)
    options = dataclasses.replace(SEED_LIMITS, text_units=80)
    with open_writer(database) as writer:
        ingest(writer, root, options)
        assert writer.rows("SELECT code, path FROM problems") == [("CORPUS_LIMIT_REACHED", "beta/SKILL.md")]
        assert not ingest(writer, root, options).wrote
        ingest(writer, root)
        assert dump(writer) == fresh_dump(empty_database, tmp_path, root)
