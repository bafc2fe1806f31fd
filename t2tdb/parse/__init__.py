"""Formats: bytes in, records out. Pure: nothing here knows the disk or the database.

``claim`` decides by a file's place alone whether a parser wants its bytes; ``parse`` reads them and never raises. A
file that was claimed and turns out to be nothing gives an empty ``Parsed``.
"""

from __future__ import annotations

from t2tdb.model import Parsed, Place, Problem
from t2tdb.parse.identity import file_name

EXTRACTOR_VERSION = 1
"""Raised when a parser, a redaction or a fallback changes what is extracted: files are read again though unchanged."""

JSON = "json"
"""The claim on JSON of any name: its content decides."""


def claim(place: Place) -> str:
    """The name of the format that wants the bytes of a file, "" for none."""
    from t2tdb.parse import formats, registry  # noqa: F401  importing the package registers the formats

    name = file_name(place.path).lower()
    found = registry.recognise(name, place)
    if found:
        return found
    return JSON if name.endswith(".json") else ""


def parse(claim: str, place: Place, data: bytes) -> Parsed:
    """Everything that a claimed file holds. Never raises, whatever the bytes."""
    from t2tdb.parse.reading import read

    return read(claim, place, data)


def oversize(claim: str, place: Place) -> Problem | None:
    """The problem of a file too large to read, where its name alone says that it would have been a resource."""
    if not claim or (claim == JSON and not is_candidate(place)):
        return None
    return Problem(
        "warning", "FILE_TOO_LARGE", "The file is larger than the limit of one file and was not read.", place.path
    )


def is_candidate(place: Place) -> bool:
    """Does the name of a JSON file alone promise a catalog or MCP servers?"""
    name = file_name(place.path).lower()
    return name in _CANDIDATES or name.endswith(".catalog.json")


_CANDIDATES = frozenset({"mcp.json", ".mcp.json", "mcp-config.json", "task2tool.json", "t2tdb.json", "catalog.json"})
