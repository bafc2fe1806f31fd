"""What marks a file as a database of ours. A leaf: the start of every command reads it."""

APPLICATION_ID = 0x54325444
"""``PRAGMA application_id``: "T2TD" in ASCII, so that ``file`` and people can tell."""

SCHEMA_VERSION = 1
"""``PRAGMA user_version`` of an up-to-date database: the number of migrations. A test holds the two together."""

PAGE_SIZE = 8192
"""Bytes. Term vectors and impact blocks are of a few kilobytes; pages of 4,096 would put most of them on two."""

SIDECARS = (
    *(
        "",
        "-wal",
        "-shm",
        "-journal",
        ".state",
        ".state-lock",
        ".migrate-lock",
        ".ingest-lock",
        ".lock",
        ".sock",
        ".watch.log",
    ),
)
"""Suffixes of the files that belong to one database; the scanner skips all of them."""
