"""A progress bar on standard error while a library is scanned; only where somebody can see it."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from t2tdb.settings import Settings

SILENT_SECONDS = 0.5
"""Shorter scans show nothing: a bar that flashes up disturbs more than it tells."""


@contextlib.contextmanager
def progress_bar(settings: Settings) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function ``(files visited, resources found)`` to call now and then; ``None`` where nobody looks."""
    if settings.quiet or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    with contextlib.ExitStack() as stack:
        update: Callable[[int, int], None] | None = None

        def show(files: int, resources: int) -> None:
            nonlocal update
            if update is None and time.monotonic() - started > SILENT_SECONDS:
                update = _start(stack)
            if update is not None:
                update(files, resources)

        yield show


def _start(stack: contextlib.ExitStack) -> Callable[[int, int], None]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("indexing"),
        BarColumn(),
        TextColumn("{task.completed:,} files, {task.fields[resources]:,} resources"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    stack.enter_context(bar)
    # how many files there are is known only at the end, so the bar pulses
    task = bar.add_task("indexing", total=None, resources=0)

    def update(files: int, resources: int) -> None:
        bar.update(task, completed=files, resources=resources)

    return update
