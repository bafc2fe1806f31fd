"""MCP launch configurations: any JSON object with an ``mcpServers`` mapping; one resource a server."""

from __future__ import annotations

from t2tdb.model import Draft
from t2tdb.parse.jsontext import MAX_ENTRIES
from t2tdb.parse.launch import server_draft
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import utf16_order


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    servers = document.get("mcpServers")
    if not isinstance(servers, dict):
        return ()
    keys = sorted(servers, key=utf16_order)
    if len(keys) > MAX_ENTRIES:
        message = f"The file names {len(keys)} MCP servers; the first {MAX_ENTRIES} are indexed."
        source.note("warning", "ENTRY_LIMIT_REACHED", message)
    drafts: list[Draft] = []
    for key in keys[:MAX_ENTRIES]:
        server = servers[key]
        if isinstance(server, dict):
            drafts.append(server_draft(source, key, server, made))
        else:
            source.note("error", "INVALID_MCP_SERVER", f"MCP server '{key}' must be an object.")
    return tuple(drafts)


MCP = document_format(
    Format(
        name="mcp",
        title="MCP server configuration",
        kinds=("mcp-server",),
        patterns=("*.json with mcpServers",),
        documentation="https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    ),
    lambda source: '"mcpServers"' in source.text,
    _read,
)
