"""Collections of MCP servers that hold one file a server: the MCP Registry, MCPB, Docker, ToolSDK, Acuvity."""

from __future__ import annotations

import re

from t2tdb.model import Draft
from t2tdb.parse.card import card, names_of, record, records, variables_of
from t2tdb.parse.jsontext import clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source

_REGISTRY_SCHEMA = "static.modelcontextprotocol.io/schemas/"
_REVERSE_DNS = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/[^/\s]{1,200}", re.IGNORECASE)


def _wants_registry(source: Source) -> bool:
    return _REGISTRY_SCHEMA in source.text or '"packages"' in source.text or '"remotes"' in source.text


def _read_registry(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    packages, remotes = records(document.get("packages")), records(document.get("remotes"))
    listed = _REGISTRY_SCHEMA in clean_string(document.get("$schema")) and (packages or remotes or name)
    named = _REVERSE_DNS.fullmatch(name) is not None and (packages or remotes)
    if not name or not (listed or named):
        return ()
    transports = tuple(
        dict.fromkeys(
            text
            for each in (*remotes, *(record(package.get("transport")) for package in packages))
            if (text := clean_string(each.get("type")) or clean_string(each.get("transport_type")))
        )
    )
    registries = tuple(
        text
        for each in packages
        if (text := clean_string(each.get("registryType")) or clean_string(each.get("registry_name")))
    )
    identifiers = tuple(clean_string(each.get("identifier")) or clean_string(each.get("name")) for each in packages)
    variables = [*records(document.get("environmentVariables"))]
    for each in packages:
        variables += records(each.get("environmentVariables")) + records(each.get("environment_variables"))
    title = clean_string(document.get("title"))
    return (
        card(
            source,
            made,
            "mcp-server",
            title or name,
            clean_string(document.get("description")),
            tags=("mcp", "server", *transports, *registries),
            details=(
                ("package", ", ".join(identifiers)),
                ("transport", ", ".join(transports)),
                ("registryName", name if title else ""),
                ("env", ", ".join(variables_of(variables, "name"))),
            ),
            extras=(name, *identifiers),
            version=clean_string(document.get("version"))
            or clean_string(record(document.get("version_detail")).get("version")),
        ),
    )


REGISTRY = document_format(
    Format(
        name="mcp-registry",
        title="MCP Registry server",
        kinds=("mcp-server",),
        patterns=("server.json",),
        documentation=(
            "https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md"
        ),
        description_limit=100,
    ),
    _wants_registry,
    _read_registry,
)


def _wants_bundle(source: Source) -> bool:
    return '"manifest_version"' in source.text or '"dxt_version"' in source.text


def _read_bundle(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    server = document.get("server")
    if not name or not isinstance(server, dict) or not ("manifest_version" in document or "dxt_version" in document):
        return ()
    shown = clean_string(document.get("display_name"))
    return (
        card(
            source,
            made,
            "mcp-server",
            shown or name,
            clean_string(document.get("description")) or clean_string(document.get("long_description")),
            tags=("mcp", "server", *string_list(document.get("keywords"))),
            details=(("runtime", clean_string(server.get("type"))), ("bundle", name if shown else "")),
            extras=(name, clean_string(document.get("long_description"))),
            parameters=names_of(document.get("tools"), "name"),
            version=clean_string(document.get("version")),
        ),
    )


BUNDLE = document_format(
    Format(
        name="mcpb",
        title="MCP bundle",
        kinds=("mcp-server",),
        patterns=("manifest.json with manifest_version or dxt_version",),
        documentation="https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md",
    ),
    _wants_bundle,
    _read_bundle,
)


def _wants_toolsdk(source: Source) -> bool:
    return '"packageName"' in source.text and '"mcp-server"' in source.text


def _read_toolsdk(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    package = clean_string(document.get("packageName"))
    if document.get("type") != "mcp-server" or not package:
        return ()
    name = clean_string(document.get("name"))
    folder = source.path.rpartition("/")[0].rpartition("/")[2]
    return (
        card(
            source,
            made,
            "mcp-server",
            name or package,
            clean_string(document.get("description")),
            tags=("mcp", "server", *((folder,) if folder != "packages" else ())),
            details=(
                ("package", package),
                ("runtime", clean_string(document.get("runtime"))),
                ("locator", clean_string(document.get("url"))),
                ("env", ", ".join(variables_of(document.get("env")))),
            ),
            extras=(package,),
            name_source="name" if name else "packageName",
        ),
    )


TOOLSDK = document_format(
    Format(
        name="toolsdk",
        title="ToolSDK MCP package",
        kinds=("mcp-server",),
        patterns=("packages/**/*.json",),
        documentation="https://github.com/toolsdk-ai/toolsdk-mcp-registry",
    ),
    _wants_toolsdk,
    _read_toolsdk,
)


def _wants_acuvity(source: Source) -> bool:
    return source.file_name == "card.json" and '"artifacts"' in source.text


def _read_acuvity(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    links = record(document.get("links"))
    if not name or not clean_string(document.get("id")) or "artifacts" not in links:
        return ()
    return (
        card(
            source,
            made,
            "mcp-server",
            name,
            clean_string(document.get("description")),
            tags=("mcp", "server", *string_list(document.get("tags"))),
            details=(
                ("runtime", clean_string(document.get("runtime"))),
                ("locator", clean_string(links.get("application")) or clean_string(links.get("artifacts"))),
            ),
            version=clean_string(document.get("version")),
        ),
    )


ACUVITY = document_format(
    Format(
        name="acuvity",
        title="Acuvity MCP card",
        kinds=("mcp-server",),
        patterns=("*/card.json",),
        documentation="https://github.com/acuvity/mcp-servers-registry",
    ),
    _wants_acuvity,
    _read_acuvity,
)


def _wants_docker(source: Source) -> bool:
    return source.file_name.lower().endswith((".yaml", ".yml")) and source.mentions("name", "type", "meta", "about")


def _read_docker(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name, type_name = clean_string(document.get("name")), clean_string(document.get("type"))
    about, meta = document.get("about"), document.get("meta")
    if not name or type_name not in ("server", "remote", "poci") or not isinstance(about, dict):
        return ()
    if not isinstance(meta, dict):
        return ()
    title = clean_string(about.get("title"))
    described = clean_string(about.get("description"))
    remote = record(document.get("remote"))
    secrets = variables_of(record(document.get("config")).get("secrets"), "env")
    return (
        card(
            source,
            made,
            "mcp-server",
            title or name,
            described or f"MCP server {title or name} of the Docker catalogue.",
            tags=("mcp", "server", *string_list(meta.get("tags")), *string_list(meta.get("category"))),
            details=(
                ("image", clean_string(document.get("image"))),
                ("transport", clean_string(remote.get("transport_type"))),
                ("key", name if title else ""),
                ("env", ", ".join(secrets)),
            ),
            extras=(name,),
            name_source="title" if title else "name",
            description_source="description" if described else "generated",
        ),
    )


DOCKER = document_format(
    Format(
        name="docker-mcp",
        title="Docker MCP catalogue",
        kinds=("mcp-server",),
        patterns=("servers/*/server.yaml",),
        documentation="https://github.com/docker/mcp-registry",
    ),
    _wants_docker,
    _read_docker,
)
