"""Portable catalogs: a ``resources`` list with a name, a version or the catalog's schema beside it."""

from __future__ import annotations

from t2tdb import redact
from t2tdb.catalog.brought import CAPABILITIES
from t2tdb.catalog.portable import RANKING_KEY
from t2tdb.model import KINDS, Draft, SearchText
from t2tdb.parse.card import recorded_of
from t2tdb.parse.identity import resource_id, slug
from t2tdb.parse.jsontext import MAX_ENTRIES, clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.schemas import brought_along, note_faults
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import distinct_sorted

_SCHEMA_SUFFIX = "/schema/catalog-v1.schema.json"


def _is_catalog(document: Document) -> bool:
    schema = document.get("$schema")
    if isinstance(schema, str) and schema.endswith(_SCHEMA_SUFFIX):
        return True
    return "catalogVersion" in document or ("name" in document and not _is_agent(document))


def _is_agent(document: Document) -> bool:
    """Kiro's agents have a name too, and list the files of their context as ``resources``."""
    entries = document.get("resources")
    files = isinstance(entries, list) and all(isinstance(entry, str) for entry in entries)
    return files and ("prompt" in document or "tools" in document)


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    entries = document.get("resources")
    if not isinstance(entries, list) or not _is_catalog(document):
        return ()
    if len(entries) > MAX_ENTRIES:
        message = f"The catalog has {len(entries)} entries; the first {MAX_ENTRIES} are indexed."
        source.note("warning", "ENTRY_LIMIT_REACHED", message)
    if "catalogVersion" in document or "$schema" in document:  # it says that it is one
        note_faults(source, document, "catalog-v1.schema.json")
    drafts: list[Draft] = []
    for position, entry in enumerate(entries[:MAX_ENTRIES]):
        if isinstance(entry, dict):
            drafts.append(_draft(source, position, entry, made))
        else:
            source.note("error", "INVALID_CATALOG_ENTRY", f"Catalog entry {position} must be an object.")
    return tuple(drafts)


def _draft(source: Source, position: int, entry: Document, made: Format) -> Draft:
    name = clean_string(entry.get("name"))
    declared = entry.get("kind")
    kind = declared if isinstance(declared, str) and declared in KINDS else "catalog"
    description = clean_string(entry.get("description"))
    own_id = clean_string(entry.get("id"))
    if kind == "mcp-server":
        name, own_id = redact.mask_addresses(name), redact.mask_addresses(own_id)
        description = redact.without_logins(description)
    capabilities = string_list(entry.get("capabilities"))
    tags = distinct_sorted([kind, *string_list(entry.get("tags")), *capabilities])
    identity = f"catalog:{slug(own_id)}" if own_id else resource_id(kind, source.path, name or str(position))
    masked = redact.mask_command if kind == "mcp-server" else redact.mask
    locator = masked(clean_string(entry.get("path")) or clean_string(entry.get("url")))
    if not name:
        message = f"Catalog entry {position} has no name."
        source.note("error", "NAME_MISSING", message, resource_id=identity)
    shown = name or f"Entry {position + 1}"
    return Draft(
        id=identity,
        kind=kind,
        name=shown,
        description=description,
        tags=tags,
        text=SearchText(
            shown,
            description,
            tags,
            tags,
            extras=capabilities,
            parameters=(*string_list(entry.get("parameters")), *string_list(entry.get("tools"))),
            recorded=recorded_of(entry.get(RANKING_KEY)),
        ),
        format=made.name,
        entry=str(position),
        details=(*((("locator", locator),) if locator else ()), *brought_along(entry, CAPABILITIES)),
        name_source="entry" if name else "generated",
        description_source="entry" if description else "",
    )


CATALOG = document_format(
    Format(
        name="catalog",
        title="Portable catalog",
        kinds=("catalog", "skill", "agent", "prompt", "mcp-server"),
        patterns=("catalog.json", "*.catalog.json", "*.json with resources"),
        documentation="https://github.com/mockingbird777/task2tool#portable-catalog-format",
    ),
    lambda source: '"resources"' in source.text,
    _read,
)
