"""t2tdb: one SQLite database of the skills, agents, prompts, rules and MCP servers on this machine."""

from __future__ import annotations

__version__ = "0.1.0"
