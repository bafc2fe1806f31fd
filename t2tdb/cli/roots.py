"""``t2tdb roots list|add|remove``."""

from __future__ import annotations

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report, with_settings
from t2tdb.cli.voice import say
from t2tdb.settings import Settings


@click.group()
def roots() -> None:
    """List, add and remove the directories that are indexed."""


@roots.command("list")
@with_report
def list_roots(settings: Settings) -> None:
    """List the registered roots."""
    import t2tdb
    from t2tdb.report import payload

    with t2tdb.open(settings.database, readonly=True) as library:
        deliver(payload.roots(library.roots()), settings)


@roots.command("add")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True)
@click.option("--ranking", metavar="NAME", envvar="T2TDB_RANKING", help="Ranking profile of a new database.")
@with_settings
def add_roots(settings: Settings, directories: tuple[str, ...], ranking: str | None) -> None:
    """Register each DIR as a root; nothing is read before the next index or watch."""
    import t2tdb
    from t2tdb.api import require_directories

    require_directories(directories)
    with t2tdb.open(settings.database, ranking=settings.ranking) as library:
        for directory in directories:
            say(settings, f"{library.add_root(directory)} is a root; t2tdb index reads it")


@roots.command("remove")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True)
@with_settings
def remove_roots(settings: Settings, directories: tuple[str, ...]) -> None:
    """Forget each DIR: its rows leave the database. No file is touched."""
    import t2tdb

    with t2tdb.open(settings.database, readonly=False, create=False) as library:
        for directory in directories:
            say(settings, f"{library.remove_root(directory)} is no root any more")
