"""The lint rules that look at one resource by itself, whatever its format."""

from __future__ import annotations

from t2tdb.model import Draft, Problem
from t2tdb.parse.registry import FORMATS
from t2tdb.parse.spelling import hidden_characters
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import Severity


def examine(draft: Draft, path: str) -> list[Problem]:
    """The problems of a resource's name and description."""
    found: list[Problem] = []

    def note(severity: Severity, code: str, message: str) -> None:
        found.append(Problem(severity, code, message, path, draft.id, draft.line))

    if not draft.name.strip():
        note("error", "NAME_MISSING", "The resource has no name to show.")
    if not draft.description.strip():
        note("warning", "DESCRIPTION_MISSING", f"'{draft.name}' has no description.")
    known = FORMATS.get(draft.format)
    limit = known.description_limit if known is not None else 1_024
    if len(draft.description) > limit:
        note(
            "warning",
            "DESCRIPTION_LONG",
            f"The description of '{draft.name}' has {len(draft.description)} characters; its format allows {limit}.",
        )
    for what, text in (("name", draft.name), ("description", draft.description)):
        hidden = hidden_characters(text)
        if hidden:
            listed = ", ".join(hidden[:8]) + (" and more" if len(hidden) > 8 else "")
            note("warning", "HIDDEN_CHARACTERS", f"The {what} holds invisible or bidirectional characters: {listed}.")
    return found
