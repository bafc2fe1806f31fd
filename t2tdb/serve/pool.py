"""Threads that answer from the database. Each has a reader of its own: a connection is never shared between threads."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from t2tdb.errors import DatabaseError
from t2tdb.serve.errors import Refused, failed
from t2tdb.store.connection import open_reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from t2tdb.store.connection import Reader

T = TypeVar("T")

THREADS = 4
MAX_WAITING = 64
"""Requests that may wait for a thread. What comes beyond is refused at once rather than late."""

PATIENCE = 0.02
"""Seconds between two attempts to interrupt work that took too long."""


class Pool:
    """Runs work that reads, a few pieces at a time, each for a bounded time."""

    def __init__(self, database: str, *, threads: int = THREADS) -> None:
        self._database = database
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="t2tdb-reader")
        self._own = threading.local()
        self._readers: set[Reader] = set()
        self._working = 0
        self._threads = threads

    async def run(self, work: Callable[[Reader], T], *, seconds: float) -> T:
        """What ``work`` gives. Raises ``Refused`` where it takes longer, too many wait, or the database fails."""
        if self._working >= self._threads + MAX_WAITING:
            raise Refused(429, "RATE_LIMIT_EXCEEDED", "too many requests wait for an answer; try again in a moment")
        begun: list[Reader] = []
        self._working += 1
        future = asyncio.get_running_loop().run_in_executor(self._executor, self._work, work, begun)
        future.add_done_callback(self._done)
        finished, _ = await asyncio.wait({future}, timeout=seconds)
        if finished:
            return future.result()
        task = asyncio.get_running_loop().create_task(_interrupt(future, begun))
        task.add_done_callback(lambda _: None)
        raise failed(f"the answer took longer than {seconds:g} seconds")

    def _done(self, future: asyncio.Future[T]) -> None:
        self._working -= 1
        if not future.cancelled():
            future.exception()  # an answer that nobody waits for any more may have failed

    def _work(self, work: Callable[[Reader], T], begun: list[Reader]) -> T:
        try:
            reader = self._reader()
            begun.append(reader)
            return work(reader)
        except DatabaseError as error:
            self._drop()
            raise failed("the database cannot be read now") from error
        finally:
            begun.clear()

    def _reader(self) -> Reader:
        """This thread's reader, opened anew where another database has taken the place of the one it reads."""
        try:
            found = os.stat(self._database)
            identity: object = (found.st_dev, found.st_ino)
        except OSError:
            identity = None
        if getattr(self._own, "identity", None) != identity or not hasattr(self._own, "reader"):
            self._drop()
            self._own.reader = open_reader(self._database)
            self._own.identity = identity
            self._readers.add(self._own.reader)
        reader: Reader = self._own.reader
        return reader

    def _drop(self) -> None:
        reader = getattr(self._own, "reader", None)
        if reader is not None:
            self._readers.discard(reader)
            del self._own.reader
            reader.close()

    def close(self) -> None:
        """End the threads and give the database back."""
        for reader in list(self._readers):
            reader.interrupt()
        self._executor.shutdown(wait=True, cancel_futures=True)
        for reader in list(self._readers):
            reader.close()


async def _interrupt(future: asyncio.Future[T], begun: list[Reader]) -> None:
    """Interrupt work until it ends. It is many short statements: one interrupt may fall between two of them."""
    while not future.done():
        for reader in list(begun):
            reader.interrupt()
        await asyncio.sleep(PATIENCE)
