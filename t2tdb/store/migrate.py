"""Making and migrating a database: in a child process, under a file lock, one transaction a migration.

``sqlite-utils`` runs on the SQLite of the Python standard library. A process that has ``apsw`` open on the same file
must not load it (see ``connection``), so this module starts itself as ``python -m t2tdb.store.migrate`` and the parent
holds no connection meanwhile. Opening an up-to-date database starts no child.

The child's exit code is the error class; its one line on stderr is the message.
"""

from __future__ import annotations

import os
import sys

from t2tdb.errors import DatabaseDamaged, DatabaseError, NoDatabase, SchemaOutdated, SchemaTooNew
from t2tdb.store.schema import APPLICATION_ID, MIGRATE_LOCK, PAGE_SIZE, SCHEMA_VERSION
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Writer

LOCK_SECONDS = 60.0
DEFAULT_RANKING = "seed"


def open_writer(path: str, *, ranking: str = "", vfs: str = "") -> Writer:
    """Open the database at ``path`` for writing; make it, or migrate it, where that is needed.

    ``ranking`` names the profile of a database that does not exist yet; "" means the default. It changes nothing in
    one that exists. Raises DatabaseError and its kin, UsageError for a profile that there is not.
    """
    from t2tdb.store.connection import open_existing_writer

    try:
        return open_existing_writer(path, vfs=vfs)
    except (NoDatabase, SchemaOutdated):
        from t2tdb.ranking.profile import get_profile

        get_profile(ranking or DEFAULT_RANKING)  # a database that recorded another name could not be opened again
        bring_up_to_date(path, ranking or DEFAULT_RANKING)
    return open_existing_writer(path, vfs=vfs)


def bring_up_to_date(path: str, ranking: str = DEFAULT_RANKING) -> None:
    """Create or migrate the database at ``path`` in a child process. The caller holds no connection to it."""
    import subprocess

    directory = os.path.dirname(os.path.abspath(path))
    try:
        os.makedirs(directory, mode=0o700, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"{directory} cannot be made: {error.strerror}") from error
    child = subprocess.run(
        [sys.executable, "-P", "-m", "t2tdb.store.migrate", os.path.abspath(path), ranking],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if child.returncode == 0:
        return
    lines = child.stderr.decode("utf-8", "replace").strip().splitlines()
    message = lines[-1] if lines else f"{path} could not be made (exit {child.returncode})"
    kinds: dict[int, type[DatabaseError]] = {12: DatabaseDamaged, 13: SchemaTooNew}
    raise kinds.get(child.returncode, DatabaseError)(message)


def create_file(path: str) -> None:
    """Make an empty file that only its owner reads; never through a symbolic link, never over something."""
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    os.close(os.open(path, flags, 0o600))


def migrate(path: str, ranking: str) -> None:
    """The child's work: lock, look again, create, migrate. Only this function loads the stock SQLite."""
    from filelock import FileLock, Timeout

    lock = FileLock(path + MIGRATE_LOCK, timeout=LOCK_SECONDS, mode=0o600)
    try:
        with lock:
            _migrate_locked(path, ranking)
    except Timeout as error:
        raise DatabaseError(f"{path} is being migrated by another process; try again in a moment") from error
    except OSError as error:
        raise DatabaseError(f"{path} cannot be made: {error.strerror or error}") from error


def _migrate_locked(path: str, ranking: str) -> None:
    import sqlite3

    from sqlite_utils import Database

    from t2tdb.store.migrations import migration_sets

    if os.path.islink(path):
        raise DatabaseError(f"{path} is a symbolic link; give the path of the database itself")
    if not os.path.lexists(path):
        create_file(path)
    try:
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA_VERSION:
                raise SchemaTooNew(f"{path} was made by a newer t2tdb (schema {version}); upgrade t2tdb")
            if version == SCHEMA_VERSION:
                return  # another process was faster
            fresh = version == 0
            if fresh:
                _prepare_empty(connection, path)
            else:
                _keep_copy(connection, path, version)
            connection.execute("PRAGMA foreign_keys = ON")
            database = Database(connection, execute_plugins=False)
            for migrations in migration_sets():
                migrations.apply(database)
            with database.atomic():
                _record(connection, ranking, fresh=fresh)
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise DatabaseError(f"{path} could not be made or migrated ({error})") from error
        raise DatabaseDamaged(f"{path} is damaged ({error}); bring it back with: t2tdb rebuild") from error


def _prepare_empty(connection: object, path: str) -> None:
    """Settle what must be settled before the first table: page size, vacuum mode, log, application."""
    import sqlite3

    assert isinstance(connection, sqlite3.Connection)
    if connection.execute("SELECT count(*) FROM sqlite_master WHERE name <> '_sqlite_migrations'").fetchone()[0]:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        if application != APPLICATION_ID:
            raise DatabaseError(f"{path} is an SQLite database, but not one of t2tdb")
    connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _keep_copy(connection: object, path: str, version: int) -> None:
    """Keep the database as it was before a migration, beside it, readable by its owner only."""
    import sqlite3

    assert isinstance(connection, sqlite3.Connection)
    copy = f"{path}.schema-{version}"
    if os.path.lexists(copy):
        return  # an earlier attempt that was cut off kept it
    create_file(copy)
    target = sqlite3.connect(copy)
    try:
        connection.backup(target)
    finally:
        target.close()


def _record(connection: object, ranking: str, *, fresh: bool) -> None:
    """Write what every migration ends with: the version, the descriptions, and a new database's settings."""
    import sqlite3

    from t2tdb.clock import now
    from t2tdb.store.descriptions import description_rows

    assert isinstance(connection, sqlite3.Connection)
    if fresh:
        connection.executemany(
            "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
            [("created_at", now()), ("ranking_profile", ranking), ("extractor_version", "0"), ("next_document", "1")],
        )
    connection.execute("DELETE FROM descriptions")
    connection.executemany(
        "INSERT INTO descriptions (table_name, column_name, description) VALUES (?, ?, ?)", description_rows()
    )
    connection.execute(
        "INSERT INTO settings (key, value) VALUES ('schema_version', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(SCHEMA_VERSION),),
    )
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def main(arguments: list[str]) -> int:
    """Entry of the child process."""
    path, ranking = arguments
    os.umask(0o077)
    try:
        migrate(path, ranking)
    except DatabaseError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
