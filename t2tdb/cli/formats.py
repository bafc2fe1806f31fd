"""``t2tdb formats``."""

from __future__ import annotations

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report
from t2tdb.errors import NoDatabase
from t2tdb.settings import Settings


@click.command()
@with_report
def formats(settings: Settings) -> None:
    """List the formats that are read, where each lies, and how many resources of it the database holds."""
    import t2tdb
    from t2tdb.library import formats as known
    from t2tdb.report import records

    try:
        with t2tdb.open(settings.database, readonly=True) as library:
            deliver(records.formats(library.registered(), known(library.reader)), settings)
    except NoDatabase:
        deliver(records.formats((), known(None)), settings)
