"""Claude Code: commands, subagents and rules of projects, users and plugins."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import file_name
from t2tdb.parse.metadata import text_of
from t2tdb.parse.page import agent_details, command_name, draft_of, is_about, read_page, rule_details, tool_names
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below, below_plugin


def _in_plugin(place: Place, directory: str) -> bool:
    inside = below_plugin(place)
    return inside is not None and inside.lower().startswith(directory) and not is_about(file_name(place.path))


def _is_command(name: str, place: Place) -> bool:
    return below(place, ".claude", "commands") is not None or _in_plugin(place, "commands/")


def _read_command(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    own_name = command_name(below(source.place, "commands") or source.file_name)
    draft = draft_of(source, page, made, "prompt", own_name=own_name, parameters=tool_names(page))
    return source.parsed(draft)


COMMAND = file_format(
    Format(
        name="claude-command",
        title="Claude Code command",
        kinds=("prompt",),
        patterns=(".claude/commands/**/*.md", "<plugin>/commands/**/*.md"),
        documentation="https://code.claude.com/docs/en/slash-commands",
        host="claude-code",
    ),
    ("md",),
    _is_command,
    _read_command,
)


def _is_agent(name: str, place: Place) -> bool:
    return below(place, ".claude", "agents") is not None or _in_plugin(place, "agents/")


def _read_agent(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    values = page.front.values
    if below(source.place, ".claude", "agents") is None and not text_of(values, "name", "description"):
        return Parsed()  # notes beside the agents of a plugin
    own_name = "" if page.outline.headings else command_name(source.file_name)
    draft = draft_of(
        source, page, made, "agent", own_name=own_name, details=agent_details(page), parameters=tool_names(page)
    )
    return source.parsed(draft)


AGENT = file_format(
    Format(
        name="claude-agent",
        title="Claude Code subagent",
        kinds=("agent",),
        patterns=(".claude/agents/**/*.md", "<plugin>/agents/**/*.md"),
        documentation="https://code.claude.com/docs/en/sub-agents",
        host="claude-code",
    ),
    ("md",),
    _is_agent,
    _read_agent,
)


def _is_rule(name: str, place: Place) -> bool:
    return below(place, ".claude", "rules") is not None


def _read_rule(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    return source.parsed(draft_of(source, page, made, "rule", details=rule_details(page)))


RULE = file_format(
    Format(
        name="claude-rule",
        title="Claude Code rule",
        kinds=("rule",),
        patterns=(".claude/rules/**/*.md",),
        documentation="https://code.claude.com/docs/en/memory",
        host="claude-code",
    ),
    ("md",),
    _is_rule,
    _read_rule,
)
