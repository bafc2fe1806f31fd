"""fabric patterns: ``patterns/<name>/system.md``."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import directory_name
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import directories


def _recognise(name: str, place: Place) -> bool:
    return name == "system.md" and directories(place)[-2:-1] == ("patterns",)


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    return source.parsed(draft_of(source, page, made, "prompt", own_name=directory_name(source.path)))


FABRIC = file_format(
    Format(
        name="fabric-pattern",
        title="fabric pattern",
        kinds=("prompt",),
        patterns=("patterns/<name>/system.md",),
        documentation="https://github.com/danielmiessler/fabric",
        host="fabric",
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)
