"""``t2tdb check``, ``rebuild``, ``backup`` and ``purge``: is the database right, and how to get it right."""

from __future__ import annotations

import os

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report, with_settings
from t2tdb.cli.progress import progress_bar
from t2tdb.cli.voice import complain, say
from t2tdb.errors import EXIT_FATAL, EXIT_OK, EXIT_UNREADABLE, DatabaseDamaged, NoDatabase, UsageError, WatcherRunning
from t2tdb.settings import Settings


@click.command()
@click.option("--deep", is_flag=True, help="Also scan the disk and compare with what a new index would hold.")
@with_report
def check(settings: Settings, deep: bool) -> int:
    """Verify the database; exit 12 where it is damaged. Nothing in it is changed."""
    from t2tdb.report import records
    from t2tdb.verification import check as verify

    with progress_bar(settings) as progress:
        verdict = verify(settings.database, deep=deep, progress=progress)
    notes = list(verdict.skipped)
    if verdict.behind:
        notes.append(f"{verdict.behind} files changed since the last scan; t2tdb index brings them in")
    deliver(
        records.check(
            settings.database, verdict.findings, behind=verdict.behind, compared=verdict.compared, notes=notes
        ),
        settings,
    )
    if verdict.findings:
        complain(f"{settings.database} is damaged; bring it back with: t2tdb rebuild")
        return DatabaseDamaged.exit_code
    return EXIT_UNREADABLE if verdict.skipped else EXIT_OK


@click.command()
@click.argument("directories", metavar="[DIR]...", nargs=-1)
@click.option("--ranking", metavar="NAME", help="Rank by another profile from now on.")
@with_settings
def rebuild(settings: Settings, directories: tuple[str, ...], ranking: str | None) -> int:
    """Build the database anew from the disk beside the old one, then swap.

    DIR names further roots, or all of them where the old database is too damaged to tell. A damaged one is kept as
    FILE.corrupt-DATE.
    """
    from t2tdb.verification import rebuild as build
    from t2tdb.watch.lock import is_watched

    with progress_bar(settings) as progress:
        rebuilt = build(settings.database, directories, ranking=ranking or "", is_watched=is_watched, progress=progress)
    for sentence in rebuilt.unavailable:
        complain(sentence)
    if rebuilt.kept_as:
        say(settings, f"the damaged database is kept as {rebuilt.kept_as}")
    say(settings, f"rebuilt with {rebuilt.resources} resources from {len(rebuilt.roots)} roots")
    return EXIT_UNREADABLE if rebuilt.unavailable else EXIT_OK


@click.command()
@click.argument("file", metavar="FILE")
@with_settings
def backup(settings: Settings, file: str) -> None:
    """Copy the database to FILE while others read and write it. Never replaces a file."""
    from t2tdb.store.copies import back_up
    from t2tdb.store.filenames import owner_of

    if not os.path.lexists(file) and (owner := owner_of(file, settings.database)):
        raise UsageError(f"{file} is the name of a file of the database {owner}; name another")
    back_up(settings.database, os.path.abspath(file))
    say(settings, f"{settings.database} is copied to {file}")


@click.command()
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@with_settings
def purge(settings: Settings, yes: bool) -> int:
    """Delete the database, what lies beside it, its kept copies and its service. No indexed file is touched."""
    from t2tdb.cli.service import remove_service
    from t2tdb.store.copies import remove_files, require_own
    from t2tdb.store.filenames import files_of
    from t2tdb.store.workplace import abandoned_workplaces, remove_abandoned_workplaces
    from t2tdb.watch.lock import is_watched

    found = [*files_of(settings.database), *abandoned_workplaces(settings.database)]
    if not found:
        raise NoDatabase(f"there is no database at {settings.database}; nothing to delete")
    require_own(settings.database)
    if is_watched(settings.database):
        raise WatcherRunning(f"a watcher holds {settings.database}; stop it first with: t2tdb watch --stop")
    if not yes and not _agreed(f"Delete {len(found)} files of {settings.database}?"):
        say(settings, "nothing was deleted")
        return EXIT_FATAL
    remove_service(settings)
    for path in (*remove_files(settings.database), *remove_abandoned_workplaces(settings.database)):
        say(settings, f"deleted {path}")
    return EXIT_OK


def _agreed(question: str) -> bool:
    try:
        return click.confirm(question, err=True)
    except click.Abort as abort:
        if isinstance(abort.__context__, EOFError):  # no Ctrl-C: standard input has ended
            raise UsageError("nobody can be asked here, nothing was deleted; to delete without asking: --yes") from None
        raise
