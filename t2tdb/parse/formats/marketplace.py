"""Plugin marketplaces and indexes of skills: one catalog for the file, and one entry for each thing it lists.

An entry whose source is a path describes files of the same library, which are indexed themselves. Such an entry is a
*link*: ``Draft.targets`` names the files that would make it a double, and it is left out where one of them is indexed.
"""

from __future__ import annotations

from t2tdb.model import Draft, Place
from t2tdb.parse.card import bounded, card, names_of, record, records
from t2tdb.parse.identity import directory_name
from t2tdb.parse.jsontext import Json, clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import PLUGIN_DIRECTORIES, directories
from t2tdb.parse.targets import plugin_targets, resolve, skill_targets


def _wants(source: Source) -> bool:
    return '"plugins"' in source.text and ('"source"' in source.text or source.file_name == "marketplace.json")


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    listed_plugins = document.get("plugins")
    plugins = [each for each in records(listed_plugins) if "name" in each and "source" in each]
    is_empty = source.file_name == "marketplace.json" and listed_plugins == []
    if not _wants(source) or not (plugins or is_empty):
        return ()
    metadata = record(document.get("metadata"))
    interface = record(document.get("interface"))
    name = clean_string(document.get("name")) or clean_string(interface.get("displayName"))
    listed = names_of(plugins, "name")
    described = clean_string(metadata.get("description")) or clean_string(document.get("description"))
    description = described or f"Marketplace of {len(plugins)} plugins."
    whole = card(
        source,
        made,
        "catalog",
        name or directory_name(source.path) or source.file_name,
        description,
        details=(("plugins", str(len(plugins))),),
        version=clean_string(metadata.get("version")),
        parameters=listed,
        name_source="name" if name else "directory",
        description_source="description" if described else "generated",
    )
    base = clean_string(metadata.get("pluginRoot"))
    entries = (_entry(source, made, each, base) for each in bounded(source, "plugins", plugins))
    return (whole, *(entry for entry in entries if entry is not None))


def _entry(source: Source, made: Format, plugin: Document, base: str) -> Draft | None:
    name = clean_string(plugin.get("name"))
    if not name:
        source.note("error", "INVALID_CATALOG_ENTRY", "A plugin of the marketplace has a name that is no text.")
        return None
    place = plugin.get("source")
    local = _local_path(place)
    folder = resolve(source.path, local, base) if local else None
    author = plugin.get("author")
    return card(
        source,
        made,
        "catalog",
        name,
        clean_string(plugin.get("description")) or f"Plugin of a marketplace: {name}.",
        entry=name,
        tags=(
            *("plugin", *string_list(plugin.get("tags")), *string_list(plugin.get("keywords"))),
            *string_list(plugin.get("category")),
        ),
        details=(
            ("locator", local or _address(place)),
            ("author", clean_string(record(author).get("name")) or clean_string(author)),
        ),
        version=clean_string(plugin.get("version")),
        description_source="description" if clean_string(plugin.get("description")) else "generated",
        targets=() if folder is None else plugin_targets(folder),
    )


def _local_path(place: Json) -> str:
    if isinstance(place, str):
        return "" if "://" in place or place.startswith("git@") else place
    described = record(place)
    return clean_string(described.get("path")) if described.get("source") == "local" else ""


def _address(place: Json) -> str:
    if isinstance(place, str):
        return place
    described = record(place)
    return next((text for key in ("url", "repo", "package") if (text := clean_string(described.get(key)))), "")


def _is_known_place(name: str, place: Place) -> bool:
    names = directories(place)
    return name == "marketplace.json" and (names[-1] in PLUGIN_DIRECTORIES or names[-2:] == (".agents", "plugins"))


MARKETPLACE = document_format(
    Format(
        name="marketplace",
        title="Plugin marketplace",
        kinds=("catalog",),
        patterns=(".claude-plugin/marketplace.json", ".agents/plugins/marketplace.json", "marketplace.json"),
        documentation="https://code.claude.com/docs/en/plugin-marketplaces",
    ),
    _wants,
    _read,
    promised=_is_known_place,
)


def _wants_index(source: Source) -> bool:
    return '"skills"' in source.text and '"description"' in source.text


def _read_index(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    skills = [each for each in records(document.get("skills")) if clean_string(each.get("name"))]
    if not skills or not all(clean_string(each.get("description")) for each in skills[:8]) or _is_card(document):
        return ()
    name = clean_string(document.get("name"))
    described = clean_string(document.get("description"))
    whole = card(
        source,
        made,
        "catalog",
        name or f"{directory_name(source.path)} {source.file_name}".strip(),
        described or f"Index of {len(skills)} skills.",
        details=(("skills", str(len(skills))),),
        version=clean_string(document.get("version")),
        parameters=names_of(skills, "name"),
        name_source="name" if name else "directory",
        description_source="description" if described else "generated",
    )
    return (whole, *(_index_entry(source, made, each) for each in bounded(source, "skills", skills)))


def _index_entry(source: Source, made: Format, skill: Document) -> Draft:
    name = clean_string(skill.get("name"))
    locator = next((text for key in ("path", "source", "file", "url") if (text := clean_string(skill.get(key)))), "")
    return card(
        source,
        made,
        "catalog",
        name,
        clean_string(skill.get("description")),
        entry=clean_string(skill.get("id")) or name,
        tags=("skill", *string_list(skill.get("tags")), *string_list(skill.get("category"))),
        details=(("locator", locator),),
        targets=skill_targets(source.path, name, "" if "://" in locator else locator),
    )


def _is_card(document: Document) -> bool:
    """An agent card lists what an agent can do as ``skills``; it is no index."""
    return any(
        key in document for key in ("protocolVersion", "defaultInputModes", "supportedInterfaces", "capabilities")
    )


INDEX = document_format(
    Format(
        name="skill-index",
        title="Index of skills",
        kinds=("catalog",),
        patterns=(".well-known/agent-skills/index.json", "skills_index.json", "*.json with a skills list"),
        documentation="https://github.com/cloudflare/agent-skills-discovery-rfc",
    ),
    _wants_index,
    _read_index,
    promised=lambda name, place: name == "index.json" and directories(place)[-2:] == (".well-known", "agent-skills"),
)
