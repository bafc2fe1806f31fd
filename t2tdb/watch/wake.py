"""How the watcher sleeps: one ``select`` that events, questions and signals end."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType, TracebackType


class Stopped(KeyboardInterrupt):
    """The watcher was told to stop while it scanned: the batch at hand is rolled back."""


class Sleeper:
    """Sleeps until something happens; any thread may wake it."""

    def __init__(self) -> None:
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)

    def wake(self) -> None:
        """End the sleep, or the next one."""
        with contextlib.suppress(OSError):  # full: then it is awake anyway
            self._writer.send(b"\0")

    def sleep(self, seconds: float, sockets: list[socket.socket]) -> list[socket.socket]:
        """Sleep at most so long; give the sockets that can be read."""
        ready, _, _ = select.select([self._reader, *sockets], [], [], max(0.0, seconds))
        if self._reader in ready:
            ready.remove(self._reader)
            with contextlib.suppress(OSError):
                while self._reader.recv(4096):
                    pass
        return ready

    def fileno(self) -> int:
        """Where Python's signal handling writes to wake us."""
        return self._writer.fileno()

    def close(self) -> None:
        """Close both ends."""
        self._reader.close()
        self._writer.close()


class Signals:
    """The signals of a watcher, for the length of a ``with`` block in the main thread.

    SIGTERM and SIGINT set ``stop`` to the signal's number; within ``interrupting`` they raise `Stopped` as well.
    SIGHUP sets ``rescan``; where it says that the terminal is gone that we were started in, it ends us as well.
    """

    def __init__(self, sleeper: Sleeper) -> None:
        self._sleeper = sleeper
        self._before: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        self._wakeup = -1
        self._terminals: list[int] = []
        self.stop = 0
        self.rescan = False
        self._interruptible = False

    def __enter__(self) -> Signals:
        self._wakeup = signal.set_wakeup_fd(self._sleeper.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            self._before[number] = signal.signal(number, self._on_stop)
        if hasattr(signal, "SIGHUP"):
            self._terminals = [descriptor for descriptor in (0, 1, 2) if os.isatty(descriptor)]
            self._before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._on_rescan)
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)

    @contextlib.contextmanager
    def interrupting(self) -> Iterator[None]:
        """A context for work that takes long: raises `Stopped` in it, once, when a signal to end comes or has come."""
        self._interruptible = True
        try:
            if self.stop:
                raise Stopped
            yield
        finally:
            self._interruptible = False

    def _on_stop(self, number: int, _frame: FrameType | None) -> None:
        self.stop = number
        if self._interruptible:
            self._interruptible = False  # once: what cleans up on the way out is not interrupted again
            raise Stopped

    def _on_rescan(self, number: int, frame: FrameType | None) -> None:
        if self._terminals and not any(map(os.isatty, self._terminals)):
            self._on_stop(number, frame)
        self.rescan = True
