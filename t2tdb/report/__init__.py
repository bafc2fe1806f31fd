"""Reports: one payload (``payload``), and its renderings. Everything that escapes text lives here."""

from __future__ import annotations

from t2tdb.errors import UsageError
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.report.shapes import Format, Report

FORMATS = ("json", "markdown", "html")
_ALIASES: dict[str, Format] = {"json": "json", "markdown": "markdown", "md": "markdown", "html": "html"}
_SUFFIXES: dict[str, Format] = {"json": "json", "md": "markdown", "markdown": "markdown", "html": "html", "htm": "html"}


def choose_format(asked: str | None, output: str | None) -> Format | None:
    """Decide the format: what was asked, else what the suffix of the file says, else Markdown.

    ``None`` means that nothing was asked and that there is no file: a terminal is drawn on, a pipe gets Markdown.
    """
    if asked is not None:
        if asked.lower() not in _ALIASES:
            raise UsageError(f"unknown format {asked!r}: choose json, markdown (or md) or html")
        return _ALIASES[asked.lower()]
    if output is None or output == "-":
        return None
    name = output.replace("\\", "/").rpartition("/")[2]
    return _SUFFIXES.get(name.rpartition(".")[2].lower() if "." in name else "", "markdown")


def render(report: Report, format: Format) -> Iterator[str]:
    """Render a report, in pieces; the module of each format is loaded when it is asked for."""
    if format == "json":
        from t2tdb.report import json

        return json.render(report)
    if format == "html":
        from t2tdb.report import html

        return html.render(report)
    from t2tdb.report import markdown

    return markdown.render(report)


def draw(report: Report, *, width: int, colour: bool) -> Iterator[str]:
    """Draw a report for a terminal of ``width`` columns."""
    from t2tdb.report import terminal

    return terminal.render(report, width=width, colour=colour)
