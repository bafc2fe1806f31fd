"""Opens the library for a command that reads: indexes first what the user named and no root covers."""

from __future__ import annotations

from t2tdb.cli.voice import complain, say
from t2tdb.errors import NoDatabase
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from t2tdb.api import Library
    from t2tdb.settings import Settings


FRESH_SECONDS = 60.0
"""How long a watcher's answer is waited for, with ``--fresh`` and by ``wait``, before we scan ourselves."""


class library_for:  # noqa: N801 - used as a function; contextlib would cost find a millisecond
    """A context that gives the library, read-only, and whether a source could not be read meanwhile.

    Raises ``NoDatabase``, naming the command to run, where there is no database and no directory is named.
    """

    def __init__(self, settings: Settings, directories: Sequence[str], *, refresh: bool, fresh: bool = False) -> None:
        self._settings = settings
        self._directories = tuple(directories)
        self._refresh = refresh
        self._fresh = fresh
        self._library: Library | None = None

    def __enter__(self) -> tuple[Library, bool]:
        from t2tdb.api import open as open_library

        unreadable = False
        if self._fresh and not self._refresh:
            from t2tdb.watch.server import ask

            answered = ask(self._settings.database, FRESH_SECONDS)
            self._refresh = answered is None  # nobody watches: then we look ourselves
            unreadable = bool(answered)
        if self._directories or self._refresh:
            unreadable |= self._bring_up_to_date()
        self._library = open_library(self._settings.database, readonly=True)
        return self._library, unreadable

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        if self._library is not None:
            self._library.close()

    def _bring_up_to_date(self) -> bool:
        """Index the directories that no root covers, and all that were asked for with ``--refresh``."""
        from t2tdb.api import open as open_library
        from t2tdb.api import require_directories

        require_directories(self._directories)
        wanted = self._directories
        if not self._refresh:
            try:
                with open_library(self._settings.database, readonly=True) as library:
                    wanted = tuple(each for each in self._directories if not library.covers(each))
            except NoDatabase:
                pass
            if not wanted:
                return False
        from t2tdb.cli.progress import progress_bar

        create = bool(self._directories)  # --refresh alone has nothing to put into a new database
        with open_library(self._settings.database, create=create, ranking=self._settings.ranking) as library:
            if not self._refresh:
                say(self._settings, f"indexing {', '.join(wanted)} first")
            with progress_bar(self._settings) as progress:
                inventory = library.index(*wanted, progress=progress)
        for sentence in inventory.unavailable:
            complain(sentence)
        return inventory.unreadable > 0
