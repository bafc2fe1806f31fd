"""``t2tdb lint``."""

from __future__ import annotations

import click

from t2tdb.cli.deliver import chosen_format, deliver
from t2tdb.cli.opened import library_for
from t2tdb.cli.parameters import with_report
from t2tdb.errors import EXIT_LINT_ERRORS, EXIT_OK, EXIT_UNREADABLE
from t2tdb.settings import Settings

MOST_DETAILED = 1_000
"""Problems that a report for people details. JSON has all of them: a program that looks for one file must not miss it
because a thousand others come first."""


@click.command()
@click.argument("directories", metavar="[DIR]...", nargs=-1)
@click.option("--refresh", is_flag=True, help="Scan the roots for changes first.")
@with_report
def lint(settings: Settings, directories: tuple[str, ...], refresh: bool) -> int:
    """List what is wrong in the library; exit 1 where there are errors.

    Reads only the database. A DIR that no root covers is indexed first.
    """
    from t2tdb.report import payload

    with library_for(settings, directories, refresh=refresh) as (library, unreadable):
        health = library.lint(*directories, most=0 if chosen_format(settings) == "json" else MOST_DETAILED)
        deliver(
            payload.lint(
                health.roots,
                health.issues,
                resources=health.resources,
                errors=health.errors,
                warnings=health.warnings,
                files_visited=health.files_visited,
            ),
            settings,
        )
    if health.errors:
        return EXIT_LINT_ERRORS
    return EXIT_UNREADABLE if unreadable else EXIT_OK
