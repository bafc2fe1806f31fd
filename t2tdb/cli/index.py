"""``t2tdb index``."""

from __future__ import annotations

import os

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report
from t2tdb.cli.progress import progress_bar
from t2tdb.cli.voice import complain, tell
from t2tdb.errors import EXIT_OK, EXIT_UNREADABLE
from t2tdb.settings import Settings


@click.command()
@click.argument("directories", metavar="[DIR]...", nargs=-1)
@click.option("--ranking", metavar="NAME", envvar="T2TDB_RANKING", help="Ranking profile of a new database.")
@click.option("--max-files", type=click.IntRange(1), metavar="N", help="Files visited in one scan, at most.")
@click.option("--max-resources", type=click.IntRange(1), metavar="N", help="Resources of one scan, at most.")
@click.option("--max-bytes", type=click.IntRange(1), metavar="N", help="Bytes parsed in one scan, at most.")
@click.option("--limits", type=click.Choice(["seed"]), help="The bounds of the seed; scans everything anew.")
@click.option("--include", multiple=True, metavar="PATTERN", help="Take only files that match; kept for later scans.")
@click.option("--prune", is_flag=True, help="Take the directory that is now in a root's place; forget the old one.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave out what matches; kept for later scans.")
@with_report
def index(
    settings: Settings,
    directories: tuple[str, ...],
    ranking: str | None,
    max_files: int | None,
    max_resources: int | None,
    max_bytes: int | None,
    limits: str | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    prune: bool,
) -> int:
    """Bring the database up to date with each DIR, then print the inventory.

    The first time, DIR becomes a root. Without DIR: every registered root, or the current directory where none is.

    A PATTERN is one of .gitignore, relative to the root; an empty one forgets those of before. What stands in the
    root's .t2tdbignore is left out as well.
    """
    import t2tdb
    from t2tdb.api import require_directories
    from t2tdb.report import payload

    require_directories(directories)
    with t2tdb.open(settings.database, ranking=settings.ranking) as library:
        chosen = directories or (() if library.registered() else (os.curdir,))
        with progress_bar(settings) as progress:
            inventory = library.index(
                *chosen,
                max_files=max_files,
                max_resources=max_resources,
                max_bytes=max_bytes,
                limits=limits or "",
                include=include or None,
                exclude=exclude or None,
                prune=prune,
                progress=progress,
            )
        for sentence in inventory.unavailable:
            complain(sentence)
        changes = inventory.changes
        tell(
            settings,
            f"{inventory.files_visited:,} files visited, {changes.files_read:,} read, {changes.unreadable:,} unreadable"
            f"; {changes.added:,} resources added, {changes.changed:,} changed, {changes.removed:,} removed "
            f"in {library.path}",
        )
        deliver(
            payload.index(
                inventory.roots,
                inventory.resources,
                kinds=dict(inventory.kinds),
                files_visited=inventory.files_visited,
                changes=inventory.changes,
            ),
            settings,
        )
    return EXIT_UNREADABLE if inventory.unreadable else EXIT_OK
