"""AI catalogs of Agentic Resource Discovery: ``.well-known/ai-catalog.json``."""

from __future__ import annotations

from t2tdb.catalog.ard import RANKING_KEY
from t2tdb.catalog.brought import MEMBERS
from t2tdb.catalog.media import kind_of
from t2tdb.model import Draft
from t2tdb.parse.card import bounded, card, names_of, record, recorded_of, records
from t2tdb.parse.jsontext import clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.schemas import brought_along, note_faults
from t2tdb.parse.source import Source

MAX_NESTING = 8  # catalogs inside catalogs
_NAME = "ai-catalog.json"


def _wants(source: Source) -> bool:
    if source.file_name.lower() == _NAME:
        return True
    return '"entries"' in source.text and ("urn:" in source.text or '"specVersion"' in source.text)


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = source.file_name.lower()
    if name == _NAME or ("entries" in document and ("specVersion" in document or name == "ard.json")):
        note_faults(source, document, "ai-catalog.schema.json")
    return tuple(_entry(source, made, each) for each in bounded(source, "entries", _flattened(document, MAX_NESTING)))


def _flattened(document: Document, levels: int) -> list[Document]:
    """The named entries of a catalog, each followed by those of the catalog that it holds."""
    found: list[Document] = []
    for each in records(document.get("entries")):
        if _name(each).startswith("urn:"):
            found.append(each)
            if levels:
                found += _flattened(record(each.get("data")), levels - 1)
    return found


def _name(entry: Document) -> str:
    return clean_string(entry.get("identifier")) or clean_string(entry.get("id"))


def _entry(source: Source, made: Format, entry: Document) -> Draft:
    urn = _name(entry)
    media = clean_string(entry.get("type")) or clean_string(entry.get("mediaType"))
    name = clean_string(entry.get("displayName")) or clean_string(entry.get("name"))
    metadata = record(entry.get("metadata"))
    data = record(entry.get("data"))
    return card(
        source,
        made,
        kind_of(media),
        name or urn.rpartition(":")[2],
        clean_string(entry.get("description")) or clean_string(data.get("description")),
        entry=urn,
        tags=(*string_list(entry.get("tags")), *string_list(entry.get("capabilities"))),
        details=(
            *(("locator", clean_string(entry.get("url"))), ("urn", urn), ("mediaType", media)),
            *brought_along(entry, *MEMBERS),
        ),
        extras=string_list(entry.get("representativeQueries")),
        parameters=names_of(data.get("tools"), "name"),
        version=clean_string(entry.get("version")) or clean_string(metadata.get("version")),
        name_source="displayName" if name else "urn",
        recorded=recorded_of(metadata.get(RANKING_KEY)),
    )


ARD = document_format(
    Format(
        name="ai-catalog",
        title="AI catalog",
        kinds=("catalog", "mcp-server", "agent", "skill", "prompt"),
        patterns=(".well-known/ai-catalog.json", "*.json with entries that have urn: identifiers"),
        documentation="https://github.com/ards-project/ard-spec",
    ),
    _wants,
    _read,
    promised=lambda name, place: name == _NAME,
)
