"""From documents to the resources that reports show, in their final order."""

from __future__ import annotations

from t2tdb.model import Resource
from t2tdb.store.statistics import integer, marks
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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


def _place(reader: Reader, document: int) -> tuple[str, ...]:
    found = reader.row(
        "SELECT r.name, r.id, o.path, r.path, r.entry FROM resources r JOIN roots o ON o.id = r.root_id"
        " WHERE r.document = ?",
        (document,),
    )
    return tuple(map(str, found or ()))


def resources(reader: Reader, documents: Sequence[int]) -> list[tuple[int, Resource]]:
    """Key and resource of each document, in the given order."""
    if not documents:
        return []  # ``IN ()`` would read every row to find none
    listed = marks(documents)
    tags = _grouped(
        reader,
        f"SELECT r.document, e.value FROM resources r, json_each(r.tags) e WHERE r.document IN ({listed})",
        documents,
    )
    details = _grouped(
        reader,
        f"SELECT r.document, e.key, e.value FROM resources r, json_each(r.details) e WHERE r.document IN ({listed})",
        documents,
    )
    beside = _grouped(
        reader,
        "SELECT r.document, e.key, e.value FROM resources r JOIN sidecars s ON s.root_id = r.root_id"
        " AND s.directory = rtrim(substr(r.path, 1, length(r.path) - 8), '/'), json_each(s.details) e"
        f" WHERE r.document IN ({listed}) AND lower(substr(r.path, -8)) = 'skill.md' ORDER BY s.file_id DESC",
        documents,
    )
    found: dict[int, tuple[int, Resource]] = {}
    for document, key, *texts in reader.rows(
        f"SELECT r.document, {_COLUMNS} FROM resources r JOIN roots o ON o.id = r.root_id"
        f" WHERE r.document IN ({listed})",
        documents,
    ):
        identifier, name, kind, description, path, root, entry, form, host, scope, version, origin = map(str, texts)
        found[integer(document)] = (
            integer(key),
            Resource(
                id=identifier,
                name=name,
                kind=kind,
                description=description,
                tags=tuple(tag for (tag,) in tags.get(integer(document), ())),
                path=path,
                root=root,
                entry=entry,
                details=_merged(beside.get(integer(document), ()), details.get(integer(document), ())),
                format=form,
                host=host,
                scope=scope,
                version=version,
                origin=origin,
            ),
        )
    return [found[document] for document in documents]


def _merged(beside: Iterable[tuple[str, ...]], own: Iterable[tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    """What the files beside a skill say of it, and what it says itself, which counts."""
    details: dict[str, str] = {}
    for label, text in (*beside, *own):
        details[label] = text
    return tuple(details.items())


def _grouped(reader: Reader, sql: str, documents: Sequence[int]) -> dict[int, list[tuple[str, ...]]]:
    """Rows by their first cell. SQLite reads the JSON: importing ``json`` costs 3 ms of a start."""
    grouped: dict[int, list[tuple[str, ...]]] = {}
    for document, *cells in reader.rows(sql, documents):
        grouped.setdefault(integer(document), []).append(tuple(map(str, cells)))
    return grouped
