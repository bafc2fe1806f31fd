"""The only module that writes to standard output and standard error."""

from __future__ import annotations

import sys

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from t2tdb.settings import Settings


WAITING_LINES = 1_000
"""Lines that a `Narrator` keeps for a reader who is slow."""


def complain(sentence: str) -> None:
    """Print an error: one line on standard error, whatever is in it."""
    _line(sentence)


def say(settings: Settings, sentence: str) -> None:
    """Print one line on standard error unless ``--quiet``."""
    if not settings.quiet:
        _line(sentence)


def tell(settings: Settings, sentence: str) -> None:
    """Print one line on standard error with ``--verbose``."""
    if settings.verbose:
        _line(sentence)


def write(text: str) -> None:
    """Print a report on standard output."""
    if text and not text.endswith("\n"):
        text += "\n"
    _put(sys.stdout, text)


def write_now(text: str) -> None:
    """Print one line on standard output for somebody who waits for it."""
    write(text)
    sys.stdout.flush()


class Narrator:
    """Prints lines on standard output for whoever reads them, and never waits for a reader.

    A pipe that nobody empties, or a terminal that was stopped with Ctrl-S, must not stop a watcher: a thread of its own
    does the writing, and what does not fit in between is left out, whole lines at a time.
    """

    def __init__(self) -> None:
        import queue
        import threading

        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        try:
            self._descriptor = sys.stdout.fileno()
        except (OSError, ValueError, AttributeError):  # no file behind it: nothing can stall
            self._descriptor = -1
        self._thread = threading.Thread(target=self._run, name="narrator", daemon=True)
        if self._descriptor >= 0:
            sys.stdout.flush()
            self._thread.start()

    def tell(self, line: str) -> None:
        """Print one line, soon."""
        if self._descriptor < 0:
            write_now(line)
        elif not self._lines.full():  # else its reader is a thousand lines behind
            self._lines.put((line + "\n").encode(self._encoding, "backslashreplace"))

    def close(self, patience: float = 0.5) -> None:
        """Wait so many seconds for the lines that are not printed yet."""
        import queue

        if self._descriptor < 0:
            return
        try:
            self._lines.put(None, timeout=patience)
        except queue.Full:
            return
        self._thread.join(patience)

    def _run(self) -> None:
        import os

        while (line := self._lines.get()) is not None:
            try:
                while line:  # not through sys.stdout, whose lock a stalled thread would keep beyond the end
                    line = line[os.write(self._descriptor, line) :]
            except OSError:
                continue  # nobody reads: that is no reason to stop


def write_pieces(pieces: Iterable[str]) -> None:
    """Print a long report piece by piece."""
    for piece in pieces:
        _put(sys.stdout, piece)


def write_bytes(data: bytes) -> None:
    """Print bytes on standard output as they are (raw paths)."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def _line(sentence: str) -> None:
    from t2tdb.report.neutralise import one_line

    try:
        _put(sys.stderr, f"t2tdb: {one_line(sentence)}\n")
        sys.stderr.flush()
    except OSError:
        pass  # nobody reads standard error; the exit code still tells


def _put(stream: TextIO, text: str) -> None:
    """Write ``text``; characters that the terminal's encoding does not have become escapes, never an error."""
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding = getattr(stream, "encoding", None) or "utf-8"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
