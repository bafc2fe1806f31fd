"""``t2tdb find --registry``: asks another machine's registry instead of the database."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from t2tdb.cli.deliver import deliver
from t2tdb.cli.voice import complain
from t2tdb.errors import EXIT_OK, EXIT_UNREADABLE, UsageError
from t2tdb.settings import configuration_path, read_configuration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.catalog.ard import Entry
    from t2tdb.federation.configured import Registry
    from t2tdb.federation.reply import Reply
    from t2tdb.model import Hit
    from t2tdb.settings import Settings

SECONDS = 10.0
MAX_TASK = 8_192
"""Characters; what a registry knows as a word is its own business, but this much every one of ours refuses."""


def find_in_registry(
    settings: Settings, name: str, task: str, *, limit: int, kinds: Sequence[str] = (), tag: str = ""
) -> int:
    """Ask the registry ``name``, an address or a name of ``config.toml``; 3 where it did not answer."""
    require_extra()
    if not any(map(str.isalnum, task)):
        raise UsageError("the task holds no word to search for; describe it in a few words of its own")
    if len(task) > MAX_TASK:
        raise UsageError(f"the task is longer than {MAX_TASK:,} characters; shorten it")
    import asyncio

    from t2tdb.catalog.media import kind_of
    from t2tdb.federation.client import Client

    registry = _registry(name)
    query: Entry = {"text": task} | ({"filter": {"tags": [tag]}} if tag else {})
    size = 100 if kinds else limit

    async def ask() -> Reply:
        async with Client() as client:
            return await client.ask(registry, {"query": query, "pageSize": size}, seconds=SECONDS)

    reply = asyncio.run(ask())
    for note in reply.notes():
        complain(note)
    if reply.problem:
        return EXIT_UNREADABLE
    from t2tdb.report import payload

    wanted = [entry for entry in reply.results if not kinds or kind_of(str(entry["type"])) in kinds][:limit]
    hits = [_hit(entry, kind_of(str(entry["type"]))) for entry in wanted]
    report = payload.find((registry.url,), task, hits, scanned_resources=len(reply.results), files_visited=0)
    deliver(report, settings)
    return EXIT_OK


def require_extra() -> None:
    """Raise ``UsageError`` where the libraries of the extra are not installed."""
    from importlib.util import find_spec

    if not all(find_spec(name) for name in ("httpx", "starlette", "uvicorn")):
        raise UsageError("this needs the extra [serve]: pip install 't2tdb[serve]'")


def _registry(name: str) -> Registry:
    from t2tdb.federation.configured import registries, registry_at

    known = {each.name: each for each in registries(read_configuration(os.environ), configuration_path(os.environ))}
    if name in known:
        return known[name]
    same = next((each for each in known.values() if each.url.rstrip("/") == name.rstrip("/")), None)
    return same or registry_at(name)


def _hit(entry: Entry, kind: str) -> Hit:
    from t2tdb.model import Hit, Resource

    tags = entry.get("tags")
    score = entry["score"]
    assert isinstance(score, int)
    resource = Resource(
        id=str(entry["identifier"]),
        name=str(entry["displayName"]),
        kind=kind,
        description=str(entry.get("description", "")),
        tags=tuple(map(str, tags)) if isinstance(tags, list) else (),
        path=str(entry.get("url", "")),
        root=str(entry["source"]),
        version=str(entry.get("version", "")),
        details=(("type", str(entry["type"])), ("source", str(entry["source"]))),
    )
    return Hit(resource, float(score), ())
