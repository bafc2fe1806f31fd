"""MCP servers in the other shapes of launch configurations: VS Code, bare ``.mcp.json``, Zed."""

from __future__ import annotations

from t2tdb.model import Draft
from t2tdb.parse.jsontext import Json, clean_string
from t2tdb.parse.launch import server_drafts
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source

_TYPES = frozenset(
    {"stdio", "http", "sse", "streamable-http", "streamableHttp", "streamable_http", "ws", "local", "remote"}
)


def is_server(node: Json) -> bool:
    """Does a value say what to run, where to connect, or at least how?"""
    if not isinstance(node, dict):
        return False
    if isinstance(node.get("command"), str | list) or clean_string(node.get("type")) in _TYPES:
        return True
    return isinstance(node.get("url"), str) and not _is_api(node)


def _is_api(node: Document) -> bool:
    """``url`` alone also stands in the servers of an API description, which never name a transport."""
    return not _names_transport(node) and "variables" in node


def _names_transport(node: Document) -> bool:
    return clean_string(node.get("type")) in _TYPES or any(key in node for key in ("headers", "title", "transport"))


def launchable(source: Source, servers: Document, made: Format) -> tuple[Draft, ...]:
    """One resource for each entry of a mapping that is a server."""
    return server_drafts(source, {key: node for key, node in servers.items() if is_server(node)}, made)


def _all_servers(node: Json) -> Document | None:
    if isinstance(node, dict) and node and all(is_server(each) for each in node.values()):
        return node
    return None


def _wants_vscode(source: Source) -> bool:
    return '"servers"' in source.text


def _read_vscode(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    nested = document.get("mcp")
    servers = document.get("servers")
    if servers is None and isinstance(nested, dict):
        servers = nested.get("servers")  # VS Code's settings.json
    if isinstance(servers, dict) and not _says_mcp(source, document):
        servers = servers if all(_is_known_server(each) for each in servers.values()) else None
    named = source.file_name.lower() in ("mcp.json", ".mcp.json")
    found = servers if named and isinstance(servers, dict) else _all_servers(servers)
    return () if found is None or "mcpServers" in document else launchable(source, found, made)


def _says_mcp(source: Source, document: Document) -> bool:
    return "mcp" in source.path.lower().split("/")[-1] or isinstance(document.get("mcp"), dict)


def _is_known_server(node: Json) -> bool:
    """In a file of any name an address alone is no MCP server: programs list their own servers so."""
    if not isinstance(node, dict) or "protocol" in node:
        return False
    return isinstance(node.get("command"), str | list) or (isinstance(node.get("url"), str) and _names_transport(node))


VSCODE = document_format(
    Format(
        name="vscode-mcp",
        title="VS Code MCP configuration",
        kinds=("mcp-server",),
        patterns=(".vscode/mcp.json", "*.json with a servers mapping"),
        documentation="https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
    ),
    _wants_vscode,
    _read_vscode,
)


def _wants_bare(source: Source) -> bool:
    return source.file_name.lower() in (".mcp.json", "mcp.json")


def _read_bare(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    if not _wants_bare(source) or "mcpServers" in document or "servers" in document:
        return ()
    servers = {key: node for key, node in document.items() if not key.startswith("$")}
    found = _all_servers(servers)
    return () if found is None else launchable(source, found, made)


BARE = document_format(
    Format(
        name="mcp-bare",
        title="MCP servers at the top of .mcp.json",
        kinds=("mcp-server",),
        patterns=(".mcp.json without mcpServers",),
        documentation="https://code.claude.com/docs/en/plugins-reference",
    ),
    _wants_bare,
    _read_bare,
)


def _wants_zed(source: Source) -> bool:
    return '"context_servers"' in source.text


def _read_zed(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    servers = document.get("context_servers")  # at the top only: below agent.profiles stand switches of tools
    if not isinstance(servers, dict):
        return ()
    flat: Document = {}
    for key, server in servers.items():
        nested = server.get("command") if isinstance(server, dict) else None
        older = nested if isinstance(nested, dict) else {}
        if isinstance(server, dict) and older:  # {"command": {"path": …, "args": …, "env": …}}, as Zed wrote before
            flat[key] = {**server, "command": older.get("path"), "args": older.get("args"), "env": older.get("env")}
        else:
            flat[key] = server
    return launchable(source, flat, made)


ZED = document_format(
    Format(
        name="zed-mcp",
        title="Zed context servers",
        kinds=("mcp-server",),
        patterns=("settings.json with context_servers",),
        documentation="https://zed.dev/docs/ai/mcp",
        host="zed",
    ),
    _wants_zed,
    _read_zed,
)
