"""MCP launch configurations: any JSON object with an ``mcpServers`` mapping; one resource a server."""

from __future__ import annotations

from t2tdb.model import Draft
from t2tdb.parse.launch import server_drafts
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source


def _read(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    servers = document.get("mcpServers")
    if not isinstance(servers, dict):
        return ()
    return server_drafts(source, servers, made)


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
    promised=lambda name, place: name in ("claude_desktop_config.json", "mcp_config.json"),
)
