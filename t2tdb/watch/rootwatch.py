"""One root under watch: its event source, and what is done when that or the root itself fails."""

from __future__ import annotations

import errno
import os

from t2tdb.discover import RootIdentity, RootUnavailable, identify, is_same_root
from t2tdb.errors import RootError
from t2tdb.value import TYPE_CHECKING
from t2tdb.watch.events import EventSource
from t2tdb.watch.hints import EVERYTHING
from t2tdb.watch.lines import Line
from t2tdb.watch.options import BACK_OFF, POLL_SHARE

if TYPE_CHECKING:
    from collections.abc import Callable

    from t2tdb.store.roots import Root
    from t2tdb.watch.options import WatchOptions

    MakeSource = Callable[[bytes, Callable[[bytes], None], bytes, Callable[[], None]], EventSource]


class RootWatch:
    """The watch over one root. Everything here is called from the watcher's thread; hints come from others."""

    def __init__(
        self,
        root: Root,
        database: str,
        options: WatchOptions,
        hint: Callable[[bytes], None],
        say: Callable[[Line], None],
        make_source: MakeSource = EventSource,
    ) -> None:
        self.root = root
        self._database = os.fsencode(database)
        self._options = options
        self._hint = hint
        self._say = say
        self._make_source = make_source
        self._source: EventSource | None = None
        self._heard: RootIdentity | None = None  # the directory that the source listens to
        self._found: RootIdentity | None = None  # the one that lies at the path now
        self._failures = 0  # in a row
        self._retry_at = 0.0
        self._overflows = 0
        self.lost = ""  # why the root cannot be scanned now, "" where it can
        self.trouble = ""  # why events cannot be trusted now, "" where they can
        self._poll_at = 0.0

    @property
    def path(self) -> str:
        """The root as text."""
        return self.root.path

    @property
    def is_polled(self) -> bool:
        """Whether the root, or a part of it, is looked at from time to time because events do not tell."""
        return self._options.poll or bool(self.trouble)

    @property
    def watches(self) -> int:
        """Directories that the system watches for us."""
        if self._source is None:
            return 0
        return self._source.kernel_watches() or self._source.ledger.count()

    def start(self, now: float) -> None:
        """Begin to listen; where that fails, poll and try again later."""
        if self._options.poll or self.lost:
            return
        source = self._make_source(self.root.raw_path, self._hint, self._database, self._overflowed)
        try:
            self._heard = identify(self.root.raw_path)
            source.start()
        except Exception as error:  # whatever the library raises: it may end events, never the watcher
            self._failed(now, _reason(error))
            return
        self._source = source
        self._retry_at = 0.0
        self._check_watches()

    def stop(self) -> None:
        """Stop listening."""
        source, self._source = self._source, None
        if source is not None:
            source.stop()

    def supervise(self, now: float) -> None:
        """Look whether the root is there and the threads live; repair what is not."""
        was_lost = self.lost
        self._look_at_root()
        if self.lost:
            if not was_lost:
                self.stop()
                self._say(Line("root-lost", self.lost, (("root", self.path),)))
            return
        if was_lost:
            self._say(Line("root-back", f"root {self.path} is back", (("root", self.path),)))
            self._restart(now)
        elif self._options.poll:
            pass
        elif self._source is None:
            if now >= self._retry_at:
                self._restart(now)
        elif not self._source.is_alive():
            self.stop()
            self._failed(now, "the thread that hears events ended")
        elif self._found != self._heard:
            self._restart(now)  # ours was moved away, and its watches with it
        else:
            if self._failures and now >= self._retry_at + BACK_OFF[-1]:
                self._failures = 0
            self._check_watches()
        if self.is_polled and now >= self._poll_at:
            self._poll_at = float("inf")  # until the scan is done
            self._hint(EVERYTHING)

    def scanned(self, now: float, seconds: float) -> None:
        """A whole scan took so long: the next look may wait."""
        self._poll_at = now + max(self._options.poll_seconds, seconds / POLL_SHARE)

    def unavailable(self, error: RootError) -> None:
        """A scan could not look at the root."""
        if not self.lost:
            self.lost = str(error)
            self.stop()
            self._say(Line("root-lost", self.lost, (("root", self.path),)))

    def renew(self, now: float) -> None:
        """Set all watches anew where some were refused: the limit may have been raised."""
        if self.trouble and self._source is not None:
            self._restart(now)

    def _look_at_root(self) -> None:
        try:
            self._found = found = identify(self.root.raw_path)
            names = 1 if found.device == self.root.device else len(os.listdir(self.root.raw_path))
            os.scandir(self.root.raw_path).close()
            os.lstat(os.path.join(self.root.raw_path, b"."))  # needs the right that the scan needs
            same = is_same_root(RootIdentity(self.root.device, self.root.inode), found, names)
        except RootUnavailable as error:
            self.lost = str(error)
            return
        except OSError as error:
            self.lost = f"root {self.path} cannot be read ({error.strerror}); what is known of it is kept"
            return
        self.lost = (
            ""
            if same or may_accept(self.root)
            else f"another directory is at {self.path} now; what is known of the root is kept until "
            f"the old one is back; to take the new one: t2tdb roots remove {self.path}, then t2tdb index {self.path}"
        )

    def _restart(self, now: float) -> None:
        self.stop()
        self.start(now)
        self._hint(EVERYTHING)  # watch, then scan

    def _failed(self, now: float, reason: str) -> None:
        wait = BACK_OFF[min(self._failures, len(BACK_OFF) - 1)]
        self._failures += 1
        self._retry_at = now + wait
        self._hint(EVERYTHING)
        self._set_trouble(f"events of {self.path} are not heard ({reason}); it is polled, next try in {wait:.0f} s")

    def _check_watches(self) -> None:
        if self._source is None:
            return
        missing = self._source.unwatched()
        if missing:
            self._set_trouble(
                f"{missing} directories of {self.path} are not watched: the limit of the system "
                "(fs.inotify.max_user_watches) is reached; they are polled"
            )
        else:
            self._set_trouble("")

    def _set_trouble(self, trouble: str) -> None:
        if trouble == self.trouble:
            return
        before, self.trouble = self.trouble, trouble
        if trouble:
            self._say(Line("degraded", trouble, (("root", self.path),)))
        elif before:
            self._say(Line("recovered", f"all of {self.path} is watched", (("root", self.path),)))
        if trouble and not before:
            self._poll_at = 0.0

    def _overflowed(self) -> None:
        """Called from another thread: only count; `Hints` has the rest."""
        self._overflows += 1

    def take_overflows(self) -> int:
        """How often events were lost since the last call."""
        count, self._overflows = self._overflows, 0
        return count


def may_accept(root: Root) -> bool:
    """Whether the other directory at a root's path may be taken for it without being asked: it was deleted and made
    anew on the same disk and has something in it. An empty one, or another disk, may be a mount that is missing."""
    try:
        return os.stat(root.raw_path).st_dev == root.device and bool(os.listdir(root.raw_path))
    except OSError:
        return False


def _reason(error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code == errno.ENOSPC:
        return "the limit fs.inotify.max_user_watches is reached"
    if code == errno.EMFILE:
        return "the limit fs.inotify.max_user_instances is reached"
    return getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
