"""What a bulk of writes and a watcher leave behind: few segments, an empty log, the settings as they were."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from t2tdb.ingest import IndexOptions, fold
from t2tdb.store.bulk import bulk, checkpoint
from t2tdb.store.connection import Reader, Writer, open_reader
from t2tdb.store.merging import FTS_TABLES, merge
from t2tdb.store.migrate import open_writer
from tests.ingest.library import dump, fresh_dump, ingest, write_skill

SETTINGS = ("cache_size", "wal_autocheckpoint")


@pytest.fixture
def writer(database: str) -> Writer:
    return open_writer(database)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    path.mkdir()
    return path


def segments(reader: Reader) -> dict[str, int]:
    return {table: reader.number(f"SELECT count(DISTINCT segid) FROM {table}_idx") for table in FTS_TABLES}


def test_no_commit_merges_by_itself(writer: Writer, library: Path) -> None:
    """A commit of one changed resource writes its own segment and nothing of the others'."""
    for number in range(12):
        write_skill(library, f"skill{number}")
        ingest(writer, library, scope=f"skill{number}".encode(), reason="watch")
    assert all(count >= 12 for count in segments(writer).values())


def test_an_idle_watcher_merges_until_nothing_is_left(
    writer: Writer, library: Path, empty_database: Path, tmp_path: Path
) -> None:
    for number in range(12):
        write_skill(library, f"skill{number}")
        ingest(writer, library, scope=f"skill{number}".encode(), reason="watch")
    rounds = 0
    while fold(writer):
        rounds += 1
    assert 0 < rounds < 12
    assert all(count < 4 for count in segments(writer).values()), segments(writer)
    before = writer.data_version(), writer.number("PRAGMA page_count")
    assert not merge(writer)
    assert before == (writer.data_version(), writer.number("PRAGMA page_count"))
    assert dump(writer) == fresh_dump(empty_database, tmp_path, library)


def test_a_bulk_leaves_few_segments_and_nothing_in_the_log(writer: Writer, library: Path) -> None:
    for number in range(40):
        write_skill(library, f"skill{number}")
    ingest(writer, library, IndexOptions(batch_files=2))
    assert all(count < 4 for count in segments(writer).values()), segments(writer)
    _busy, frames, copied = writer.rows("PRAGMA wal_checkpoint(PASSIVE)")[0]
    assert frames == copied


@pytest.mark.parametrize("fails", [False, True])
def test_a_bulk_gives_back_what_it_changed(writer: Writer, *, fails: bool) -> None:
    def settings() -> list[object]:
        return [*(writer.number(f"PRAGMA {name}") for name in SETTINGS), gc.get_threshold()]

    before = settings()
    try:
        with bulk(writer):
            assert all(now != then for now, then in zip(settings(), before, strict=True))
            if fails:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        assert fails
    assert settings() == before


def test_a_bulk_whose_database_was_closed_says_nothing_more(writer: Writer) -> None:
    with bulk(writer):
        writer.close()


def test_a_checkpoint_waits_for_no_reader(writer: Writer, library: Path) -> None:
    write_skill(library, "one")
    with open_reader(writer.path) as reader, reader.snapshot():
        assert not reader.number("SELECT count(*) FROM resources")
        ingest(writer, library, reason="watch")
        checkpoint(writer)
        assert not reader.number("SELECT count(*) FROM resources")
    checkpoint(writer)
    _busy, frames, copied = writer.rows("PRAGMA wal_checkpoint(PASSIVE)")[0]
    assert frames == copied
