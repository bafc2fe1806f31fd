"""Agents, commands and rules outside of the directories that a host reads: known by what their pages say.

Collections keep such files for people to copy. A page counts only with frontmatter that fits: an agent has a name, a
description and, outside of a directory ``agents``, a model, tools or a colour; a command lies below ``commands`` and
has a description or takes arguments; a rule lies below ``rules`` and says when it applies. Pages below a skill are its
reference files, never resources, except the agents in its directory ``agents``.
"""

from __future__ import annotations

import re

from t2tdb.model import Parsed, Place
from t2tdb.parse import PAGE, frontmatter
from t2tdb.parse.identity import file_name, stem
from t2tdb.parse.metadata import lookup, text_of
from t2tdb.parse.page import (
    Page,
    agent_details,
    command_name,
    draft_of,
    is_about,
    read_page,
    rule_details,
    tool_names,
)
from t2tdb.parse.registry import Format, add_format, content_claim, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below, directories, is_below_skill, is_in_collection
from t2tdb.parse.yamlguard import Node

AGENT = add_format(
    Format(
        name="agent-page",
        title="Agent in a collection",
        kinds=("agent",),
        patterns=("agents/**/*.md with name and description", "*.md with name, description and tools, model or color"),
        documentation="https://code.claude.com/docs/en/sub-agents",
    )
)
RULE = add_format(
    Format(
        name="rule-page",
        title="Rule in a collection",
        kinds=("rule",),
        patterns=("rules/**/*.md with globs, paths, alwaysApply, inclusion or trigger",),
        documentation="https://docs.continue.dev/customize/deep-dives/rules",
    )
)

_RULE_KEYS = ("globs", "paths", "alwaysApply", "inclusion", "trigger", "applyTo")
_AGENT_KEYS = ("tools", "model", "color", "disallowedTools", "allowed-tools")
_ARGUMENT = re.compile(r"\$ARGUMENTS\b|\$[1-9]\b|^!`", re.MULTILINE)
_DOCUMENTATION = frozenset({"doc", "docs", "documentation", "website", "site", "wiki", "blog", "posts"})
_EVIDENCE = ("agent", "command", "rule", "workflow")
_NEVER = frozenset({"issue_template", "discussion_template", "evals", "graders", "reference", "references"})
_NEAR = 4  # directories above a page that say what it is; ``agents`` far above it may be anybody's name for a library


def _recognise(name: str, place: Place) -> bool:
    names = directories(place)
    if not _NEVER.isdisjoint(names) or is_about(file_name(place.path)):
        return False
    if not _DOCUMENTATION.isdisjoint(names) and not any(word in name for name in names for word in _EVIDENCE):
        return False  # pages for people: many, and never what an agent loads
    return not is_below_skill(place) or "agents" in names[1:] or name == "agent.md"


def _is_command(name: str, place: Place) -> bool:
    """In a directory ``commands`` that lies in a collection every page is a command, with frontmatter or without."""
    return _recognise(name, place) and not is_below_skill(place) and is_in_collection(place, "commands")


def _read_command(source: Source, made: Format) -> Parsed:
    return _command(source, read_page(source))


def _read(source: Source) -> Parsed:
    names = directories(source.place)[-_NEAR:]
    front = frontmatter.split(frontmatter.unify_line_breaks(source.text))
    of_commands = any("command" in name for name in names)
    if front.block is None and not of_commands:
        return Parsed()
    page = read_page(source)
    values = page.front.values
    description = text_of(values, "description")
    if "rules" in names and _has_key(values, _RULE_KEYS):
        draft = draft_of(
            source, page, RULE, "rule", own_name="" if page.outline.headings else stem(source.path),
            details=rule_details(page),
        )  # fmt: skip
        return source.parsed(draft)
    if "commands" in names and (description or _takes_arguments(page)):
        return _command(source, page)
    named = "agents" in names or source.file_name.lower() == "agent.md"
    if text_of(values, "name") and description and (named or _has_key(values, _AGENT_KEYS)):
        draft = draft_of(source, page, AGENT, "agent", details=agent_details(page), parameters=tool_names(page))
        return source.parsed(draft)
    if of_commands and "$ARGUMENTS" in page.front.body:
        return _command(source, page)
    return Parsed()


def _command(source: Source, page: Page) -> Parsed:
    own_name = command_name(below(source.place, "commands") or source.file_name)
    return source.parsed(draft_of(source, page, COMMAND, "prompt", own_name=own_name, parameters=tool_names(page)))


def _has_key(values: dict[str, Node], keys: tuple[str, ...]) -> bool:
    return any(lookup(values, key) is not None for key in keys)


def _takes_arguments(page: Page) -> bool:
    return _ARGUMENT.search(page.front.body) is not None


COMMAND = file_format(
    Format(
        name="command-page",
        title="Command in a collection",
        kinds=("prompt",),
        patterns=("commands/**/*.md beside agents, skills or rules, or with a description or arguments",),
        documentation="https://code.claude.com/docs/en/slash-commands",
    ),
    ("md",),
    _is_command,
    _read_command,
)
content_claim(PAGE, ("md",), _recognise, _read)
