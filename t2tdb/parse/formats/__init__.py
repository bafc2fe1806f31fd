"""One module a format. Importing this package registers them all; the order is the order of claims."""

from __future__ import annotations

from t2tdb.parse.formats import agent, catalog, instructions, mcp, prompt, skill

__all__ = ["agent", "catalog", "instructions", "mcp", "prompt", "skill"]
