"""Starting a watcher in the background, and stopping the one that runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from t2tdb.errors import DatabaseError, T2tdbError
from t2tdb.store.schema import OLD_WATCH_LOG, WATCH_LOG
from t2tdb.value import TYPE_CHECKING
from t2tdb.watch.lock import holder_of, is_watched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LARGEST_LOG = 1 << 20
"""Bytes; a longer log is set aside as ``.watch.log.1`` when the next watcher starts."""

START_SECONDS = 30.0
STOP_SECONDS = 10.0


def detach(database: str, arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """Start ``t2tdb watch`` with `arguments` in a session of its own; give its process number and its log.

    Returns once it holds the database and knows its roots; its first scan goes on. Raises T2tdbError, with its last
    words and its exit code, where it ends before that.
    """
    log = database + WATCH_LOG
    os.makedirs(os.path.dirname(database) or ".", mode=0o700, exist_ok=True)
    try:
        if os.path.getsize(log) > LARGEST_LOG:
            os.replace(log, database + OLD_WATCH_LOG)
    except OSError:
        pass  # there is none yet
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(log, flags, 0o600)
    except OSError as error:
        raise DatabaseError(f"{log}: {error.strerror}") from error
    begin = os.fstat(descriptor).st_size
    # -P, and a directory of our own: the current one may be the library, whose files are never imported, or lie on a
    # disk that somebody wants to unmount while the watcher runs.
    command = [sys.executable, "-P", "-m", "t2tdb", "--db", database, "watch", *arguments]
    apart = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x00000008 | 0x00000200}
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=descriptor, stderr=descriptor, close_fds=True,
            cwd=os.path.dirname(database) or None, env=environment, **apart,
        )  # fmt: skip
    finally:
        os.close(descriptor)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        code = child.poll()
        if code is not None:
            raise _ended(code, _last_line(log, begin))
        holder = holder_of(database)
        if holder is not None and holder.pid == child.pid and holder.state != "starting":
            child.returncode = 0  # it outlives us on purpose: no warning when this object goes
            return child.pid, log
        time.sleep(0.02)
    child.terminate()
    raise DatabaseError(f"the watcher did not start within {START_SECONDS:.0f} s; see {log}")


def stop(database: str) -> int:
    """Stop the watcher of a database and wait until it is gone; give its process number, 0 where none ran."""
    holder = holder_of(database)
    if holder is None:
        return 0
    if holder.pid:
        try:
            os.kill(holder.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        except OSError as error:
            raise DatabaseError(
                f"process {holder.pid} watches {database} and cannot be stopped ({error.strerror})"
            ) from error
    deadline = time.monotonic() + STOP_SECONDS
    while is_watched(database):
        if time.monotonic() > deadline:
            raise DatabaseError(f"process {holder.pid} still watches {database} after {STOP_SECONDS:.0f} s")
        time.sleep(0.02)
    return holder.pid


def _last_line(log: str, begin: int) -> str:
    try:
        with open(log, "rb") as file:
            file.seek(begin)
            lines = file.read(1 << 16).decode("utf-8", "replace").strip().splitlines()
    except OSError:
        lines = []
    return lines[-1].removeprefix("t2tdb: ") if lines else "the watcher ended at once"


def _ended(code: int, words: str) -> T2tdbError:
    error = T2tdbError(words)
    error.exit_code = code if 0 < code < 128 else 2
    return error
