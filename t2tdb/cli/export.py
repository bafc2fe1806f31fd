"""``t2tdb export``."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import cast

import click

from t2tdb.cli.deliver import require_no_database
from t2tdb.cli.options import REPORT
from t2tdb.cli.parameters import decorate, with_settings
from t2tdb.cli.voice import say, write_pieces
from t2tdb.errors import UsageError
from t2tdb.model import KINDS
from t2tdb.settings import Settings

OUTPUT = tuple(option for option in REPORT if option.name == "output")


@click.command(epilog="A catalog for another library: t2tdb export --as catalog --output team.catalog.json")
@click.option(
    "--as",
    "form",
    envvar="T2TDB_EXPORT_AS",
    type=click.Choice(["catalog", "ai-catalog", "jsonl"]),
    default="catalog",
    show_default=True,
    help="Portable catalog, AI catalog (Agentic Resource Discovery), or one JSON object a line.",
)
@click.option(
    "--kind",
    "kinds",
    envvar="T2TDB_EXPORT_KIND",
    type=click.Choice(KINDS),
    multiple=True,
    help="Only this kind. Repeatable.",
)
@click.option(
    "--root",
    "roots",
    envvar="T2TDB_EXPORT_ROOT",
    metavar="DIR",
    multiple=True,
    help="Only this indexed root. Repeatable.",
)
@click.option("--name", default="t2tdb library", show_default=True, help="Name of the catalog.")
@click.option(
    "--publisher", default="agent.localhost", show_default=True, metavar="DOMAIN", help="Your domain, for URNs."
)
@click.option("--files-url", default="", metavar="URL", help="Where the root is published; files get addresses below.")
@click.option("--plain", is_flag=True, help="Leave out the word statistics by which an index ranks the entries alike.")
@click.option(
    "--split", is_flag=True, help="Write FILE, FILE-2, ... so that each can be indexed (1 MiB, 5,000 entries)."
)
@decorate(OUTPUT)
@with_settings
def export(
    settings: Settings,
    form: str,
    kinds: tuple[str, ...],
    roots: tuple[str, ...],
    name: str,
    publisher: str,
    files_url: str,
    plain: bool,
    split: bool,
) -> None:
    """Write the library as a catalog that others can read or index.

    Absolute paths, bodies and secrets are not in it; home directories in texts become ~.
    """
    import t2tdb
    from t2tdb.catalog.ard import is_web_address
    from t2tdb.catalog.urn import require_publisher
    from t2tdb.export import MAX_BYTES, ExportOptions, Form, export_parts
    from t2tdb.report.write import write_report

    if files_url and not is_web_address(files_url):
        raise UsageError(f"--files-url must be an http or https address; {files_url!r} is none")
    if split and settings.output == "-":
        raise UsageError("--split writes files; name the first with --output FILE")
    for target in _numbered_already(settings.output) if split else ():  # before the first of them is written
        require_no_database(target, settings.database)
    with t2tdb.open(settings.database, readonly=True) as library:
        options = ExportOptions(
            form=cast("Form", form),
            kinds=kinds,
            roots=library.root_ids(roots),
            name=name,
            publisher=require_publisher(publisher),
            files=files_url,
            statistics=not plain,
        )
        if split:
            for number, part in enumerate(export_parts(library.reader, options), start=1):
                target = _numbered(settings.output, number)
                require_no_database(target, settings.database)
                write_report(target, part)
                say(settings, f"wrote {target}")
            return
        from t2tdb.export import export as pieces

        with contextlib.closing(pieces(library.reader, options)) as document:  # before the library, whatever happens
            if settings.output == "-":
                write_pieces(document)
                return
            write_report(settings.output, document)
    if form != "jsonl" and Path(settings.output).stat().st_size > MAX_BYTES:
        say(settings, f"{settings.output} is larger than an index reads of one file; --split writes several")


def _numbered(output: str, number: int) -> str:
    """``team.catalog.json``, then ``team-2.catalog.json``: the suffix by which an index knows it stays."""
    path = Path(output)
    stem, dot, suffix = path.name.partition(".")
    return output if number == 1 else str(path.with_name(f"{stem}-{number}{dot}{suffix}"))


def _numbered_already(output: str) -> list[str]:
    """The files that are there and that ``--split`` might write over, but for the first."""
    path = Path(output)
    stem, dot, suffix = path.name.partition(".")
    return [
        str(each)
        for each in path.parent.glob("*")
        if re.fullmatch(re.escape(stem) + r"-\d+" + re.escape(dot + suffix), each.name)
    ]
