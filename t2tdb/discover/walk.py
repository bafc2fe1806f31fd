"""Walk a root in a fixed order and name what lies there; nothing is read and nothing is remembered.

The order is that of the raw paths as bytes: children are sorted by name, a directory's name with "/" behind it. So
``a-b`` comes before ``a/x``, as it does when whole paths are sorted, and the walk can be merged with a sorted list.
"""

from __future__ import annotations

import errno

from t2tdb.discover.disk import DIRECTORY, FILE, LINK
from t2tdb.discover.options import MAX_DEPTH, SKIPPED_NAMES, SKIPPED_UNLESS_SKILL, Counts, ScanOptions
from t2tdb.discover.read import VANISHED
from t2tdb.model import Place, Problem
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.discover.disk import Directory

    Listing = list[tuple[bytes, int]]


@value
class Entry:
    """A regular file or a symbolic link."""

    raw: bytes
    name: bytes
    place: Place
    directory: Directory  # open until the next entry is asked for
    is_link: bool


@value
class Unlistable:
    """A directory that could not be opened or listed."""

    raw: bytes  # ends with "/"
    path: str
    error: OSError


class _Frame:
    """One open directory of the walk."""

    __slots__ = ("ancestors", "directory", "listing", "prefix")

    def __init__(
        self,
        directory: Directory,
        prefix: bytes,
        ancestors: tuple[frozenset[str], ...],
        listing: Iterator[tuple[bytes, int]],
    ) -> None:
        self.directory = directory
        self.prefix = prefix  # "" or a raw path that ends with "/"
        self.ancestors = ancestors
        self.listing = listing


def as_text(raw: bytes) -> str:
    """A raw path as text that can be printed, bound and encoded; what is not UTF-8 becomes U+FFFD."""
    return raw.decode("utf-8", "replace")


class Walk:
    """The walk over one root, or over the part of it that `scope` names (a file or a directory, "" for all).

    A scoped walk goes down to its scope through the same rules, so it meets exactly what a whole walk meets there.
    """

    def __init__(self, options: ScanOptions, counts: Counts, scope: bytes = b"", name: str = "") -> None:
        self._options = options
        self._name = name  # of the root, for the places
        self._counts = counts
        self._scope = scope.split(b"/") if scope else []
        self.halted = False

    def run(self, root: Directory, entries: Listing) -> Iterator[Entry | Unlistable | Problem]:
        """Yield files, links, unlistable directories and the bounds that were reached. Closes `root` at the end."""
        stack = [self._frame(root, b"", (), entries)]
        try:
            while stack and not self.halted:
                frame = stack[-1]
                child = next(frame.listing, None)
                if child is None:
                    stack.pop().directory.close()
                    continue
                name, kind = child
                raw = frame.prefix + name
                if kind == DIRECTORY:
                    entered = self._enter(frame, name, raw, len(stack))
                    if isinstance(entered, _Frame):
                        stack.append(entered)
                    elif entered is not None:
                        yield entered
                elif kind in (FILE, LINK) and not self._is_excluded(as_text(raw)):
                    if kind == FILE:
                        if self._counts.files_visited >= self._options.max_files:
                            self.halted = True
                            yield _file_limit(self._options.max_files, frame.prefix)
                            return
                        self._counts.files_visited += 1
                    yield Entry(
                        raw, name, Place(as_text(raw), frame.ancestors, self._name), frame.directory, kind == LINK
                    )
        finally:
            for frame in stack:
                frame.directory.close()

    def _enter(self, frame: _Frame, name: bytes, raw: bytes, depth: int) -> _Frame | Unlistable | Problem | None:
        if name in SKIPPED_NAMES or self._is_excluded(as_text(raw) + "/"):
            return None
        if depth > MAX_DEPTH:
            return _depth_limit(as_text(raw))
        try:
            directory = frame.directory.descend(name)
        except OSError as error:
            return self._unlistable(raw, error)
        try:
            entries = directory.entries()
        except OSError as error:
            directory.close()
            return self._unlistable(raw, error)
        if name in SKIPPED_UNLESS_SKILL and not holds_skill(entries):
            directory.close()
            return None
        return self._frame(directory, raw + b"/", frame.ancestors, entries)

    def _unlistable(self, raw: bytes, error: OSError) -> Unlistable | None:
        if error.errno in VANISHED:
            return None
        self._counts.unreadable += 1
        return Unlistable(raw + b"/", as_text(raw), error)

    def _frame(
        self, directory: Directory, prefix: bytes, ancestors: tuple[frozenset[str], ...], entries: Listing
    ) -> _Frame:
        names = frozenset(as_text(name) for name, _ in entries)
        depth = len(ancestors)
        if depth < len(self._scope):
            entries = [entry for entry in entries if entry[0] == self._scope[depth]]
            if depth + 1 < len(self._scope):  # a file or a link cannot hold the scope
                entries = [entry for entry in entries if entry[1] == DIRECTORY]
        else:
            self._counts.directories += 1
        entries.sort(key=_seed_order if self._options.order == "seed" else _byte_order)
        return _Frame(directory, prefix, (*ancestors, names), iter(entries))

    def _is_excluded(self, path: str) -> bool:
        excluded = self._options.excluded
        return excluded is not None and excluded(path)


def holds_skill(entries: Listing) -> bool:
    """Whether a directory with these entries is a skill's own."""
    return any(kind == FILE and name.lower() == b"skill.md" for name, kind in entries)


def _byte_order(entry: tuple[bytes, int]) -> bytes:
    return entry[0] + b"/" if entry[1] == DIRECTORY else entry[0]


def _seed_order(entry: tuple[bytes, int]) -> bytes:
    # The seed compares names by UTF-16 code units, and a directory's name without a slash.
    return as_text(entry[0]).encode("utf-16-be")


def _file_limit(limit: int, prefix: bytes) -> Problem:
    message = f"More than {limit} files: the rest of the root, from this directory on, was not visited."
    return Problem("warning", "FILE_LIMIT_REACHED", message, as_text(prefix).rstrip("/") or ".")


def _depth_limit(path: str) -> Problem:
    message = f"Directories more than {MAX_DEPTH} levels below the root are not entered."
    return Problem("warning", "DEPTH_LIMIT_REACHED", message, path)


def is_vanished(error: OSError) -> bool:
    """Whether the error means that something went away between looking and opening."""
    return error.errno in VANISHED or error.errno == errno.EISDIR
