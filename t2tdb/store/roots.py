"""Rows of the registered roots."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from t2tdb.store.connection import Reader, Row, Writer


@value
class Root:
    """One registered root."""

    id: int
    path: str  # real path as printable text
    raw_path: bytes  # real path as the disk spells it
    device: int
    inode: int
    added_at: str
    files_visited: int
    extractor_version: int
    cut: int  # 1 where a bound of the whole scan cut off what a file gave


_COLUMNS = "id, path, raw_path, device, inode, added_at, files_visited, extractor_version, cut"


def _root(row: Row) -> Root:
    return Root(*row)  # type: ignore[arg-type]


def all_roots(reader: Reader) -> list[Root]:
    """Every registered root, in the order in which they were registered."""
    return [_root(row) for row in reader.rows(f"SELECT {_COLUMNS} FROM roots ORDER BY id")]


def root_by_id(reader: Reader, root_id: int) -> Root | None:
    """One root by its number."""
    row = reader.row(f"SELECT {_COLUMNS} FROM roots WHERE id = ?", (root_id,))
    return None if row is None else _root(row)


def insert_root(writer: Writer, path: str, raw_path: bytes, device: int, inode: int, added_at: str) -> int:
    """Register a root; gives its number. Inside a transaction."""
    found = writer.value("SELECT id FROM roots WHERE raw_path = ?", (raw_path,))
    if isinstance(found, int):
        return found
    return writer.insert(
        "INSERT INTO roots (path, raw_path, device, inode, added_at) VALUES (?, ?, ?, ?, ?)",
        (path, raw_path, device, inode, added_at),
    )


def accept_identity(writer: Writer, root_id: int, device: int, inode: int) -> None:
    """Take the directory that lies there now for the root. Inside a transaction."""
    writer.run("UPDATE roots SET device = ?, inode = ? WHERE id = ?", (device, inode, root_id))


def record_scan_of_root(writer: Writer, root_id: int, files_visited: int, extractor_version: int, cut: int) -> None:
    """Record what a complete scan saw. Inside a transaction."""
    writer.run(
        "UPDATE roots SET files_visited = ?, extractor_version = ?, cut = ? WHERE id = ?",
        (files_visited, extractor_version, cut, root_id),
    )


def mark_cut(writer: Writer, root_id: int) -> None:
    """Record that rows of this root hold less than their files do. Inside a transaction."""
    writer.run("UPDATE roots SET cut = 1 WHERE id = ? AND cut = 0", (root_id,))
