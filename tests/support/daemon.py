"""A real watcher process for tests: started, listened to by its JSON lines, asked, and stopped without sleeps."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from canonical import difference, fresh_rows, rows_at

PATIENCE = 20.0
"""Seconds after which a test gives up. Only a failing test waits so long."""


class Daemon:
    """``t2tdb watch`` in a child process."""

    def __init__(
        self, database: Path, *arguments: str | Path, prefix: tuple[str, ...] = (), wait: bool = True,
        script: str = "",
    ) -> None:  # fmt: skip
        self.database = str(database)
        command = [sys.executable, "-c", script] if script else [sys.executable, "-m", "t2tdb"]
        command += ["--db", self.database, "watch", "--log-format", "json", *map(str, arguments)]
        self.process = subprocess.Popen(
            [*prefix, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment()
        )
        self.patience = PATIENCE
        self.said = ""  # on standard error, once it ended
        self.lines: list[dict[str, Any]] = []
        self._queue: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.ready: dict[str, Any] = self.wait_for("ready") if wait else {}

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(json.loads(line))
        self._queue.put(None)

    def wait_for(self, event: str, patience: float = PATIENCE) -> dict[str, Any]:
        """The next line of this event; AssertionError where it does not come."""
        deadline = time.monotonic() + patience
        while True:
            try:
                line = self._queue.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {event} within {patience} s; heard {self.lines[-5:]}") from None
            if line is None:
                assert self.process.stderr is not None
                raise AssertionError(f"the watcher ended: {self.process.stderr.read()}; heard {self.lines[-5:]}")
            self.lines.append(line)
            if line["event"] == event:
                return line

    def heard(self) -> list[dict[str, Any]]:
        """All lines so far, without waiting."""
        while True:
            try:
                line = self._queue.get_nowait()
            except queue.Empty:
                return self.lines
            if line is not None:
                self.lines.append(line)

    def events(self) -> list[str]:
        """The events of all lines so far."""
        return [line["event"] for line in self.heard()]

    def settles(self, *roots: Path, patience: float = 0) -> float:
        """Wait until the database is what a fresh index of the roots would be; give the seconds that it took."""
        started, patience = time.monotonic(), patience or self.patience
        while True:
            found, wanted = rows_at(self.database), fresh_rows(*roots)
            if found == wanted:
                return time.monotonic() - started
            if time.monotonic() - started > patience:
                self.heard()
                raise AssertionError(f"not fresh: {difference(found, wanted)}\nheard {self.lines[-8:]}")
            if self.process.poll() is not None:
                self.wait_for("nothing")
            time.sleep(0.05)

    def cpu_seconds(self) -> float:
        """Processor time used so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wakeups(self) -> int:
        """How often its threads slept and went on so far (Linux): no matter how long others let them wait for it."""
        found = 0
        for status in Path(f"/proc/{self.process.pid}/task").glob("*/status"):
            found += int(status.read_text().rpartition("\nvoluntary_ctxt_switches:")[2].split()[0])
        return found

    def resident_bytes(self) -> int:
        """Memory held now (Linux)."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it; give its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._close()
        return code

    def kill(self) -> None:
        """As a power cut would, for the process."""
        self.process.kill()
        self.process.wait()
        self._close()

    def _close(self) -> None:
        self._thread.join(5)
        assert self.process.stderr is not None
        self.said = self.process.stderr.read()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Daemon:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.stdout is not None and not self.process.stdout.closed:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGCONT)
                self.process.terminate()
                try:
                    self.process.wait(10)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.process.wait()
            self._close()


def run(database: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Any other command on the same database."""
    command = [sys.executable, "-m", "t2tdb", "--db", str(database), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=_environment(), timeout=60)


def _environment() -> dict[str, str]:
    """Nothing of the user's own settings; warnings of ours are errors in the child too."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("T2TDB_", "NOTIFY_", "WATCHDOG_"))}
    return {**kept, "PYTHONWARNINGS": "error::ResourceWarning", "T2TDB_CONFIG": ""}
