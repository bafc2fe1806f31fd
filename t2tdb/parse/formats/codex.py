"""Codex: MCP servers and profiles of ``config.toml``, agents of ``agents/*.toml``."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse import tomltext
from t2tdb.parse.card import card, record
from t2tdb.parse.formats.servers import launchable
from t2tdb.parse.identity import stem
from t2tdb.parse.jsontext import clean_string
from t2tdb.parse.registry import Document, Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below


def read_toml(source: Source) -> Document | None:
    """The document of a TOML file; None, and a problem noted, where it is none."""
    try:
        return tomltext.load(source.text)
    except tomltext.TomlProblem as problem:
        source.note("error", "INVALID_TOML", f"Not valid TOML: {problem.reason}.", line=problem.line)
        return None


def _is_config(name: str, place: Place) -> bool:
    return below(place, ".codex") in ("config.toml", "managed_config.toml")


def _read_config(source: Source, made: Format) -> Parsed:
    document = read_toml(source)
    if document is None:
        return source.parsed()
    return source.parsed(*launchable(source, record(document.get("mcp_servers")), made))


CONFIG = file_format(
    Format(
        name="codex-config",
        title="Codex configuration",
        kinds=("mcp-server",),
        patterns=(".codex/config.toml",),
        documentation="https://developers.openai.com/codex/mcp",
        host="codex",
    ),
    ("toml",),
    _is_config,
    _read_config,
)


def _is_agent(name: str, place: Place) -> bool:
    return below(place, ".codex", "agents") is not None


def _read_agent(source: Source, made: Format) -> Parsed:
    document = read_toml(source)
    instructions = clean_string((document or {}).get("developer_instructions"))
    if document is None or not instructions:
        return source.parsed()
    name = clean_string(document.get("name"))
    described = clean_string(document.get("description"))
    return source.parsed(
        card(
            source,
            made,
            "agent",
            name or stem(source.path),
            described or instructions[:360],
            details=(("model", clean_string(document.get("model"))),),
            body=instructions,
            name_source="name" if name else "stem",
            description_source="description" if described else "developer_instructions",
        )
    )


AGENT = file_format(
    Format(
        name="codex-agent",
        title="Codex agent",
        kinds=("agent",),
        patterns=(".codex/agents/*.toml",),
        documentation="https://developers.openai.com/codex/subagents",
        host="codex",
    ),
    ("toml",),
    _is_agent,
    _read_agent,
)
