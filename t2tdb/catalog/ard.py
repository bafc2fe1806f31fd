"""A resource as an entry of an AI catalog (Agentic Resource Discovery 0.9).

An entry holds its artifact by value (``data``) or by reference (``url``), never both. An entry that brought an address
keeps it; a file gets one where the library is published at an address; everything else is given by value: what the
database knows, since bodies are not stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, urlsplit

from t2tdb.catalog import brought, scrub
from t2tdb.catalog.media import REGISTRY, media_type
from t2tdb.catalog.urn import urn_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.catalog.record import Record

Entry: TypeAlias = "dict[str, object]"

SPECIFICATION = "1.0"
RANKING_KEY = "t2tdb.ranking"
"""Key of ``metadata`` under which an export keeps the word statistics of an entry."""


def entry(record: Record, publisher: str, *, files: str = "", ranking: str = "") -> Entry:
    """The entry of a resource.

    ``files`` is the address of the published library, to which paths are relative; ``ranking`` its word statistics.
    """
    made: Entry = {
        "identifier": urn_of(record, publisher),
        "displayName": scrub.scrub(record.name),
        "type": media_type(record),
    }
    address = address_of(record, files)
    if address:
        made["url"] = address
    else:
        made["data"] = _data(record)
    if record.description:
        made["description"] = scrub.scrub(record.description)
    if record.tags:
        made["tags"] = [scrub.scrub(tag) for tag in record.tags]
    made |= {name: _scrubbed(node) for name, node in brought.members_of(record).items()}
    if record.version:
        made["version"] = record.version
    if record.changed_at:
        made["updatedAt"] = record.changed_at
    made["metadata"] = metadata(record) | ({RANKING_KEY: ranking} if ranking else {})
    return made


def metadata(record: Record) -> dict[str, str]:
    """What t2tdb knows of a resource that catalogs have no field for."""
    known = {
        "kind": record.kind,
        "path": record.path,
        "format": record.format,
        "host": record.host,
        "scope": record.scope,
        "origin": record.origin,
        "createdAt": record.first_seen_at,
    }
    return {name: text for name, text in known.items() if text}


def address_of(record: Record, files: str) -> str:
    """Where the whole artifact can be had; "" where it is given by value."""
    locator = record.detail("locator") or record.detail("url")
    if is_web_address(locator):
        return locator
    if files and not record.entry:
        return f"{files.rstrip('/')}/{quote(record.path)}"
    return ""


def is_web_address(text: str) -> bool:
    """An absolute http or https address without credentials, of characters that an address may have."""
    if not text.startswith(("http://", "https://")) or "***" in text:
        return False
    try:
        parts = urlsplit(text)
        valid = bool(parts.hostname) and parts.username is None and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
    return valid and quote(text, safe="%:/?#[]@!$&'()*+,;=-._~") == text


def _data(record: Record) -> Entry:
    data: Entry = {"name": scrub.scrub(record.name), "kind": record.kind}
    if record.description:
        data["description"] = scrub.scrub(record.description)
    if record.path:
        data["path"] = record.path
    if record.entry:
        data["entry"] = scrub.scrub(record.entry)
    for label, text in record.details:
        if label == "command":
            data[label] = scrub.command(text)
        elif label == "locator":
            if is_web_address(text) or scrub.relative(text):
                data[label] = text
        elif label not in ("urn", "mediaType", *brought.MEMBERS) and label not in data:
            data[label] = scrub.detail(text)
    return data


def _scrubbed(node: object) -> object:
    if isinstance(node, list):
        return [_scrubbed(each) for each in node]
    if isinstance(node, dict):
        return {name: _scrubbed(each) for name, each in node.items()}
    return scrub.scrub(node) if isinstance(node, str) else node


def registry_entry(identifier: str, name: str, address: str, description: str = "") -> Entry:
    """The entry of a registry: where its search interface is found."""
    made: Entry = {"identifier": identifier, "displayName": name, "type": REGISTRY, "url": address}
    return made | ({"description": description} if description else {})


def manifest(entries: Iterable[Entry], name: str) -> Entry:
    """A whole catalog, in memory."""
    return {"specVersion": SPECIFICATION, "host": {"displayName": name}, "entries": list(entries)}
