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
    include: tuple[str, ...] = ()  # patterns of which a file must match one
    exclude: tuple[str, ...] = ()  # patterns of what is left out
    filters: str = ""  # fingerprint of all patterns at the last complete scan


_COLUMNS = (
    "id, path, raw_path, device, inode, added_at, files_visited, extractor_version, cut, include, exclude, filters"
)


def _root(row: Row) -> Root:
    *plain, include, exclude, filters = row
    return Root(*plain, _patterns(include), _patterns(exclude), str(filters))  # type: ignore[arg-type, call-arg]


def _patterns(stored: object) -> tuple[str, ...]:
    if stored == "[]":
        return ()
    import json  # 3 ms that a query on a root without patterns need not pay

    return tuple(map(str, json.loads(str(stored))))


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


def record_patterns(writer: Writer, root_id: int, include: tuple[str, ...], exclude: tuple[str, ...]) -> None:
    """Record which files of the root are wanted from now on. Inside a transaction."""
    import json

    writer.run(
        "UPDATE roots SET include = ?, exclude = ? WHERE id = ?", (json.dumps(include), json.dumps(exclude), root_id)
    )


def record_filters(writer: Writer, root_id: int, fingerprint: str) -> None:
    """Record with which filters the last complete scan went. Inside a transaction."""
    writer.run("UPDATE roots SET filters = ? WHERE id = ?", (fingerprint, root_id))


def mark_cut(writer: Writer, root_id: int) -> None:
    """Record that rows of this root hold less than their files do. Inside a transaction."""
    writer.run("UPDATE roots SET cut = 1 WHERE id = ? AND cut = 0", (root_id,))
