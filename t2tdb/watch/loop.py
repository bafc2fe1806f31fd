"""The watcher's one loop: sleep, gather hints until they settle, scan, answer, supervise.

Everything that touches the database happens here, in one thread; event threads only leave hints.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import os
import random
import signal
import threading
import time

from t2tdb.clock import now as now_utc
from t2tdb.discover import RootUnavailable
from t2tdb.errors import (
    EXIT_INTERRUPTED,
    EXIT_OK,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    RootError,
    UsageError,
)
from t2tdb.ingest import IndexOptions, fold, index
from t2tdb.roots import real_directory, register
from t2tdb.store.migrate import open_writer
from t2tdb.store.roots import all_roots, root_by_id
from t2tdb.value import TYPE_CHECKING
from t2tdb.watch.hints import EVERYTHING, Hints
from t2tdb.watch.lines import Line, commit_line
from t2tdb.watch.links import other_names
from t2tdb.watch.lock import WatchLock
from t2tdb.watch.notify import Notifier
from t2tdb.watch.options import BUSY_RETRY, WatchOptions
from t2tdb.watch.rootwatch import RootWatch, may_accept
from t2tdb.watch.sense import Named, require_something
from t2tdb.watch.server import Server, answer
from t2tdb.watch.wake import Signals, Sleeper, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from t2tdb.ingest import Outcome
    from t2tdb.store.connection import Writer
    from t2tdb.store.roots import Root


class Watcher:
    """Keeps `database` equal to the disk below `directories`, () every registered root. Run it in the main thread."""

    def __init__(
        self,
        database: str,
        directories: Sequence[str] = (),
        options: WatchOptions | None = None,
        index_options: IndexOptions | None = None,
        *,
        say: Callable[[Line], None],
        notifier: Notifier | None = None,
        ranking: str = "",
    ) -> None:
        self._database = database
        self._directories = tuple(directories)
        self._named = Named(directories)
        self._options = options or WatchOptions()
        self._index_options = index_options or IndexOptions()
        self._say = say
        self._notifier = notifier or Notifier()
        self._ranking = ranking
        self._sleeper = Sleeper()
        self._signals = Signals(self._sleeper)
        self._hints = Hints(self._options.quiet, self._options.max_delay, self._sleeper.wake)
        self._roots: dict[bytes, RootWatch] = {}
        self._reasons: dict[bytes, str] = {}
        self._since = now_utc()
        self._thread_errors: collections.deque[str] = collections.deque(maxlen=10)
        self._described: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
        self._identity = (0, 0)
        self._started = 0.0
        self._is_ready = False
        self._supervise_at = 0.0
        self._reconcile_at = 0.0
        self._retry_at = 0.0
        self._retries = 0
        self._fold_at: float | None = None

    def run(self) -> int:
        """Watch until told to stop; give the exit code.

        The event threads are left to end with the process: taking back 10,000 watches one by one took 2.6 s on a busy
        machine, and the kernel does it at once.

        Raises UsageError where there is nothing to watch, WatcherRunning where another watcher holds the database, and
        the errors of opening it.
        """
        with contextlib.ExitStack() as cleanup:
            cleanup.callback(self._sleeper.close)
            require_something(self._database, self._directories)
            os.makedirs(os.path.dirname(self._database) or ".", mode=0o700, exist_ok=True)
            self._lock = WatchLock(self._database)
            self._lock.acquire()
            cleanup.callback(self._lock.release)
            cleanup.enter_context(self._signals)
            cleanup.enter_context(_quiet_threads(self._thread_errors))
            self._server = Server(self._database)
            cleanup.callback(self._server.close)
            self._writer = self._open()
            cleanup.callback(lambda: self._writer.close())
            with contextlib.suppress(Stopped):
                self._start()
                while not self._signals.stop:
                    self._turn()
            self._notifier.stopping()
            self._say(Line("stopping", "stopped"))
        return EXIT_INTERRUPTED if self._signals.stop == signal.SIGINT else EXIT_OK

    # -- start ---------------------------------------------------------------------------------------------------

    def _open(self) -> Writer:
        writer = open_writer(self._database, ranking=self._ranking)
        found = os.lstat(self._database)
        self._identity = (found.st_dev, found.st_ino)
        return writer

    def _start(self) -> None:
        self._started = started = time.monotonic()
        self._named.register(self._writer)
        self._follow_roots(started)
        if not self._roots and not self._directories:
            raise UsageError("there is nothing to watch; name a directory: t2tdb watch DIRECTORY")
        names = [watch.path for watch in self._roots.values()]
        pid = ("pid", os.getpid())
        self._lock.describe(
            state="scanning", socket=self._server.path, degraded=(), since=self._since, roots=tuple(names)
        )
        self._say(Line("starting", f"scanning {', '.join(names)}", (pid, ("roots", names))))
        for root in self._roots:
            self._reasons[root] = "start"
            self._hints.add(root, EVERYTHING)
        self._supervise_at = time.monotonic() + self._options.supervise
        self._plan_reconciliation()
        self._scan_round()

    def _say_ready(self) -> None:
        """The first scan of everything is done: at once, or where the database was busy or its disk full, at last."""
        self._is_ready = True
        self._describe()
        names = [watch.path for watch in self._roots.values()]
        watches = sum(watch.watches for watch in self._roots.values())
        seconds = round(time.monotonic() - self._started, 3)
        self._notifier.ready(f"watching {len(names)} roots")
        fields = (("pid", os.getpid()), ("roots", names), ("watches", watches), ("seconds", seconds))
        self._say(Line("ready", f"watching {', '.join(names)} ({watches} directories, {seconds} s)", fields))

    def _plan_reconciliation(self) -> None:
        # Jittered, so that the watchers of many machines do not wake one file server at the same second.
        self._reconcile_at = time.monotonic() + self._options.reconcile * random.uniform(0.9, 1.1)

    # -- one turn of the loop ------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        ready = self._sleeper.sleep(self._seconds_to_sleep(), self._server.sockets())
        self._server.serve(ready)
        self._notifier.alive()
        if self._signals.stop:
            return
        now = time.monotonic()
        if self._signals.rescan:
            self._signals.rescan = False
            self._supervise_at = 0.0
            self._look_everywhere("signal")
        if now >= self._reconcile_at:
            self._plan_reconciliation()
            for watch in self._roots.values():
                watch.renew(now)
            self._look_everywhere("reconcile")
        if now >= self._supervise_at:
            self._supervise_at = now + self._options.supervise
            try:
                self._supervise(now)
            except (DatabaseBusy, OSError) as error:
                self._supervise_at = now + BUSY_RETRY
                self._say(Line("error", f"{error}; tried again in a while"))
        if (self._server.is_asked or self._hints.due_in() == 0.0) and now >= self._retry_at:
            self._scan_round()
        elif self._fold_at is not None and now >= self._fold_at and self._hints.due_in() is None:
            self._fold()

    def _seconds_to_sleep(self) -> float:
        now = time.monotonic()
        wake_at = min(self._supervise_at, self._reconcile_at, self._fold_at or self._supervise_at)
        due = self._hints.due_in()
        if due is not None:
            wake_at = min(wake_at, max(now + due, self._retry_at))
        if self._server.is_asked:
            wake_at = min(wake_at, self._retry_at)
        if self._notifier.interval:
            wake_at = min(wake_at, now + self._notifier.interval)
        return wake_at - now

    def _look_everywhere(self, reason: str) -> None:
        for root in self._roots:
            self._reasons[root] = reason
            self._hints.add(root, EVERYTHING)

    def _supervise(self, now: float) -> None:
        self._follow_database()
        if not self._lock.is_in_place():
            self._lock.renew()
            self._described = None
        self._server.renew()
        self._follow_roots(now)
        while self._thread_errors:
            self._say(Line("error", f"a thread that hears events ended: {self._thread_errors.popleft()}"))
        for watch in self._roots.values():
            watch.supervise(now)
            if watch.take_overflows():
                self._reasons[watch.root.raw_path] = "overflow"
                fields = (("root", watch.path),)
                self._say(Line("overflow", f"events of {watch.path} were lost; all of it is scanned", fields))
        self._describe()

    def _follow_database(self) -> None:
        """A rebuild swaps the file; a hand may have removed it. What is watched is what lies at the path now."""
        try:
            found = os.lstat(self._database)
            if (found.st_dev, found.st_ino) == self._identity:
                return
        except FileNotFoundError:
            pass
        self._writer.close()
        self._writer = self._open()
        for watch in self._roots.values():
            with contextlib.suppress(RootError):  # lost just now; the next start names it again
                register(self._writer, real_directory(watch.root.raw_path))
        self._look_everywhere("database replaced")

    def _follow_roots(self, now: float) -> None:
        """Watch the roots that the database names now; others may have added, removed or absorbed some."""
        wanted = {root.raw_path: root for root in self._named.roots(self._writer)}
        before = list(self._roots)
        for path in [path for path in self._roots if path not in wanted]:
            self._roots.pop(path).stop()
        for path, root in wanted.items():
            known = self._roots.get(path)
            if known is not None:
                known.root = root
                continue
            watch = RootWatch(root, self._database, self._options, self._hinting(path), self._say)
            self._roots[path] = watch
            watch.start(now)
            self._reasons.setdefault(path, "new root")
            self._hints.add(path, EVERYTHING)
        if before and before != list(self._roots):
            names = [watch.path for watch in self._roots.values()]
            self._say(Line("roots", f"watching {', '.join(names) or 'nothing'}", (("roots", names),)))

    def _hinting(self, root: bytes) -> Callable[[bytes], None]:
        return lambda scope: self._hints.add(root, scope)

    def _describe(self) -> None:
        """Say in the state file how well we watch, where that changed."""
        watches = self._roots.values()
        degraded = tuple(sentence for watch in watches for sentence in (watch.lost, watch.trouble) if sentence)
        polling = self._options.poll or (bool(watches) and all(watch.trouble or watch.lost for watch in watches))
        kept = tuple(watch.path for watch in watches if not watch.lost)
        described = ("polling" if polling else "watching", degraded, kept)
        if described != self._described:
            self._described = described
            self._lock.describe(
                state=described[0], socket=self._server.path, degraded=degraded, since=self._since, roots=kept
            )
            self._notifier.status(degraded[0] if degraded else described[0])

    # -- scanning ------------------------------------------------------------------------------------------------------

    def _scan_round(self) -> None:
        waiting = self._server.take_waiting()
        unreadable: int | None = None
        try:
            if waiting:
                self._follow_roots(time.monotonic())
                for root in self._roots:
                    self._reasons.setdefault(root, "wait")
                    self._hints.add(root, EVERYTHING)
            counts = [
                self._scan(watch, scope, self._reasons.get(path, "watch"))
                for path, scopes in self._hints.take().items()
                if (watch := self._roots.get(path)) is not None
                for scope in scopes
            ]
            if waiting:
                counts += self._scan_unwatched()
            self._reasons.clear()
            unreadable = sum(count for count in counts if count is not None) if None not in counts else None
        finally:
            answer(waiting, unreadable)
        if not self._is_ready and not self._retries:
            self._say_ready()

    def _scan_unwatched(self) -> list[int | None]:
        """Who waits wants all of the library up to date, also the roots that we were not told to watch."""
        return [
            self._scan(RootWatch(root, self._database, self._options, lambda _: None, self._say), EVERYTHING, "wait")
            for root in all_roots(self._writer)
            if root.raw_path not in self._roots
        ]

    def _scan(self, watch: RootWatch, scope: bytes, reason: str) -> int | None:
        """Scan one scope; give how much of it could not be read, None where it has to be tried again."""
        root = root_by_id(self._writer, watch.root.id)
        if root is None:
            return 0  # removed meanwhile
        started = time.monotonic()
        try:
            outcome = self._index_what_is_there(watch, root, scope, reason)
        except RootError as error:
            watch.unavailable(error)
            return 1
        except DatabaseDamaged:
            raise
        except (DatabaseError, OSError) as error:  # busy, its disk full, no descriptor left
            self._retry_at = time.monotonic() + BUSY_RETRY * min(2**self._retries, 30)
            self._retries += 1
            self._hints.add(root.raw_path, scope)
            self._say(Line("error", f"{error}; tried again in a while", (("root", root.path),)))
            return None
        self._retries = 0
        if outcome.wrote:
            self._fold_at = time.monotonic() + self._options.idle
        if scope == EVERYTHING:
            watch.scanned(time.monotonic(), time.monotonic() - started)
        if outcome.wrote:
            self._say(commit_line(outcome, scope, reason))
            for path, name in other_names(self._writer, root, scope):
                self._hints.add(path, name)
        return outcome.unreadable

    def _index_what_is_there(self, watch: RootWatch, root: Root, scope: bytes, reason: str) -> Outcome:
        """Index; where the root was deleted and made anew, take the new one."""
        try:
            return self._index(root, scope, reason)
        except RootUnavailable as error:
            if error.reason != "replaced" or not may_accept(root):
                raise
        self._say(Line("root-back", f"root {root.path} was made anew; it is scanned", (("root", root.path),)))
        outcome = self._index(root, EVERYTHING, reason, accept=True)
        watch.root = root_by_id(self._writer, root.id) or root
        return outcome

    def _index(self, root: Root, scope: bytes, reason: str, *, accept: bool = False) -> Outcome:
        options = self._index_options
        if accept:
            options = dataclasses.replace(options, accept_replaced=True)
        with self._signals.interrupting():
            return index(self._writer, root, options, scope=scope, reason=reason, progress=self._progress)

    def _fold(self) -> None:
        """One piece of what makes searching faster; more of it in the next turns, unless something is to be scanned."""
        try:
            with self._signals.interrupting():
                self._fold_at = time.monotonic() if fold(self._writer) else None
        except DatabaseDamaged:
            raise
        except (DatabaseBusy, DatabaseError):  # it is told, and tried again, when there is something to write
            self._fold_at = None

    def _progress(self, _files: int, _resources: int) -> None:
        self._notifier.alive()


@contextlib.contextmanager
def _quiet_threads(errors: collections.deque[str]) -> Iterator[None]:
    """Keep what ends a thread for a line of our own, instead of a traceback on standard error."""

    def note(arguments: threading.ExceptHookArgs) -> None:
        errors.append(f"{arguments.exc_type.__name__}: {arguments.exc_value}")

    before, threading.excepthook = threading.excepthook, note
    try:
        yield
    finally:
        threading.excepthook = before
