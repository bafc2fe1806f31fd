"""What the library answers: the values that ``t2tdb.Library`` returns and the reports print."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.model import (
        Changes,
        Composition,
        Event,
        Freshness,
        Hit,
        Problem,
        QueryBoundary,
        Resource,
        Source,
    )


@value
class Inventory:
    """What ``index`` left in the database for the directories that it was given."""

    roots: tuple[str, ...]
    resources: Iterable[Resource]  # read once, while the library is open; sorted by id, path and entry
    kinds: tuple[tuple[str, int], ...]  # how many resources of each kind
    files_visited: int
    changes: Changes
    unavailable: tuple[str, ...] = ()  # a sentence for each registered root that could not be looked at

    @property
    def unreadable(self) -> int:
        """How many sources could not be read: files, directories and whole roots."""
        return self.changes.unreadable + len(self.unavailable)


@value
class Found:
    """What ``find`` answers."""

    roots: tuple[str, ...]
    task: str
    hits: tuple[Hit, ...]  # best first
    files: tuple[bytes, ...]  # absolute raw path of each hit
    scanned_resources: int  # how many were ranked
    files_visited: int  # by the last complete scans of the roots
    boundary: QueryBoundary
    freshness: Freshness
    corrected: tuple[tuple[str, tuple[str, ...]], ...] = ()  # word of the task, known words that stood in for it
    fits: bool | None = (
        None  # whether a hit in front is sure enough to be taken; None where the ranking profile does not say
    )


@value
class Composed:
    """What ``compose`` answers."""

    roots: tuple[str, ...]
    task: str
    composition: Composition
    scanned_resources: int
    files_visited: int
    freshness: Freshness
    corrected: tuple[tuple[str, tuple[str, ...]], ...] = ()


@value
class Health:
    """What ``lint`` answers."""

    roots: tuple[str, ...]
    issues: Iterable[tuple[str, Problem]]  # root and problem; read once, while the library is open
    resources: int
    errors: int
    warnings: int
    files_visited: int


@value
class Known:
    """All that is known of one resource, or of the few that share its id, name or path."""

    resources: tuple[Resource, ...]
    sources: tuple[Source, ...]  # one a resource
    events: tuple[Event, ...]  # newest first; also of resources that are gone
    problems: tuple[tuple[str, Problem], ...]  # root and problem
