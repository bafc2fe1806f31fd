"""Formats: bytes in, records out. Pure: nothing here knows the disk or the database.

``claim`` decides by a file's place alone whether a parser wants its bytes; ``parse`` reads them and never raises. A
file that was claimed and turns out to be nothing gives an empty ``Parsed``. Whatever depends on other files around is
decided by ``claim`` and carried in its answer, so a changed surrounding makes an unchanged file be read again.
"""

from __future__ import annotations

from t2tdb.model import Parsed, Place, Problem
from t2tdb.parse.identity import file_name
from t2tdb.parse.surroundings import is_bundled
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.parse.registry import Format

EXTRACTOR_VERSION = 3
"""Raised when a parser, a redaction or a fallback changes what is extracted: files are read again though unchanged."""

JSON = "json"
"""The claim on JSON of any name: its content decides."""

YAML = "yaml"
"""The claim on YAML of any name."""

PAGE = "page"
"""The claim on Markdown pages that may be agents, commands or rules by what they say."""

IN_PLUGIN = "+plugin"
"""What a claim ends with where the file lies in a plugin or an extension."""

_BY_CONTENT = frozenset({JSON, YAML, PAGE})


def claim(place: Place) -> str:
    """The name of the format that wants the bytes of a file, "" for none."""
    from t2tdb.parse import formats, registry  # noqa: F401  importing the package registers the formats
    from t2tdb.parse.page import is_readme

    exact = file_name(place.path)
    name = exact.lower()
    suffix = name.rpartition(".")[2]
    if suffix not in _READ_BY_CONTENT and not registry.has_suffix(suffix):
        return ""
    found = registry.recognise_by_name(suffix, name, place)
    if not found:
        if suffix == "md" and is_readme(exact):
            return ""
        found = registry.recognise_by_place(suffix, name, place) or _READ_BY_CONTENT.get(suffix, "")
    return found + IN_PLUGIN if found and is_bundled(place) else found


_READ_BY_CONTENT = {"json": JSON, "jsonc": JSON, "yaml": YAML, "yml": YAML, "roomodes": YAML}


def parse(claim: str, place: Place, data: bytes) -> Parsed:
    """Everything that a claimed file holds. Never raises, whatever the bytes."""
    from t2tdb.parse.reading import read

    return read(claim, place, data)


def all_formats() -> tuple[Format, ...]:
    """Every format that is read, in the order in which files are offered to them."""
    from t2tdb.parse import formats, registry  # noqa: F401  importing the package registers the formats

    return tuple(registry.FORMATS.values())


def is_named(claim: str, place: Place) -> bool:
    """Does the place of a claimed file alone promise a resource?"""
    base = claim.removesuffix(IN_PLUGIN)
    if base not in _BY_CONTENT:
        return base != ""
    if base == PAGE:
        return False
    from t2tdb.parse import formats, registry  # noqa: F401  importing the package registers the formats

    return (base == JSON and is_candidate(place)) or registry.is_promised(place)


def oversize(claim: str, place: Place) -> Problem | None:
    """The problem of a file too large to read, where its name alone says that it would have been a resource."""
    if not is_named(claim, place):
        return None
    message = "The file is larger than the limit of one file and was not read."
    return Problem("warning", "FILE_TOO_LARGE", message, place.path)


def is_candidate(place: Place) -> bool:
    """Does the name of a JSON file alone promise a catalog or MCP servers?"""
    name = file_name(place.path).lower()
    return name in _CANDIDATES or name.endswith(".catalog.json")


_CANDIDATES = frozenset({"mcp.json", ".mcp.json", "mcp-config.json", "task2tool.json", "t2tdb.json", "catalog.json"})
