"""A library as plain rows, and what a fresh index of the same tree would hold: equality is what freshness means."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from t2tdb.ingest import index
from t2tdb.roots import real_directory, register
from t2tdb.store.connection import Reader, open_reader
from t2tdb.store.dump import dump_root
from t2tdb.store.migrate import bring_up_to_date, open_writer
from t2tdb.store.roots import all_roots

_TEMPLATE: list[Path] = []


def empty_database(path: Path) -> str:
    """A new database at `path`; making one starts a child process, so one is made and then copied."""
    if not _TEMPLATE:
        template = Path(tempfile.mkdtemp()) / "empty.db"
        bring_up_to_date(str(template))
        _TEMPLATE.append(template)
    shutil.copy(_TEMPLATE[0], path)
    path.chmod(0o600)
    return str(path)


def rows_of(reader: Reader) -> list[tuple[object, ...]]:
    """All roots of a library as rows (without the number of visited files: that is a word on the last whole scan)."""
    with reader.snapshot():
        return [line for root in all_roots(reader) for line in (("root", root.raw_path), *dump_root(reader, root.id))]


def rows_at(database: str) -> list[tuple[object, ...]]:
    """The same, by path."""
    with open_reader(database) as reader:
        return rows_of(reader)


def fresh_rows(*roots: Path) -> list[tuple[object, ...]]:
    """What a new database holds after one index of each root."""
    directory = Path(tempfile.mkdtemp())
    try:
        with open_writer(empty_database(directory / "fresh.db")) as writer:
            for root in roots:
                index(writer, register(writer, real_directory(os.fsencode(root))).root)
            return rows_of(writer)
    finally:
        shutil.rmtree(directory)


def difference(found: list[tuple[object, ...]], wanted: list[tuple[object, ...]]) -> str:
    """The first rows that only one side has, for messages."""
    has, should = set(map(repr, found)), set(map(repr, wanted))
    lines = [f"too much: {row}" for row in sorted(has - should)[:6]]
    lines += [f"missing:  {row}" for row in sorted(should - has)[:6]]
    return "\n".join(lines) or "the same rows in another order"


def check_health(database: str) -> None:
    """Raise AssertionError where SQLite finds damage, a broken reference, or an FTS index out of step."""
    with open_writer(database) as writer:
        assert writer.rows("PRAGMA integrity_check") == [("ok",)]
        assert writer.rows("PRAGMA foreign_key_check") == []
        with writer.transaction():
            writer.run("INSERT INTO resources_fts (resources_fts, rank) VALUES ('integrity-check', 1)")
        assert writer.number("SELECT count(*) FROM resources") == writer.number("SELECT count(*) FROM term_vectors")
        assert not writer.rows(
            "SELECT document FROM resources WHERE document NOT IN (SELECT document FROM term_vectors) LIMIT 1"
        )
