"""What a format module is given, and the helpers with which it says what it found."""

from __future__ import annotations

from t2tdb.model import Draft, Parsed, Place, Problem
from t2tdb.parse.decoding import decode
from t2tdb.parse.identity import file_name
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import Severity


class Source:
    """One file on its way through a parser: its place, its text, and the problems noted so far."""

    __slots__ = ("damaged", "file_name", "path", "place", "problems", "text")

    def __init__(self, place: Place, data: bytes) -> None:
        self.place = place
        self.path = place.path
        self.file_name = file_name(place.path)
        decoded = decode(data)
        self.text = decoded.text
        self.damaged = decoded.damaged
        self.problems: list[Problem] = []

    def mentions(self, *keys: str) -> bool:
        """Does the text, JSON or YAML, seem to hold all of these keys? A cheap look before anything is parsed."""
        if self.text.lstrip("\ufeff \t\r\n").startswith("{"):
            return all(f'"{key}"' in self.text for key in keys)
        return all(f"\n{key}:" in self.text or self.text.startswith(f"{key}:") for key in keys)

    def note(
        self, severity: Severity, code: str, message: str, *, resource_id: str | None = None, line: int | None = None
    ) -> None:
        """Note a problem of this file."""
        self.problems.append(Problem(severity, code, message, self.path, resource_id, line))

    def parsed(self, *drafts: Draft) -> Parsed:
        """Close the file: these resources, and the problems noted."""
        return Parsed(drafts, tuple(self.problems))
