"""Whole files of databases: backups, and taking a new database in place of an old one."""

from __future__ import annotations

import contextlib
import os

from t2tdb.errors import DatabaseDamaged, DatabaseError, NoDatabase, SchemaOutdated, SchemaTooNew
from t2tdb.store.connection import open_existing_writer, open_reader
from t2tdb.store.filenames import MAGIC, REBUILD, files_of
from t2tdb.store.lineage import mark_as_copy, scans_of
from t2tdb.store.migrate import create_file
from t2tdb.store.place import inspect_path
from t2tdb.store.schema import APPLICATION_ID

HEADER = 100
"""Bytes that https://www.sqlite.org/fileformat.html#the_database_header describes; at 68 is whose database it is."""

LOGS = ("-wal", "-shm", "-journal")


def back_up(database: str, target: str) -> None:
    """Copy a database into a new private file, while others read and write. Never over something."""
    with open_reader(database) as reader:
        try:
            create_file(target)
        except FileExistsError:
            raise DatabaseError(f"{target} exists already; a backup never replaces a file") from None
        except OSError as error:
            raise DatabaseError(f"{target} cannot be made: {error.strerror}") from error
        try:
            with reader.snapshot():  # else each commit of another process would begin the copy anew
                scans = scans_of(reader)  # the first read: the snapshot is of this moment
                reader.back_up(target)
            with open_existing_writer(target) as copy:
                mark_as_copy(copy, scans)
            _sync(target)
        except BaseException:
            for path in (target, *(target + log for log in LOGS)):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
            raise


def swap(new: str, database: str, keep_as: str = "") -> None:
    """Put the closed database ``new`` in the place of ``database``; keep the old one as ``keep_as`` unless that is "".

    The logs of the old one go first: SQLite would apply a log that lies beside a database to it, whosever it was. Until
    the last step the old file is in its place.
    """
    _sync(new)
    if keep_as and os.path.lexists(database):
        try:
            os.link(database, keep_as)
        except OSError:  # a disk without hard links
            os.replace(database, keep_as)
    for log in LOGS:
        if os.path.lexists(database + log):
            if keep_as and log != "-shm":
                os.replace(database + log, keep_as + log)
            else:
                os.unlink(database + log)
    os.replace(new, database)
    _sync(os.path.dirname(os.path.abspath(database)))


def require_own(database: str) -> None:
    """Raise ``DatabaseError`` unless what lies at ``database`` was made by t2tdb, or nothing does: before deleting it.

    A database without its first page cannot tell whose it was, so it is not deleted either. The caller has no
    connection to it.
    """
    try:
        inspect_path(database)
        with open(database, "rb") as file:
            header = file.read(HEADER)
        marked = header.startswith(MAGIC) and header[68:72] == APPLICATION_ID.to_bytes(4, "big")
        if not marked:  # the mark of one that was never finished may still be in its log
            open_reader(database).close()
    except (NoDatabase, SchemaOutdated, SchemaTooNew):
        return
    except DatabaseDamaged:
        raise DatabaseError(f"{database} cannot be told to be a database of t2tdb; delete it yourself") from None
    except OSError as error:
        raise DatabaseError(f"{database} cannot be read: {error.strerror}") from error


def remove_files(database: str) -> list[str]:
    """Delete a database and what lies beside it; gives what was deleted."""
    removed: list[str] = []
    for path in files_of(database):
        try:
            os.unlink(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise DatabaseError(f"{path} cannot be deleted: {error.strerror}") from error
        removed.append(path)
    return removed


def remove_abandoned(database: str) -> None:
    """Delete what rebuilds that were killed left beside a database. For the holder of the ingest lock."""
    for path in list(files_of(database)):
        if os.path.basename(path).startswith(os.path.basename(database) + REBUILD):
            os.unlink(path)


def _sync(path: str) -> None:
    """Bring a closed file or a directory to the disk. Only for files that no connection has open."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return  # Windows opens no directories
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
