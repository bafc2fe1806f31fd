"""A small library that tests fill by hand, and the same library for the exhaustive oracle."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from t2tdb.model import SearchText
from t2tdb.ranking.profile import Analysis, Profile, get_profile
from t2tdb.search import Filters, find
from t2tdb.store.connection import Writer
from t2tdb.store.documents import Addition, Documents, Removal
from tests.support.oracle import Document, Oracle


@dataclass
class Item:
    """What a test puts on the shelf."""

    root: int
    path: str
    name: str
    description: str = ""
    body: str = ""
    kind: str = "skill"
    tags: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.path.lower()}"

    @property
    def text(self) -> str:
        """Equal for items that read alike; stands in for a content hash."""
        return repr((self.name, self.description, self.body, self.kind, sorted(self.tags)))

    @property
    def place(self) -> tuple[int, str]:
        return self.root, self.path


@dataclass
class Shelf:
    """Writes items into a database as ingest would."""

    writer: Writer
    ranking: str = "seed"
    items: dict[tuple[int, str], Item] = field(default_factory=dict)
    _documents: dict[tuple[int, str], int] = field(default_factory=dict)
    _analyses: dict[tuple[int, str], Analysis] = field(default_factory=dict)
    _next: int = 1

    def __post_init__(self) -> None:
        self.profile: Profile = get_profile(self.ranking)
        with self.writer.transaction():
            self.writer.run(
                "INSERT INTO settings (key, value) VALUES ('ranking_profile', ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (self.ranking,),
            )
        self._index = Documents(self.writer, self.profile)

    def put(self, *items: Item) -> None:
        """Add items, or change what stands at their places."""
        with self.writer.transaction():
            self._index.begin()
            removals = [self._take(item.place) for item in items if item.place in self.items]
            self._index.apply(removals, [self._add(item) for item in items])

    def drop(self, *places: tuple[int, str]) -> None:
        """Remove items."""
        with self.writer.transaction():
            self._index.begin()
            self._index.apply([self._take(place) for place in places], [])

    def oracle(self, roots: tuple[int, ...] = ()) -> Oracle:
        """The items of some roots, all where none are named, for the oracle; keys follow the order of ties."""
        chosen = sorted(
            (item for item in self.items.values() if not roots or item.root in roots), key=lambda i: i.place
        )
        return Oracle(
            self.profile,
            (
                Document(key, item.id, item.name, item.description, self._analyses[item.place])
                for key, item in enumerate(chosen)
            ),
        )

    def _add(self, item: Item) -> Addition:
        writer, document = self.writer, self._next
        self._next += 1
        root, raw = f"/shelf/{item.root:03}", item.path.encode()
        writer.run(
            "INSERT INTO roots (id, path, raw_path, device, inode, added_at) VALUES (?, ?, ?, 0, 0, '')"
            " ON CONFLICT DO NOTHING",
            (item.root, root, root.encode()),
        )
        file_id = writer.insert(
            "INSERT INTO files (root_id, path, raw_path, claim, status, extractor_version, first_seen_at, last_seen_at)"
            " VALUES (?, ?, ?, '', 'current', 1, '', '')",
            (item.root, item.path, raw),
        )
        key = writer.insert(
            "INSERT INTO resources (id, name, kind, description, path, entry, tags, headings, details, format, host,"
            " scope, version, origin, name_source, description_source, content_hash, root_id, file_id, document,"
            " first_seen_at, changed_at)"
            " VALUES (?, ?, ?, ?, ?, '', ?, '[]', '{}', '', '', '', '', '', '', '', ?, ?, ?, ?, '', '')",
            (
                *(item.id, item.name, item.kind, item.description, item.path, json.dumps(item.tags)),
                *(item.text, item.root, file_id, document),
            ),
        )
        writer.run_many("INSERT INTO tags (tag, resource_key) VALUES (?, ?)", [(tag, key) for tag in set(item.tags)])
        tags = tuple(sorted({item.kind, *item.tags}))
        analysis = self.profile.analyze(
            SearchText(item.name, item.description, tags, content_tags=item.tags, body=item.body)
        )
        self.items[item.place] = item
        self._documents[item.place] = document
        self._analyses[item.place] = analysis
        return Addition(document, key, item.root, item.name, item.description, analysis)

    def _take(self, place: tuple[int, str]) -> Removal:
        item = self.items.pop(place)
        document = self._documents.pop(place)
        self.writer.run("DELETE FROM files WHERE root_id = ? AND path = ?", place)
        self.writer.run("DELETE FROM resources WHERE document = ?", (document,))
        return Removal(document, item.name, item.description)


def _shown(shelf: Shelf, filters: Filters) -> set[str]:
    """Places that the filters admit, as the names that the shelf gives its roots and paths."""

    def admitted(item: Item) -> bool:
        named = {root for root, _ in filters.within}
        inside = any(
            root == item.root and (item.path.encode() == path or item.path.encode().startswith(path + b"/"))
            for root, path in filters.within
        )
        return (
            (not filters.kinds or item.kind in filters.kinds)
            and (not filters.tag or filters.tag in item.tags)
            and (item.root not in named or inside)
        )

    return {f"{item.root} {item.path}" for item in shelf.items.values() if admitted(item)}


def oracle_of(shelf: Shelf, filters: Filters) -> tuple[Oracle, Callable[[Document], bool]]:
    """The oracle of the searched roots, and what of them the filters show."""
    admitted = _shown(shelf, filters)
    chosen = sorted(
        (item for item in shelf.items.values() if not filters.roots or item.root in filters.roots),
        key=lambda item: item.place,
    )
    allowed = {key for key, item in enumerate(chosen) if f"{item.root} {item.path}" in admitted}
    return shelf.oracle(filters.roots), lambda document: document.key in allowed


def expected(shelf: Shelf, task: str, filters: Filters) -> list[tuple[float, str, str, tuple[str, ...]]]:
    """All hits as the oracle ranks them: score, name, id, matched words."""
    oracle, shown = oracle_of(shelf, filters)
    return [(hit.score, hit.name, hit.id, hit.matched) for hit in oracle.rank(task, shown)]


def ranked(writer: Writer, task: str, limit: int, filters: Filters) -> list[tuple[float, str, str, tuple[str, ...]]]:
    """The first hits as ``find`` ranks them."""
    hits = find(writer, task, limit=limit, filters=filters, all_copies=True).hits
    return [(hit.score, hit.resource.name, hit.resource.id, hit.matched_terms) for hit in hits]
