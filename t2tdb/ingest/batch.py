"""One batch: what some files gave, applied in one transaction. A reader sees all of it or nothing."""

from __future__ import annotations

from t2tdb.discover import Failed, Gone, Oversize, Touched
from t2tdb.ingest.prepare import Extract
from t2tdb.model import Problem
from t2tdb.parse import EXTRACTOR_VERSION
from t2tdb.ranking.recorded import analysis_of
from t2tdb.store import files, history, links, problems
from t2tdb.store.documents import Addition, Documents, Removal
from t2tdb.store.resources import Change, Shelf
from t2tdb.store.roots import mark_cut
from t2tdb.store.settings import get_setting, put_setting
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from t2tdb.discover import Changed
    from t2tdb.model import Draft
    from t2tdb.ranking.profile import Analysis, Profile
    from t2tdb.store.connection import Writer
    from t2tdb.store.files import FileRow
    from t2tdb.store.roots import Root

    Item: TypeAlias = "Read | Touched | Gone | TooLarge | Failed"

UNREADABLE = "FILE_UNREADABLE"


@value
class Read:
    """A file that was read and parsed."""

    seen: Changed
    extract: Extract


@value
class TooLarge:
    """A file over the bound, with the problem that it is, if it is one."""

    seen: Oversize
    problem: Problem | None


class Batches:
    """Applies batches for one scan of one root, and keeps the totals."""

    def __init__(self, writer: Writer, root: Root, profile: Profile, scope: str, reason: str, started_at: str) -> None:
        self._writer = writer
        self._root = root
        self._scope = scope
        self._reason = reason
        self.now = started_at
        self._documents = Documents(writer, profile)
        self._shelf = Shelf(writer, root.id, lambda draft: _analyse(profile, draft))
        self._scan_id = 0
        self._removals: list[Removal] = []
        self._additions: list[Addition] = []
        self._changes: list[Change] = []
        self.added = 0
        self.changed = 0
        self.removed = 0
        self.wrote = False

    @property
    def scan_id(self) -> int:
        """Row of this scan; 0 while it changed nothing."""
        return self._scan_id

    def begin(self) -> None:
        """Call first in each transaction."""
        self._documents.begin()
        self._shelf.next_document = int(get_setting(self._writer, "next_document", "1"))

    def rolled_back(self) -> None:
        """Call when a transaction failed: what was remembered of it never happened."""
        self._documents.forget()
        self._removals, self._additions, self._changes = [], [], []

    def apply(self, items: Sequence[Item]) -> None:
        """Apply one batch. Inside a transaction, after ``begin``."""
        first_document = self._shelf.next_document
        before = self._writer.total_changes()
        for item in items:
            if isinstance(item, Read):
                self._read(item)
            elif isinstance(item, Touched):
                self._touched(item)
            elif isinstance(item, Gone):
                self._gone(item.raw)
            elif isinstance(item, TooLarge):
                self._too_large(item)
            else:
                self._failed(item)
        self._documents.apply(self._removals, self._additions)
        if self._changes:
            self.note_scan()
            history.add_changes(self._writer, self._scan_id, self._root.id, self._kept(), self.now)
        if self._shelf.next_document != first_document:
            put_setting(self._writer, "next_document", str(self._shelf.next_document))
        self._removals, self._additions, self._changes = [], [], []
        self.wrote |= self._writer.total_changes() != before

    def note_scan(self) -> None:
        """Make sure that this scan has a row. Inside a transaction."""
        if not self._scan_id:
            self._scan_id = history.begin_scan(self._writer, self._root.id, self._scope, self._reason, self.now)

    def _kept(self) -> list[Change]:
        """The changes that the bounded history has room for; the scan's row counts all of them."""
        room = history.rows_kept(self._writer) - (self.added + self.changed + self.removed)
        for change in self._changes:
            self.added += change.action == "added"
            self.changed += change.action == "changed"
            self.removed += change.action == "removed"
        return self._changes[: max(0, room)]

    def _read(self, item: Read) -> None:
        seen = item.seen
        row = files.file_by_path(self._writer, self._root.id, seen.raw)
        state = (seen.claim, "current", seen.fingerprint, seen.sha256, EXTRACTOR_VERSION)
        if row is None:
            file_id = files.insert_file(
                *(self._writer, self._root.id, seen.raw, seen.path, seen.claim, "current", seen.fingerprint),
                *(seen.sha256, EXTRACTOR_VERSION, self.now),
                racy=seen.racy,
            )
        else:
            file_id = row.id
            if state != (row.claim, row.status, row.fingerprint, row.sha256, row.extractor_version):
                files.update_file(
                    *(self._writer, file_id, seen.claim, "current", seen.fingerprint, seen.sha256),
                    *(EXTRACTOR_VERSION, self.now),
                    racy=seen.racy,
                )
        if item.extract.cut:
            mark_cut(self._writer, self._root.id)
        known = row is not None  # of a new file nothing can be stored: four look-ups less
        extract = self._without_doubles(file_id, item.extract, known=known)
        keys = self._apply_resources(file_id, seen.path, extract, known=known)
        if known or extract.sidecar is not None:
            links.replace_sidecar(self._writer, self._root.id, file_id, extract.sidecar)
        if (known or extract.problems) and problems.replace_problems_of_file(
            self._writer, self._root.id, file_id, extract.problems, keys, self.now
        ):
            self.note_scan()

    def _without_doubles(self, file_id: int, extract: Extract, *, known: bool) -> Extract:
        """Leave out the entries of a catalog that stand for files which are indexed themselves."""
        entries: dict[str, tuple[tuple[str, ...], bool]] = {}
        for each in extract.prepared:
            if each.draft.targets:
                linked = links.is_indexed(self._writer, self._root.id, each.draft.targets)
                entries[each.draft.entry] = (each.draft.targets, linked)
        if known or entries:
            links.replace_links(self._writer, self._root.id, file_id, entries)
        doubles = {entry for entry, (_, linked) in entries.items() if linked}
        if not doubles:
            return extract
        kept = tuple(each for each in extract.prepared if each.draft.entry not in doubles)
        gone = {each.draft.id for each in extract.prepared} - {each.draft.id for each in kept}
        noted = tuple(problem for problem in extract.problems if problem.resource_id not in gone)
        return Extract(kept, noted, extract.ended, extract.cut, extract.sidecar)

    def _apply_resources(self, file_id: int, path: str, extract: Extract, *, known: bool = True) -> dict[str, int]:
        difference = self._shelf.apply(file_id, path, extract.prepared, self.now, known=known)
        self._removals.extend(difference.removals)
        self._additions.extend(difference.additions)
        self._changes.extend(difference.changes)
        return difference.keys

    def _touched(self, seen: Touched) -> None:
        row = files.file_by_path(self._writer, self._root.id, seen.raw)
        if row is None or not row.sha256:
            return
        if is_only_doubt(row, seen):
            return
        files.update_file(
            *(self._writer, row.id, seen.claim, "current", seen.fingerprint, row.sha256),
            *(row.extractor_version, self.now),
            racy=seen.racy,
        )
        problems.drop_problem_of_file(self._writer, row.id, UNREADABLE)

    def _gone(self, raw: bytes) -> None:
        row = files.file_by_path(self._writer, self._root.id, raw)
        if row is None:
            return
        self._apply_resources(row.id, raw.decode("utf-8", "replace"), Extract((), ()))
        files.delete_file(self._writer, row.id)
        self.note_scan()

    def _too_large(self, item: TooLarge) -> None:
        seen = item.seen
        row = files.file_by_path(self._writer, self._root.id, seen.raw)
        if item.problem is None:
            if row is not None:
                self._gone(seen.raw)
            return
        if row is None:
            file_id = files.insert_file(
                *(self._writer, self._root.id, seen.raw, seen.path, seen.claim, "oversize", seen.fingerprint, ""),
                *(EXTRACTOR_VERSION, self.now),
            )
        else:
            file_id = row.id
            self._apply_resources(file_id, seen.path, Extract((), ()))
            if (row.status, row.fingerprint, row.claim) != ("oversize", seen.fingerprint, seen.claim):
                files.update_file(
                    *(self._writer, file_id, seen.claim, "oversize", seen.fingerprint, "", EXTRACTOR_VERSION, self.now)
                )
        if problems.replace_problems_of_file(self._writer, self._root.id, file_id, [item.problem], {}, self.now):
            self.note_scan()

    def _failed(self, seen: Failed) -> None:
        """What is known of a file that cannot be read stays, marked as stale."""
        row = files.file_by_path(self._writer, self._root.id, seen.raw)
        if row is None:
            file_id = files.insert_file(
                *(self._writer, self._root.id, seen.raw, seen.path, seen.claim, "unreadable", None, ""),
                *(EXTRACTOR_VERSION, self.now),
            )
        else:
            file_id = row.id
            if row.status in ("current", "oversize"):
                files.mark_file(self._writer, file_id, "stale")
        problem = Problem("warning", UNREADABLE, unreadable_message(seen), seen.path)
        if problems.add_problem_of_file(self._writer, self._root.id, file_id, problem, self.now):
            self.note_scan()


def is_only_doubt(row: FileRow, seen: Touched) -> bool:
    """Whether nothing about a file is new but that it was looked at again."""
    return (row.status, row.fingerprint, row.claim) == ("current", seen.fingerprint, seen.claim) and (
        row.racy or not seen.racy
    )


def unreadable_message(seen: Failed) -> str:
    """The sentence on a file or directory that could not be read."""
    return f"It could not be read ({seen.error}); what was known of it is kept."


def _analyse(profile: Profile, draft: Draft) -> Analysis:
    return analysis_of(profile, draft.text)
