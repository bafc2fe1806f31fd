"""The routes."""

from __future__ import annotations

import contextlib
import hashlib
import json
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from t2tdb.catalog import ard
from t2tdb.catalog.fields import Shop
from t2tdb.federation.client import NOTES, VIA, Client
from t2tdb.serve import answers
from t2tdb.serve.errors import Refused, failed, invalid
from t2tdb.serve.federated import Federation
from t2tdb.serve.guard import Guard
from t2tdb.serve.limits import Rate, body_of
from t2tdb.serve.pool import Pool
from t2tdb.serve.requests import MAX_PAGE, read_explore, read_search, whole
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from starlette.requests import Request

    from t2tdb.federation.configured import Registry
    from t2tdb.store.connection import Reader

T = TypeVar("T")

MANIFEST_ENTRIES = 5_000
"""Resources that the well-known catalog lists; with more, the registry's entry leads to the rest."""

PIECE = 64 << 10

SECONDS = 10.0
"""Time for one answer from the database."""

FEDERATION_SECONDS = 2.0


def _silent(_sentence: str) -> None:
    """Say nothing."""


@value
class Service:
    """How the library is served."""

    database: str
    publisher: str
    name: str = "t2tdb library"
    files: str = ""
    token: str = ""
    public_url: str = ""  # "": what the client asked for
    rate: float = 0.0  # requests a second for one client; 0: no limit
    registries: tuple[Registry, ...] = ()
    federation_seconds: float = FEDERATION_SECONDS
    seconds: float = SECONDS
    complain: Callable[[str], None] = _silent
    """Called with a sentence where something is wrong with the service itself."""


def application(service: Service) -> Starlette:
    """The service as an ASGI application."""
    app = _Application(service)
    routes = [
        Route("/search", app.guarded(app.search), methods=["POST"]),
        Route("/explore", app.guarded(app.explore), methods=["POST"]),
        Route("/agents", app.guarded(app.agents), methods=["GET"]),
        Route("/agents/{identifier}", app.guarded(app.look_up), methods=["GET"]),
        Route("/.well-known/ai-catalog.json", app.guarded(app.manifest), methods=["GET"]),
        Route("/.well-known/ard.json", app.guarded(app.manifest), methods=["GET"]),
        Route("/healthz", app.guarded(app.health, anybody=True), methods=["GET"]),
    ]
    handlers: dict[type[Exception], Callable[[Request, HTTPException], Awaitable[Response]]]
    handlers = {HTTPException: _http_error}
    return Starlette(routes=routes, exception_handlers=handlers, lifespan=app.lifespan)  # type: ignore[arg-type]


class _Application:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._shop = Shop(service.publisher, service.files)
        self._guard = Guard(service.token, service.public_url)
        self._rate = Rate(service.rate)
        self._pool = Pool(service.database)
        self._federation = Federation((), None, service.federation_seconds)
        self._manifest: tuple[object, bytes] = ((), b"")
        self._facets: tuple[object, dict[bytes, ard.Entry]] = ((), {})

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Open connections to upstream registries, and give everything back at the end."""
        async with Client() as client:
            self._federation = Federation(self._service.registries, client, self._service.federation_seconds)
            try:
                yield
            finally:
                self._pool.close()

    def guarded(
        self, answer: Callable[[Request], Awaitable[Response]], *, anybody: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route that counts, admits, and turns a refusal into its response."""

        async def route(request: Request) -> Response:
            try:
                self._rate.take(request.client.host if request.client else "")
                if not anybody:
                    self._guard.admit(request)
                return await answer(request)
            except Refused as refused:
                return _refusal(refused)
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception as error:
                kind = type(error).__name__
                self._service.complain(f"{request.method} {request.url.path}: unexpected {kind} (a defect)")
                return _refusal(failed("the request could not be answered"))

        return route

    async def search(self, request: Request) -> Response:
        """``POST /search``."""
        asked = read_search(await body_of(request))

        async def find(wanted: int, shown: frozenset[bytes]) -> answers.Found:
            return await self._read(lambda reader: answers.search(reader, asked.query, self._shop, wanted, shown))

        answer = await self._federation.search(asked, request.headers.get(VIA, ""), self._base(request), find)
        headers = {"cache-control": "no-store"}
        if answer.notes:
            headers[NOTES] = "; ".join(answer.notes).encode("ascii", "replace").decode()[:2_000]
        return _json(answer.body, headers=headers)

    async def explore(self, request: Request) -> Response:
        """``POST /explore``. Answers are kept until a resource changes: a portal asks the same again and again."""
        body = await body_of(request)
        asked = read_explore(body)

        def count(reader: Reader) -> ard.Entry:
            with reader.snapshot():
                now = answers.generation(reader)
                known, kept = self._facets
                if known == now and body in kept:
                    return kept[body]
                made = answers.explore(reader, asked, self._shop)
                if known != now or len(kept) >= 64:
                    kept = {}
                self._facets = (now, kept | {body: made})
                return made

        return _json(await self._read(count), headers={"cache-control": "no-store"})

    async def agents(self, request: Request) -> Response:
        """``GET /agents``."""
        given = request.query_params
        for name in given:
            if name not in ("filter", "orderBy", "pageSize", "pageToken") or len(given.getlist(name)) > 1:
                raise invalid("the parameters are filter, orderBy, pageSize and pageToken, each once")
        size = given.get("pageSize", "20")
        if not (size.isascii() and size.isdigit() and len(size) < 10 and not size.startswith("0")):
            raise invalid('"pageSize" must be a whole number')
        listing = answers.Listing(
            given.get("filter", ""),
            given.get("orderBy"),
            whole(int(size), "pageSize", MAX_PAGE),
            given.get("pageToken", ""),
        )
        return _json(await self._read(lambda reader: answers.agents(reader, listing, self._shop)))

    async def look_up(self, request: Request) -> Response:
        """``GET /agents/{identifier}``: an addition of the specification's next version."""
        name = request.path_params["identifier"]
        return _json(await self._read(lambda reader: answers.look_up(reader, name, self._shop)))

    async def manifest(self, request: Request) -> Response:
        """``GET /.well-known/ai-catalog.json``: this registry, its upstreams, and the first resources."""
        base = self._base(request)

        def read(reader: Reader) -> bytes:
            with reader.snapshot():
                now = (answers.generation(reader), base)
                if self._manifest[0] != now:
                    entries = answers.manifest_entries(reader, self._shop, MANIFEST_ENTRIES)
                    self._manifest = (
                        now,
                        _bytes(ard.manifest([*self._registry_entries(base), *entries], self._service.name)),
                    )
                return self._manifest[1]

        data = await self._read(read)
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        headers["content-length"] = str(len(data))
        return StreamingResponse(_pieces(data), media_type="application/json", headers=headers)

    async def health(self, _request: Request) -> Response:
        """``GET /healthz``: whether the database can be read. Says nothing else, since anybody may ask."""
        await self._read(lambda reader: reader.number("SELECT 1"))
        return _json({"status": "ok"}, headers={"cache-control": "no-store"})

    async def _read(self, work: Callable[[Reader], T]) -> T:
        return await self._pool.run(work, seconds=self._service.seconds)

    def _base(self, request: Request) -> str:
        """The address of this registry: as configured, else as the client wrote it."""
        if self._service.public_url:
            return self._service.public_url
        address = f"{request.url.scheme}://{request.headers.get('host', '')}/"
        return address if ard.is_web_address(address) and urlsplit(address).path == "/" else "http://localhost/"

    def _registry_entries(self, base: str) -> list[ard.Entry]:
        own = ard.registry_entry(
            f"urn:air:{self._service.publisher}:registry:t2tdb",
            self._service.name,
            base,
            "Searches this library: POST search, POST explore, GET agents.",
        )
        return [own, *(registry.referral() for registry in self._service.registries)]


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    """A long answer piece by piece, so that one who reads it slowly keeps no copy of all of it waiting."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def _json(node: ard.Entry, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(_bytes(node), status, media_type="application/json", headers=dict(headers or {}))


def _bytes(node: ard.Entry) -> bytes:
    return json.dumps(node, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _refusal(refused: Refused) -> Response:
    headers = {"cache-control": "no-store"}
    if refused.status == 401:
        headers["www-authenticate"] = 'Bearer realm="t2tdb"'
    if refused.status == 429:
        headers["retry-after"] = "1"
    body: ard.Entry = {"errorCode": refused.code, "message": refused.message}
    return _json(body, status=refused.status, headers=headers)


async def _http_error(_request: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return _refusal(Refused(404, "NOT_FOUND", "there is no such route"))
    response = _refusal(Refused(error.status_code, "INVALID_ARGUMENT", "the route does not take this method"))
    response.headers.update(error.headers or {})
    return response
