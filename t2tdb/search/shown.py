"""From documents to the resources that reports show, in their final order."""

from __future__ import annotations

from t2tdb.model import Resource
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from t2tdb.store.connection import Reader

_COLUMNS = (
    "r.key, r.id, r.name, r.kind, r.description, r.path, o.path, r.entry,"
    " r.format, r.host, r.scope, r.version, r.origin"
)


def in_order(reader: Reader, scores: Mapping[int, float], limit: int) -> list[int]:
    """The first ``limit`` documents: by falling score, then name, then id by code point; then by place.

    Only names of documents that share a score with another one are read.
    """
    by_score: dict[float, list[int]] = {}
    for document, score in scores.items():
        by_score.setdefault(score, []).append(document)
    ordered: list[int] = []
    for score in sorted(by_score, reverse=True):
        tied = by_score[score]
        ordered += tied if len(tied) == 1 else by_name(reader, tied)
        if len(ordered) >= limit:
            break
    return ordered[:limit]


def by_name(reader: Reader, documents: Iterable[int]) -> list[int]:
    """Documents in the order of ties: name, id, root, path, entry."""
    return [document for _, document in sorted((_place(reader, document), document) for document in documents)]


def by_id(reader: Reader, documents: Iterable[int]) -> list[int]:
    """Documents in the order of a composition's ties: id, then as ``by_name``."""
    keyed = ((_place(reader, document), document) for document in documents)
    return [document for _, document in sorted(((place[1:2] + place), document) for place, document in keyed)]


def key_of(reader: Reader, document: int) -> int:
    """The key of a document's resource."""
    return reader.number("SELECT key FROM resources WHERE document = ?", (document,))


def id_of(reader: Reader, document: int) -> str:
    """The id of a document's resource."""
    return str(reader.value("SELECT id FROM resources WHERE document = ?", (document,)))


def _place(reader: Reader, document: int) -> tuple[str, ...]:
    found = reader.row(
        "SELECT r.name, r.id, o.path, r.path, r.entry FROM resources r JOIN roots o ON o.id = r.root_id"
        " WHERE r.document = ?",
        (document,),
    )
    return tuple(map(str, found or ()))


def resource(reader: Reader, document: int) -> tuple[int, Resource]:
    """Key and resource of a document."""
    found = reader.row(
        f"SELECT {_COLUMNS} FROM resources r JOIN roots o ON o.id = r.root_id WHERE r.document = ?", (document,)
    )
    if found is None:
        raise LookupError(f"document {document} has no resource")
    key, *texts = found
    assert isinstance(key, int)
    identifier, name, kind, description, path, root, entry, form, host, scope, version, origin = map(str, texts)
    # SQLite reads the JSON: importing ``json`` costs 3 ms of a start
    tags = reader.rows("SELECT e.value FROM resources r, json_each(r.tags) e WHERE r.key = ?", (key,))
    details = reader.rows("SELECT e.key, e.value FROM resources r, json_each(r.details) e WHERE r.key = ?", (key,))
    return key, Resource(
        id=identifier,
        name=name,
        kind=kind,
        description=description,
        tags=tuple(str(tag) for (tag,) in tags),
        path=path,
        root=root,
        entry=entry,
        details=tuple((str(label), str(text)) for label, text in details),
        format=form,
        host=host,
        scope=scope,
        version=version,
        origin=origin,
    )
