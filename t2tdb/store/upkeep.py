"""Keeping the file small and clean while texts come and go: no bloat from edits, and no trace of what was erased.

What goes leaves traces: words that no text holds any more, entries of FTS5 that wait for a merge, free pages. When
enough texts have gone (in a small library: when any has), the writer works through the stages below, one slice in a
transaction, so that nobody waits for it; killed anywhere, it goes on there. ``secure_delete`` overwrites rows and
pages as they go; FTS5's own option of that name would make the file unreadable for SQLite 3.40, so its segments are
merged instead, which drops the old entries.
"""

from __future__ import annotations

from t2tdb.errors import DatabaseBusy
from t2tdb.store.merging import FTS_TABLES, merge_slice
from t2tdb.store.settings import get_setting, put_setting
from t2tdb.store.stoppable import run_stoppable
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Writer

STAGES = ("terms", *FTS_TABLES, "statistics", "packing", "pages")
SMALL = 2_000
"""Resources of a library in which every erased text is cleaned up after; that takes 30 ms for 1,000."""

SHARE = 10
"""In a larger library, one erased text for so many living ones begins the work."""

LEAST_TO_PACK = 500
"""Erased texts before the pages are packed; in a library of more living ones, as many as those."""

TERM_SLICE = 20_000
MERGE_PAGES = 400
VACUUM_PAGES = 1_000
FREE_SHARE = 50
"""One free page in so many is left in the file: the next edits fill it again."""


def upkeep(writer: Writer) -> bool:
    """Do one slice of the work that is due; False where none is."""
    stage = get_setting(writer, "upkeep_stage")
    if not stage:
        if not _is_due(writer):
            return False
        stage = STAGES[0]
    name, _, part = stage.partition(":")
    done = _work(writer, name, begun=part != "") if name in STAGES else True
    following = STAGES[STAGES.index(name) + 1 : STAGES.index(name) + 2] if name in STAGES else ()
    after = f"{name}:begun" if not done else following[0] if following else ""
    with writer.transaction():
        put_setting(writer, "upkeep_stage", after)
        if not after:
            put_setting(writer, "upkeep_erased", str(_erased(writer)))
    if not after:
        run_stoppable(writer, writer.truncate_log)  # all of the file, after it was packed
    return True


def _erased(writer: Writer) -> int:
    """How many documents there were that are no more."""
    return int(get_setting(writer, "next_document", "1")) - 1 - _living(writer)


def _living(writer: Writer) -> int:
    return writer.number("SELECT sum(resources) FROM field_totals WHERE field = ''")


def _is_due(writer: Writer) -> bool:
    new = _erased(writer) - int(get_setting(writer, "upkeep_erased", "0"))
    living = _living(writer)
    return new > (0 if living <= SMALL else living // SHARE)


def _work(writer: Writer, stage: str, *, begun: bool) -> bool:
    """One slice of a stage; True when the stage is done."""
    if stage == "terms":
        return _forget_terms(writer)
    if stage in FTS_TABLES:
        return not merge_slice(writer, stage, MERGE_PAGES if begun else -MERGE_PAGES)  # the first: all into one
    if stage == "statistics":
        writer.run("PRAGMA analysis_limit = 400")
        writer.run("PRAGMA optimize")
        return True
    return _pack(writer) if stage == "packing" else _give_back_pages(writer)


def _forget_terms(writer: Writer) -> bool:
    """Words that no resource holds. The newest stays: its number must not be given to another word."""
    before = writer.total_changes()
    with writer.transaction():
        writer.run(
            "DELETE FROM terms WHERE id IN (SELECT id FROM terms WHERE id < (SELECT max(id) FROM terms)"
            " AND NOT EXISTS (SELECT 1 FROM term_counts WHERE term_id = terms.id) LIMIT ?)",
            (TERM_SLICE,),
        )
    return writer.total_changes() - before < TERM_SLICE


def _pack(writer: Writer) -> bool:
    """Write the whole file anew where every text has been replaced once on average since that was done.

    Rows that go leave their pages half full, which no freeing of pages mends: 30,000 edits of 2,000 resources made a
    file a third larger than a fresh one. Readers go on meanwhile; a writer waits, 5 s for 500 MB.
    """
    erased = _erased(writer)
    if erased - int(get_setting(writer, "upkeep_packed", "0")) < max(LEAST_TO_PACK, _living(writer)):
        return True
    try:
        run_stoppable(writer, lambda: _write_anew(writer))
    except DatabaseBusy:
        return True  # somebody else writes; it is due again with the next erased text
    with writer.transaction():
        put_setting(writer, "upkeep_packed", str(erased))
    return True


def _write_anew(writer: Writer) -> None:
    writer.run("PRAGMA temp_store = FILE")  # the new file is built beside, and must not be built in memory
    try:
        writer.run("VACUUM")
    finally:
        writer.run("PRAGMA temp_store = MEMORY")


def _give_back_pages(writer: Writer) -> bool:
    free, pages = writer.number("PRAGMA freelist_count"), writer.number("PRAGMA page_count")
    if free <= pages // FREE_SHARE:
        return True
    try:
        writer.run(f"PRAGMA incremental_vacuum({VACUUM_PAGES})")
    except DatabaseBusy:
        return True  # somebody else writes; the pages are there next time
    return writer.number("PRAGMA freelist_count") >= free
