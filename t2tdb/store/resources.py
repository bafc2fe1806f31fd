"""Rows of resources and their tags: what a file gives now, against what it gave before."""

from __future__ import annotations

import hashlib
import json

from t2tdb.store.documents import Addition, Removal
from t2tdb.store.statistics import integer
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from t2tdb.model import Draft
    from t2tdb.ranking.profile import Analysis
    from t2tdb.store.connection import Cell, Row, Writer

COLUMNS = (
    "id",
    "name",
    "kind",
    "description",
    "path",
    "line",
    "tags",
    "headings",
    "details",
    "format",
    "host",
    "scope",
    "version",
    "origin",
    "name_source",
    "description_source",
    "content_hash",
)
"""What a draft decides of a row."""

_CONTENT_HASH = COLUMNS.index("content_hash")
_OF_FILE = f"SELECT key, entry, document, {', '.join(COLUMNS)} FROM resources WHERE file_id = ?"
_INSERT = (
    f"INSERT INTO resources ({', '.join(COLUMNS)}, entry, root_id, file_id, document, first_seen_at, changed_at)"
    f" VALUES ({', '.join('?' * (len(COLUMNS) + 6))})"
)
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # dumps makes one for each call


@value
class Prepared:
    """A draft with what was computed of it outside the transaction."""

    draft: Draft
    content_hash: str
    analysis: Analysis | None = None  # None where the stored row has the same content hash


@value
class Change:
    """One resource that was added, changed or removed."""

    action: str
    resource_id: str
    name: str
    kind: str
    path: str
    entry: str
    fields: tuple[str, ...]
    hash_before: str | None
    hash_after: str | None


@value
class Difference:
    """What applying a file did: changes for the history, documents for the index."""

    changes: tuple[Change, ...]
    removals: tuple[Removal, ...]
    additions: tuple[Addition, ...]
    keys: dict[str, int]  # row of each resource id in the file


def content_hash(draft: Draft) -> str:
    """SHA-256 over everything of the draft that ranking may read; equal texts of equal kinds have equal hashes."""
    text = draft.text
    digest = hashlib.sha256()
    for part in (draft.name, draft.description, text.name, text.description, text.body):
        _feed(digest.update, part)
    for parts in (text.tags, text.content_tags, text.headings, text.extras, text.parameters):
        digest.update(b"\x02%d" % len(parts))
        for part in parts:
            _feed(digest.update, part)
    if text.recorded:
        digest.update(b"\x03")
        _feed(digest.update, text.recorded)
    return digest.hexdigest()


def _feed(update: Callable[[bytes], None], part: str) -> None:
    data = part.encode("utf-8", "surrogatepass")
    update(b"\x01%d:" % len(data))
    update(data)


def stored_hashes(writer: Writer, root_id: int, raw_path: bytes) -> dict[str, str]:
    """The content hash of each entry of a file; empty for a file that is not known."""
    rows = writer.rows(
        "SELECT resources.entry, resources.content_hash FROM files JOIN resources ON resources.file_id = files.id"
        " WHERE files.root_id = ? AND files.raw_path = ?",
        (root_id, raw_path),
    )
    return {str(entry): str(digest) for entry, digest in rows}


class Shelf:
    """Applies what files give, for one writer. Every method runs inside a transaction.

    ``analyse`` is called for a draft whose analysis is missing though its text is new (another process was faster).
    """

    def __init__(self, writer: Writer, root_id: int, analyse: Callable[[Draft], Analysis]) -> None:
        self._writer = writer
        self._root_id = root_id
        self._analyse = analyse
        self.next_document = 0  # set by the caller at the start of each transaction

    def apply(
        self, file_id: int, path: str, prepared: Sequence[Prepared], now: str, *, known: bool = True
    ) -> Difference:
        """Make the resources of a file these; ``known`` is False for a file that was not there before."""
        stored = self._stored(file_id) if known else {}
        changes: list[Change] = []
        removals: list[Removal] = []
        additions: list[Addition] = []
        keys: dict[str, int] = {}
        wanted = {each.draft.entry for each in prepared}
        for entry, row in stored.items():
            if entry not in wanted:
                self._delete(path, row, changes, removals)
        for each in prepared:
            previous = stored.get(each.draft.entry)
            if previous is None:
                key = self._insert(file_id, path, each, now, additions)
                changes.append(_change("added", each.draft, path, (), None, each.content_hash))
            else:
                key = integer(previous[0])
                self._update(path, previous, each, now, changes, removals, additions)
            keys.setdefault(each.draft.id, key)
        return Difference(tuple(changes), tuple(removals), tuple(additions), keys)

    def _stored(self, file_id: int) -> dict[str, Row]:
        rows = self._writer.rows(_OF_FILE, (file_id,))
        return {str(row[1]): row for row in rows}

    def _insert(self, file_id: int, path: str, each: Prepared, now: str, additions: list[Addition]) -> int:
        fields = _fields(each, path)
        document = self._new_document()
        key = self._writer.insert(
            _INSERT,
            (*fields, each.draft.entry, self._root_id, file_id, document, now, now),
        )
        self._insert_tags(key, each.draft.tags)
        additions.append(self._addition(document, key, each))
        return key

    def _update(
        self,
        path: str,
        previous: Row,
        each: Prepared,
        now: str,
        changes: list[Change],
        removals: list[Removal],
        additions: list[Addition],
    ) -> None:
        key, _, document, *before = previous
        after = _fields(each, path)
        differing = [name for name, old, new in zip(COLUMNS, before, after, strict=True) if old != new]
        if not differing:
            return
        assert isinstance(key, int)
        assert isinstance(document, int)
        if "content_hash" in differing:
            removals.append(_removal(document, before))
            document = self._new_document()
            additions.append(self._addition(document, key, each))
        meaningful = ["content" if name == "content_hash" else name for name in differing if name != "line"]
        self._writer.run(
            f"UPDATE resources SET {', '.join(f'{name} = ?' for name in differing)}, document = ?"
            + (", changed_at = ?" if meaningful else "")
            + " WHERE key = ?",
            (
                *(new for name, new in zip(COLUMNS, after, strict=True) if name in differing),
                document,
                *((now,) if meaningful else ()),
                key,
            ),
        )
        if "tags" in differing:
            self._writer.run("DELETE FROM tags WHERE resource_key = ?", (key,))
            self._insert_tags(key, each.draft.tags)
        if meaningful:
            hash_before = str(before[_CONTENT_HASH])
            changes.append(_change("changed", each.draft, path, tuple(meaningful), hash_before, each.content_hash))

    def _delete(self, path: str, row: Row, changes: list[Change], removals: list[Removal]) -> None:
        key, entry, document, *before = row
        assert isinstance(document, int)
        fields = dict(zip(COLUMNS, before, strict=True))
        removals.append(_removal(document, before))
        changes.append(
            Change(
                *("removed", str(fields["id"]), str(fields["name"]), str(fields["kind"]), path, str(entry)),
                *((), str(fields["content_hash"]), None),
            )
        )
        self._writer.run("DELETE FROM resources WHERE key = ?", (key,))

    def _insert_tags(self, key: int, tags: Sequence[str]) -> None:
        self._writer.run_many(
            "INSERT INTO tags (tag, resource_key) VALUES (?, ?)", [(tag, key) for tag in dict.fromkeys(tags)]
        )

    def _new_document(self) -> int:
        document = self.next_document
        self.next_document += 1
        return document

    def _addition(self, document: int, key: int, each: Prepared) -> Addition:
        analysis = each.analysis or self._analyse(each.draft)
        return Addition(document, key, self._root_id, each.draft.name, each.draft.description, analysis)


def _fields(each: Prepared, path: str) -> tuple[Cell, ...]:
    draft = each.draft
    return (
        draft.id,
        draft.name,
        draft.kind,
        draft.description,
        path,
        draft.line,
        _json(draft.tags),
        _json(draft.headings),
        _json(dict(draft.details)),
        draft.format,
        draft.host,
        draft.scope,
        draft.version,
        draft.origin,
        draft.name_source,
        draft.description_source,
        each.content_hash,
    )


def _removal(document: int, before: Sequence[Cell]) -> Removal:
    return Removal(document, str(before[1]), str(before[3]))


def _change(
    action: str, draft: Draft, path: str, fields: tuple[str, ...], before: str | None, after: str | None
) -> Change:
    return Change(action, draft.id, draft.name, draft.kind, path, draft.entry, fields, before, after)
