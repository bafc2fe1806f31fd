"""Name, description, tags and version as frontmatter gives them."""

from __future__ import annotations

from t2tdb.parse.jsontext import MAX_LIST_ITEMS, string_list
from t2tdb.parse.spelling import distinct_sorted, one_line
from t2tdb.parse.yamlguard import Node


def lookup(values: dict[str, Node], *keys: str) -> Node:
    """The value of the first of ``keys`` that is there and not empty, whatever the letter case of the key."""
    for key in keys:
        node = values.get(key)
        if node not in (None, "", [], {}):
            return node
    folded = {key.lower(): node for key, node in reversed(values.items()) if node not in (None, "", [], {})}
    return next((folded[key.lower()] for key in keys if key.lower() in folded), None)


def text_of(values: dict[str, Node], *keys: str) -> str:
    """The first of ``keys`` that holds a string, on one line; "" where none does."""
    for key in keys:
        node = lookup(values, key)
        if isinstance(node, str) and (line := one_line(node)):
            return line
    return ""


def tags_of(values: dict[str, Node]) -> tuple[str, ...]:
    """``tags`` and ``keywords``, at the top and below ``metadata``: lists or comma-separated strings."""
    found: list[str] = []
    for level in _levels(values):
        for key in ("tags", "keywords"):
            found += string_list(_flat(lookup(level, key)))
    return distinct_sorted(found)[:MAX_LIST_ITEMS]


def _levels(values: dict[str, Node]) -> list[dict[str, Node]]:
    metadata = lookup(values, "metadata")
    if not isinstance(metadata, dict):
        return [values]
    return [values, metadata, *(node for node in metadata.values() if isinstance(node, dict))]


def _flat(node: Node) -> Node:
    if isinstance(node, list):
        return [one_line(item) if isinstance(item, str) else item for item in node]
    return one_line(node) if isinstance(node, str) else node


def strings_of(node: Node) -> tuple[str, ...]:
    """The strings of a list or of a comma-separated string, and the keys of a mapping, in their order."""
    if isinstance(node, str):
        parts = [part.strip().strip("'\"") for part in one_line(node).removeprefix("[").removesuffix("]").split(",")]
        return tuple(part for part in parts[:MAX_LIST_ITEMS] if part)
    return tuple(one_line(part) for part in list(node or ())[:MAX_LIST_ITEMS] if isinstance(part, str))
