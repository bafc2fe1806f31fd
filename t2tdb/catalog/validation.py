"""Catalogs against their JSON Schemas, with the line of each fault. Imports jsonschema when it is first asked."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from t2tdb.shipped import shipped
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 20
"""Faults of one document that are told."""

_DECODER = json.JSONDecoder()
_BLANKS = " \t\n\r"


@value
class Fault:
    """One thing that a schema does not allow."""

    message: str
    line: int | None  # 1-based; None where the text is not plain JSON


@cache
def validator(schema: str, *, part: str = "") -> Any:
    """A validator for a schema of ``schema/``, or for one of its definitions."""
    import jsonschema

    document = json.loads((shipped("schema") / schema).read_bytes())
    if part:
        document = document | {"$ref": f"#/$defs/{part}"}
        for name in ("required", "properties", "additionalProperties", "type"):
            document.pop(name, None)
    kind = jsonschema.Draft202012Validator
    checker = jsonschema.FormatChecker()
    checker.checks("uri")(_is_uri)
    checker.checks("date-time")(_is_time)
    return kind(document, format_checker=checker)


def faults(schema: str, document: object, text: str) -> Iterator[Fault]:
    """The first faults of a document, in its order."""
    for number, error in enumerate(validator(schema).iter_errors(document)):
        if number == MOST:
            return
        path = list(error.absolute_path)
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
        yield Fault(_sentence(error, where), line_of(text, path))


def _sentence(error: Any, where: str) -> str:
    """What is wrong, without the wrong value itself: it may be long, or secret."""
    rule, wanted = error.validator, error.validator_value
    place = where or "the document"
    if rule == "required":
        missing = [name for name in wanted if isinstance(error.instance, dict) and name not in error.instance]
        return f"{place} lacks {', '.join(missing)}"
    if rule == "additionalProperties":
        known = error.schema.get("properties", {})
        extra = [name for name in error.instance if name not in known]
        return f"{place} has members that the form does not know: {', '.join(extra[:5])[:100]}"
    if rule == "oneOf":
        return f"{place} must have either url or data, and not both"
    sentences = {
        "type": f"must be of type {wanted}",
        "enum": f"must be one of {', '.join(map(str, wanted)) if isinstance(wanted, list) else wanted}",
        "const": f"must be {wanted}",
        "pattern": "must be urn:air:PUBLISHER:NAMESPACE:NAME",
        "format": f"must be a {wanted}",
        "minLength": "must not be empty",
        "uniqueItems": "must not hold anything twice",
        "minItems": f"must have at least {wanted} items",
        "maxItems": f"must have at most {wanted} items",
    }
    return f"{place} {sentences.get(rule, f'breaks the rule {rule}')}"


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The line on which the value at ``path`` of a JSON text begins; None where the text is not JSON as it stands."""
    try:
        place = _skip(text, 0)
        for step in path:
            place = _enter(text, place, step)
    except (ValueError, IndexError, RecursionError):
        return None
    return text.count("\n", 0, place) + 1


def _enter(text: str, place: int, step: str | int) -> int:
    """Where a member of the object, or an item of the list, at ``place`` begins. The last of a name counts."""
    if text[place] != ("{" if isinstance(step, str) else "["):
        raise ValueError(step)
    found = -1
    number = 0
    place = _skip(text, place + 1)
    while text[place] not in "]}":
        name: object = number
        if isinstance(step, str):
            name, place = _DECODER.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)  # over the colon
        if name == step:
            found = place
            if isinstance(step, int):
                break
        _, place = _DECODER.raw_decode(text, place)
        place = _skip(text, place)
        if text[place] == ",":
            place = _skip(text, place + 1)
        number += 1
    if found < 0:
        raise ValueError(step)
    return found


def _skip(text: str, place: int) -> int:
    while text[place] in _BLANKS:
        place += 1
    return place


def _is_uri(node: object) -> bool:
    """An absolute address by RFC 3986: a scheme, and no character that an address may not have."""
    if not isinstance(node, str):
        return True
    import re

    return (
        re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+", node)
        is not None
    )


def _is_time(node: object) -> bool:
    """A date and time by RFC 3339."""
    if not isinstance(node, str):
        return True
    from datetime import datetime

    try:
        return datetime.fromisoformat(node).tzinfo is not None and len(node) >= 20 and node[10] in "Tt"
    except ValueError:
        return False
