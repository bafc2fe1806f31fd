"""Kiro powers: ``POWER.md``."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import file_name
from t2tdb.parse.metadata import text_of
from t2tdb.parse.page import draft_of, read_page
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source


def _recognise(name: str, place: Place) -> bool:
    return file_name(place.path) == "POWER.md"


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    values = page.front.values
    if not text_of(values, "name", "displayName") and not text_of(values, "description"):
        return Parsed()
    details = (("displayName", text_of(values, "displayName")),)
    return source.parsed(draft_of(source, page, made, "skill", fallback="directory", details=details))


POWER = file_format(
    Format(
        name="kiro-power",
        title="Kiro power",
        kinds=("skill",),
        patterns=("POWER.md",),
        documentation="https://kiro.dev/docs/powers/create/",
        host="kiro",
    ),
    ("md",),
    _recognise,
    _read,
    by_name=True,
)
