"""Merge what lies on the disk with what is known of it.

Both sides come in the byte order of raw paths, so one pass finds what is new, changed, the same and gone, and holds
one directory chain and one file at a time.
"""

from __future__ import annotations

import hashlib
import time

from t2tdb.discover import root as roots
from t2tdb.discover.links import skipped_link
from t2tdb.discover.observe import Changed, Failed, Gone, Known, Noted, Observation, Oversize, Touched
from t2tdb.discover.options import Counts, ScanOptions
from t2tdb.discover.read import NotRegular, fingerprint_of, read_file
from t2tdb.discover.walk import Entry, Unlistable, Walk, as_text, is_vanished
from t2tdb.model import Fingerprint, Problem
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from t2tdb.discover.disk import Directory
    from t2tdb.model import Place

RACY_NS = 2_000_000_000
"""A file whose last change is younger than the scan's start less this could change again under the same time stamps:
FAT counts in steps of 2 s, and clocks of file servers differ a little. Git calls such entries racy."""


def scan(
    root: bytes,
    known: Iterable[Known],
    claim: Callable[[Place], str],
    options: ScanOptions | None = None,
    scope: bytes = b"",
) -> Scan:
    """Open `root` and prepare to scan it, or the file or directory `scope` below it.

    `known` holds what the last scan left, sorted by raw path as bytes; with a scope, only rows equal to it or below it.
    `claim` says which format wants a file, "" for none; it must be decided by the place alone.
    Raises `RootUnavailable` at once where the root is missing, unreadable, no directory or another one than
    ``options.identity``: an unreachable root is never an empty one.
    """
    options = options or ScanOptions()
    directory, entries = roots.open_known(root, options.identity)
    return Scan(root, directory, entries, known, claim, options, scope)


class Scan:
    """One pass over a root: iterate it once for the observations. Files that did not change give none.

    ``counts`` may be read at any time; ``progress`` is called with them after each directory's first file.
    """

    def __init__(
        self,
        root: bytes,
        directory: Directory,
        entries: list[tuple[bytes, int]],
        known: Iterable[Known],
        claim: Callable[[Place], str],
        options: ScanOptions,
        scope: bytes,
    ) -> None:
        self._root = root
        self._directory = directory
        self._entries = entries
        self._claim = claim
        self._options = options
        self.counts = Counts()
        self.progress: Callable[[Counts], None] | None = None
        self.started_ns = time.time_ns()
        self._walk = Walk(options, self.counts, scope, roots.name_of(root))
        self._past: _Past = _Remembered(known) if options.order == "seed" else _Sorted(known)

    def halt(self) -> None:
        """Visit nothing more: what comes later counts as gone. For bounds that only the caller can count."""
        self._walk.halted = True

    def close(self) -> None:
        """Give back the descriptor of a scan that was never iterated."""
        self._directory.close()

    def __iter__(self) -> Iterator[Observation]:
        for met in self._walk.run(self._directory, self._entries):
            if isinstance(met, Entry):
                yield from self._entry(met)
            elif isinstance(met, Unlistable):
                yield from self._unlistable(met)
            else:
                yield Noted(met)
            if self.progress is not None:
                self.progress(self.counts)
        for raw in self._past.rest():
            yield Gone(raw)

    def _entry(self, entry: Entry) -> Iterator[Observation]:
        claim = self._claim(entry.place)
        if entry.is_link:
            named = claim != "" and self._options.named(claim, entry.place)
            problem = skipped_link(
                self._root, entry.directory, entry.name, entry.raw, entry.place, named_resource=named
            )
            if problem is not None:
                yield Noted(problem)
            return
        if not claim:
            return
        yield from map(Gone, self._past.before(entry.raw))
        known = self._past.take(entry.raw)
        observation = self._wanted(entry, claim, known)
        if observation is not None:
            yield from _odd_name(entry)
            yield from observation
        elif known is not None:
            yield Gone(entry.raw)

    def _wanted(self, entry: Entry, claim: str, known: Known | None) -> tuple[Observation, ...] | None:
        """What there is to say of a wanted file; None where it is not there (any more)."""
        try:
            seen = entry.directory.lstat(entry.name)
            if (seen.st_dev, seen.st_ino) in self._options.skip:
                return None
            fingerprint = fingerprint_of(seen)
            if seen.st_size <= self._options.max_file_bytes:
                self.counts.wanted_bytes += seen.st_size
            if self.counts.wanted_bytes > self._options.max_bytes:
                self.halt()
                gone = () if known is None else (Gone(entry.raw),)
                return (_byte_limit(self._options.max_bytes, entry.place.path), *gone)
            if known is not None and known.fingerprint == fingerprint and known.claim == claim:
                return ()
            if seen.st_size > self._options.max_file_bytes:
                return (Oversize(entry.raw, entry.place.path, entry.place, claim, fingerprint),)
            return self._read(entry, claim, known)
        except NotRegular:
            return None
        except OSError as error:
            if is_vanished(error):
                return None
            self.counts.unreadable += 1
            return (_failed(entry.raw, entry.place.path, claim, error),)

    def _read(self, entry: Entry, claim: str, known: Known | None) -> tuple[Observation, ...]:
        limit = self._options.max_file_bytes
        reading = read_file(entry.directory, entry.name, limit)
        if len(reading.data) > limit or reading.fingerprint.size > limit:
            return (Oversize(entry.raw, entry.place.path, entry.place, claim, reading.fingerprint),)
        self.counts.files_read += 1
        self.counts.bytes_read += len(reading.data)
        racy = not reading.stable or self._is_racy(reading.fingerprint)
        sha256 = hashlib.sha256(reading.data).hexdigest()
        notes = () if reading.stable else (_unstable(entry.place.path),)
        if known is not None and known.sha256 == sha256 and known.claim == claim:
            return (Touched(entry.raw, reading.fingerprint, claim, racy), *notes)
        path, place = entry.place.path, entry.place
        return (Changed(entry.raw, path, place, claim, reading.data, sha256, reading.fingerprint, racy), *notes)

    def _is_racy(self, fingerprint: Fingerprint) -> bool:
        return max(fingerprint.mtime_ns, fingerprint.ctime_ns) >= self.started_ns - RACY_NS

    def _unlistable(self, met: Unlistable) -> Iterator[Observation]:
        yield from map(Gone, self._past.before(met.raw))
        yield _failed(met.raw, met.path, "", met.error)
        for below in self._past.below(met.raw):
            if below.raw != met.raw:
                yield _failed(below.raw, as_text(below.raw), below.claim, met.error)


class _Sorted:
    """The past as a sorted stream."""

    def __init__(self, known: Iterable[Known]) -> None:
        self._stream = iter(known)
        self._next = next(self._stream, None)

    def _step(self) -> Known | None:
        current = self._next
        self._next = next(self._stream, None)
        if current is not None and self._next is not None and self._next.raw <= current.raw:
            raise ValueError(f"known files are not in the byte order of their raw paths: {self._next.raw!r}")
        return current

    def before(self, raw: bytes) -> Iterator[bytes]:
        """What is known and comes before `raw`: the walk has passed it."""
        while self._next is not None and self._next.raw < raw:
            gone = self._next.raw
            self._step()
            yield gone

    def take(self, raw: bytes) -> Known | None:
        """What is known of `raw` itself."""
        return self._step() if self._next is not None and self._next.raw == raw else None

    def below(self, prefix: bytes) -> Iterator[Known]:
        """What is known below a directory."""
        while self._next is not None and self._next.raw.startswith(prefix):
            found = self._next
            self._step()
            yield found

    def rest(self) -> Iterator[bytes]:
        """What is known and was not met."""
        while self._next is not None:
            gone = self._next.raw
            self._step()
            yield gone


class _Remembered:
    """The past in memory, for a walk in another order; what was known counts as doubtful."""

    def __init__(self, known: Iterable[Known]) -> None:
        self._known = {row.raw: Known(row.raw, None, "", row.claim) for row in known}

    def before(self, raw: bytes) -> Iterator[bytes]:
        """Nothing: what was not met is known at the end only."""
        return iter(())

    def take(self, raw: bytes) -> Known | None:
        """What is known of `raw` itself."""
        return self._known.pop(raw, None)

    def below(self, prefix: bytes) -> Iterator[Known]:
        """What is known below a directory."""
        found = sorted(raw for raw in self._known if raw.startswith(prefix))
        return iter([self._known.pop(raw) for raw in found])

    def rest(self) -> Iterator[bytes]:
        """What is known and was not met, sorted."""
        return iter(sorted(self._known))


if TYPE_CHECKING:
    _Past = _Sorted | _Remembered


def _failed(raw: bytes, path: str, claim: str, error: OSError) -> Failed:
    return Failed(raw, path, claim, error.strerror or type(error).__name__, error.errno or 0)


def _odd_name(entry: Entry) -> tuple[Noted, ...]:
    if "�" not in entry.place.path:
        return ()
    try:
        entry.raw.decode("utf-8")
    except UnicodeDecodeError:
        message = "The name is not UTF-8: bytes that are none are shown as U+FFFD."
        return (Noted(Problem("warning", "PATH_NOT_UTF8", message, entry.place.path)),)
    return ()


def _unstable(path: str) -> Noted:
    message = "The file changed each time that it was read; the next scan reads it again."
    return Noted(Problem("warning", "FILE_CHANGED_WHILE_READ", message, path))


def _byte_limit(limit: int, path: str) -> Noted:
    message = f"The wanted files hold more than {limit} bytes: this file and what comes after it were not read."
    return Noted(Problem("warning", "INPUT_LIMIT_REACHED", message, path))
