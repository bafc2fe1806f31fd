"""How much one client may ask, and how much of a request is read."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from t2tdb.serve.errors import Refused, invalid

if TYPE_CHECKING:
    from starlette.requests import Request

MAX_BODY = 64 << 10  # bytes
BODY_SECONDS = 10.0
MAX_CLIENTS = 4_096
"""Addresses whose requests are counted; the one that asked longest ago is forgotten first."""


class Rate:
    """A bucket of tokens for each client: ``each_second`` of them drip in, twice as many fit."""

    def __init__(self, each_second: float) -> None:
        self._each_second = each_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # client -> (tokens, when)

    def take(self, client: str, *, now: float | None = None) -> None:
        """Take a token of a client. Raises ``Refused`` where there is none. A rate of 0 has no limit."""
        if not self._each_second:
            return
        moment = time.monotonic() if now is None else now
        most = 2 * self._each_second
        tokens, then = self._buckets.pop(client, (most, moment))
        tokens = min(most, tokens + (moment - then) * self._each_second)
        self._buckets[client] = (max(0.0, tokens - 1), moment)
        if len(self._buckets) > MAX_CLIENTS:
            self._buckets.popitem(last=False)
        if tokens < 1:
            raise Refused(429, "RATE_LIMIT_EXCEEDED", f"more than {self._each_second:g} requests a second; slow down")


async def body_of(request: Request) -> bytes:
    """The body of a request, bounded in bytes and in time."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > MAX_BODY:
                    raise invalid(f"the body is longer than {MAX_BODY:,} bytes")
    except TimeoutError:
        raise invalid(f"the body did not arrive within {BODY_SECONDS:g} seconds") from None
    return bytes(body)
