"""Copilot instructions: ``copilot-instructions.md`` and ``*.instructions.md``; prompts, as the seed has them."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return name == "copilot-instructions.md" or name.endswith(".instructions.md")


def _read(source: Source, made: Format) -> Parsed:
    return source.parsed(draft_of(source, read_page(source), made, "prompt"))


INSTRUCTIONS = file_format(
    Format(
        name="instructions",
        title="Copilot instructions",
        kinds=("prompt",),
        patterns=("copilot-instructions.md", "*.instructions.md"),
        documentation="https://code.visualstudio.com/docs/copilot/customization/custom-instructions",
        host="copilot",
    ),
    _recognise,
    _read,
)
