"""AI catalogs of Agentic Resource Discovery: ``.well-known/ai-catalog.json``."""

from __future__ import annotations

from t2tdb.model import Draft
from t2tdb.parse.card import bounded, card, record, records
from t2tdb.parse.jsontext import clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source

_KINDS = (("mcp", "mcp-server"), ("agent", "agent"), ("skill", "skill"), ("prompt", "prompt"), ("plugin", "plugin"))


def _wants(source: Source) -> bool:
    return '"entries"' in source.text and "urn:" in source.text


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    entries = [
        each
        for each in records(document.get("entries"))
        if (clean_string(each.get("identifier")) or clean_string(each.get("id"))).startswith("urn:")
    ]
    return tuple(_entry(source, made, each) for each in bounded(source, "entries", entries))


def _entry(source: Source, made: Format, entry: Document) -> Draft:
    urn = clean_string(entry.get("identifier")) or clean_string(entry.get("id"))
    media = clean_string(entry.get("type")) or clean_string(entry.get("mediaType"))
    kind = next((kind for word, kind in _KINDS if word in media.lower()), "catalog")
    name = clean_string(entry.get("displayName")) or clean_string(entry.get("name"))
    metadata = record(entry.get("metadata"))
    return card(
        source,
        made,
        kind,
        name or urn.rpartition(":")[2],
        clean_string(entry.get("description")),
        entry=urn,
        tags=(*string_list(entry.get("tags")), *string_list(entry.get("capabilities"))),
        details=(("locator", clean_string(entry.get("url"))), ("urn", urn), ("mediaType", media)),
        extras=string_list(entry.get("representativeQueries")),
        version=clean_string(entry.get("version")) or clean_string(metadata.get("version")),
        name_source="displayName" if name else "urn",
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
)
