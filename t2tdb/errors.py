"""The exceptions that t2tdb raises on purpose, and the exit code that each one ends a command with.

* ``T2tdbError`` (2)
  * ``UsageError`` (2)            what was asked cannot be answered: an empty task, a limit out of range
  * ``RootError`` (2)             a root is not a directory, or cannot be reached at all
  * ``DatabaseError`` (2)         the database cannot be opened, made or written
    * ``NoDatabase`` (2)          there is none yet
    * ``SchemaOutdated`` (2)      made by an older t2tdb; a command that writes migrates it
    * ``DatabaseBusy`` (2)        another process kept the write lock for longer than we wait
    * ``WatcherRunning`` (11)     another watcher holds this database
    * ``DatabaseDamaged`` (12)    not a database, or its pages or indexes are damaged
    * ``SchemaTooNew`` (13)       made by a newer t2tdb

Soft errors (an unreadable file, broken YAML) are not exceptions: they are ``model.Problem`` rows.
The message of each exception is one sentence for the user; it may hold text from the disk and is neutralised where it
is printed.
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_LINT_ERRORS = 1
EXIT_FATAL = 2
EXIT_UNDER_FLOOR = 1
EXIT_UNREADABLE = 3
EXIT_INTERRUPTED = 130


class T2tdbError(Exception):
    """Base of all errors that t2tdb raises on purpose."""

    exit_code = EXIT_FATAL


class UsageError(T2tdbError):
    """What was asked cannot be answered as it stands; the message says what to do."""


class RootError(T2tdbError):
    """A root is not a directory or cannot be reached."""


class DatabaseError(T2tdbError):
    """The database cannot be opened, made or written."""


class NoDatabase(DatabaseError):
    """There is no database at the path yet."""


class SchemaOutdated(DatabaseError):
    """The database was made by an older t2tdb and this command only reads."""


class DatabaseBusy(DatabaseError):
    """Another process held the write lock for longer than we wait."""


class WatcherRunning(DatabaseError):
    """Another watcher holds this database."""

    exit_code = 11


class DatabaseDamaged(DatabaseError):
    """The file is not a database, or its pages or indexes are damaged."""

    exit_code = 12


class SchemaTooNew(DatabaseError):
    """The database was made by a newer t2tdb."""

    exit_code = 13
