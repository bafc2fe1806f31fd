"""Waiting for the write lock: patient, and deaf to no signal."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from t2tdb.store.migrate import open_writer


class Told(Exception):
    """What the handler of the signal raises."""


@pytest.mark.skipif(sys.platform == "win32", reason="no interval timers there")
def test_who_waits_for_the_lock_hears_a_signal(database: str) -> None:
    """SQLite waits in one call, in which no signal is heard; a watcher has two seconds to end."""

    def tell(*_: object) -> None:
        raise Told

    before = signal.signal(signal.SIGALRM, tell)
    try:
        with open_writer(database) as holder, open_writer(database) as waiting, holder.transaction():
            started = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(Told), waiting.transaction():
                pass
            assert time.monotonic() - started < 4  # five were one call before
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
