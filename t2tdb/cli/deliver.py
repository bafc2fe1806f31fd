"""Brings a report to where the user wants it, in the form the user wants."""

from __future__ import annotations

import os
import sys

from t2tdb.errors import UsageError
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.report.shapes import Format, Report
    from t2tdb.settings import Settings

NARROWEST = 20
"""Columns. Some terminals say that they have 0."""


def chosen_format(settings: Settings) -> Format | None:
    """What ``--format`` or the suffix of ``--output`` says; ``None`` where neither says anything."""
    from t2tdb.report import choose_format

    return choose_format(settings.format or None, settings.output)


def require_elsewhere(settings: Settings) -> None:
    """Raise ``UsageError`` where ``--output`` names a database, this one or any other, or a file that belongs to one.

    Asked before anything is opened or written.
    """
    if settings.output != "-":
        require_no_database(settings.output, settings.database)


def require_no_database(output: str, database: str) -> None:
    """Raise ``UsageError`` where a report may not be written to ``output``, because it is a database or a part of one.

    ``database`` may be connected, no other.
    """
    from t2tdb.store.filenames import owner_of

    if owner := owner_of(output, database):
        raise UsageError(f"--output {output} is a file of the database {owner}; name another")


def deliver(report: Report, settings: Settings) -> None:
    """Render ``report`` and write it: to standard output, or whole or not at all to a file.

    ``--format`` decides; else the suffix of ``--output``; else it is drawn on a terminal and Markdown elsewhere.
    """
    from t2tdb.report import render

    chosen = chosen_format(settings)
    if settings.output != "-":
        from t2tdb.report.write import write_report

        write_report(settings.output, render(report, chosen or "markdown"))
        return
    from t2tdb.cli.voice import write_pieces

    if chosen is None and sys.stdout.isatty():
        from t2tdb.report import draw

        width = max(NARROWEST, os.get_terminal_size(sys.stdout.fileno()).columns or 80)
        write_pieces(draw(report, width=width, colour="NO_COLOR" not in os.environ))
    else:
        write_pieces(render(report, chosen or "markdown"))
