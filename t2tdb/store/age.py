"""How old the index is, and who keeps it fresh, as the state file says; read through SQLite.

``find`` asks on every call. SQLite parses the JSON and the times: importing ``json`` and ``datetime`` would cost a
third of a bare interpreter's start.
"""

from __future__ import annotations

from t2tdb.store.schema import COPY, LIBRARY, STATE
from t2tdb.store.settings import get_setting
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Reader

LARGEST = 1 << 20
"""Bytes of a state file that are read."""


@value
class Age:
    """What the state file says."""

    seconds: float | None  # since the last complete scan of the root that waited longest; None where one never was
    watcher_pid: int  # 0: nobody says that they keep all of these roots fresh


def age_of(reader: Reader, roots: Sequence[str]) -> Age:
    """The age of what is known of ``roots`` (paths); a state file that is absent or damaged says nothing."""
    text = _state_text(reader.path)
    valid = bool(text) and reader.number("SELECT json_valid(?)", (text,)) == 1
    if not valid or reader.value("SELECT json_type(?)", (text,)) != "object":
        text = "{}"
    copied = get_setting(reader, COPY)
    scanned = {
        str(root): seconds
        for root, seconds in reader.rows(
            "SELECT key, (julianday('now') - julianday(json_extract(value, '$.finishedAt'))) * 86400"
            " FROM json_each(?, '$.scans') WHERE type = 'object'"
            " AND coalesce(json_extract(value, '$.library'), '') = ?",
            (copied or text, "" if copied else get_setting(reader, LIBRARY)),
        )
        if isinstance(seconds, float)
    }
    known = [scanned.get(root) for root in roots]
    ages = [max(0.0, seconds) for seconds in known if seconds is not None]
    kept = {root for (root,) in reader.rows("SELECT value FROM json_each(?, '$.watcher.roots')", (text,))}
    pid = reader.value("SELECT json_extract(?, '$.watcher.pid')", (text,)) if kept.issuperset(roots) else 0
    return Age(
        max(ages) if ages and len(ages) == len(known) else None,
        pid if isinstance(pid, int) and pid > 0 else 0,
    )


def _state_text(database: str) -> str:
    try:
        with open(database + STATE, "rb") as file:
            return file.read(LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""
