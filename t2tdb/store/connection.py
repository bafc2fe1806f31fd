"""The one door to SQLite: opening, transactions, and the translation of its errors into ours.

No other module imports ``apsw``. Two promises live here:

* a reader never writes and never waits for a writer: it sees the last committed state;
* opening an up-to-date database writes nothing, not even for a writer.

A process holds one SQLite library only. Stock ``sqlite3`` and ``apsw`` on the same file in one process drop each
other's POSIX locks, and committed rows are lost (seen; https://www.sqlite.org/howtocorrupt.html section 2.2). For the
same reason nothing may ``open()`` the file while it is connected; ``lstat`` is harmless. Pragmas are set by hand.
"""

from __future__ import annotations

import os

from t2tdb.errors import DatabaseBusy, DatabaseDamaged, DatabaseError, NoDatabase, SchemaOutdated, SchemaTooNew
from t2tdb.store.place import inspect_path, obstacle
from t2tdb.store.schema import APPLICATION_ID, SCHEMA_VERSION
from t2tdb.store.spared import collections_spared
from t2tdb.value import TYPE_CHECKING

with collections_spared():
    import apsw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import TypeAlias

    Cell: TypeAlias = str | int | float | bytes | None
    Row: TypeAlias = tuple[Cell, ...]

BUSY_TIMEOUT_MS = 500
"""How long SQLite itself waits for the write lock before it reports busy: a signal is heard only after that."""

BUSY_ATTEMPTS = 60  # of ``transaction``; together half a minute
BACKUP_PAGES = 1_000  # in one step of a backup; between steps writers get their turn
LOG_PAGES = 4_000
"""Pages of the log, 32 MB, before a commit copies them into the file; a small write makes about 40."""

READER_TIMEOUT_MS = 2_000
"""Readers of a WAL database wait only while another process recovers the log after a crash."""

MAPPED = 1 << 31
"""Bytes of the file that readers map instead of copying: a quarter off the time of a query of 100,000 resources."""

_opened: dict[int, str] = {}


def opened_paths() -> frozenset[str]:
    """Every database that this process has open. Nothing may open one of these files otherwise (see the module)."""
    return frozenset(_opened.values())


class Reader:
    """A connection that reads one database. Not for use by several threads, nor across a fork."""

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self.path = path
        self._left = False
        _opened[id(self)] = path

    def rows(self, sql: str, parameters: Sequence[Cell] = ()) -> list[Row]:
        """All rows of one statement."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except apsw.Error as error:
            raise translated(error, self.path) from error

    def row(self, sql: str, parameters: Sequence[Cell] = ()) -> Row | None:
        """The first row of one statement, or None."""
        try:
            found: Row | None = self._connection.execute(sql, parameters).fetchone()
            return found
        except apsw.Error as error:
            raise translated(error, self.path) from error

    def value(self, sql: str, parameters: Sequence[Cell] = ()) -> Cell:
        """The first cell of the first row, or None where there is no row."""
        found = self.row(sql, parameters)
        return None if found is None else found[0]

    def number(self, sql: str, parameters: Sequence[Cell] = ()) -> int:
        """The first cell as an integer; 0 where there is none."""
        found = self.value(sql, parameters)
        return found if isinstance(found, int) else 0

    def iterate(self, sql: str, parameters: Sequence[Cell] = ()) -> Iterator[Row]:
        """Rows one by one; holds the read snapshot until exhausted."""
        try:
            yield from self._connection.execute(sql, parameters)
        except apsw.Error as error:
            raise translated(error, self.path) from error

    def snapshot(self) -> Snapshot:
        """A context in which every statement sees the same committed state."""
        return Snapshot(self._connection, self.path)

    def teach(self, name: str, function: Callable[[str], str]) -> None:
        """Let the SQL of this connection call a function of one text."""

        def called(*cells: Cell) -> Cell:
            return function(str(cells[0]))

        self._connection.create_scalar_function(name, called, 1, deterministic=True)

    def data_version(self) -> int:
        """A number that changes when another connection commits."""
        return self.number("PRAGMA data_version")

    def back_up(self, path: str) -> None:
        """Copy the database as it is now into the empty file ``path``, while others read and write."""
        try:
            target = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                with target.backup("main", self._connection, "main") as copy:
                    while not copy.done:
                        copy.step(BACKUP_PAGES)
            finally:
                target.close()
        except apsw.Error as error:
            raise translated(error, path) from error

    def interrupt(self) -> None:
        """Stop the statement that runs in another thread."""
        self._connection.interrupt()

    def close(self) -> None:
        """Give the file back. Twice is harmless."""
        if self._left:
            return
        try:
            self._connection.close()
        except apsw.Error as error:
            raise translated(error, self.path) from error
        _opened.pop(id(self), None)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()


class Writer(Reader):
    """A connection that may write, inside ``transaction`` only."""

    def run(self, sql: str, parameters: Sequence[Cell] = ()) -> None:
        """Run one statement to its end; rows, if any, are dropped."""
        try:
            for _ in self._connection.execute(sql, parameters):
                pass
        except apsw.Error as error:
            raise translated(error, self.path) from error

    def run_many(self, sql: str, parameters: Iterable[Sequence[Cell]]) -> None:
        """Run one statement once for each row of parameters."""
        try:
            for _ in self._connection.executemany(sql, parameters):
                pass
        except apsw.Error as error:
            raise translated(error, self.path) from error

    def insert(self, sql: str, parameters: Sequence[Cell] = ()) -> int:
        """Run one INSERT and give the rowid of its row."""
        self.run(sql, parameters)
        return self._connection.last_insert_rowid()

    def total_changes(self) -> int:
        """Rows written by this connection since it was opened."""
        return self._connection.total_changes()

    def truncate_log(self) -> None:
        """Bring the log into the file and empty it, if nobody reads an older state just now."""
        try:
            self._connection.set_busy_timeout(0)
            self.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        except DatabaseBusy:
            pass
        finally:
            self._connection.set_busy_timeout(BUSY_TIMEOUT_MS)

    def spare_closing(self, *, running: bool) -> None:
        """Make ``close`` quick for a process that was told to end: the log stays as it is, for the next who opens.

        Where a statement is ``running`` in another thread and cannot be stopped, nothing is closed at all: it ends with
        the process, and the file is what it was after the last commit.
        """
        self._left = running
        if not running:
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def transaction(self) -> Transaction:
        """``BEGIN IMMEDIATE`` … ``COMMIT``; rolled back when the block raises, ``KeyboardInterrupt`` included.

        IMMEDIATE because a deferred transaction that reads first cannot become a writer once somebody else has
        committed: SQLite then reports busy at once, whatever the timeout.
        """
        return Transaction(self._connection, self.path)

    def __enter__(self) -> Writer:
        return self


class Snapshot:
    """A read transaction as a context."""

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._path = path
        self._began = False

    def __enter__(self) -> None:
        if self._connection.in_transaction:
            return
        try:
            self._connection.execute("BEGIN")
        except apsw.Error as error:
            raise translated(error, self._path) from error
        self._began = True

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        if self._began and self._connection.in_transaction:
            self._connection.execute("COMMIT")


class Transaction:
    """A write transaction as a context."""

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._path = path

    def __enter__(self) -> None:
        for attempt in range(BUSY_ATTEMPTS):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                return
            except apsw.BusyError as error:
                if attempt == BUSY_ATTEMPTS - 1:
                    raise translated(error, self._path) from error
            except apsw.Error as error:
                raise translated(error, self._path) from error

    def __exit__(self, kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        if kind is not None:
            self._roll_back()
            return
        try:
            self._connection.execute("COMMIT")
        except apsw.Error as error:
            self._roll_back()
            raise translated(error, self._path) from error
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        if self._connection.in_transaction:  # a full disk has rolled back by itself
            try:
                self._connection.execute("ROLLBACK")
            except apsw.Error:
                self._connection.close()  # nothing of the transaction may reach a later commit


def open_reader(path: str, *, vfs: str = "") -> Reader:
    """Open the database at ``path`` for reading. Writes nothing, waits for no writer.

    Raises NoDatabase, SchemaOutdated, SchemaTooNew, DatabaseDamaged, DatabaseError.
    """
    inspect_path(path)
    reader = Reader(_connect_reading(path, vfs), path)
    try:
        reader._connection.set_busy_timeout(READER_TIMEOUT_MS)
        reader._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # else compiled anew for other parameters
        if os.name == "posix":  # elsewhere a writer could not shrink the file while somebody maps it
            reader.rows(f"PRAGMA mmap_size = {MAPPED}")
        require_current(reader)
    except BaseException:
        reader.close()
        raise
    return reader


def open_existing_writer(path: str, *, vfs: str = "") -> Writer:
    """Open an up-to-date database for writing; ``migrate.open_writer`` makes or migrates it first."""
    inspect_path(path)
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs or None)
    except (apsw.Error, UnicodeError) as error:
        raise translated(error, path) from error
    writer = Writer(connection, path)
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        require_current(writer)
        if connection.readonly("main"):
            raise DatabaseError(f"{path}: the database is read-only here")
        for pragma in (
            "foreign_keys = ON",
            "synchronous = NORMAL",  # a power cut may lose the last batches, never the file: the next scan finds them
            "secure_delete = ON",
            "temp_store = MEMORY",
            "journal_size_limit = 67108864",
            "cache_size = -16384",
            f"wal_autocheckpoint = {LOG_PAGES}",
        ):
            writer.run(f"PRAGMA {pragma}")
    except BaseException:
        writer.close()
        raise
    return writer


def _connect_reading(path: str, vfs: str) -> apsw.Connection:
    """A read-only connection; on read-only media without a log beside the file, an immutable one."""
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs or None)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            return connection
        except apsw.Error:
            connection.close()
            raise
    except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
        # A WAL database needs its -shm file; where that cannot be made, only "nobody can be writing" helps, and that
        # is certain only where no log lies beside the file and none could be made.
        if os.path.lexists(path + "-wal") or os.access(os.path.dirname(path) or ".", os.W_OK):
            raise translated(error, path) from error
    except (apsw.Error, UnicodeError) as error:
        raise translated(error, path) from error
    from urllib.parse import quote

    try:
        return apsw.Connection(
            f"file:{quote(os.path.abspath(path))}?immutable=1",
            flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI,
            vfs=vfs or None,
        )
    except apsw.Error as error:
        raise translated(error, path) from error


def require_current(reader: Reader) -> None:
    """Refuse a database of another program, an older or a newer one."""
    application = reader.number("PRAGMA application_id")
    version = reader.number("PRAGMA user_version")
    path = reader.path
    if application != APPLICATION_ID:
        if application == 0 and version == 0 and not reader.number("SELECT count(*) FROM sqlite_master"):
            raise NoDatabase(f"the database at {path} is empty; fill it with: t2tdb index DIRECTORY")
        raise DatabaseError(f"{path} is an SQLite database, but not one of t2tdb")
    if version == SCHEMA_VERSION:  # both must say so
        recorded = reader.rows("SELECT value FROM settings WHERE key = 'schema_version'")
        version = int(str(recorded[0][0])) if recorded and str(recorded[0][0]).isdecimal() else version
    if version > SCHEMA_VERSION:
        raise SchemaTooNew(
            f"{path} was made by a newer t2tdb (schema {version}, this one knows {SCHEMA_VERSION}); upgrade t2tdb"
        )
    if version == 0:
        raise NoDatabase(f"the database at {path} was never finished; make it with: t2tdb index DIRECTORY")
    if version < SCHEMA_VERSION:
        raise SchemaOutdated(
            f"{path} was made by an older t2tdb (schema {version} of {SCHEMA_VERSION}); migrate it with: t2tdb index"
        )


def translated(error: Exception, path: str) -> Exception:
    """The error of ours that says what an error of SQLite means for the user."""
    repair = "bring it back with: t2tdb rebuild"
    if isinstance(error, apsw.ConnectionClosedError):
        return DatabaseError(f"{path} was closed; open it again")
    if isinstance(error, apsw.ThreadingViolationError):
        return DatabaseBusy(f"{path} is at work in another thread; try again in a moment")
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return DatabaseBusy(f"{path} is being written by another process; try again in a moment")
    if isinstance(error, apsw.NotADBError):
        return DatabaseDamaged(f"{path} is not a database or its first page is damaged; {repair}")
    if isinstance(error, apsw.CorruptError | apsw.FormatError):
        return DatabaseDamaged(f"{path} is damaged ({_reason(error)}); {repair}")
    if isinstance(error, apsw.SQLError) and "no such" in str(error):
        return DatabaseDamaged(f"{path} lacks a part of its schema ({_reason(error)}); {repair}")
    if isinstance(error, apsw.FullError):
        return DatabaseError(f"{path}: the disk is full; what was there before is intact")
    if isinstance(error, apsw.ReadOnlyError):
        return DatabaseError(f"{path}: the database or its directory is read-only")
    if isinstance(error, apsw.CantOpenError | apsw.PermissionsError | apsw.AuthError):
        return DatabaseError(f"{path} cannot be opened ({obstacle(path) or _reason(error)})")
    if isinstance(error, apsw.IOError):
        return DatabaseError(f"{path} cannot be read or written ({_reason(error)})")
    if isinstance(error, UnicodeError):
        return DatabaseError("the path of a database must be valid Unicode")
    return error


def _reason(error: Exception) -> str:
    return str(error).removeprefix(type(error).__name__ + ": ")
