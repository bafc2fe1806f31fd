"""``t2tdb mcp``."""

from __future__ import annotations

from importlib.util import find_spec

import click

from t2tdb.cli.parameters import with_settings
from t2tdb.errors import EXIT_OK, UsageError
from t2tdb.settings import Settings


@click.command()
@with_settings
def mcp(settings: Settings) -> int:
    """Serve the library to an agent over standard input and output, by the Model Context Protocol.

    Tools: find_resources, compose_resources, get_resource, library_problems; all only read. Ends with the program that
    started it. Needs the extra: pip install 't2tdb[mcp]'.
    """
    if find_spec("mcp") is None:
        raise UsageError("mcp needs the Python SDK of the protocol; install it with: pip install 't2tdb[mcp]'")
    from t2tdb.mcp.parent import end_with_parent

    end_with_parent()  # before the SDK, which takes a second to import
    from t2tdb.mcp.server import make_server

    make_server(settings.database).run("stdio")
    return EXIT_OK
