"""Cursor: rules (``*.mdc``, ``.cursor/rules``, ``.cursorrules``), commands and agents."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import directory_name, stem
from t2tdb.parse.page import agent_details, command_name, draft_of, read_page, rule_details, tool_names
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below


def _is_rule(name: str, place: Place) -> bool:
    return name.endswith(".mdc") or below(place, ".cursor", "rules") is not None


def _read_rule(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    own_name = stem(source.path)
    if source.file_name == "RULE.md":  # a rule that is a directory, as skills are
        own_name = directory_name(source.path) or own_name
    return source.parsed(draft_of(source, page, made, "rule", own_name=own_name, details=rule_details(page)))


RULE = file_format(
    Format(
        name="cursor-rule",
        title="Cursor rule",
        kinds=("rule",),
        patterns=("*.mdc", ".cursor/rules/**/*.md"),
        documentation="https://cursor.com/docs/context/rules",
        host="cursor",
    ),
    ("mdc", "md"),
    _is_rule,
    _read_rule,
)


def _is_command(name: str, place: Place) -> bool:
    return below(place, ".cursor", "commands") is not None


def _read_command(source: Source, made: Format) -> Parsed:
    own_name = command_name(below(source.place, "commands") or source.file_name)
    return source.parsed(draft_of(source, read_page(source), made, "prompt", own_name=own_name))


COMMAND = file_format(
    Format(
        name="cursor-command",
        title="Cursor command",
        kinds=("prompt",),
        patterns=(".cursor/commands/**/*.md",),
        documentation="https://cursor.com/docs/agent/chat/commands",
        host="cursor",
    ),
    ("md",),
    _is_command,
    _read_command,
)


def _is_agent(name: str, place: Place) -> bool:
    return below(place, ".cursor", "agents") is not None


def _read_agent(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    draft = draft_of(source, page, made, "agent", details=agent_details(page), parameters=tool_names(page))
    return source.parsed(draft)


AGENT = file_format(
    Format(
        name="cursor-agent",
        title="Cursor subagent",
        kinds=("agent",),
        patterns=(".cursor/agents/**/*.md",),
        documentation="https://cursor.com/docs/context/subagents",
        host="cursor",
    ),
    ("md",),
    _is_agent,
    _read_agent,
)
