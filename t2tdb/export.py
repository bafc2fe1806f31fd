"""The library as a catalog that other programs and other libraries read, written entry by entry.

Three forms: ``catalog`` is the portable catalog, ``ai-catalog`` that of Agentic Resource Discovery, ``jsonl`` one JSON
object a line with all that a report tells. The first two are valid by their schemas.

**Round trip.** An entry carries the word statistics of its resource (``ranking.recorded``), so a library that indexes
the export ranks it as this one does: equal scores, equal order. Three things cannot be equal: ids are those of catalog
entries, so two resources of one score and one name may change places; the kind becomes a tag; and the statistics are
those of one ranking profile, under another the entry ranks by its name, tags and description alone.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, TypeAlias

from t2tdb.catalog import ard, portable
from t2tdb.catalog.urn import PLACEHOLDER
from t2tdb.ranking.profile import Analysis
from t2tdb.ranking.recorded import record as recorded
from t2tdb.report.neutralise import json_document
from t2tdb.store.records import Counted, Order, records
from t2tdb.store.settings import profile_of
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from t2tdb.catalog.record import Record
    from t2tdb.store.connection import Reader

Form: TypeAlias = Literal["catalog", "ai-catalog", "jsonl"]

MAX_ENTRIES = 5_000
MAX_BYTES = 1 << 20
"""What an index reads of one catalog, in entries and in bytes."""


@value
class ExportOptions:
    """What to write."""

    form: Form = "catalog"
    kinds: tuple[str, ...] = ()
    roots: tuple[int, ...] = ()
    name: str = "t2tdb library"  # of the catalog
    publisher: str = PLACEHOLDER
    files: str = ""  # address of the published library; paths are relative to it
    statistics: bool = True  # carry word statistics


def export(reader: Reader, options: ExportOptions) -> Generator[str, None, None]:
    """One document, in pieces; nothing is held but one entry. Close it before the reader."""
    yield from _document(_entries(reader, options), options)


def export_parts(reader: Reader, options: ExportOptions) -> Iterator[list[str]]:
    """Documents that an index reads whole: each of at most ``MAX_ENTRIES`` entries and ``MAX_BYTES`` bytes.

    An entry larger than that makes a document of its own.
    """
    frame = len("".join(_document((), options)).encode())
    part: list[str] = []
    size = frame
    for entry in _entries(reader, options):
        weight = len(entry.encode()) + 6
        if part and (size + weight > MAX_BYTES or len(part) == MAX_ENTRIES):
            yield list(_document(part, options))
            part, size = [], frame
        part.append(entry)
        size += weight
    yield list(_document(part, options))


def _entries(reader: Reader, options: ExportOptions) -> Iterator[str]:
    profile = profile_of(reader)
    counted = Counted(reader)
    with reader.snapshot():
        for record in records(reader, Order("id"), kinds=options.kinds, roots=options.roots):
            ranking = ""
            if options.statistics and options.form != "jsonl":
                ranking = recorded(profile, Analysis(*counted.counts(record.document)))
            yield _json(_entry(record, options, ranking))


def _entry(record: Record, options: ExportOptions, ranking: str) -> ard.Entry:
    if options.form == "catalog":
        return portable.entry(record, ranking=ranking)
    if options.form == "ai-catalog":
        return ard.entry(record, options.publisher, files=options.files, ranking=ranking)
    return _line(record, options)


def _line(record: Record, options: ExportOptions) -> ard.Entry:
    entry = ard.entry(record, options.publisher, files=options.files)
    plain: ard.Entry = {
        "id": record.id,
        "name": entry["displayName"],
        "kind": record.kind,
        "description": entry.get("description", ""),
        "tags": entry.get("tags", []),
        "path": record.path,
        "entry": record.entry,
        "identifier": entry["identifier"],
        "type": entry["type"],
        "format": record.format,
        "changedAt": record.changed_at,
    }
    for name in ("version", "host", "scope", "origin"):
        if getattr(record, name):
            plain[name] = getattr(record, name)
    if "url" in entry:
        plain["url"] = entry["url"]
    return plain


def _document(entries: Iterable[str], options: ExportOptions) -> Iterator[str]:
    if options.form == "jsonl":
        for entry in entries:
            yield entry + "\n"
        return
    if options.form == "catalog":
        head, key = f'"catalogVersion": {portable.VERSION},\n  "name": {_json(options.name)}', "resources"
    else:
        host = _json({"displayName": options.name})
        head, key = f'"specVersion": {_json(ard.SPECIFICATION)},\n  "host": {host}', "entries"
    yield f'{{\n  {head},\n  "{key}": ['
    separator = "\n    "
    for entry in entries:
        yield separator + entry
        separator = ",\n    "
    yield "\n  ]\n}\n"


def _json(node: object) -> str:
    return json_document(json.dumps(node, ensure_ascii=False, separators=(", ", ": ")))
