"""opencode's configuration: MCP servers, agents and commands of one file."""

from __future__ import annotations

from t2tdb.model import Draft
from t2tdb.parse.card import card, names_of, record
from t2tdb.parse.formats.servers import launchable
from t2tdb.parse.jsontext import MAX_ENTRIES, clean_string
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source


def _wants(source: Source) -> bool:
    return source.file_name.lower() in ("opencode.json", "opencode.jsonc") or "opencode.ai/config" in source.text


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    if not _wants(source):
        return ()
    drafts = list(launchable(source, record(document.get("mcp")), made))
    for keys, kind in ((("agent", "agents", "mode"), "agent"), (("command", "commands"), "prompt")):
        for key in keys:
            drafts += _entries(source, made, kind, record(document.get(key)))
    return tuple(drafts)


def _entries(source: Source, made: Format, kind: str, entries: Document) -> list[Draft]:
    found: list[Draft] = []
    for name in sorted(entries)[:MAX_ENTRIES]:
        entry = entries[name]
        if not isinstance(entry, dict):
            continue
        text = clean_string(entry.get("description"))
        found.append(
            card(
                source,
                made,
                kind,
                name,
                text or f"{kind.capitalize()} {name} of opencode.",
                entry=name,
                details=(("model", clean_string(entry.get("model"))), ("mode", clean_string(entry.get("mode")))),
                body=clean_string(entry.get("prompt")) or clean_string(entry.get("template")),
                parameters=names_of(entry.get("tools")),
                name_source="key",
                description_source="description" if text else "generated",
            )
        )
    return found


OPENCODE = document_format(
    Format(
        name="opencode",
        title="opencode configuration",
        kinds=("mcp-server", "agent", "prompt"),
        patterns=("opencode.json", "opencode.jsonc"),
        documentation="https://opencode.ai/docs/config/",
        host="opencode",
    ),
    _wants,
    _read,
    promised=lambda name, place: name in ("opencode.json", "opencode.jsonc"),
)
