"""What a rebuilt database takes over from the old one: what cannot be read from the disk again."""

from __future__ import annotations

from t2tdb.store.connection import open_reader
from t2tdb.store.settings import get_setting, put_setting
from t2tdb.store.statistics import marks
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Cell, Reader, Writer

SETTINGS = ("created_at", "history_rows", "history_days")


def copy_history(writer: Writer, old: str) -> None:
    """Copy history, dates of first sight and settings of the database at ``old`` into a freshly built one.

    What the rebuild itself recorded is dropped: it found everything new.
    """
    with open_reader(old) as reader, reader.snapshot(), writer.transaction():
        roots: dict[Cell, Cell] = {}
        for number, raw, added_at in reader.rows("SELECT id, raw_path, added_at FROM roots"):
            writer.run("UPDATE roots SET added_at = ? WHERE raw_path = ?", (added_at, raw))
            roots[number] = writer.value("SELECT id FROM roots WHERE raw_path = ?", (raw,))
        writer.run("DELETE FROM changes")
        writer.run("DELETE FROM scans")
        for table in ("scans", "changes"):
            columns = [str(row[1]) for row in reader.rows(f"PRAGMA table_info({table})")]
            place = columns.index("root_id")
            for row in reader.iterate(f"SELECT {', '.join(columns)} FROM {table} ORDER BY id"):
                root = roots.get(row[place])
                if root is not None:
                    moved = (*row[:place], root, *row[place + 1 :])
                    writer.run(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})", moved)
        for number, root in roots.items():
            _copy_dates(reader, writer, number, root)
        for key in SETTINGS:
            found = get_setting(reader, key)
            if found:
                put_setting(writer, key, found)


def _copy_dates(reader: Reader, writer: Writer, old_root: Cell, root: Cell) -> None:
    for raw, first_seen in reader.iterate("SELECT raw_path, first_seen_at FROM files WHERE root_id = ?", (old_root,)):
        writer.run("UPDATE files SET first_seen_at = ? WHERE root_id = ? AND raw_path = ?", (first_seen, root, raw))
    rows = reader.iterate(
        "SELECT f.raw_path, r.entry, r.first_seen_at, r.changed_at, r.content_hash FROM resources r"
        " JOIN files f ON f.id = r.file_id WHERE r.root_id = ?",
        (old_root,),
    )
    for raw, entry, first_seen, changed, content_hash in rows:
        writer.run(
            "UPDATE resources SET first_seen_at = ?1, changed_at = CASE WHEN content_hash = ?2 THEN ?3"
            " ELSE changed_at END WHERE entry = ?4 AND file_id ="
            " (SELECT id FROM files WHERE root_id = ?5 AND raw_path = ?6)",
            (first_seen, content_hash, changed, entry, root, raw),
        )
