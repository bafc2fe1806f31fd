"""How ``t2tdb audit`` starts Datasette: read-only, on the loopback address, also where nothing may be written."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from t2tdb.errors import DatabaseError, UsageError

LOOPBACK = "127.0.0.1"
SETTINGS = {
    "default_page_size": "50",
    "sql_time_limit_ms": "5000",  # facets and canned queries of a library of a million resources
    "facet_time_limit_ms": "1000",
    "allow_csv_stream": "on",
}


def command(database: str, *, port: int, browse: bool = False, get: str = "") -> list[str]:
    """The command line that serves ``database``, or that prints the page ``get`` and ends.

    Raises ``UsageError`` where Datasette is not installed, ``DatabaseError`` where the file cannot be read as it lies.
    """
    if find_spec("datasette") is None:
        raise UsageError("audit needs Datasette; install it with: pip install 't2tdb[datasette]'")
    arguments = [sys.executable, "-P", "-m", "t2tdb.audit.serve", "serve"]
    arguments += ["-i", database] if must_be_immutable(database) else [database]
    for name, setting in SETTINGS.items():
        arguments += ["--setting", name, setting]
    if get:
        return [*arguments, "--get", get]
    arguments += ["--host", LOOPBACK, "--port", str(port)]
    return [*arguments, "--open"] if browse else arguments


def must_be_immutable(database: str) -> bool:
    """Whether SQLite can read the file only when told that nobody writes it.

    A database in WAL mode needs a ``-shm`` file beside it. In a directory where none can be made, it must be there
    already, or the log must be empty: then the file alone is the whole truth (https://sqlite.org/wal.html#readonly).
    """
    directory = os.path.dirname(os.path.abspath(database))
    if os.access(directory, os.W_OK):
        return False
    log, shared = database + "-wal", database + "-shm"
    if os.path.exists(log) and os.access(shared, os.R_OK):
        return False
    if not os.path.exists(log) or os.path.getsize(log) == 0:
        return True
    raise DatabaseError(
        f"the newest changes of {database} lie in {log}, which cannot be read in a directory that is not writable;"
        " copy both files elsewhere and give the copy with --db"
    )
