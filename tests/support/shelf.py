"""A small library that tests fill by hand, and the same library for the exhaustive oracle."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from t2tdb.model import SearchText
from t2tdb.ranking.oracle import Document, Oracle
from t2tdb.ranking.profile import Analysis, Profile, get_profile
from t2tdb.store.connection import Writer
from t2tdb.store.documents import Addition, Documents, Removal


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
