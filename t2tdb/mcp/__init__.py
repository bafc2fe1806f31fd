"""The MCP server: an agent asks the library over stdio. Only ``server`` needs the extra ``[mcp]``."""
