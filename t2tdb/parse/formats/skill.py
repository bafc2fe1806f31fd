"""Agent Skills: ``SKILL.md`` in a directory of its own, and the seed's ``*.skill.md``."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return name == "skill.md" or name.endswith(".skill.md")


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    fallback = "directory" if source.file_name.lower() == "skill.md" else "stem"
    return source.parsed(draft_of(source, page, made, "skill", fallback=fallback))


SKILL = file_format(
    Format(
        name="skill",
        title="Agent Skill",
        kinds=("skill",),
        patterns=("SKILL.md", "*.skill.md"),
        documentation="https://agentskills.io/specification",
        description_limit=1_024,
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)
