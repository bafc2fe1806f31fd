"""``t2tdb log``, ``t2tdb show`` and ``t2tdb diff``: what changed, and all that is known of one resource."""

from __future__ import annotations

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report
from t2tdb.errors import UsageError
from t2tdb.settings import Settings

MOST_SHOWN = 50
"""Changes that ``show`` lists."""


@click.command()
@click.option("--since", metavar="TIME", help="Only from then on: 2h, 3d, 2w, or a date such as 2026-11-30.")
@click.option("--path", metavar="PATH", help="Only this file or directory.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=1_000, show_default=True, help="How many at most.")
@with_report
def log(settings: Settings, since: str | None, path: str | None, limit: int) -> None:
    """List what scans found added, changed and removed, newest first."""
    import t2tdb
    from t2tdb.clock import moment
    from t2tdb.library import history
    from t2tdb.report import records

    with t2tdb.open(settings.database, readonly=True) as library:
        events = history(library.reader, moment(since) if since else "", path or "", limit)
        deliver(records.log(library.registered(), events), settings)


@click.command()
@click.argument("identifier", metavar="ID")
@with_report
def show(settings: Settings, identifier: str) -> None:
    """Show one resource by its id, name or path: file, hash, history and problems."""
    import t2tdb
    from t2tdb.library import known
    from t2tdb.report import records

    with t2tdb.open(settings.database, readonly=True) as library:
        found = known(library.reader, identifier, MOST_SHOWN)
        if not found.resources and not found.events:
            raise UsageError(f"no resource has the id, name or path {identifier}; t2tdb find searches by words")
        deliver(
            records.show(library.registered(), found.resources, found.sources, found.events, found.problems), settings
        )


@click.command()
@click.argument("first", metavar="A.db")
@click.argument("second", metavar="B.db")
@with_report
def diff(settings: Settings, first: str, second: str) -> None:
    """Compare two databases: two libraries, or a backup and now. Says what B has, lacks and says differently."""
    from t2tdb.report import records
    from t2tdb.store.comparison import differences
    from t2tdb.store.connection import open_reader

    with open_reader(first) as one, open_reader(second) as other:
        deliver(records.diff(first, second, differences(one, other)), settings)
