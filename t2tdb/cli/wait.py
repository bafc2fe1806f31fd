"""``t2tdb wait``."""

from __future__ import annotations

import click

from t2tdb.cli.opened import FRESH_SECONDS
from t2tdb.cli.parameters import with_settings
from t2tdb.cli.voice import complain, say
from t2tdb.errors import EXIT_OK, EXIT_UNREADABLE
from t2tdb.settings import Settings


@click.command()
@click.option(
    "--timeout", type=click.FloatRange(0.1), default=FRESH_SECONDS, show_default=True, help="Seconds to wait."
)
@with_settings
def wait(settings: Settings, timeout: float) -> int:
    """Return when everything written before the call is in the database.

    Asks the watcher; where none answers, brings every registered root up to date itself.
    """
    return EXIT_UNREADABLE if _bring_up_to_date(settings, timeout) else EXIT_OK


def _bring_up_to_date(settings: Settings, timeout: float) -> bool:
    """See that all that is on the disk now is in the database; give whether something could not be read."""
    from t2tdb.watch.server import ask

    unreadable = ask(settings.database, timeout)
    if unreadable is not None:
        return unreadable > 0
    import t2tdb

    with t2tdb.open(settings.database, create=False) as library:
        inventory = library.index()
    for sentence in inventory.unavailable:
        complain(sentence)
    if settings.verbose:
        say(settings, "no watcher answered, so every root was scanned")
    return inventory.unreadable > 0
