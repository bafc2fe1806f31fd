"""Prompts of the hosts whose directories are enough to know them: workflows, custom prompts, commands."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import command_name, draft_of, read_page, tool_names
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import first_below

_DIRECTORIES = (
    (".codex", "prompts"),
    (".opencode", "command"),
    (".opencode", "commands"),
    (".config", "opencode", "command"),
    (".config", "opencode", "commands"),
    ("opencode", "command"),
    (".continue", "prompts"),
    (".windsurf", "workflows"),
    (".clinerules", "workflows"),
    (".kilocode", "workflows"),
    (".agent", "workflows"),
    (".agents", "commands"),
    (".roo", "commands"),
    (".augment", "commands"),
    (".factory", "commands"),
    (".amazonq", "prompts"),
    (".kiro", "prompts"),
)


def _inside(place: Place) -> str | None:
    return first_below(place, _DIRECTORIES)


def _recognise(name: str, place: Place) -> bool:
    return _inside(place) is not None


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    own_name = command_name(_inside(source.place) or source.file_name)
    return source.parsed(draft_of(source, page, made, "prompt", own_name=own_name, parameters=tool_names(page)))


WORKFLOW = file_format(
    Format(
        name="command-directory",
        title="Command or workflow of Codex, opencode, Continue, Windsurf, Cline, Roo and others",
        kinds=("prompt",),
        patterns=(
            ".codex/prompts/*.md",
            ".opencode/{command,commands}/**/*.md",
            ".continue/prompts/*.{md,prompt}",
            ".windsurf/workflows/*.md",
            ".roo/commands/*.md",
        ),
        documentation="https://opencode.ai/docs/commands/",
    ),
    ("md",),
    _recognise,
    _read,
)


def _is_dotprompt(name: str, place: Place) -> bool:
    return name != ".prompt"


def _read_dotprompt(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    return source.parsed(draft_of(source, page, made, "prompt", own_name=command_name(source.file_name)))


DOTPROMPT = file_format(
    Format(
        name="dotprompt",
        title="Dotprompt",
        kinds=("prompt",),
        patterns=("*.prompt",),
        documentation="https://google.github.io/dotprompt/",
    ),
    ("prompt",),
    _is_dotprompt,
    _read_dotprompt,
    by_name=True,
)


def _read_prompty(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    return source.parsed(draft_of(source, page, made, "prompt", own_name=command_name(source.file_name)))


PROMPTY = file_format(
    Format(
        name="prompty",
        title="Prompty",
        kinds=("prompt",),
        patterns=("*.prompty",),
        documentation="https://prompty.ai/docs/prompty-file-spec/",
    ),
    ("prompty",),
    lambda name, place: True,
    _read_prompty,
    by_name=True,
)
