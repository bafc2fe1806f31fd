"""``t2tdb status``."""

from __future__ import annotations

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report
from t2tdb.settings import Settings


@click.command()
@with_report
def status(settings: Settings) -> None:
    """Show the database, its roots and counts, how old it is, and whether a watcher keeps it fresh."""
    import t2tdb
    from t2tdb.report import payload

    with t2tdb.open(settings.database, readonly=True) as library:
        deliver(payload.status(library.status()), settings)
