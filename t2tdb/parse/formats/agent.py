"""Agent definitions by suffix: ``*.agent.md``, as VS Code and GitHub Copilot read them."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return name.endswith(".agent.md")


def _read(source: Source, made: Format) -> Parsed:
    return source.parsed(draft_of(source, read_page(source), made, "agent"))


AGENT = file_format(
    Format(
        name="agent",
        title="Agent definition",
        kinds=("agent",),
        patterns=("*.agent.md",),
        documentation="https://code.visualstudio.com/docs/copilot/customization/custom-agents",
        host="copilot",
    ),
    _recognise,
    _read,
)
