"""Agents of the hosts whose directories are enough to know them."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import stem
from t2tdb.parse.page import agent_details, draft_of, read_page, tool_names
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import first_below

_DIRECTORIES = (
    (".github", "agents"),
    (".copilot", "agents"),
    (".github", "chatmodes"),
    (".kiro", "agents"),
    (".gemini", "agents"),
    (".continue", "agents"),
    (".opencode", "agent"),
    (".opencode", "agents"),
    (".opencode", "mode"),
    (".config", "opencode", "agent"),
    (".config", "opencode", "agents"),
    (".codex", "agents"),
    (".qwen", "agents"),
    (".factory", "droids"),
    (".agents", "agents"),
)


def _recognise(name: str, place: Place) -> bool:
    return first_below(place, _DIRECTORIES) is not None


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    own_name = "" if page.outline.headings else stem(source.path)
    draft = draft_of(
        source, page, made, "agent", own_name=own_name, details=agent_details(page), parameters=tool_names(page)
    )
    return source.parsed(draft)


AGENTS = file_format(
    Format(
        name="agent-directory",
        title="Agent of Copilot, Kiro, Gemini CLI, Continue, opencode and others",
        kinds=("agent",),
        patterns=(
            ".github/agents/*.md",
            ".kiro/agents/*.md",
            ".gemini/agents/*.md",
            ".continue/agents/*.md",
            ".opencode/{agent,agents}/**/*.md",
        ),
        documentation="https://code.visualstudio.com/docs/copilot/customization/custom-agents",
    ),
    ("md",),
    _recognise,
    _read,
)
