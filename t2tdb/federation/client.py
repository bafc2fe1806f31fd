"""Asking one registry over HTTP: the only module that speaks to other machines.

Nothing that an upstream does costs the caller more than the deadline and a megabyte: redirects are not followed,
nothing is decompressed, the body is read in pieces and given up when it is too long.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from t2tdb.federation.reply import MAX_BYTES, Reply, judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.catalog.ard import Entry
    from t2tdb.federation.configured import Registry

VIA = "via"
"""Header in which each registry on the way leaves its name (RFC 9110 section 7.6.3)."""

NOTES = "t2tdb-unanswered"
"""Response header: which upstream registries did not answer, and why. The specification's body has no place for it."""


class Client:
    """Connections to registries. To be used as a context, in one event loop."""

    def __init__(self) -> None:
        limits = httpx.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=15)
        self._outside = httpx.AsyncClient(limits=limits, follow_redirects=False, timeout=None)
        self._loopback = httpx.AsyncClient(limits=limits, follow_redirects=False, timeout=None, trust_env=False)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._outside.aclose()
        await self._loopback.aclose()

    async def ask_all(
        self, registries: Sequence[Registry], body: Entry, *, seconds: float, via: Sequence[str] = ()
    ) -> list[Reply]:
        """Ask registries side by side; each has the same ``seconds``. Never raises for what a registry does."""
        return list(await asyncio.gather(*(self.ask(each, body, seconds=seconds, via=via) for each in registries)))

    async def ask(self, registry: Registry, body: Entry, *, seconds: float, via: Sequence[str] = ()) -> Reply:
        """Ask one registry."""
        try:
            async with asyncio.timeout(seconds):
                return await self._ask(registry, body, via)
        except TimeoutError:
            return Reply(registry, problem=f"no answer within {seconds:g} s")
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return Reply(registry, problem=f"it cannot be reached ({type(error).__name__})")

    async def _ask(self, registry: Registry, body: Entry, via: Sequence[str]) -> Reply:
        headers = {"content-type": "application/json", "accept": "application/json", "accept-encoding": "identity"}
        if registry.token:
            headers["authorization"] = f"Bearer {registry.token}"
        if via:
            headers[VIA] = ", ".join(f"1.1 {name}" for name in via)
        host = urlsplit(registry.url).hostname or ""
        client = self._loopback if host == "localhost" or host == "::1" or host.startswith("127.") else self._outside
        content = json.dumps(body).encode()
        async with client.stream("POST", registry.search_url, content=content, headers=headers) as response:
            if response.status_code != 200:
                return Reply(registry, problem=f"it answered with status {response.status_code}")
            if response.headers.get("content-encoding", "identity") != "identity":
                return Reply(registry, problem="its answer is compressed, which was not asked for")
            told = response.headers.get(NOTES, "")
            data = bytearray()
            async for piece in response.aiter_raw():
                data += piece
                if len(data) > MAX_BYTES:
                    return Reply(registry, problem="its answer is longer than 1 MiB")
        return judge(registry, bytes(data), told)
