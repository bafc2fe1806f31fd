"""Context files that agents read on their own: ``AGENTS.md``, ``CLAUDE.md``, ``GEMINI.md``, ``QWEN.md``.

Only in exact case: 40 of the lower-case ones in real libraries are ordinary documentation.
"""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import directory_name, file_name
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source

_HOSTS = {
    "AGENTS.md": "",
    "AGENTS.override.md": "codex",
    "CLAUDE.md": "claude-code",
    "CLAUDE.local.md": "claude-code",
    "GEMINI.md": "gemini-cli",
    "QWEN.md": "qwen-code",
}


def _recognise(name: str, place: Place) -> bool:
    return file_name(place.path) in _HOSTS


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    headings = page.outline.headings
    place_name = directory_name(source.path) or source.place.root.strip("~")
    # a heading that repeats the file's name says nothing of what it is for
    plain = not headings or headings[0].lower().strip("`* ") in {source.file_name.lower(), "readme", ""}
    own_name = f"{place_name} {source.file_name}".strip() if plain else ""
    where = directory_name(source.path)
    details = (("directory", source.path.rpartition("/")[0]),) if where else ()
    return source.parsed(draft_of(source, page, made, "rule", own_name=own_name, details=details))


CONTEXT = file_format(
    Format(
        name="context-file",
        title="Context file",
        kinds=("rule",),
        patterns=tuple(_HOSTS),
        documentation="https://agents.md",
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)
"""The host follows from the name; see ``host_of_context``."""


def host_of_context(path: str) -> str:
    """Which agent reads a context file of this name; "" where several do."""
    return _HOSTS.get(file_name(path), "")
