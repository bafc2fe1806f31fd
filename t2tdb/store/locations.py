"""Where the files of a few resources lie: for the look at the disk before a hit is shown."""

from __future__ import annotations

from t2tdb.store.statistics import marks
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Reader, Row


def located(reader: Reader, keys: Sequence[int]) -> dict[int, Row]:
    """Of each resource key: raw root, raw path, device and inode of the root, and of the file size, mtime_ns, ctime_ns,
    inode and device (NULL where it was never read)."""
    rows = reader.rows(
        "SELECT resources.key, roots.raw_path, files.raw_path, roots.device, roots.inode, size, mtime_ns, ctime_ns,"
        " files.inode, files.device"
        " FROM resources JOIN files ON files.id = resources.file_id JOIN roots ON roots.id = resources.root_id"
        f" WHERE resources.key IN ({marks(keys)})",
        keys,
    )
    return {row[0]: row[1:] for row in rows if isinstance(row[0], int)}
