"""What an ingest may be asked to do, and what it did."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Progress: TypeAlias = Callable[[int, int], None]
    """Called now and then with (files visited, resources found so far)."""

MEBIBYTE = 1_048_576


@value
class IndexOptions:
    """Bounds of one ingest; the defaults are a hundred times the seed's.

    ``text_units`` bounds the search text of one scan; 0 is no bound, as memory does not depend on it here. ``careful``
    takes nothing for granted and reads every file again.
    """

    max_files: int = 2_000_000  # visited, wanted or not
    max_file_bytes: int = MEBIBYTE
    max_bytes: int = 6400 * MEBIBYTE  # sum of the sizes of all wanted files
    max_resources: int = 2_000_000
    text_units: int = 0  # UTF-16 units
    order: str = "bytes"  # or "seed": the order of the seed's walk
    careful: bool = False
    accept_replaced: bool = False  # take another directory at the root's path for the root
    include: tuple[str, ...] | None = None  # patterns recorded for the root from now on; None leaves them as they are
    exclude: tuple[str, ...] | None = None
    batch_files: int = 512
    batch_bytes: int = 4 * MEBIBYTE  # of file contents


SEED_LIMITS = IndexOptions(
    max_files=20_000,
    max_bytes=64 * MEBIBYTE,
    max_resources=20_000,
    text_units=16 * MEBIBYTE,
    order="seed",
    careful=True,
)
"""The seed's totals for one scan. What they cut off depends on the order of the walk, so it always scans in full."""


@value
class Outcome:
    """What one ingest of one root did."""

    root: str
    files_visited: int
    files_read: int
    bytes_read: int
    added: int  # resources
    changed: int
    removed: int
    unreadable: int  # files and directories
    duration_ms: int
    wrote: bool  # something was written to the database
