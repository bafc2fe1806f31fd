"""A search that other registries take part in.

``auto`` asks the upstream registries at the same time as the own library and merges by rank; ``referrals`` names them;
``none`` stays here. A registry leaves its name in the ``Via`` header of what it asks; one that finds its own name
there, or ``MAX_HOPS`` names, asks nobody. A loop through registries that do not keep the header ends too: only so many
federated searches run at once, and the others stay here.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from t2tdb.federation.merge import merge
from t2tdb.serve.tokens import MAX_SHOWN, hash_of, read_search_token, search_token
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from t2tdb.catalog.ard import Entry
    from t2tdb.federation.client import Client
    from t2tdb.federation.configured import Registry
    from t2tdb.federation.reply import Reply
    from t2tdb.serve.answers import Found
    from t2tdb.serve.requests import SearchRequest

MAX_HOPS = 3
MAX_AT_ONCE = 16
MAX_UPSTREAM = 100
"""How far into the results of an upstream a merged search goes: the largest page that the specification knows."""

_NAME = re.compile(r"t2tdb-[0-9a-f]{16}")


@value
class Answer:
    """What is sent, and what there is to say about it."""

    body: Entry
    notes: tuple[str, ...] = ()  # which registries did not answer, and why


class Federation:
    """The upstream registries of one service."""

    def __init__(self, registries: Sequence[Registry], client: Client | None, seconds: float) -> None:
        self._registries = tuple(registries)
        self._client = client
        self._seconds = seconds
        self._name = f"t2tdb-{secrets.token_hex(8)}"
        self._running = 0

    async def search(
        self,
        request: SearchRequest,
        via: str,
        source: str,
        find: Callable[[int, frozenset[bytes]], Awaitable[Found]],
    ) -> Answer:
        """Answer a search; ``find`` gives so many results of this library that were not shown before."""
        travelled = _NAME.findall(via[:4_096])
        mode = request.federation
        asks = mode == "auto" and bool(self._registries) and self._client is not None
        notes: tuple[str, ...] = ()
        if asks and self._name in travelled:
            asks = False  # it began here, or came by: whoever asked first has these answers already
        elif asks and len(travelled) >= MAX_HOPS:
            asks, notes = False, ("upstream registries were not asked: the search came too far",)
        elif asks and self._running >= MAX_AT_ONCE:
            asks, notes = False, ("upstream registries were not asked: too many searches are on their way",)
        query = f"{request.query}\0{mode}"
        shown = read_search_token(request.page_token, query)
        if asks:
            self._running += 1
            try:
                return await self._merged(request, [*travelled, self._name], source, find, query, shown)
            finally:
                self._running -= 1
        found = await find(request.page_size, shown)
        results = [entry | {"score": score, "source": source} for entry, score in found.entries]
        body: Entry = {"results": results}
        if mode == "referrals":
            body["referrals"] = [registry.referral() for registry in self._registries]
        return Answer(_with_token(body, query, shown, more=found.more), notes)

    async def _merged(
        self,
        request: SearchRequest,
        via: Sequence[str],
        source: str,
        find: Callable[[int, frozenset[bytes]], Awaitable[Found]],
        query: str,
        shown: frozenset[bytes],
    ) -> Answer:
        import asyncio

        assert self._client is not None
        wanted = min(MAX_UPSTREAM, request.page_size + len(shown))
        asked = asyncio.ensure_future(self._ask(request, wanted, via))
        try:
            found = await find(request.page_size, shown)
        except BaseException:
            asked.cancel()
            raise
        replies = await asked
        own = [entry | {"score": score, "source": source} for entry, score in found.entries]
        lists = [own] + [[each for each in reply.results if _hash(each) not in shown] for reply in replies]
        results = merge(lists)
        page = results[: request.page_size]
        deeper = any(len(reply.results) >= wanted for reply in replies) and wanted < MAX_UPSTREAM
        more = bool(page) and (len(results) > len(page) or found.more or deeper)
        body = _with_token({"results": page}, query, shown, more=more)
        return Answer(body, tuple(note for reply in replies for note in reply.notes()))

    async def _ask(self, request: SearchRequest, wanted: int, via: Sequence[str]) -> list[Reply]:
        import asyncio

        assert self._client is not None
        query: Entry = {"text": request.query.text}
        if request.query.filters:
            query["filter"] = {path: list(accepted) for path, accepted in request.query.filters}
        client = self._client
        return list(
            await asyncio.gather(
                *(
                    client.ask(
                        registry,
                        {"query": query, "federation": registry.federation, "pageSize": wanted},
                        seconds=self._seconds,
                        via=via,
                    )
                    for registry in self._registries
                )
            )
        )


def _with_token(body: Entry, query: str, shown: frozenset[bytes], *, more: bool) -> Entry:
    results = body["results"]
    assert isinstance(results, list)
    now = shown | {_hash(each) for each in results}
    token = search_token(query, now) if more and len(now) < MAX_SHOWN else ""
    return body | ({"pageToken": token} if token else {})


def _hash(entry: Entry) -> bytes:
    return hash_of(str(entry["identifier"]))
