"""The state file beside the database: what changes without the library changing.

A scan that finds nothing new must not write to the database, but people want to know how old an answer is. So the time
of the last complete scan of each root, and who watches, live in ``<database>.state``: JSON, 0600, replaced atomically.
Losing it loses no more than those times; a damaged one counts as absent.
"""

from __future__ import annotations

import json
import os

from t2tdb.store.schema import STATE, STATE_LOCK
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    Section: TypeAlias = dict[str, object]


@value
class ScanState:
    """The last complete scan of one root."""

    finished_at: str  # UTC, ISO 8601
    duration_ms: int
    unreadable: int = 0  # files and directories that it could not read
    last_change: int = 0  # number of the newest scan that changed the database by then
    library: str = ""  # the database's own name, see `t2tdb.store.lineage`


def read_state(database: str) -> Section:
    """The whole state; empty where there is none or it is damaged. Does not touch the database."""
    try:
        with open(database + STATE, "rb") as file:
            found = json.loads(file.read(1 << 20))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def scan_states(state: Mapping[str, object]) -> dict[str, ScanState]:
    """The last complete scan of each root, by the root's path."""
    section = state.get("scans")
    found: dict[str, ScanState] = {}
    for path, entry in section.items() if isinstance(section, dict) else ():
        if isinstance(entry, dict) and isinstance(entry.get("finishedAt"), str):
            counts = (entry.get(key) for key in ("durationMs", "unreadable", "lastChange"))
            duration, unreadable, last = (count if isinstance(count, int) else 0 for count in counts)
            library = str(entry.get("library") or "")
            found[path] = ScanState(entry["finishedAt"], duration, unreadable, last, library)
    return found


def scan_section(scan: ScanState) -> Section:
    """One scan as the state file holds it."""
    section: Section = {
        "finishedAt": scan.finished_at,
        "durationMs": scan.duration_ms,
        "unreadable": scan.unreadable,
        "lastChange": scan.last_change,
    }
    return {**section, "library": scan.library} if scan.library else section


def record_scan(database: str, root: str, scan: ScanState) -> None:
    """Remember that a root was scanned completely."""

    def change(state: Section) -> None:
        scans = state.setdefault("scans", {})
        if isinstance(scans, dict):
            scans[root] = scan_section(scan)

    change_state(database, change)


def forget_scan(database: str, root: str) -> None:
    """Forget a root that was removed."""

    def change(state: Section) -> None:
        scans = state.get("scans")
        if isinstance(scans, dict):
            scans.pop(root, None)

    change_state(database, change)


def change_state(database: str, change: Callable[[Section], None]) -> None:
    """Read, change and replace the state, one process at a time. A state that cannot be written is not fatal.

    There is no fsync: after a power cut an old or empty state is as good as none, and a sync costs 10 ms.
    """
    from filelock import FileLock, Timeout

    path = database + STATE
    try:
        with FileLock(database + STATE_LOCK, timeout=5.0, mode=0o600):
            state = read_state(database)
            change(state)
            temporary = f"{path}.{os.getpid()}"
            flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
            with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
                file.write(json.dumps(state, indent=1, sort_keys=True).encode())
            os.replace(temporary, path)
    except (OSError, Timeout):
        return
