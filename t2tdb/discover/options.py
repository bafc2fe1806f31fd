"""What a scan may be asked to do, and what it counted."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable

    from t2tdb.model import Place

MEBIBYTE = 1_048_576

SKIPPED_NAMES = frozenset((b".git", b"node_modules", b".t2tdb", b".task2tool"))
"""Directories that are never entered."""

SKIPPED_UNLESS_SKILL = frozenset((b"dist", b"coverage"))
"""Directories that are entered only where they directly hold a ``SKILL.md``: then they are a skill's own directory."""

MAX_DEPTH = 128
"""Directories below the root that are entered. Each open level costs one descriptor; macOS allows 256 by default."""


def only_names(claim: str, _place: Place) -> bool:
    """Whether a claim comes from a file's name alone: the default of `ScanOptions.named`."""
    return claim not in ("", "json")


@value
class ScanOptions:
    """Bounds and filters of one scan.

    The defaults are a hundred times the seed's; ``SEED_LIMITS`` are the seed's own. ``order="seed"`` walks in the
    seed's order and takes nothing for granted, as there the order decides what a bound cuts off.
    """

    max_files: int = 2_000_000  # visited, wanted or not
    max_file_bytes: int = MEBIBYTE
    max_bytes: int = 6400 * MEBIBYTE  # sum of the sizes of the wanted files, without the oversize ones
    max_resources: int = 2_000_000  # counted by the caller, who then calls `Scan.halt`
    order: str = "bytes"  # or "seed"
    skip: frozenset[tuple[int, int]] = frozenset()  # (device, inode) of the database's own files
    excluded: Callable[[str], bool] | None = None  # path relative to the root; a directory's ends with "/"
    named: Callable[[str, Place], bool] = only_names  # would a file of this claim be a resource by its name alone?
    identity: tuple[int, int] | None = None  # (device, inode) that the root must have


SEED_LIMITS = ScanOptions(max_files=20_000, max_bytes=64 * MEBIBYTE, max_resources=20_000, order="seed")


class Counts:
    """What a scan did so far. Read it at any time; only the scan writes it."""

    __slots__ = ("bytes_read", "directories", "files_read", "files_visited", "unreadable", "wanted_bytes")

    def __init__(self) -> None:
        self.files_visited = 0  # regular files met, wanted or not
        self.directories = 0  # directories entered
        self.files_read = 0
        self.bytes_read = 0
        self.unreadable = 0  # files and directories
        self.wanted_bytes = 0  # sizes of the wanted files, read or unchanged
