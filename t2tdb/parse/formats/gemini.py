"""Gemini CLI commands: TOML with a ``prompt``, of projects, users and extensions (Qwen Code reads the same)."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.card import card
from t2tdb.parse.formats.codex import read_toml
from t2tdb.parse.jsontext import clean_string
from t2tdb.parse.page import command_name
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below, below_extension


def _recognise(name: str, place: Place) -> bool:
    if below(place, ".gemini", "commands") is not None or below(place, ".qwen", "commands") is not None:
        return True
    return (below_extension(place) or "").startswith("commands/")


def _read(source: Source, made: Format) -> Parsed:
    document = read_toml(source)
    prompt = (document or {}).get("prompt")
    if document is None or not isinstance(prompt, str):
        return source.parsed()
    described = clean_string(document.get("description"))
    return source.parsed(
        card(
            source,
            made,
            "prompt",
            command_name(below(source.place, "commands") or source.file_name),
            described or clean_string(prompt)[:360],
            body=prompt,
            name_source="path",
            description_source="description" if described else "prompt",
        )
    )


COMMAND = file_format(
    Format(
        name="gemini-command",
        title="Gemini CLI command",
        kinds=("prompt",),
        patterns=(".gemini/commands/**/*.toml", "<extension>/commands/**/*.toml"),
        documentation="https://geminicli.com/docs/cli/custom-commands/",
        host="gemini-cli",
    ),
    ("toml",),
    _recognise,
    _read,
)
