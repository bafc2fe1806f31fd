"""The Datasette plugin: it recognises databases of t2tdb by their application id and makes them explain themselves.

Installed with t2tdb, it is found by Datasette through its entry point, so ``datasette t2tdb.db`` alone shows titles,
descriptions, facets and canned queries. Databases of others are left as they are.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from datasette import NotFound, Response, hookimpl

from t2tdb.audit.asking import ask, read_question
from t2tdb.audit.metadata import database_metadata
from t2tdb.model import KINDS
from t2tdb.report.neutralise import html as clean
from t2tdb.store.schema import APPLICATION_ID

if TYPE_CHECKING:
    from datasette.app import Datasette
    from datasette.utils.asgi import Request

loopback_only = False
"""Set by ``t2tdb.audit.serve``: answer only requests that were sent to a name of this machine."""

_NANOSECONDS = ("mtime_ns", "ctime_ns")
_RECOGNISED = "_t2tdb_metadata"
_SLOTS = "_t2tdb_slots"


def _recognised(datasette: Datasette) -> dict[str, str]:
    """The metadata, as JSON, of each database that is one of ours, by name."""
    found: dict[str, str] = getattr(datasette, _RECOGNISED, {})
    return found


@hookimpl
def startup(datasette: Datasette) -> Callable[[], Awaitable[None]]:
    """Look which of the databases are ours."""

    async def look() -> None:
        ours = {}
        for name, database in datasette.databases.items():
            if database.path and await _is_ours(datasette, name):
                address = datasette.urls.database(name) + "/-/ask"
                ours[name] = json.dumps(database_metadata(address))
        setattr(datasette, _RECOGNISED, ours)

    return look


async def _is_ours(datasette: Datasette, name: str) -> bool:
    try:
        row = (await datasette.get_database(name).execute("PRAGMA application_id")).first()
    except Exception:  # whatever is wrong with the file, Datasette itself says it better
        return False
    return row is not None and row[0] == APPLICATION_ID


@hookimpl
def get_metadata(datasette: Datasette) -> dict[str, Any]:
    """Describe our databases. Datasette merges into what it gets, so every call gets a fresh copy."""
    return {"databases": {name: json.loads(metadata) for name, metadata in _recognised(datasette).items()}}


@hookimpl
def render_cell(value: object, column: str, database: str | None, datasette: Datasette) -> str | None:
    """Show times as times, and make invisible characters visible."""
    if database not in _recognised(datasette):
        return None
    if column in _NANOSECONDS and isinstance(value, int):
        return datetime.fromtimestamp(value / 1e9, UTC).isoformat(sep=" ", timespec="milliseconds")
    if isinstance(value, str) and (shown := clean(value)) != value:
        return shown
    return None


@hookimpl
def database_actions(datasette: Datasette, database: str) -> list[dict[str, str]] | None:
    """A way to the page that asks."""
    if database not in _recognised(datasette):
        return None
    return [{"href": datasette.urls.database(database) + "/-/ask", "label": "Ask for a task"}]


@hookimpl
def menu_links(datasette: Datasette) -> list[dict[str, str]]:
    """A way to the page that asks, from everywhere."""
    return [
        {"href": datasette.urls.database(name) + "/-/ask", "label": f"Ask {name} for a task"}
        for name in _recognised(datasette)
    ]


@hookimpl
def register_routes() -> list[tuple[str, Callable[..., Awaitable[Response]]]]:
    """The page that asks, for people and for programs."""
    return [
        (r"^/(?P<database>[^/]+)/-/ask$", ask_page),
        (r"^/(?P<database>[^/]+)/-/ask\.json$", ask_json),
        (r"^/-/t2tdb\.css$", style),
    ]


@hookimpl
def extra_css_urls(datasette: Datasette, database: str | None) -> list[str]:
    """Set the descriptions of columns in columns, so that the rows are in sight."""
    return [datasette.urls.path("/-/t2tdb.css")] if database in _recognised(datasette) else []


async def style() -> Response:
    """Our style sheet for Datasette's own pages and for the page that asks."""
    text = files("t2tdb.audit.plugin").joinpath("audit.css").read_text(encoding="utf-8")
    return Response(text, headers={"cache-control": "max-age=600"}, content_type="text/css; charset=utf-8")


async def ask_page(datasette: Datasette, request: Request) -> Response:
    """Run ``find`` or ``compose`` and show the ledger of every score."""
    name, path = await _database(datasette, request)
    question = read_question(_parameters(request))
    answer = await ask(path, question, _slots(datasette)) if question.task else None
    page = await datasette.render_template(
        "t2tdb_ask.html",
        {
            "database": name,
            "question": question,
            "answer": answer,
            "kinds": KINDS,
        },
        request=request,
    )
    return Response.html(page, status=answer.status if answer else 200)


async def ask_json(datasette: Datasette, request: Request) -> Response:
    """The same answer as JSON, in the shape of ``t2tdb find --format json``."""
    _, path = await _database(datasette, request)
    question = read_question(_parameters(request))
    if not question.task:
        return Response.json({"ok": False, "error": "Give a task: ?task=…"}, status=400)
    answer = await ask(path, question, _slots(datasette))
    if answer.report is None:
        return Response.json({"ok": False, "error": answer.error}, status=answer.status)
    return Response.json(answer.report)


async def _database(datasette: Datasette, request: Request) -> tuple[str, str]:
    """Name and path of the database in the address, for whoever may see it."""
    from datasette.utils import tilde_decode

    route = tilde_decode(request.url_vars["database"])
    for name in _recognised(datasette):
        database = datasette.databases.get(name)
        if database is not None and database.route == route:
            await datasette.ensure_permissions(request.actor, [("view-database", name), "view-instance"])
            return name, str(database.path)
    raise NotFound("No database of t2tdb here")


def _parameters(request: Request) -> dict[str, str]:
    return {name: request.args.get(name) or "" for name in ("task", "mode", "limit", "kind") if name in request.args}


def _slots(datasette: Datasette) -> asyncio.Semaphore:
    slots: asyncio.Semaphore | None = getattr(datasette, _SLOTS, None)
    if slots is None:
        from t2tdb.audit.asking import AT_ONCE

        slots = asyncio.Semaphore(AT_ONCE)
        setattr(datasette, _SLOTS, slots)
    return slots


Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


@hookimpl
def asgi_wrapper() -> Callable[[Application], Application]:
    """Refuse requests for other host names, so that a web page elsewhere cannot read the database by rebinding DNS."""

    def wrap(application: Application) -> Application:
        if not loopback_only:
            return application

        async def guarded(scope: Scope, receive: Any, send: Any) -> None:
            if scope["type"] == "http" and not _is_loopback(dict(scope["headers"]).get(b"host", b"")):
                await Response.text("This audit answers on the loopback address only.", status=403).asgi_send(send)
                return
            await application(scope, receive, send)

        return guarded

    return wrap


def _is_loopback(host: bytes) -> bool:
    name = host.decode("latin-1").lower()
    name = name[: name.index("]") + 1] if name.startswith("[") and "]" in name else name.partition(":")[0]
    return name in ("127.0.0.1", "localhost", "[::1]")
