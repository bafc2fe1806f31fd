"""Plugin manifests of Claude Code, Codex, Cursor, Kimi and Copilot, and Gemini CLI extensions."""

from __future__ import annotations

from t2tdb.model import Draft, Place
from t2tdb.parse.card import card, record
from t2tdb.parse.jsontext import clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import EXTENSION_MANIFEST, PLUGIN_DIRECTORIES, directories

_KEYS = ("version", "description", "skills", "commands", "agents")


def _wants(source: Source) -> bool:
    return source.file_name == "plugin.json"


def _is_known_place(place: Place) -> bool:
    names = directories(place)
    return names[-1] in PLUGIN_DIRECTORIES or names[-2:] == (".github", "plugin")


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    if not _wants(source):
        return ()
    names = directories(source.place)
    schema = clean_string(document.get("$schema"))
    if not _is_known_place(source.place) and not (
        name and ("plugin" in schema or any(key in document for key in _KEYS))
    ):
        return ()
    folder = names[-3 if names[-2:] == (".github", "plugin") else -2] if len(names) > 2 else source.place.root
    interface = record(document.get("interface"))
    description = clean_string(document.get("description")) or clean_string(interface.get("shortDescription"))
    author = document.get("author")
    return (
        card(
            source,
            made,
            "plugin",
            name or _nameless(source, folder),
            description,
            name_source="name" if name else "directory",
            tags=(*string_list(document.get("keywords")), *string_list(document.get("category"))),
            details=(
                (
                    "displayName",
                    clean_string(document.get("displayName")) or clean_string(interface.get("displayName")),
                ),
                ("author", clean_string(record(author).get("name")) or clean_string(author)),
            ),
            version=clean_string(document.get("version")),
        ),
    )


def _nameless(source: Source, folder: str) -> str:
    """The directory's name for a manifest that lacks its one required key."""
    source.note("error", "NAME_MISSING", "The manifest has no name; it shows under that of its directory.")
    return folder or source.file_name


PLUGIN = document_format(
    Format(
        name="plugin",
        title="Plugin manifest",
        kinds=("plugin",),
        patterns=(
            ".claude-plugin/plugin.json",
            ".codex-plugin/plugin.json",
            ".cursor-plugin/plugin.json",
            ".kimi-plugin/plugin.json",
            ".github/plugin/plugin.json",
            "plugin.json",
        ),
        documentation="https://code.claude.com/docs/en/plugins-reference",
    ),
    _wants,
    _read,
    promised=lambda name, place: name == "plugin.json" and _is_known_place(place),
)


def _wants_extension(source: Source) -> bool:
    return source.file_name == EXTENSION_MANIFEST


def _read_extension(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    if not _wants_extension(source):
        return ()
    description = clean_string(document.get("description"))
    context = string_list(document.get("contextFileName"))
    return (
        card(
            source,
            made,
            "plugin",
            name or _nameless(source, directories(source.place)[-1]),
            description,
            name_source="name" if name else "directory",
            details=(("contextFile", ", ".join(context)),),
            version=clean_string(document.get("version")),
        ),
    )


EXTENSION = document_format(
    Format(
        name="gemini-extension",
        title="Gemini CLI extension",
        kinds=("plugin",),
        patterns=("gemini-extension.json",),
        documentation="https://geminicli.com/docs/extensions/reference/",
        host="gemini-cli",
    ),
    _wants_extension,
    _read_extension,
    promised=lambda name, place: name == EXTENSION_MANIFEST,
)


def host_of_manifest(name: str) -> str:
    """Which agent reads a manifest of this name, and what it brings along; "" for other names."""
    return EXTENSION.host if name == EXTENSION_MANIFEST else ""
