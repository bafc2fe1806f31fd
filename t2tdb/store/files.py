"""Rows of files: what identifies the bytes that were read, and whether they could be read."""

from __future__ import annotations

from t2tdb.model import Fingerprint
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, TypeAlias

    from t2tdb.store.connection import Reader, Row, Writer

    Status: TypeAlias = Literal["current", "stale", "unreadable", "oversize"]

PAGE = 1000
"""Rows of one read of ``iterate_files``. A page is a short read: a long one would keep the log from being reset."""


@value
class FileRow:
    """One known file. ``fingerprint`` is None where it was never read."""

    id: int
    raw_path: bytes
    claim: str
    status: Status
    fingerprint: Fingerprint | None
    racy: bool
    sha256: str  # "" where the bytes were never read
    extractor_version: int


_COLUMNS = "id, raw_path, claim, status, size, mtime_ns, ctime_ns, inode, device, racy, sha256, extractor_version"


def _file(row: Row) -> FileRow:
    # ``insert_file`` and ``update_file`` write these types and nothing else does.
    (number, raw, claim, status, *stat, racy, sha256, version) = row
    fingerprint = None if stat[0] is None else Fingerprint(*stat)  # type: ignore[arg-type]
    return FileRow(number, raw, claim, status, fingerprint, bool(racy), sha256 or "", version)  # type: ignore[arg-type]


def iterate_files(reader: Reader, root_id: int, scope: bytes = b"") -> Iterator[FileRow]:
    """The files of a root in the byte order of their raw paths; of a scope, the file itself and what lies below it.

    Reads in pages, so rows may be written behind the iterator meanwhile.
    """
    if scope:
        row = reader.row(f"SELECT {_COLUMNS} FROM files WHERE root_id = ? AND raw_path = ?", (root_id, scope))
        if row is not None:
            yield _file(row)
    after = scope + b"/" if scope else b""
    before = scope + b"0" if scope else None  # "0" follows "/"
    while True:
        rows = reader.rows(
            f"SELECT {_COLUMNS} FROM files WHERE root_id = ?1 AND raw_path > ?2 AND (?3 IS NULL OR raw_path < ?3)"
            " ORDER BY raw_path LIMIT ?4",
            (root_id, after, before, PAGE),
        )
        yield from map(_file, rows)
        if len(rows) < PAGE:
            return
        after = rows[-1][1]  # type: ignore[assignment]  # a raw path


def file_by_path(reader: Reader, root_id: int, raw_path: bytes) -> FileRow | None:
    """One file by its raw path."""
    row = reader.row(f"SELECT {_COLUMNS} FROM files WHERE root_id = ? AND raw_path = ?", (root_id, raw_path))
    return None if row is None else _file(row)


def linked_files(reader: Reader, device: int, inode: int) -> list[tuple[bytes, bytes]]:
    """The names of one file on the disk, as raw root and raw path."""
    rows = reader.rows(
        "SELECT roots.raw_path, files.raw_path FROM files JOIN roots ON roots.id = files.root_id"
        " WHERE files.inode = ? AND files.device = ?",
        (_signed(inode), _signed(device)),
    )
    return [(bytes(root), bytes(path)) for root, path in rows]  # type: ignore[arg-type]  # raw paths


def insert_file(
    writer: Writer,
    root_id: int,
    raw_path: bytes,
    path: str,
    claim: str,
    status: Status,
    fingerprint: Fingerprint | None,
    sha256: str,
    extractor_version: int,
    now: str,
    *,
    racy: bool = False,
) -> int:
    """Add a file; gives its number. Inside a transaction."""
    return writer.insert(
        "INSERT INTO files (root_id, path, raw_path, claim, status, size, mtime_ns, ctime_ns, inode, device, racy,"
        " sha256, extractor_version, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(root_id, path, raw_path, claim, status, *_stat(fingerprint)),
            *(int(racy), sha256 or None, extractor_version, now, now),
        ),
    )


def update_file(
    writer: Writer,
    file_id: int,
    claim: str,
    status: Status,
    fingerprint: Fingerprint | None,
    sha256: str,
    extractor_version: int,
    now: str,
    *,
    racy: bool = False,
) -> None:
    """Record another state of a file. Inside a transaction."""
    writer.run(
        "UPDATE files SET claim = ?, status = ?, size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, device = ?,"
        " racy = ?, sha256 = ?, extractor_version = ?, last_seen_at = ? WHERE id = ?",
        (claim, status, *_stat(fingerprint), int(racy), sha256 or None, extractor_version, now, file_id),
    )


def mark_file(writer: Writer, file_id: int, status: Status) -> None:
    """Change the status only. Inside a transaction."""
    writer.run("UPDATE files SET status = ? WHERE id = ?", (status, file_id))


def settle_file(writer: Writer, root_id: int, raw_path: bytes, fingerprint: Fingerprint) -> None:
    """The doubt about a file is over: its bytes were read again later than its last change. Inside a transaction."""
    writer.run(
        "UPDATE files SET racy = 0 WHERE root_id = ? AND raw_path = ? AND racy = 1"
        " AND size = ? AND mtime_ns = ? AND ctime_ns = ? AND inode = ? AND device = ?",
        (root_id, raw_path, *_stat(fingerprint)),
    )


def delete_file(writer: Writer, file_id: int) -> None:
    """Remove a file row and the problems of the file; its resources must be removed before. Inside a transaction."""
    writer.run("DELETE FROM files WHERE id = ?", (file_id,))


def _stat(fingerprint: Fingerprint | None) -> tuple[int | None, ...]:
    if fingerprint is None:
        return (None, None, None, None, None)
    return (
        fingerprint.size,
        fingerprint.mtime_ns,
        fingerprint.ctime_ns,
        _signed(fingerprint.inode),
        _signed(fingerprint.device),
    )


def _signed(number: int) -> int:
    """Windows and some network disks count inodes up to 2**64; SQLite's integers end at 2**63."""
    return number if number < 1 << 63 else number - (1 << 64)
