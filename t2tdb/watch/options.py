"""What a watcher may be asked to do. All times are seconds."""

from __future__ import annotations

from t2tdb.value import value


@value
class WatchOptions:
    """Times and bounds of one watcher."""

    quiet: float = 0.3  # a burst has settled when nothing was heard for so long
    max_delay: float = 2.0  # but no change waits longer than this: a constant writer cannot starve indexing
    reconcile: float = 600.0  # between two scans of everything that nobody asked for, give or take a tenth
    poll: bool = False  # look instead of listening
    poll_seconds: float = 5.0  # between two looks, at least; longer where a look takes long
    supervise: float = 1.0  # between two looks at threads and roots
    idle: float = 5.0  # nothing to scan for so long: time to fold new documents into the index


POLL_SHARE = 0.05
"""Part of one processor that polling may take: after a scan of 2 s the next one comes 40 s later."""

MAX_HINTS = 2_000
"""Places that are remembered between two scans; past that a scan of everything is cheaper than the list."""

MAX_SCOPES = 48
"""Places that are scanned one by one; past that their root is scanned whole. One scope costs 3 to 5 ms, a whole scan of
100,000 files about 1 s."""

BACK_OFF = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""Waits before events are tried again after they failed; between the tries the root is polled."""

BUSY_RETRY = 2.0
"""Wait before a scan is tried again that found the database busy or its disk full."""
