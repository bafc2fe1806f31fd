"""Where to look, gathered from events until they settle. Bounded, and safe between threads.

A hint names a path below a root: look at it and at all below it. Hints are never trusted beyond that.
"""

from __future__ import annotations

import threading
import time

from t2tdb.value import TYPE_CHECKING
from t2tdb.watch.options import MAX_HINTS, MAX_SCOPES

if TYPE_CHECKING:
    from collections.abc import Callable

EVERYTHING = b""
"""The scope that is the whole root."""


class Hints:
    """The hints of all roots. Any thread may add; the watcher's thread takes."""

    def __init__(
        self, quiet: float, max_delay: float, wake: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._quiet = quiet
        self._max_delay = max_delay
        self._wake = wake
        self._clock = clock
        self._lock = threading.Lock()
        self._scopes: dict[bytes, set[bytes]] = {}  # root -> scopes
        self._first = 0.0
        self._last = 0.0

    def add(self, root: bytes, scope: bytes) -> None:
        """Look at `scope` below `root`."""
        now = self._clock()
        with self._lock:
            woken = bool(self._scopes)
            scopes = self._scopes.setdefault(root, set())
            if EVERYTHING in scopes or scope == EVERYTHING or len(scopes) >= MAX_HINTS:
                scopes.clear()
                scopes.add(EVERYTHING)
            else:
                scopes.add(scope)
            self._last = now
            if not woken:
                self._first = now
        if not woken:
            self._wake()

    def due_in(self) -> float | None:
        """Seconds until the hints have settled, 0 where they have, None where there are none."""
        with self._lock:
            if not self._scopes:
                return None
            due = min(self._last + self._quiet, self._first + self._max_delay)
        return max(0.0, due - self._clock())

    def take(self) -> dict[bytes, list[bytes]]:
        """All hints, as the scopes to scan for each root; nothing is left."""
        with self._lock:
            taken, self._scopes = self._scopes, {}
        return {root: condense(scopes) for root, scopes in taken.items()}


def condense(scopes: set[bytes]) -> list[bytes]:
    """The fewest scopes that cover all of `scopes`; the whole root where that is cheaper."""
    kept = outermost(scopes)
    if len(kept) > MAX_SCOPES:
        kept = outermost({scope.rpartition(b"/")[0] for scope in kept})
    return [EVERYTHING] if len(kept) > MAX_SCOPES else kept


def outermost(scopes: set[bytes]) -> list[bytes]:
    """The scopes that lie in no other one, sorted."""
    if EVERYTHING in scopes:
        return [EVERYTHING]
    kept: list[bytes] = []
    for scope in sorted(scopes, key=lambda path: path + b"/"):
        if not kept or not scope.startswith(kept[-1] + b"/"):
            kept.append(scope)
    return kept
