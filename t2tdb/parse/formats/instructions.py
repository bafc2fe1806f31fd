"""Copilot instructions: ``copilot-instructions.md`` and ``*.instructions.md``; prompts, as the seed has them."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import draft_of, read_page, rule_details
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return name == "copilot-instructions.md" or name.endswith(".instructions.md")


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    return source.parsed(draft_of(source, page, made, "prompt", details=rule_details(page)))


INSTRUCTIONS = file_format(
    Format(
        name="instructions",
        title="Copilot instructions",
        kinds=("prompt",),
        patterns=("copilot-instructions.md", "*.instructions.md"),
        documentation="https://code.visualstudio.com/docs/copilot/customization/custom-instructions",
        host="copilot",
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)
