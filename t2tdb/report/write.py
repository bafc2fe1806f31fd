"""Writing a report to a file: whole or not at all.

The text goes to a temporary file in the same directory, is synced, and takes the name by a rename. A new file is
readable by its owner only; one that was there keeps its mode. A symbolic link keeps pointing: its target is replaced.
Devices and pipes, such as /dev/stdout, are written into.
"""

from __future__ import annotations

import os

from t2tdb.errors import T2tdbError
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


RAW = "surrogateescape"
"""Names of files that are no UTF-8 are written as they are; reports escape them."""


class ReportError(T2tdbError):
    """The report could not be written."""


def write_report(target: str, pieces: Iterable[str]) -> None:
    """Write ``pieces`` to ``target`` atomically. A failure leaves what was there and raises ``ReportError``."""
    place = os.path.realpath(target)
    if os.path.isdir(place):
        raise ReportError(f"cannot write the report to {target}: it is a directory")
    if os.path.exists(place) and not os.path.isfile(place):
        _write_through(target, pieces)
        return
    temporary = f"{place}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    try:
        mode = os.stat(place).st_mode & 0o777 if os.path.exists(place) else 0o600
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "w", encoding="utf-8", errors=RAW, newline="\n") as file:
                file.writelines(pieces)
                file.flush()
                if mode != 0o600 and hasattr(os, "fchmod"):
                    os.fchmod(descriptor, mode)
                os.fsync(descriptor)
            os.replace(temporary, place)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise ReportError(f"cannot write the report to {target}: {error.strerror or error}") from error
    _sync_directory(os.path.dirname(place))


def _write_through(target: str, pieces: Iterable[str]) -> None:
    """Write into a device or a pipe: there is nothing that could be replaced."""
    try:
        with open(target, "w", encoding="utf-8", errors=RAW, newline="\n") as file:
            file.writelines(pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ReportError(f"cannot write the report to {target}: {error.strerror or error}") from error


def _sync_directory(directory: str) -> None:
    """Make the rename durable, where the system lets a directory be synced."""
    if os.name != "posix":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some network file systems refuse; the file itself is synced
    finally:
        os.close(descriptor)
