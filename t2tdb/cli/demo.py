"""``t2tdb demo``."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from t2tdb.cli.deliver import deliver
from t2tdb.cli.parameters import with_report
from t2tdb.settings import Settings

TASK = "review a pull request for security problems and missing tests"


@click.command(epilog="Another task: t2tdb demo write a blameless summary of an incident")
@click.argument("task", nargs=-1)
@click.option(
    "--limit",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    metavar="N",
    help="How many resources at most.",
)
@with_report
def demo(settings: Settings, task: tuple[str, ...], limit: int) -> None:
    """Search the examples that ship with t2tdb; your own database is not touched."""
    import t2tdb
    from t2tdb.report import payload
    from t2tdb.shipped import examples

    with (
        examples() as shelf,
        tempfile.TemporaryDirectory(prefix="t2tdb-demo-") as directory,
        t2tdb.open(str(Path(directory) / "demo.db")) as library,
    ):
        library.index(str(shelf))
        found = library.find(" ".join(task) or TASK, limit=limit)
        deliver(
            payload.demo(
                found.roots,
                found.task,
                found.hits,
                scanned_resources=found.scanned_resources,
                files_visited=found.files_visited,
                boundary=found.boundary,
            ),
            settings,
        )
