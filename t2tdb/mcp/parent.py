"""Ending with the process that started us, also when it was killed and its end of the pipe lives on elsewhere."""

from __future__ import annotations

import os
import threading
import time

SECONDS = 1.0
"""How often the parent is looked for."""


def end_with_parent() -> None:
    """Start looking for the parent in the background; end this process when it is gone.

    A server on stdio ends when its input ends. But a client that is killed may leave the pipe to another of its
    children, and then the input never ends. On Windows an orphan keeps its parent's number, so only the input counts.
    """
    if os.name != "posix":
        return
    parent = os.getppid()
    threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS)
    os._exit(0)  # nobody is left to answer to
