"""Which library the state file beside a database speaks of.

The state file tells when each root was last scanned, and which scan was committed by then. Where a backup is put in the
place of a database, that file still tells of the newer one that lay there: its age would be a lie, and the scans that
the backup cannot know would look like lost commits. So a backup carries the scans of its own time in a setting, and the
first whole scan into it begins a library with a name of its own, which the state file repeats from then on.
"""

from __future__ import annotations

import json

from t2tdb.store.schema import COPY, LIBRARY
from t2tdb.store.settings import get_setting, put_setting
from t2tdb.store.state import ScanState, read_state, record_scan, scan_section, scan_states
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from t2tdb.store.connection import Reader, Writer


def scans_of(reader: Reader) -> dict[str, ScanState]:
    """The last complete scan of each root, as far as something is known of this very database."""
    copied = get_setting(reader, COPY)
    if copied:
        return scan_states(json.loads(copied))
    library = get_setting(reader, LIBRARY)
    known = scan_states(read_state(reader.path))
    return {path: scan for path, scan in known.items() if scan.library == library}


def mark_as_copy(copy: Writer, scans: Mapping[str, ScanState]) -> None:
    """Write into a fresh backup what was known of its original."""
    sections = {path: scan_section(scan) for path, scan in scans.items()}
    for section in sections.values():
        section.pop("library", None)
    with copy.transaction():
        put_setting(copy, COPY, json.dumps({"scans": sections}))


def library_of(writer: Writer) -> str:
    """The name of this library; one that was a backup until now gets its own. For a scan that begins."""
    copied = get_setting(writer, COPY)
    if copied:
        import secrets

        library = secrets.token_hex(8)
        with writer.transaction():
            put_setting(writer, LIBRARY, library)
            writer.run("DELETE FROM settings WHERE key = ?", (COPY,))
        for path, scan in scan_states(json.loads(copied)).items():
            scan = ScanState(scan.finished_at, scan.duration_ms, scan.unreadable, scan.last_change, library)
            record_scan(writer.path, path, scan)
    return get_setting(writer, LIBRARY)
