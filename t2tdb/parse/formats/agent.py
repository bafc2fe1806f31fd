"""Agent definitions by suffix, for VS Code and Copilot: ``*.agent.md``, before called ``*.chatmode.md``."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import agent_details, draft_of, read_page, tool_names
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return name.endswith(".agent.md")


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    draft = draft_of(source, page, made, "agent", details=agent_details(page), parameters=tool_names(page))
    return source.parsed(draft)


AGENT = file_format(
    Format(
        name="agent",
        title="Agent definition",
        kinds=("agent",),
        patterns=("*.agent.md",),
        documentation="https://code.visualstudio.com/docs/copilot/customization/custom-agents",
        host="copilot",
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)


def _recognise_mode(name: str, place: Place) -> bool:
    return name.endswith(".chatmode.md")


CHATMODE = file_format(
    Format(
        name="chatmode",
        title="Chat mode",
        kinds=("agent",),
        patterns=("*.chatmode.md",),
        documentation="https://code.visualstudio.com/docs/copilot/customization/custom-agents",
        host="copilot",
    ),
    ("md",),
    _recognise_mode,
    _read,
    by_name=True,
)
