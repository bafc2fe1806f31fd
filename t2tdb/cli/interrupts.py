"""Ctrl-C ends a command with 130, whenever it comes and however often.

Python's own handler raises at each SIGINT. One that comes while the first is being told, or while the interpreter is
taken apart, would end the process by the signal instead, with or without a traceback.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # ``signal`` is this and enum, which takes a third of a bare start
import time

DEAF_SECONDS = 1.0
"""After one interrupt; later ones raise again, so that a command which lost the first can still be ended."""

_deaf_until = 0.0


def hear() -> None:
    """Raise KeyboardInterrupt at SIGINT, once a second at most. Changes nothing where SIGINT is ignored (``nohup``)."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _on_interrupt)


def ignore() -> None:
    """The exit code is decided: nothing may interrupt what is left. Undoes ``hear``, and nothing where that was not."""
    if _signal.getsignal(_signal.SIGINT) is _on_interrupt:
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)


def _on_interrupt(_number: int, _frame: object) -> None:
    global _deaf_until
    now = time.monotonic()
    if now >= _deaf_until:
        _deaf_until = now + DEAF_SECONDS
        raise KeyboardInterrupt
