"""``t2tdb serve``."""

from __future__ import annotations

import os
import sys

import click

from t2tdb.cli.parameters import with_settings
from t2tdb.cli.registry import require_extra
from t2tdb.cli.voice import complain, say, write
from t2tdb.errors import UsageError
from t2tdb.settings import Settings, configuration_path, read_configuration

PORT = 8427
PUBLIC_RATE = 50.0
TOKEN_VARIABLE = "T2TDB_SERVE_TOKEN"


@click.command(epilog='Try it: curl -s localhost:8427/search -d \'{"query": {"text": "review a pull request"}}\'')
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need a token.")
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, show_default=True, help="0 is any free port.")
@click.option("--name", default="t2tdb library", show_default=True, help="Name of this registry.")
@click.option(
    "--publisher", default="agent.localhost", show_default=True, metavar="DOMAIN", help="Your domain, for URNs."
)
@click.option("--public-url", default="", metavar="URL", help="Address by which others reach this registry.")
@click.option("--files-url", default="", metavar="URL", help="Where the root is published; files get addresses below.")
@click.option("--token-file", default="", metavar="FILE", help=f"File with the token; also {TOKEN_VARIABLE}.")
@click.option(
    "--rate",
    type=click.FloatRange(0),
    help=f"Requests a second of one client, 0 for any number [default: 0, {PUBLIC_RATE:g} on a public address].",
)
@click.option(
    "--deadline",
    type=click.FloatRange(0.1, 60),
    default=2.0,
    show_default=True,
    help="Seconds for upstream registries.",
)
@with_settings
def serve(
    settings: Settings,
    host: str,
    port: int,
    name: str,
    publisher: str,
    public_url: str,
    files_url: str,
    token_file: str,
    rate: float | None,
    deadline: float,
) -> None:
    """Serve the library to other machines as a registry of Agentic Resource Discovery.

    Routes: POST /search, POST /explore, GET /agents, GET /.well-known/ai-catalog.json, GET /healthz. Reads the database
    as find does, so keep it fresh with t2tdb watch. Registries in config.toml are asked along.
    """
    require_extra()
    import t2tdb
    from t2tdb.catalog.ard import is_web_address
    from t2tdb.catalog.urn import require_publisher
    from t2tdb.federation.configured import read_token, registries, require_token
    from t2tdb.serve.app import Service
    from t2tdb.serve.guard import is_loopback
    from t2tdb.serve.run import listen
    from t2tdb.serve.run import run as run_service

    for option, address in (("--public-url", public_url), ("--files-url", files_url)):
        if address and not is_web_address(address):
            raise UsageError(f"{option} must be an http or https address; {address!r} is none")
    token = read_token(token_file)
    if not token and (given := os.environ.get(TOKEN_VARIABLE, "").strip()):
        token = require_token(given, TOKEN_VARIABLE)
    host = host.strip("[]")
    public = not is_loopback(host)
    if public and not token:
        raise UsageError(
            f"{host} can be reached from other machines: give a token with --token-file or {TOKEN_VARIABLE}"
        )
    if token and len(token) < 16:
        raise UsageError("a token of less than 16 characters can be guessed; make one with: openssl rand -hex 32")
    with t2tdb.open(settings.database, readonly=True) as library:
        database = os.path.abspath(library.path)
    service = Service(
        database=database,
        publisher=require_publisher(publisher),
        name=name,
        files=files_url,
        token=token,
        public_url=public_url,
        rate=rate if rate is not None else PUBLIC_RATE if public else 0.0,
        registries=registries(read_configuration(os.environ), configuration_path(os.environ)),
        federation_seconds=deadline,
        complain=complain,
    )
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"

    def ready() -> None:
        write(f"t2tdb serves {address}")
        sys.stdout.flush()

    run_service(service, listening, ready)
    say(settings, "stopped serving")
