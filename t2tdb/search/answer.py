"""What is asked of a search and what it answers."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from t2tdb.model import Composition, Hit
    from t2tdb.ranking.profile import Query


IN_FRONT = 3
"""Hits of which one must be sure enough: what an agent would take. Far down the list some hit always is."""


@value
class Filters:
    """Which resources may be shown, and which roots the statistics are of. The empty value admits everything."""

    roots: tuple[int, ...] = ()
    """Ids of the searched roots, () for all: the only filter that ranking statistics follow."""
    kinds: tuple[str, ...] = ()
    """Any of these kinds."""
    tag: str = ""
    within: tuple[tuple[int, bytes], ...] = ()
    """(root id, raw path in it): of a root named here, only what lies at or below one of its paths."""
    without: frozenset[int] = frozenset()
    """Keys of resources to leave out, because their files were found to be gone; few."""


@value
class Answer:
    """Ranked hits, best first."""

    hits: tuple[Hit, ...]
    keys: tuple[int, ...]  # ``resources.key`` of each hit
    resources: int  # how many the searched roots hold
    query: Query
    fits: bool | None = None  # whether a hit in front is sure enough to be taken; None where the profile does not say


@value
class Composed:
    """A composition."""

    composition: Composition
    keys: tuple[int, ...]  # ``resources.key`` of each pick
    resources: int
    query: Query
