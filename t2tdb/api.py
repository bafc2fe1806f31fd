"""The typed library: what ``import t2tdb`` offers. The command line is a thin face on it.

>>> import t2tdb
>>> with t2tdb.open("library.db") as library:
...     inventory = library.index("examples")
...     found = library.find("review a pull request", limit=1)
>>> found.hits[0].resource.name
'Pull request reviewer'
"""

from __future__ import annotations

import os

from t2tdb.errors import DatabaseError, RootError, UsageError
from t2tdb.freshness import Location, is_watched, marked, state_of, with_states
from t2tdb.model import KINDS, Fingerprint, Freshness, QueryBoundary
from t2tdb.results import Composed, Found
from t2tdb.settings import several
from t2tdb.store.age import age_of
from t2tdb.store.connection import Writer, open_reader
from t2tdb.store.locations import located
from t2tdb.store.roots import all_roots
from t2tdb.store.schema import WATCH_LOCK
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from t2tdb.aliases import Group
    from t2tdb.model import Hit, RootInfo, Status
    from t2tdb.ranking.profile import Query, Wording
    from t2tdb.results import Health, Inventory
    from t2tdb.roots import Subtree
    from t2tdb.search import Filters
    from t2tdb.store.connection import Reader, Row
    from t2tdb.store.roots import Root

MOST_ROUNDS = 20
"""How often ``find`` asks again because files of hits are gone. Past that the index is a ruin."""


def open(
    path: str | os.PathLike[str] = "", *, readonly: bool = False, create: bool = True, ranking: str = ""
) -> Library:
    """Open the database at ``path`` ("" is the user's default database) and give its library.

    A writing library makes the database where there is none (``create``), with the ranking profile ``ranking``, and
    migrates an older one. A reading one writes nothing and waits for no writer. Raises ``DatabaseError`` and its kin.

    >>> with open("library.db") as library:
    ...     library.registered()
    ()
    """
    from t2tdb.settings import database_path

    place = database_path(os.fspath(path), os.environ)
    if readonly:
        return Library(open_reader(place))
    from t2tdb.store.migrate import open_writer
    from t2tdb.store.place import inspect_path

    if not create:
        inspect_path(place)
    return Library(open_writer(place, ranking=ranking))


def require_directories(directories: Sequence[str]) -> None:
    """Raise ``RootError`` unless each is a directory: to be asked before a database is made for them."""
    from t2tdb.roots import real_directory

    for directory in several(directories):
        real_directory(directory)


class Library:
    """One database of resources. Use it as a context, from one thread."""

    def __init__(self, connection: Reader) -> None:
        self._reader = connection

    @property
    def path(self) -> str:
        """Where the database is."""
        return self._reader.path

    @property
    def reader(self) -> Reader:
        """The connection, for the parts that read more than a report shows."""
        return self._reader

    @property
    def widens(self) -> bool:
        """Whether the ranking profile of the database reads aliases and corrects misspelled words."""
        from t2tdb.store.settings import profile_of

        return profile_of(self._reader).widens

    def close(self) -> None:
        """Give the database back. Twice is harmless."""
        self._reader.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def find(
        self,
        task: str,
        *,
        roots: Sequence[str] = (),
        limit: int = 10,
        kinds: Sequence[str] = (),
        tag: str = "",
        explain: bool = False,
        exact_words: bool = False,
        all_copies: bool = False,
        aliases: Sequence[Group] = (),
    ) -> Found:
        """The resources that fit ``task`` best, as scoring every resource would rank them.

        ``roots`` names indexed directories to search, () all. ``kinds`` and ``tag`` filter what is shown and change no
        score. One text stands for a list of one. Under the ranking profile ``tuned``, ``exact_words`` switches the
        correction of misspelled words off and ``all_copies`` shows every one of several resources with the same text;
        ``aliases`` are groups of phrases that mean the same, each with a weight, beside those that the roots bring
        along. Of the hits, those whose file is gone are left out and the next take their places; those whose file
        changed since it was indexed, or cannot be reached now, are marked stale. Raises ``UsageError`` for a task
        without a word to search for.

        >>> with open("library.db") as library:
        ...     _ = library.index("examples")
        ...     found = library.find("postgres query is slow", kinds=["skill"], limit=1, explain=True)
        >>> hit = found.hits[0]
        >>> hit.resource.name, hit.matched_terms
        ('Slow SQL query tuner', ('postgres', 'query', 'slow'))
        >>> round(sum(line.score for line in hit.ledger), 6) == hit.score
        True
        """
        from t2tdb.search import find

        kinds = several(kinds)
        subtrees = self._subtrees(roots)
        wording = self._wording(subtrees, aliases, exact_words=exact_words)
        hits: list[Hit] = []
        files: list[bytes] = []
        gone: set[int] = set()
        for _ in range(MOST_ROUNDS):
            filters = _filters(subtrees, kinds, tag, gone)
            answer = find(
                self._reader,
                task,
                limit=limit,
                filters=filters,
                explain=explain,
                wording=wording,
                all_copies=all_copies,
            )
            locations = self._locations(answer.keys)
            states = {key: state_of(location) for key, location in locations.items()}
            kept = [(hit, key) for hit, key in zip(answer.hits, answer.keys, strict=True) if states.get(key) != "gone"]
            hits = [marked(hit, states.get(key)) for hit, key in kept]
            files = [locations[key].absolute() for _, key in kept]
            if len(kept) == len(answer.hits):
                break
            gone |= {key for key, state in states.items() if state == "gone"}
        searched = self._searched(subtrees)
        return Found(
            roots=tuple(root.path for root in searched),
            task=task,
            hits=tuple(hits),
            files=tuple(files),
            scanned_resources=answer.resources,
            files_visited=sum(root.files_visited for root in searched),
            boundary=_boundary(answer.query),
            freshness=self._freshness(searched),
            corrected=answer.query.corrected,
            fits=answer.fits,
        )

    def compose(
        self,
        task: str,
        *,
        roots: Sequence[str] = (),
        limit: int = 5,
        kinds: Sequence[str] = (),
        tag: str = "",
        exact_words: bool = False,
        all_copies: bool = False,
        aliases: Sequence[Group] = (),
    ) -> Composed:
        """A small set of resources that covers ``task`` together; parameters as for ``find``.

        >>> with open("library.db") as library:
        ...     _ = library.index("examples")
        ...     composed = library.compose("review a pull request and write release notes")
        >>> [pick.resource.name for pick in composed.composition.picks][:2]
        ['Release notes editor', 'Pull request reviewer']
        """
        from t2tdb.search import compose

        kinds = several(kinds)
        subtrees = self._subtrees(roots)
        wording = self._wording(subtrees, aliases, exact_words=exact_words)
        gone: set[int] = set()
        for _ in range(MOST_ROUNDS):
            filters = _filters(subtrees, kinds, tag, gone)
            answer = compose(
                self._reader,
                task,
                limit=limit,
                filters=filters,
                wording=wording,
                all_copies=all_copies,
            )
            states = {key: state_of(location) for key, location in self._locations(answer.keys).items()}
            missing = {key for key, state in states.items() if state == "gone"}
            if not missing:
                break
            gone |= missing
        searched = self._searched(subtrees)
        return Composed(
            roots=tuple(root.path for root in searched),
            task=task,
            composition=with_states(answer.composition, [states.get(key) for key in answer.keys]),
            scanned_resources=answer.resources,
            files_visited=sum(root.files_visited for root in searched),
            freshness=self._freshness(searched),
            corrected=answer.query.corrected,
        )

    def index(
        self,
        *directories: str,
        limits: str = "",
        max_files: int | None = None,
        max_resources: int | None = None,
        max_bytes: int | None = None,
        include: Sequence[str] | None = None,
        exclude: Sequence[str] | None = None,
        prune: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Inventory:
        """Bring the database up to date with each directory, () every registered root; give the inventory.

        A directory that no root covers becomes a root. What did not change is not read again, and nothing is written
        where nothing changed. ``limits="seed"`` sets the seed's bounds and scans in full; the others set single bounds
        of one scan. ``include`` and ``exclude`` are patterns of ``.gitignore``, kept for later scans until replaced.
        ``progress`` is called with files visited and resources found. Raises ``RootError`` for a directory that is
        none; a registered root that cannot be reached now, or that another directory took the place of (unless
        ``prune``), is skipped, kept, and counted.

        >>> with open("library.db") as library:
        ...     inventory = library.index("examples")
        ...     names = [resource.name for resource in inventory.resources]
        >>> len(names) == sum(number for _, number in inventory.kinds), "github" in names
        (True, True)
        """
        from t2tdb.library import index, index_options

        options = index_options(limits, (max_files, max_resources, max_bytes), include, exclude, prune=prune)
        return index(self._writer(), directories, options, progress)

    def lint(self, *directories: str, most: int = 0) -> Health:
        """What is wrong in the library, from the database; () everywhere. ``most`` problems are detailed, 0 is all.

        >>> with open("library.db") as library:
        ...     _ = library.index("examples")
        ...     library.lint().errors
        0
        """
        from t2tdb.library import health

        return health(self._reader, self._subtrees(directories), most)

    def roots(self) -> tuple[RootInfo, ...]:
        """The registered roots and what they hold."""
        from t2tdb.library import root_infos

        return root_infos(self._reader)

    def status(self) -> Status:
        """The state of the database and of what keeps it fresh."""
        from t2tdb.library import status

        return status(self._reader, self._freshness(all_roots(self._reader)))

    def registered(self) -> tuple[str, ...]:
        """Paths of the registered roots, in the order in which they were registered."""
        return tuple(os.fsdecode(root.raw_path) for root in all_roots(self._reader))

    def root_ids(self, directories: Sequence[str]) -> tuple[int, ...]:
        """The numbers of the roots that cover ``directories``. Raises ``RootError`` where none does."""
        return tuple(dict.fromkeys(subtree.root.id for subtree in self._subtrees(directories)))

    def covers(self, directory: str) -> bool:
        """Whether ``directory`` is a registered root or lies in one. Raises ``RootError`` where it is no directory."""
        from t2tdb.roots import locate, real_directory

        return locate(self._reader, real_directory(directory)) is not None

    def add_root(self, directory: str) -> str:
        """Register a directory without reading it; give the path of the root that covers it."""
        from t2tdb.roots import real_directory, register

        return register(self._writer(), real_directory(directory)).root.path

    def remove_root(self, directory: str) -> str:
        """Forget a root and delete its rows; no file is touched. Gives its path; raises ``RootError`` for no root."""
        from t2tdb.roots import find_root, remove

        root = find_root(self._reader, directory)
        if root is None:
            raise RootError(f"{directory} is no registered root; t2tdb roots list shows them")
        remove(self._writer(), root)
        return root.path

    def _writer(self) -> Writer:
        if not isinstance(self._reader, Writer):
            raise DatabaseError(f"{self.path} was opened for reading only")
        return self._reader

    def _subtrees(self, directories: Sequence[str]) -> list[Subtree]:
        directories = several(directories)
        if not directories:
            return []
        from t2tdb.roots import locate, real_directory

        subtrees: list[Subtree] = []
        for directory in directories:
            subtree = locate(self._reader, real_directory(directory))
            if subtree is None:
                raise RootError(f"{directory} is not indexed; index it with: t2tdb index {directory}")
            subtrees.append(subtree)
        return subtrees

    def _wording(self, subtrees: Sequence[Subtree], aliases: Sequence[Group], *, exact_words: bool) -> Wording | None:
        if aliases:
            from t2tdb.aliases import require_groups

            require_groups(aliases)
        if not self.widens:
            return None
        from t2tdb.ranking.profile import Wording
        from t2tdb.store.aliases import stored_aliases

        roots = sorted({subtree.root.id for subtree in subtrees})
        return Wording(exact_words, (*stored_aliases(self._reader, roots), *aliases))

    def _searched(self, subtrees: Sequence[Subtree]) -> list[Root]:
        wanted = {subtree.root.id for subtree in subtrees}
        return [root for root in all_roots(self._reader) if not wanted or root.id in wanted]

    def _locations(self, keys: Sequence[int]) -> dict[int, Location]:
        return {key: _location(row) for key, row in located(self._reader, keys).items()} if keys else {}

    def _freshness(self, roots: Sequence[Root]) -> Freshness:
        age = age_of(self._reader, [root.path for root in roots])
        watching = is_watched(self.path + WATCH_LOCK, age.watcher_pid)
        return Freshness(age.seconds, watching, self._reader.number("SELECT max(id) FROM scans"))


def _filters(subtrees: Sequence[Subtree], kinds: Sequence[str], tag: str, gone: set[int]) -> Filters:
    from t2tdb.search import Filters

    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"there is no kind {kind}; the kinds are {', '.join(KINDS)}")

    whole = {subtree.root.id for subtree in subtrees if not subtree.scope}
    return Filters(
        roots=tuple(sorted({subtree.root.id for subtree in subtrees})),
        kinds=tuple(kinds),
        tag=tag,
        within=tuple((subtree.root.id, subtree.scope) for subtree in subtrees if subtree.root.id not in whole),
        without=frozenset(gone),
    )


def _location(row: Row) -> Location:
    root, path, root_device, root_inode, size, mtime_ns, ctime_ns, inode, device = row
    assert isinstance(root, bytes)
    assert isinstance(root_device, int)
    assert isinstance(root_inode, int)
    assert isinstance(path, bytes)
    if not (isinstance(size, int) and isinstance(mtime_ns, int) and isinstance(ctime_ns, int)):
        return Location(root, path, None, root_device, root_inode)
    assert isinstance(inode, int)
    assert isinstance(device, int)
    fingerprint = Fingerprint(size, mtime_ns, ctime_ns, inode, device)
    return Location(root, path, fingerprint, root_device, root_inode)


def _boundary(query: Query) -> QueryBoundary:
    from t2tdb.ranking.profile import MAX_QUERY_TERMS

    return QueryBoundary(MAX_QUERY_TERMS, query.total_terms, bool(query.ignored), query.ignored)
