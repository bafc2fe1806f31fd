"""The only module that writes to standard output and standard error."""

from __future__ import annotations

import sys

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from t2tdb.settings import Settings


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
