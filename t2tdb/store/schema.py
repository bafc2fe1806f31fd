"""What marks a file as a database of ours. A leaf: the start of every command reads it."""

APPLICATION_ID = 0x54325444
"""``PRAGMA application_id``: "T2TD" in ASCII, so that ``file`` and people can tell."""

SCHEMA_VERSION = 1
"""``PRAGMA user_version`` of an up-to-date database: the number of migrations. A test holds the two together."""

PAGE_SIZE = 8192
"""Bytes. Term vectors and impact blocks are of a few kilobytes; pages of 4,096 would put most of them on two."""

STATE = ".state"
STATE_LOCK = ".state-lock"
MIGRATE_LOCK = ".migrate-lock"
INGEST_LOCK = ".ingest-lock"
WATCH_LOCK = ".lock"
SOCKET = ".sock"
WATCH_LOG = ".watch.log"
OLD_WATCH_LOG = ".watch.log.1"

COPY = "copy"
"""Setting of a backup that nobody scanned into: the section ``scans`` of the state file of its time."""

LIBRARY = "library"
"""Setting of a library that began as a backup: its name, which the state file repeats."""

SUFFIXES = (
    *("", "-wal", "-shm", "-journal", STATE, STATE_LOCK, MIGRATE_LOCK, INGEST_LOCK),
    *(WATCH_LOCK, SOCKET, WATCH_LOG, OLD_WATCH_LOG),
)
"""What the files that belong to one database add to its name; the scanner skips all of them."""
