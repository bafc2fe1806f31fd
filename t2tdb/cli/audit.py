"""``t2tdb audit``."""

from __future__ import annotations

import os
import sys

import click

from t2tdb.cli.parameters import with_settings
from t2tdb.errors import UsageError
from t2tdb.settings import Settings


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="Port; 0 takes a free one."
)
@click.option("--open", "browse", envvar="T2TDB_AUDIT_OPEN", is_flag=True, help="Open the page in a browser.")
@click.option("--get", metavar="PATH", help="Print the page at PATH, such as /t2tdb/resources.json, and end.")
@with_settings
def audit(settings: Settings, port: int, browse: bool, get: str | None) -> int:
    """Open the database in Datasette, on this machine only, until stopped.

    Every table and column is described there; problems, duplicates, changes and MCP servers are one click away, and a
    page asks for a task and shows why each answer ranks where it does. Needs the extra: pip install 't2tdb[datasette]'.
    """
    import t2tdb
    from t2tdb.audit.launch import command

    arguments = command(settings.database, port=port, browse=browse, get=get or "")
    with t2tdb.open(settings.database, readonly=True):
        pass  # raises what is wrong with the database, which Datasette would show as a traceback
    if os.name == "posix" and not get:
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(arguments[0], arguments)
    import subprocess

    ended = subprocess.run(arguments, check=False).returncode
    if get and ended == 1:  # which is for findings here
        raise UsageError(f"{get} is no page, or cannot be shown as asked; / lists what there is")
    return ended
