"""Prompt files: ``*.prompt.md``, as VS Code and GitHub Copilot read them."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return name.endswith(".prompt.md")


def _read(source: Source, made: Format) -> Parsed:
    return source.parsed(draft_of(source, read_page(source), made, "prompt"))


PROMPT = file_format(
    Format(
        name="prompt",
        title="Prompt file",
        kinds=("prompt",),
        patterns=("*.prompt.md",),
        documentation="https://code.visualstudio.com/docs/copilot/customization/prompt-files",
        host="copilot",
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)
