"""One ingest: scan, prepare, gather into batches, apply."""

from __future__ import annotations

import contextlib
import os
import time

from t2tdb.clock import days_ago, now
from t2tdb.discover import (
    Changed,
    Failed,
    Filters,
    Known,
    Noted,
    Oversize,
    ScanOptions,
    Touched,
    read_ignore_file,
    scan,
)
from t2tdb.ingest.aliases import aliases_of
from t2tdb.ingest.batch import Batches, Read, TooLarge, is_only_doubt, unreadable_message
from t2tdb.ingest.lock import ingest_lock
from t2tdb.ingest.options import IndexOptions, Outcome
from t2tdb.ingest.prepare import Budget, extract
from t2tdb.model import Problem
from t2tdb.parse import EXTRACTOR_VERSION, claim, is_named, oversize
from t2tdb.roots import absorb, accept, inside
from t2tdb.store import history, problems
from t2tdb.store.aliases import replace_aliases, stored_aliases
from t2tdb.store.bulk import bulk
from t2tdb.store.connection import opened_paths
from t2tdb.store.files import file_by_path, iterate_files, settle_file
from t2tdb.store.folding import WIDTH, fold
from t2tdb.store.lineage import library_of
from t2tdb.store.links import has_links, outdated_catalogs
from t2tdb.store.merging import merge
from t2tdb.store.resources import stored_hashes
from t2tdb.store.roots import record_filters, record_patterns, record_scan_of_root, root_by_id
from t2tdb.store.schema import SUFFIXES
from t2tdb.store.settings import profile_of, put_setting
from t2tdb.store.state import ScanState, record_scan
from t2tdb.store.upkeep import upkeep
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from t2tdb.aliases import Group
    from t2tdb.discover import Counts, Observation, Scan
    from t2tdb.ingest.batch import Item
    from t2tdb.ingest.options import Progress
    from t2tdb.store.connection import Writer
    from t2tdb.store.roots import Root

MAX_WALK_PROBLEMS = 10_000
"""Problems of the walk itself (skipped links and the like) that are kept of one scan."""

MAX_SETTLED = 10_000
"""Doubts that are remembered to be settled with the next real write."""

DIRECTORY_UNREADABLE = "DIRECTORY_UNREADABLE"

MAX_CATALOGS = 64
"""Catalogs that wait for the end of a scan, at most a mebibyte each; later ones are read once more if need be."""


class _LimitCrossed(Exception):
    """The number of resources crossed its bound in a scan that trusted what it knew: scan again, carefully."""


def index(
    writer: Writer,
    root: Root,
    options: IndexOptions | None = None,
    *,
    scope: bytes = b"",
    reason: str = "index",
    progress: Progress | None = None,
) -> Outcome:
    """Make the rows of ``root``, or of the file or directory ``scope`` below it, what lies on the disk.

    Raises RootError where the root cannot be looked at or another directory is in its place (nothing is removed then),
    DatabaseBusy where another ingest holds the database, DatabaseError where it cannot be written.
    """
    options = options or IndexOptions()
    with ingest_lock(writer.path, waiting=None if progress is None else lambda: progress(0, 0)):
        if options.accept_replaced:
            root = accept(writer, root)
        root = _with_patterns(writer, root, options)
        try:
            return _Ingest(writer, root, options, scope, reason, progress).run()
        except _LimitCrossed:
            return _Ingest(writer, root, options, scope, reason, progress, careful=True).run()


def _with_patterns(writer: Writer, root: Root, options: IndexOptions) -> Root:
    """The root with the patterns that were asked for; they are recorded and hold for every later scan."""
    include = root.include if options.include is None else options.include
    exclude = root.exclude if options.exclude is None else options.exclude
    if (include, exclude) == (root.include, root.exclude):
        return root
    with writer.transaction():
        record_patterns(writer, root.id, include, exclude)
    return root_by_id(writer, root.id) or root


class _Ingest:
    def __init__(
        self,
        writer: Writer,
        root: Root,
        options: IndexOptions,
        scope: bytes,
        reason: str,
        progress: Progress | None,
        *,
        careful: bool = False,
    ) -> None:
        self._writer = writer
        self._root = root
        self._options = options
        filters = Filters(read_ignore_file(root.raw_path), root.include, root.exclude)
        self._filters = filters.fingerprint()
        self._excluded, self._filter_problems = filters.compile()
        if self._filters != root.filters:
            scope = b""  # what is wanted changed: look at all of the root
        self._scope = scope
        self._scope_text = scope.decode("utf-8", "replace")
        self._reason = reason
        self._progress = progress
        self._changes_before = writer.total_changes()
        self._cut = False
        self._started = time.monotonic()
        self._profile = profile_of(writer)
        self._batches = Batches(writer, root, self._profile, self._scope_text, reason, now())
        self._known_resources = writer.number(
            "SELECT resources FROM field_totals WHERE root_id = ? AND field = ''", (root.id,)
        )
        full = self._known_resources >= options.max_resources
        self._careful = careful or options.careful or full or bool(root.cut)
        self._budget = Budget(options)
        self._items: list[Item] = []
        self._catalogs: list[Item] = []
        self._bytes = 0
        self._settled: list[Touched] = []
        self._walk_problems: dict[Problem, None] = {}
        self._aliases: tuple[Group, ...] = ()

    def run(self) -> Outcome:
        """Scan and apply."""
        with contextlib.nullcontext() if self._reason == "watch" else bulk(self._writer):
            return self._run()

    def _run(self) -> Outcome:
        found = scan(self._root.raw_path, self._known(), claim, self._scan_options(), self._scope)
        if self._progress is not None:
            progress = self._progress
            found.progress = lambda counts: progress(counts.files_visited, self._budget.resources)
        with contextlib.closing(_stream(found)) as observations:  # an interrupt gives back the open directories
            for seen in observations:
                self._observe(seen, found)
                if len(self._items) >= self._options.batch_files or self._bytes >= self._options.batch_bytes:
                    self._flush()
        self._settle_doubles()
        if not self._scope:
            self._aliases, wrong = aliases_of(self._root.raw_path)
            if wrong is not None:
                self._note(wrong)
        self._finish(found.counts)
        if self._reason != "watch":  # a watcher folds when it is idle
            while fold(self._writer, self._profile):
                pass
        if not self._scope and inside(self._writer, self._root):
            absorb(self._writer, self._root)
        if self._reason != "watch":
            while upkeep(self._writer):
                pass
            while self._batches.wrote and merge(self._writer):
                pass
        return self._outcome(found.counts)

    def _scan_options(self) -> ScanOptions:
        options = self._options
        return ScanOptions(
            max_files=options.max_files,
            max_file_bytes=options.max_file_bytes,
            max_bytes=options.max_bytes,
            max_resources=options.max_resources,
            order=options.order,
            skip=own_files(self._writer.path),
            named=is_named,
            excluded=self._excluded,
            identity=(self._root.device, self._root.inode),
        )

    def _known(self) -> Iterator[Known]:
        """What the last scan left. Whatever is doubtful comes without a fingerprint and is read again."""
        for row in iterate_files(self._writer, self._root.id, self._scope):
            trusted = row.extractor_version == EXTRACTOR_VERSION and not self._careful
            too_large = row.fingerprint is not None and row.fingerprint.size > self._options.max_file_bytes
            doubtful = row.racy or row.status != "current" or too_large or not trusted
            sha256 = row.sha256 if trusted and row.status in ("current", "stale") else ""
            yield Known(row.raw_path, None if doubtful else row.fingerprint, sha256, row.claim)

    def _observe(self, seen: Observation, observations: Scan) -> None:
        if isinstance(seen, Changed):
            # nothing is known of any file in the first ingest: one look-up less for each
            stored = stored_hashes(self._writer, self._root.id, seen.raw) if self._known_resources else {}
            extracted = extract(seen, self._profile, stored, self._budget)
            if extracted.ended:
                observations.halt()
            self._cut |= extracted.cut
            self._bytes += len(seen.data)
            item = Read(_without_data(seen), extracted)
            if len(self._catalogs) < MAX_CATALOGS and any(each.draft.targets for each in extracted.prepared):
                self._catalogs.append(item)  # what its entries stand for may come later in the walk
            else:
                self._items.append(item)
            grown = self._known_resources + self._budget.resources
            if not self._careful and grown > self._options.max_resources:
                raise _LimitCrossed
        elif isinstance(seen, Touched):
            self._observe_touched(seen)
        elif isinstance(seen, Oversize):
            self._items.append(TooLarge(seen, oversize(seen.claim, seen.place)))
        elif isinstance(seen, Failed):
            self._note_failure(seen)
        elif isinstance(seen, Noted):
            self._note(seen.problem)
        else:
            self._items.append(seen)

    def _note_failure(self, seen: Failed) -> None:
        if seen.raw.endswith(b"/"):
            self._note(Problem("warning", DIRECTORY_UNREADABLE, unreadable_message(seen), seen.path))
        else:
            self._items.append(seen)

    def _note(self, problem: Problem) -> None:
        if len(self._walk_problems) < MAX_WALK_PROBLEMS:
            self._walk_problems[problem] = None

    def _observe_touched(self, seen: Touched) -> None:
        """A doubt that is over is no reason to write, but goes along with the next write."""
        row = file_by_path(self._writer, self._root.id, seen.raw)
        if row is None or not is_only_doubt(row, seen):
            self._items.append(seen)
        elif row.racy and not seen.racy and len(self._settled) < MAX_SETTLED:
            self._settled.append(seen)

    def _flush(self) -> None:
        """Apply what was gathered."""
        items, self._items, self._bytes = self._items, [], 0
        with self._transaction():
            self._apply(items)
        if self._batches.wrote and self._reason != "watch":  # a watcher merges when it is idle
            merge(self._writer)
        fold(self._writer, self._profile, least=WIDTH)

    def _apply(self, items: list[Item]) -> None:
        self._batches.apply(items)
        if self._batches.wrote:
            for seen in self._settled:
                settle_file(self._writer, self._root.id, seen.raw, seen.fingerprint)
            self._settled.clear()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            with self._writer.transaction():
                self._batches.begin()
                yield
        except BaseException:
            self._batches.rolled_back()
            raise

    def _settle_doubles(self) -> None:
        """Read the catalogs again of which an entry became a double of a local file, or is none any more."""
        if not self._catalogs and not has_links(self._writer, self._root.id):
            return
        if self._items:
            self._flush()
        self._flush_catalogs()
        for raw, known_claim in outdated_catalogs(self._writer, self._root.id):
            known = [Known(raw, None, "", known_claim)]
            again = scan(self._root.raw_path, known, claim, self._scan_options(), raw)
            with contextlib.closing(_stream(again)) as observations:
                for seen in observations:
                    self._observe(seen, again)
            self._flush_catalogs()

    def _flush_catalogs(self) -> None:
        if self._catalogs:
            self._items, self._catalogs = [*self._items, *self._catalogs], []
            self._flush()

    def _finish(self, counts: Counts) -> None:
        """Apply the last batch and what is known only at the end; nothing where nothing is new."""
        noted = [*self._filter_problems, *self._walk_problems]
        walk_differs = problems.walk_problems(
            self._writer, self._root.id, self._scope_text
        ) != problems.walk_problem_fields(noted)
        complete = (counts.files_visited, EXTRACTOR_VERSION, int(self._cut))
        filters_differ = not self._scope and self._filters != self._root.filters
        root = root_by_id(self._writer, self._root.id) or self._root
        root_differs = not self._scope and complete != (root.files_visited, root.extractor_version, root.cut)
        aliases_differ = not self._scope and stored_aliases(self._writer, (self._root.id,)) != self._aliases
        differs = walk_differs or root_differs or filters_differ or aliases_differ
        if self._items or differs or self._batches.scan_id:
            with self._transaction():
                self._apply(self._items)
                self._items = []
                if walk_differs and problems.replace_problems_of_walk(
                    self._writer, self._root.id, self._scope_text, noted, self._batches.now
                ):
                    self._batches.note_scan()
                if aliases_differ:
                    replace_aliases(self._writer, self._root.id, self._aliases)
                if root_differs:
                    record_scan_of_root(self._writer, self._root.id, *complete)
                    put_setting(self._writer, "extractor_version", str(EXTRACTOR_VERSION))
                if filters_differ:
                    record_filters(self._writer, self._root.id, self._filters)
                if self._batches.scan_id:
                    self._end_scan(counts)
        if not self._scope:
            library = library_of(self._writer)
            last_change = self._writer.number("SELECT max(id) FROM scans")
            state = ScanState(now(), self._elapsed_ms(), counts.unreadable, last_change, library)
            record_scan(self._writer.path, self._root.path, state)

    def _end_scan(self, counts: Counts) -> None:
        batches = self._batches
        totals = (
            *(counts.files_visited, counts.files_read, counts.bytes_read),
            *(batches.added, batches.changed, batches.removed, counts.unreadable),
        )
        outcome = "partial" if counts.unreadable else "complete"
        history.end_scan(self._writer, batches.scan_id, self._elapsed_ms(), totals, outcome)
        history.prune(self._writer, days_ago(history.days_kept(self._writer)))

    def _elapsed_ms(self) -> int:
        return round((time.monotonic() - self._started) * 1000)

    def _outcome(self, counts: Counts) -> Outcome:
        return Outcome(
            root=self._root.path,
            files_visited=counts.files_visited,
            files_read=counts.files_read,
            bytes_read=counts.bytes_read,
            added=self._batches.added,
            changed=self._batches.changed,
            removed=self._batches.removed,
            unreadable=counts.unreadable,
            duration_ms=self._elapsed_ms(),
            wrote=self._writer.total_changes() != self._changes_before,
        )


def _stream(found: Scan) -> Generator[Observation]:
    yield from found


def own_files(database: str) -> frozenset[tuple[int, int]]:
    """What identifies the files of every database that this process has open, so that no scan opens them as well."""
    found: set[tuple[int, int]] = set()
    for path in {database, *opened_paths()}:
        for suffix in SUFFIXES:
            try:
                seen = os.lstat(path + suffix)
            except OSError:
                continue
            found.add((seen.st_dev, seen.st_ino))
    return frozenset(found)


def _without_data(seen: Changed) -> Changed:
    """The same observation without the bytes: a batch need not hold them once they are parsed."""
    return Changed(*(seen.raw, seen.path, seen.place, seen.claim, b"", seen.sha256, seen.fingerprint, seen.racy))
