"""What a catalog may tell of one resource."""

from __future__ import annotations

from t2tdb.value import value


@value
class Record:
    """One resource with its place in the database. Absolute paths are not part of it, so that nothing can show one."""

    key: int  # of the row
    document: int
    id: str
    name: str
    kind: str
    description: str
    tags: tuple[str, ...]
    path: str  # relative to its root, POSIX
    entry: str
    details: tuple[tuple[str, str], ...]
    format: str
    host: str
    scope: str
    version: str
    origin: str
    first_seen_at: str  # ISO 8601, UTC
    changed_at: str
    twin: int = 0  # how many resources with the same id come before it
    place: str = ""  # what tells twins apart; never shown, only hashed

    def detail(self, name: str) -> str:
        """One of the details, "" where it has none of that name."""
        return next((text for label, text in self.details if label == name), "")
