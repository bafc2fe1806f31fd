"""Running the service on uvicorn, and keeping slow clients from hurting the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import time
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from t2tdb.errors import UsageError
from t2tdb.serve.app import Service, application

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.applications import Starlette

HEADER_SECONDS = 10.0
"""A connection that has not sent a whole request head for so long is closed."""

WRITE_SECONDS = 30.0
"""A client that takes in nothing of its answer for so long is dropped."""

MAX_CONNECTIONS = 512
MAX_OF_ONE = 128
"""Connections of one address; a client that only collects them leaves room for the others."""

_TICK = 1.0


class PatientProtocol(H11Protocol):
    """uvicorn's protocol, which waits for a request head and for a reader of its answer for ever, with two clocks."""

    def connection_made(self, transport: Any) -> None:
        """Start the clock."""
        super().connection_made(transport)
        self._idle_since = time.monotonic()
        self._clock = self.loop.call_later(_TICK, self._look)
        address = self.client[0] if self.client else ""
        clients = [getattr(each, "client", None) for each in self.connections]
        of_one = len([client for client in clients if client and client[0] == address])
        if len(clients) > MAX_CONNECTIONS or of_one > MAX_OF_ONE:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._clock.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        now = time.monotonic()
        answering = self.cycle is not None and not self.cycle.response_complete
        stuck = self.flow.write_paused
        if (answering or not self._waits()) and not stuck:
            self._idle_since = now
        if now - self._idle_since > (WRITE_SECONDS if stuck else HEADER_SECONDS):
            self.transport.abort()
            return
        self._clock = self.loop.call_later(_TICK, self._look)

    def _waits(self) -> bool:
        """Whether a request head is awaited, begun or not; uvicorn's own clock runs only before its first byte."""
        import h11

        return self.conn.their_state is h11.IDLE


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in order at SIGINT and SIGTERM. uvicorn's own would then end the process by the signal once more."""
        ends = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in ends}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one. Raises ``UsageError`` where that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host.strip("[]"), port))
        made.listen(256)
    except OSError as error:
        made.close()
        raise UsageError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return made


def server_of(app: Starlette, ready: Callable[[], None]) -> uvicorn.Server:
    """A server for the application; ``ready`` is called when it accepts connections."""
    logging.getLogger("uvicorn").addHandler(logging.NullHandler())  # else its warnings go to standard error
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=16 << 10,
        proxy_headers=False,
    )
    return _Server(config, ready)


def run(service: Service, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until a signal ends it."""
    try:
        asyncio.run(server_of(application(service), ready).serve(sockets=[listening]))
    finally:
        listening.close()
