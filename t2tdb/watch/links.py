"""Hard links. The kernel tells of a change only under the name that a file was opened by.

The other names that the library knows are looked at as well. A change under a name outside of every root is found by
the next scan of everything.
"""

from __future__ import annotations

import os
import stat

from t2tdb.store.files import linked_files
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Reader
    from t2tdb.store.roots import Root


def other_names(reader: Reader, root: Root, scope: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The other names in the library of the file ``scope`` of ``root``, as root and path."""
    try:
        seen = os.lstat(os.path.join(root.raw_path, scope))
    except OSError:
        return
    if not stat.S_ISREG(seen.st_mode) or seen.st_nlink < 2:
        return
    for path, name in linked_files(reader, seen.st_dev, seen.st_ino):
        if (path, name) != (root.raw_path, scope):
            yield path, name
