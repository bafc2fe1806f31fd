"""A small library on disk, and what a fresh index of it would hold."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

from t2tdb.ingest import IndexOptions, Outcome, index
from t2tdb.roots import real_directory, register
from t2tdb.store.check import check_database
from t2tdb.store.connection import Reader, Writer, open_reader
from t2tdb.store.dump import dump_root
from t2tdb.store.migrate import open_writer

SKILL = "---\nname: {name}\ndescription: {description}\ntags: [one, two]\n---\n# {name}\n\nSome body text.\n"
_numbers = itertools.count()


def write_skill(root: Path, name: str, description: str = "What it does.") -> Path:
    path = root / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SKILL.format(name=name, description=description))
    return path


def ingest(
    writer: Writer, root: Path, options: IndexOptions | None = None, scope: bytes = b"", reason: str = "index"
) -> Outcome:
    return index(writer, register(writer, real_directory(str(root))).root, options, scope=scope, reason=reason)


def dump(reader: Reader) -> list[tuple[object, ...]]:
    """Everything that the database says of all its roots."""
    roots = reader.rows("SELECT id, raw_path FROM roots ORDER BY raw_path")
    return [(raw, *line) for number, raw in roots for line in dump_root(reader, int(number))]  # type: ignore[arg-type]


def fresh_dump(
    template: Path, directory: Path, root: Path, options: IndexOptions | None = None
) -> list[tuple[object, ...]]:
    """What an index into a new database would hold of ``root``."""
    place = directory / f"fresh-{next(_numbers)}"
    place.mkdir()
    path = str(place / "fresh.db")
    shutil.copy(template, path)
    try:
        with open_writer(path) as writer:
            ingest(writer, root, options)
            return dump(writer)
    finally:
        shutil.rmtree(place)


def health(path: str) -> list[str]:
    """What is wrong with the database itself; empty when all is well."""
    with open_writer(path) as writer:
        return [f"{finding.check}: {finding.message}" for finding in check_database(writer)]


__all__ = ("dump", "fresh_dump", "health", "ingest", "open_reader", "write_skill")
