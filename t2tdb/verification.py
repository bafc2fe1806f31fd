"""Is the database right, and how to make it right: comparison with a fresh scan, and building it anew."""

from __future__ import annotations

import contextlib
import os
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING

from t2tdb.errors import DatabaseDamaged, NoDatabase, RootError, UsageError, WatcherRunning
from t2tdb.freshness import Location, state_of
from t2tdb.ingest import IndexOptions, index, ingest_lock
from t2tdb.model import Finding, Fingerprint
from t2tdb.ranking.profile import get_profile
from t2tdb.roots import real_directory, register
from t2tdb.store.check import check_database
from t2tdb.store.connection import open_reader
from t2tdb.store.copies import back_up, remove_abandoned, remove_files, swap
from t2tdb.store.dump import dump_root
from t2tdb.store.heritage import copy_history
from t2tdb.store.migrate import DEFAULT_RANKING, open_writer
from t2tdb.store.place import inspect_path
from t2tdb.store.roots import all_roots
from t2tdb.store.schema import STATE
from t2tdb.store.settings import ranking_profile
from t2tdb.store.state import ScanState, read_state, record_scan, scan_states
from t2tdb.store.workplace import remove_abandoned_workplaces, workplace
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from t2tdb.ingest.options import Progress
    from t2tdb.store.connection import Reader
    from t2tdb.store.dump import Line
    from t2tdb.store.roots import Root


ATTEMPTS = 3
"""Comparisons with a disk on which others write, before a difference counts."""


NO_ROOTS = "nothing is known of the roots of this library; name them: t2tdb rebuild DIRECTORY..."


@value
class Verdict:
    """What a check found."""

    findings: tuple[Finding, ...]  # damage; empty when all is well
    behind: int = 0  # files of which the next scan would change what is said: no damage
    compared: int = 0  # files compared with a fresh scan
    skipped: tuple[str, ...] = ()  # roots that could not be compared, and why


@value
class Rebuilt:
    """What a rebuild left."""

    roots: tuple[str, ...]
    resources: int
    kept_as: str  # the damaged database; "" where the old one was in order
    unavailable: tuple[str, ...]  # roots that could not be read, and why


def check(database: str, *, deep: bool = False, progress: Progress | None = None) -> Verdict:
    """Verify a database by itself, and with ``deep`` against the disk. Changes nothing in it.

    Raises what opening raises; damage that SQLite stumbles over becomes a finding. What an earlier one that was killed
    left beside the database is deleted.
    """
    inspect_path(database)
    remove_abandoned_workplaces(database)
    try:
        with open_writer(database) as writer:
            findings = list(check_database(writer))
            if findings or not deep:
                return Verdict(tuple(findings))
            return _compare(writer, progress)
    except DatabaseDamaged as error:
        return Verdict((Finding("integrity", str(error)),))


def _compare(reader: Reader, progress: Progress | None) -> Verdict:
    """Compare a copy that is brought up to date with a new database, line by line.

    What the next ``index`` mends is no damage, whatever made the two differ: files, ignored names, aliases, links,
    another extractor. What it leaves is. A copy, so that a watcher may go on meanwhile.
    """
    findings: list[Finding] = []
    skipped: list[str] = []
    behind = compared = 0
    with contextlib.ExitStack() as stack:
        place = stack.enter_context(workplace(reader.path))
        back_up(reader.path, place + "-copy")
        ours = stack.enter_context(open_writer(place + "-copy"))
        fresh = stack.enter_context(open_writer(place, ranking=ranking_profile(reader)))
        for root in all_roots(ours):
            if root.cut:
                skipped.append(f"{root.path} was scanned within narrower bounds")
                continue
            try:
                twin = register(fresh, real_directory(root.raw_path)).root
                patterns = IndexOptions(include=root.include, exclude=root.exclude)
                wrong: list[str] = []
                for attempt in range(ATTEMPTS):
                    index(fresh, twin, patterns, progress=progress)
                    index(ours, root, progress=progress)
                    if not attempt:
                        with reader.snapshot():
                            new = list(_differing(dump_root(reader, root.id), dump_root(ours, root.id)))
                        behind += len([path for path in new if path]) or len(new)
                    wrong = _wrong(ours, root, fresh, twin)
                    if not wrong:
                        break  # else somebody may have written between the two: each looks once more
            except RootError as error:
                skipped.append(str(error))
                continue
            compared += fresh.number("SELECT count(*) FROM files WHERE root_id = ?", (twin.id,))
            if wrong:
                shown = ", ".join(wrong[:5])
                findings.append(Finding("disk", f"{root.path}: {len(wrong)} differ from a fresh scan: {shown}"))
    return Verdict(tuple(findings), behind, compared, tuple(skipped))


def _wrong(ours: Reader, root: Root, fresh: Reader, twin: Root) -> list[str]:
    """What the library says otherwise than a new one, but of files that could not be read or just changed."""
    doubtful = False
    wrong: list[str] = []
    for path in _differing(dump_root(ours, root.id), dump_root(fresh, twin.id)):
        if path and _is_behind(ours, root, path):
            doubtful = True
        else:
            wrong.append(os.fsdecode(path) or "the statistics")
    return [] if doubtful and wrong == ["the statistics"] else wrong


def _differing(ours: Iterator[Line], theirs: Iterator[Line]) -> Iterator[bytes]:
    """The files about which two dumps differ, in order; b"" stands for what belongs to no file."""
    left, right = _by_file(ours), _by_file(theirs)
    end: tuple[bytes, list[Line]] = (b"", [])
    one, other = next(left, end), next(right, end)
    while one is not end or other is not end:
        if one[0] == other[0]:
            if one[1] != other[1]:
                yield one[0]
            one, other = next(left, end), next(right, end)
        elif other is end or (one is not end and _order(one[0]) < _order(other[0])):
            yield one[0]
            one = next(left, end)
        else:
            yield other[0]
            other = next(right, end)


def _by_file(lines: Iterator[Line]) -> Iterator[tuple[bytes, list[Line]]]:
    for path, group in groupby(lines, lambda line: line[1] if isinstance(line[1], bytes) else b""):
        yield path, list(group)


def _order(path: bytes) -> tuple[bool, bytes]:
    return (not path, path)  # what belongs to no file comes last


def _is_behind(reader: Reader, root: Root, path: bytes) -> bool:
    """Whether a file is not as it was when it was indexed, so that a difference proves nothing."""
    row = reader.row(
        "SELECT status, size, mtime_ns, ctime_ns, inode, device FROM files WHERE root_id = ? AND raw_path = ?",
        (root.id, path),
    )
    if row is None or row[0] != "current":
        return True  # new since the last scan, or not readable at it
    fingerprint = Fingerprint(*(number if isinstance(number, int) else 0 for number in row[1:]))
    return state_of(Location(root.raw_path, path, fingerprint)) != "same"


def rebuild(
    database: str,
    directories: Sequence[str] = (),
    *,
    ranking: str = "",
    is_watched: Callable[[str], bool],
    progress: Progress | None = None,
) -> Rebuilt:
    """Build the database anew from the disk beside the old one, and swap.

    The roots are those of the old database, or of its state file where it is too damaged to be asked, and
    ``directories``. ``ranking`` chooses another profile. History and dates come along where they can be read. A
    damaged database is kept as ``….corrupt-DATE``. Killed at any point, the old file is still in its place.
    """
    if ranking:
        get_profile(ranking)
    if is_watched(database):
        raise WatcherRunning(f"a watcher holds {database}; stop it first with: t2tdb watch --stop")
    for directory in directories:
        real_directory(directory)
    try:
        open_reader(database).close()  # refuses the file of another program before a lock lies beside it
    except DatabaseDamaged:
        pass
    except NoDatabase:  # nor is there one beside no database at all
        if not directories and not scan_states(read_state(database)):
            raise UsageError(NO_ROOTS) from None
    with contextlib.ExitStack() as stack:
        if os.path.isdir(os.path.dirname(os.path.abspath(database))):
            stack.enter_context(ingest_lock(database))
        return _rebuild(database, directories, ranking, progress)


def _rebuild(database: str, directories: Sequence[str], ranking: str, progress: Progress | None) -> Rebuilt:
    known, old_ranking, healthy = _survivors(database)
    named = [real_directory(directory).raw_path for directory in directories]
    wanted = list(dict.fromkeys([*known, *named]))
    if not wanted:
        raise UsageError(NO_ROOTS)
    patterns = _patterns(database)
    building = f"{database}.rebuild-{os.getpid()}"
    remove_abandoned(database)
    try:
        unavailable: list[str] = []
        with open_writer(building, ranking=ranking or old_ranking) as writer:
            for raw in wanted:
                try:
                    root = register(writer, real_directory(raw)).root
                    index(writer, root, patterns.get(raw), reason="rebuild", progress=progress)
                except RootError as error:
                    unavailable.append(str(error))
            if unavailable and healthy:
                raise RootError(f"{unavailable[0]}; nothing was replaced, as its rows would be lost")
            if healthy:
                copy_history(writer, database)
                last = writer.number("SELECT max(id) FROM scans")
                for path, scan in scan_states(read_state(building)).items():
                    record_scan(building, path, ScanState(scan.finished_at, scan.duration_ms, scan.unreadable, last))
            roots = tuple(root.path for root in all_roots(writer))
            resources = writer.number("SELECT count(*) FROM resources")
        kept_as = "" if healthy else _free_name(f"{database}.corrupt-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        exists = os.path.lexists(database)
        swap(building, database, kept_as if exists else "")
        with contextlib.suppress(OSError):
            os.replace(building + STATE, database + STATE)
        return Rebuilt(roots, resources, kept_as if exists else "", tuple(unavailable))
    finally:
        remove_files(building)


def _survivors(database: str) -> tuple[list[bytes], str, bool]:
    """Real paths of the roots, the ranking profile, and whether the old database is in order."""
    roots: list[bytes] = []
    ranking = DEFAULT_RANKING
    healthy = False
    try:
        inspect_path(database)
        with open_reader(database) as reader:
            ranking = ranking_profile(reader)
            roots = [root.raw_path for root in all_roots(reader)]
        healthy = not check(database).findings
    except NoDatabase:
        pass
    except DatabaseDamaged:
        pass
    remembered = [os.fsencode(path) for path in scan_states(read_state(database))]
    return (roots if healthy else list(dict.fromkeys([*roots, *remembered]))), ranking, healthy


def _patterns(database: str) -> dict[bytes, IndexOptions]:
    """What is left out of each root, as far as the old database can be asked."""
    try:
        with open_reader(database) as reader:
            return {
                root.raw_path: IndexOptions(include=root.include, exclude=root.exclude) for root in all_roots(reader)
            }
    except (DatabaseDamaged, NoDatabase):
        return {}


def _free_name(path: str) -> str:
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = f"{path}-{number}"
    return free
