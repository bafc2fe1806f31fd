"""A resource that a structured document describes: the way of all JSON, YAML and TOML formats."""

from __future__ import annotations

from t2tdb import redact
from t2tdb.model import Draft, SearchText
from t2tdb.parse.identity import resource_id
from t2tdb.parse.jsontext import MAX_ENTRIES, MAX_LIST_ITEMS, Json, clean_string
from t2tdb.parse.markdown import ranked_body
from t2tdb.parse.registry import Document, Format
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import distinct_sorted

MAX_RECORDED = 1 << 20  # characters


def card(
    source: Source,
    made: Format,
    kind: str,
    name: str,
    description: str,
    *,
    entry: str = "",
    tags: tuple[str, ...] = (),
    details: tuple[tuple[str, str], ...] = (),
    extras: tuple[str, ...] = (),
    parameters: tuple[str, ...] = (),
    body: str = "",
    version: str = "",
    name_source: str = "name",
    description_source: str = "description",
    targets: tuple[str, ...] = (),
    recorded: str = "",
) -> Draft:
    """The resource; ``entry`` tells the parts of one file apart. Details without a value are left out."""
    if kind == "mcp-server":  # other kinds are prose, and an address in prose is what it is
        name, entry = redact.mask_addresses(name), redact.mask_addresses(entry)
        description, version = redact.without_logins(description), redact.mask_addresses(version)
        tags, extras = (tuple(map(redact.mask_addresses, texts)) for texts in (tags, extras))
    all_tags = distinct_sorted([kind, *tags])
    return Draft(
        id=resource_id(kind, source.path, entry or None),
        kind=kind,
        name=name,
        description=description,
        tags=all_tags,
        text=SearchText(
            name,
            description,
            all_tags,
            all_tags,
            body=ranked_body(body),
            extras=tuple(extra for extra in extras if extra),
            parameters=distinct_sorted(list(parameters)[:MAX_LIST_ITEMS]),
            recorded=recorded,
        ),
        format=made.name,
        entry=entry,
        details=tuple((key, redact.mask(text)) for key, text in details if text),
        version=version,
        name_source=name_source,
        description_source=description_source if description else "",
        targets=targets,
    )


def records(node: Json) -> list[Document]:
    """The mappings of a list; nothing for what is no list."""
    return [each for each in node if isinstance(each, dict)] if isinstance(node, list) else []


def record(node: Json) -> Document:
    """A mapping; an empty one for what is none."""
    return node if isinstance(node, dict) else {}


def names_of(node: Json | list[Document], *keys: str) -> tuple[str, ...]:
    """The strings of a list, or of the first of ``keys`` in each of its mappings; the keys of a mapping."""
    if isinstance(node, dict):
        return tuple(node)[:MAX_LIST_ITEMS]
    found: list[str] = []
    for each in node[:MAX_LIST_ITEMS] if isinstance(node, list) else []:
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            found.append(next((text for key in keys if (text := clean_string(each.get(key)))), ""))
    return tuple(name for name in found if name)


def variables_of(node: Json | list[Document], *keys: str) -> tuple[str, ...]:
    """The names of environment variables, however they are listed; of ``NAME=value`` the name alone."""
    return tuple(redact.name_only(name) for name in names_of(node, *keys))


def recorded_of(node: Json) -> str:
    """The word statistics that ``t2tdb export`` wrote beside an entry; the ranking profile judges them."""
    return node if isinstance(node, str) and len(node) <= MAX_RECORDED else ""


def bounded(source: Source, what: str, entries: list[Document]) -> list[Document]:
    """The entries that are read of a document; that there are more is noted."""
    if len(entries) > MAX_ENTRIES:
        message = f"The file holds {len(entries)} {what}; the first {MAX_ENTRIES} are indexed."
        source.note("warning", "ENTRY_LIMIT_REACHED", message)
    return entries[:MAX_ENTRIES]
