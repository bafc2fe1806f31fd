"""Read one file whole, and know whether it held still meanwhile."""

from __future__ import annotations

import errno
import os
import stat

from t2tdb.model import Fingerprint
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from t2tdb.discover.disk import Directory

ATTEMPTS = 3
VANISHED = frozenset((errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.ESTALE))
"""Errors that mean: what was listed a moment ago is not there any more, or is another thing now."""


class NotRegular(Exception):
    """What was opened is no regular file: it was swapped after it was listed."""


@value
class Reading:
    """The bytes of a file and the evidence about them."""

    data: bytes  # one byte more than the limit where the file is larger
    fingerprint: Fingerprint
    stable: bool  # False: it changed during each attempt


def fingerprint_of(seen: os.stat_result) -> Fingerprint:
    """The evidence by which an unchanged file is known."""
    return Fingerprint(seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino, seen.st_dev)


def read_file(directory: Directory, name: bytes, limit: int) -> Reading:
    """Read at most ``limit + 1`` bytes of a file, again while it changes, up to three times.

    The fingerprint is taken from the open descriptor before and after: bytes and evidence belong to one file even
    where the name passes to another one meanwhile. Raises OSError and `NotRegular`.
    """
    reading = _attempt(directory, name, limit)
    for _ in range(ATTEMPTS - 1):
        if reading.stable:
            break
        reading = _attempt(directory, name, limit)
    return reading


def _attempt(directory: Directory, name: bytes, limit: int) -> Reading:
    listed = directory.lstat(name)
    descriptor = directory.open_file(name)
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise NotRegular
        data = b"" if before.st_size > limit else read_up_to(descriptor, limit + 1)
        after = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    evidence = fingerprint_of(after)
    stable = (
        evidence == fingerprint_of(before)
        and (after.st_dev, after.st_ino) == (listed.st_dev, listed.st_ino)
        and (len(data) == after.st_size or after.st_size > limit)
    )
    return Reading(data, evidence, stable)


def read_up_to(descriptor: int, limit: int) -> bytes:
    """Up to `limit` bytes from the descriptor's position, in as many reads as it takes."""
    pieces = []
    missing = limit
    while missing:
        piece = os.read(descriptor, min(missing, 1 << 20))
        if not piece:
            break
        pieces.append(piece)
        missing -= len(piece)
    return b"".join(pieces)
