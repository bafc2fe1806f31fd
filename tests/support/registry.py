"""A service in this process or on a port of loopback, and the specification's schemas to hold its answers against."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import yaml
from referencing import Registry as Schemas
from referencing import Resource
from referencing.jsonschema import DRAFT202012

ARD = Path(__file__).parent.parent / "ard"
OWN = Path(__file__).parent.parent.parent / "schema"
BASE = "https://schemas.test/"


def _validators(directory: Path, openapi: str) -> Callable[[str], Any]:
    documents = {
        openapi: yaml.safe_load((directory / openapi).read_text(encoding="utf-8")),
        "ai-catalog.schema.json": json.loads((directory / "ai-catalog.schema.json").read_text(encoding="utf-8")),
    }
    schemas: Any = Schemas().with_resources(
        (BASE + name, Resource.from_contents(document, default_specification=DRAFT202012))
        for name, document in documents.items()
    )
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER

    def validator(name: str) -> Any:
        reference = {"$ref": f"{BASE}{openapi}#/components/schemas/{name}"}
        if name == "manifest":
            reference = {"$ref": f"{BASE}ai-catalog.schema.json"}
        return jsonschema.Draft202012Validator(reference, registry=schemas, format_checker=checker)

    return validator


theirs = _validators(ARD, "ard.openapi.yaml")
"""A validator for a schema of the specification by name."""


ours = _validators(OWN, "serve.openapi.yaml")
"""The same of the service's own description."""


def valid(name: str, document: Any) -> Any:
    """The document, which must be as the schema ``name`` says, the specification's and ours."""
    theirs(name).validate(document)
    ours(name).validate(document)
    return document


@contextlib.contextmanager
def serving(application: Any, port: int = 0) -> Iterator[str]:
    """Serve an ASGI application on a free port of loopback, from a thread; gives its address."""
    from t2tdb.serve.run import listen, server_of

    listening = listen("127.0.0.1", port)
    ready = threading.Event()
    server = server_of(application, ready.set)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign]
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        assert ready.wait(10)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join(15)
        listening.close()
        assert not thread.is_alive()


@contextlib.contextmanager
def connected(service: Any, **settings: Any) -> Iterator[httpx.Client]:
    """A client of a service."""
    from t2tdb.serve.app import application

    with (
        serving(application(service)) as address,
        httpx.Client(base_url=address, trust_env=False, **settings) as client,
    ):
        yield client


@contextlib.contextmanager
def misbehaving(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """An upstream that treats each connection as ``answer`` does; gives its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    open_sockets: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def treat(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            answer(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            open_sockets.append(connection)
            threads.append(threading.Thread(target=treat, args=(connection,)))
            threads[-1].start()

    accepting = threading.Thread(target=accept)
    accepting.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        with contextlib.suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for connection in open_sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        for thread in [accepting, *threads]:
            thread.join(10)
