"""The side of the library that is no part of a quick answer: indexing, problems, the state of it all."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING

from t2tdb import lint
from t2tdb.errors import RootError, UsageError
from t2tdb.ingest import SEED_LIMITS, IndexOptions
from t2tdb.ingest import index as ingest
from t2tdb.model import Changes, FormatInfo, Problem, RootInfo, Status, Watcher
from t2tdb.parse import all_formats
from t2tdb.results import Health, Inventory, Known
from t2tdb.roots import locate, readable_directory, real_directory, register
from t2tdb.settings import several
from t2tdb.store import past
from t2tdb.store.inventory import kinds, resources, resources_by_format, resources_by_key
from t2tdb.store.lineage import scans_of
from t2tdb.store.place import open_to_others
from t2tdb.store.roots import all_roots
from t2tdb.store.settings import get_setting, ranking_profile
from t2tdb.watch.lock import holder_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from t2tdb.ingest import Outcome
    from t2tdb.model import Event, Freshness
    from t2tdb.roots import Subtree
    from t2tdb.store.connection import Reader, Writer
    from t2tdb.store.roots import Root


def index_options(
    limits: str,
    bounds: tuple[int | None, int | None, int | None],
    include: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    *,
    prune: bool = False,
) -> IndexOptions:
    """The bounds of an ingest: those of ``limits`` ("" or "seed"), with single ones replaced; and its patterns.

    ``bounds`` are those of files, resources and bytes; None leaves one as it is.
    """
    if limits not in ("", "seed"):
        raise UsageError(f"there are no limits called {limits}; leave them out, or say seed")
    base = SEED_LIMITS if limits else IndexOptions()
    max_files, max_resources, max_bytes = bounds
    return IndexOptions(
        max_files=max_files or base.max_files,
        max_file_bytes=base.max_file_bytes,
        max_bytes=max_bytes or base.max_bytes,
        max_resources=max_resources or base.max_resources,
        text_units=base.text_units,
        order=base.order,
        careful=base.careful,
        accept_replaced=prune,
        include=_patterns(include),
        exclude=_patterns(exclude),
    )


def _patterns(given: Sequence[str] | None) -> tuple[str, ...] | None:
    """The patterns of one option; None where it was not given, () where it was given empty."""
    return None if given is None else tuple(pattern for pattern in several(given) if pattern)


def index(
    writer: Writer,
    directories: Sequence[str],
    options: IndexOptions,
    progress: Callable[[int, int], None] | None,
) -> Inventory:
    """Bring the database up to date with ``directories``, () every registered root, and read the inventory."""
    named = [real_directory(directory) for directory in directories]  # all of them, before anything is written
    for directory in named:
        if locate(writer, directory) is None:  # one that was never read is not kept as a root that is away
            readable_directory(directory.raw_path)
    subtrees = _distinct([register(writer, directory) for directory in named])
    outcomes: list[Outcome] = []
    unavailable: list[str] = []
    for subtree in subtrees:
        outcomes.append(ingest(writer, subtree.root, options, scope=subtree.scope, progress=progress))
    for root in all_roots(writer) if not directories else ():
        try:
            outcomes.append(ingest(writer, root, options, progress=progress))
        except RootError as error:
            unavailable.append(str(error))
    # a parent that was indexed has absorbed the roots inside it, so the subtrees are looked up anew
    located = [locate(writer, directory) for directory in named]
    shown = _distinct([subtree for subtree in located if subtree is not None])
    within = [(subtree.root.id, subtree.scope) for subtree in shown]
    covering = [subtree.root.path for subtree in shown] if named else [root.path for root in all_roots(writer)]
    return Inventory(
        roots=tuple(dict.fromkeys(covering)),
        resources=resources(writer, within),
        kinds=kinds(writer, within),
        files_visited=sum(outcome.files_visited for outcome in outcomes),
        changes=Changes(
            added=sum(outcome.added for outcome in outcomes),
            changed=sum(outcome.changed for outcome in outcomes),
            removed=sum(outcome.removed for outcome in outcomes),
            files_read=sum(outcome.files_read for outcome in outcomes),
            unreadable=sum(outcome.unreadable for outcome in outcomes),
        ),
        unavailable=tuple(unavailable),
    )


def _distinct(subtrees: Sequence[Subtree]) -> list[Subtree]:
    """Drop subtrees that another one covers."""
    whole = {subtree.root.id for subtree in subtrees if not subtree.scope}
    kept: dict[tuple[int, bytes], Subtree] = {}
    for subtree in subtrees:
        if not subtree.scope or subtree.root.id not in whole:
            kept[subtree.root.id, subtree.scope] = subtree
    return list(kept.values())


def health(reader: Reader, subtrees: Sequence[Subtree], most: int) -> Health:
    """The problems of some subtrees, () of everything; ``most`` are detailed, 0 is all."""
    areas = [lint.Area(subtree.root.id, subtree.scope.decode("utf-8", "replace")) for subtree in _distinct(subtrees)]
    wanted = {area.root_id for area in areas}
    roots = [root for root in all_roots(reader) if not wanted or root.id in wanted]
    errors, warnings = lint.count(reader, areas)
    counted = kinds(reader, [(subtree.root.id, subtree.scope) for subtree in _distinct(subtrees)])
    own = _of_the_database(reader)
    return Health(
        roots=tuple(root.path for root in roots),
        issues=chain(lint.issues(reader, areas, most=most or lint.ALL), own),
        resources=sum(number for _, number in counted),
        errors=errors,
        warnings=warnings + len(own),
        files_visited=sum(root.files_visited for root in roots),
    )


def _of_the_database(reader: Reader) -> list[tuple[str, Problem]]:
    """What is wrong with the database file itself; it lies in no root."""
    mode = open_to_others(reader.path)
    if not mode:
        return []
    message = f"Others than you may read the database: its mode is {mode}."
    return [("", Problem("warning", "DATABASE_EXPOSED", message, reader.path))]


def root_infos(reader: Reader) -> tuple[RootInfo, ...]:
    """The registered roots, what each holds, and when it was last scanned."""
    scans = scans_of(reader)
    problems = lint.count_by_root(reader)
    infos: list[RootInfo] = []
    for root in all_roots(reader):
        scan = scans.get(root.path)
        infos.append(
            RootInfo(
                path=root.path,
                resources=sum(number for _, number in kinds(reader, [(root.id, b"")])),
                files=reader.number("SELECT count(*) FROM files WHERE root_id = ?", (root.id,)),
                problems=problems.get(root.id, 0),
                added_at=root.added_at,
                last_scan=scan.finished_at if scan else None,
                reachable=_is_reachable(root),
            )
        )
    return tuple(infos)


def _is_reachable(root: Root) -> bool:
    return os.path.isdir(root.raw_path) and os.access(root.raw_path, os.R_OK | os.X_OK)


def status(reader: Reader, freshness: Freshness) -> Status:
    """The state of the database and of what keeps it fresh."""
    infos = root_infos(reader)
    errors, warnings = lint.count(reader)
    holder = holder_of(reader.path)
    unreachable = [f"{info.path} cannot be reached; its rows are kept" for info in infos if not info.reachable]
    return Status(
        database=reader.path,
        size_bytes=_size(reader.path),
        schema_version=reader.number("PRAGMA user_version"),
        extractor_version=int(get_setting(reader, "extractor_version", "0")),
        ranking=ranking_profile(reader),
        roots=infos,
        kinds=kinds(reader),
        files=reader.number("SELECT count(*) FROM files"),
        errors=errors,
        warnings=warnings,
        freshness=freshness,
        watcher=Watcher(holder.pid, holder.since, holder.state) if holder else None,
        degraded=(*unreachable, *(holder.degraded if holder else ())),
    )


def _size(database: str) -> int:
    """Bytes of the database with its write-ahead log. Only ``stat``: opening the file would drop SQLite's locks."""
    files = (database, database + "-wal")
    return sum(os.path.getsize(file) for file in files if os.path.exists(file))


def history(reader: Reader, since: str, path: str, limit: int) -> tuple[Event, ...]:
    """What changed, newest first; ``path`` is one of the disk, or one below a root."""
    root_id = 0
    if path:
        real = os.path.realpath(os.fsencode(path))
        for root in all_roots(reader):
            if real == root.raw_path:
                root_id, path = root.id, ""
            elif real.startswith(below := root.raw_path.rstrip(b"/") + b"/"):
                root_id, path = root.id, os.fsdecode(real[len(below) :])
    return tuple(past.events(reader, since=since, path=path, root_id=root_id, most=limit))


def known(reader: Reader, identifier: str, most: int) -> Known:
    """All that is known of the resource with this id, name or path."""
    keys = past.keys_of(reader, identifier)
    found = tuple(resources_by_key(reader, keys))
    ids = list(dict.fromkeys(resource.id for resource in found)) or [identifier]
    problems = [
        (resource.root, problem)
        for resource, key in zip(found, keys, strict=True)
        for problem in past.problems_of(reader, key)
    ]
    return Known(
        found,
        tuple(past.source_of(reader, key) for key in keys),
        tuple(event for each in ids for event in past.events(reader, resource_id=each, most=most)),
        tuple(dict.fromkeys(problems)),
    )


def formats(reader: Reader | None) -> tuple[FormatInfo, ...]:
    """Every format that is read, with the number of its resources; 0 without a database."""
    counted: dict[str, int] = {} if reader is None else dict(resources_by_format(reader))
    return tuple(
        FormatInfo(
            *(made.name, made.title, made.kinds, made.patterns, made.documentation, made.host),
            resources=counted.get(made.name, 0),
        )
        for made in all_formats()
    )
