"""Work of SQLite that takes long in one piece, done so that the process still hears that it is to end.

Signals are heard between two steps of Python in the main thread, and VACUUM is one step: seconds for a file of some
hundred megabytes. So it is done in a thread, while this one waits. It can be interrupted while it builds the new file,
not while that is copied over the old one, which is more than half of the time. Then it is left to end with the process:
what was committed before is intact, as after any crash.
"""

from __future__ import annotations

import threading
import time

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from t2tdb.store.connection import Writer

GRACE = 1.0
"""Seconds for which work that is interrupted may go on, of the two in which a watcher has to end."""

LOOK = 0.2
"""Seconds between two looks whether it is done, for systems where a wait without end hears nothing."""


def run_stoppable(writer: Writer, work: Callable[[], None]) -> None:
    """Do ``work``, which uses ``writer`` and nothing else. What ends the wait for it interrupts it, and is raised."""
    failures: list[BaseException] = []
    done = threading.Event()

    def do() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=do, name="t2tdb-upkeep", daemon=True).start()  # it may be at work before this returns
        while not done.wait(LOOK):
            pass
    except BaseException:
        deadline = time.monotonic() + GRACE
        while not done.is_set() and time.monotonic() < deadline:
            writer.interrupt()  # again and again: one that comes between two statements stops none
            done.wait(0.02)
        writer.spare_closing(running=not done.is_set())
        raise
    if failures:
        raise failures[0]
