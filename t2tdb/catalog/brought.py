"""Members that an entry of an AI catalog brings along and that a registry hands on unchanged, or not at all.

They are kept as JSON among the details of the resource. A trust manifest that is not valid is left out as a whole.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from t2tdb.catalog.record import Record

CAPABILITIES, QUERIES, TRUST = "capabilities", "representativeQueries", "trustManifest"
MEMBERS = (CAPABILITIES, QUERIES, TRUST)
MAX_LENGTH = 8_192  # characters of one member


def kept(entry: Mapping[str, object], *members: str) -> tuple[tuple[str, str], ...]:
    """The details that keep these members of an entry."""
    found = ((name, entry.get(name)) for name in members)
    spelt = ((name, json.dumps(node, ensure_ascii=False)) for name, node in found if _is_valid(name, node))
    return tuple((name, text) for name, text in spelt if len(text) <= MAX_LENGTH)


def members_of(record: Record) -> dict[str, object]:
    """The members that a resource has kept, as its entry has them."""
    made: dict[str, object] = {}
    for name, text in record.details:
        if name not in MEMBERS or not text.startswith(("[", "{")):
            continue
        try:
            node = json.loads(text)
        except ValueError:
            continue  # a detail of this name from elsewhere
        if _is_valid(name, node):
            made[name] = node
    return made


def _is_valid(name: str, node: object) -> bool:
    if name == TRUST:
        if not isinstance(node, dict):
            return False
        from t2tdb.catalog.validation import validator  # imports jsonschema, which few libraries need

        return bool(validator("ai-catalog.schema.json", part="trustManifest").is_valid(node))
    if not isinstance(node, list) or not node or not all(isinstance(each, str) for each in node):
        return False
    return name != QUERIES or 2 <= len(node) <= 5
