"""Runs ``find`` and ``compose`` from resolved values, whoever read the command line."""

from __future__ import annotations

import os
import sys

from t2tdb.errors import EXIT_OK, EXIT_UNREADABLE, UsageError
from t2tdb.settings import Settings, resolve
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from t2tdb.aliases import Group
    from t2tdb.api import Library
    from t2tdb.cli.front import Values
    from t2tdb.model import Freshness

DAY = 86_400  # seconds


def answer(command: str, task: str, values: Values) -> int:
    """Answer ``task`` with ``find`` or ``compose`` and return the exit code."""
    settings = resolve(
        os.environ,
        database=_text(values, "db"),
        ranking=_text(values, "ranking"),
        format=_text(values, "format"),
        output=_text(values, "output"),
        quiet=bool(values["quiet"]),
        verbose=bool(values["verbose"]),
    )
    if settings.output != "-":
        from t2tdb.cli.deliver import require_elsewhere

        require_elsewhere(settings)
    if values.get("null") and not values["paths"]:
        raise UsageError("-0 goes with --paths: t2tdb find --paths -0 TASK")
    if values.get("registry"):
        return _ask_registry(task, values, settings)
    from t2tdb.cli.opened import library_for

    with library_for(
        settings, _texts(values, "root"), refresh=bool(values["refresh"]), fresh=bool(values["fresh"])
    ) as (library, unreadable):
        if command == "find":
            _find(library, task, values, settings)
        else:
            _compose(library, task, values, settings)
    return EXIT_UNREADABLE if unreadable else EXIT_OK


def _ask_registry(task: str, values: Values, settings: Settings) -> int:
    for name in ("root", "refresh", "fresh", "paths", "explain"):
        if values.get(name):
            raise UsageError(f"--{name} is about your own database; it does not go with --registry")
    from t2tdb.cli.registry import find_in_registry

    limit, kinds, tag = int(str(values["limit"])), _texts(values, "kind"), _text(values, "tag")
    return find_in_registry(settings, _text(values, "registry"), task, limit=limit, kinds=kinds, tag=tag)


def _own_aliases(library: Library) -> Sequence[Group]:
    if not library.widens:
        return ()
    from t2tdb.cli.aliases import own_aliases

    return own_aliases(library)


def _find(library: Library, task: str, values: Values, settings: Settings) -> None:
    found = library.find(
        task,
        roots=_texts(values, "root"),
        limit=int(str(values["limit"])),
        kinds=_texts(values, "kind"),
        tag=_text(values, "tag"),
        explain=bool(values["explain"]),
        exact_words=bool(values["exact_words"]),
        all_copies=bool(values["all_copies"]),
        aliases=_own_aliases(library),
    )
    _tell_age(found.freshness, settings)
    if values["paths"]:
        _write_paths(found.files, settings.output, ended_by=b"\0" if values["null"] else b"\n")
        return
    from t2tdb.cli.deliver import deliver
    from t2tdb.report import payload

    deliver(
        payload.find(
            found.roots,
            found.task,
            found.hits,
            scanned_resources=found.scanned_resources,
            files_visited=found.files_visited,
            boundary=found.boundary,
            freshness=found.freshness,
            corrected=found.corrected,
            fits=found.fits,
        ),
        settings,
    )


def _compose(library: Library, task: str, values: Values, settings: Settings) -> None:
    composed = library.compose(
        task,
        roots=_texts(values, "root"),
        limit=int(str(values["limit"])),
        kinds=_texts(values, "kind"),
        tag=_text(values, "tag"),
        exact_words=bool(values["exact_words"]),
        all_copies=bool(values["all_copies"]),
        aliases=_own_aliases(library),
    )
    _tell_age(composed.freshness, settings)
    from t2tdb.cli.deliver import deliver
    from t2tdb.report import payload

    deliver(
        payload.compose(
            composed.roots,
            composed.task,
            composed.composition,
            scanned_resources=composed.scanned_resources,
            files_visited=composed.files_visited,
            freshness=composed.freshness,
            corrected=composed.corrected,
        ),
        settings,
    )


def _write_paths(paths: Iterable[bytes], output: str, *, ended_by: bytes) -> None:
    """Print absolute paths, each once, in the order of their best hit: raw, but inert on a terminal."""
    distinct = list(dict.fromkeys(paths))
    if output != "-":
        from t2tdb.report.write import write_report

        write_report(output, [os.fsdecode(path + ended_by) for path in distinct])
        return
    from t2tdb.cli.voice import write_bytes

    if sys.stdout.isatty():
        from t2tdb.report.neutralise import one_line

        distinct = [one_line(path.decode("utf-8", "surrogateescape")).encode() for path in distinct]
    write_bytes(b"".join(path + ended_by for path in distinct))


def _tell_age(freshness: Freshness | None, settings: Settings) -> None:
    """Say on a terminal that the answer may be old: when nobody watches and the last scan is more than a day ago."""
    if settings.verbose and freshness is not None:
        from t2tdb.cli.voice import tell

        scanned = "never scanned" if freshness.age_seconds is None else f"scanned {freshness.age_seconds:.0f} s ago"
        watched = "watched" if freshness.watching else "not watched"
        tell(settings, f"answered from {settings.database}: {scanned}, {watched}")
    if settings.quiet or freshness is None or freshness.watching or not sys.stderr.isatty():
        return
    age = freshness.age_seconds
    if age is not None and age > DAY:
        from t2tdb.cli.voice import say

        days = int(age // DAY)
        say(settings, f"the index is {days} {'day' if days == 1 else 'days'} old; t2tdb index brings it up to date")


def _text(values: Values, name: str) -> str:
    entry = values.get(name)
    return entry if isinstance(entry, str) else ""


def _texts(values: Values, name: str) -> tuple[str, ...]:
    entry = values.get(name)
    return entry if isinstance(entry, tuple) else ()
