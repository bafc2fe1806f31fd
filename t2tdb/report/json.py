"""JSON: the machine's rendering, written without the ``json`` module.

``import json`` loads ``re`` and a decoder, 9 ms of the 28 that `find` may take. What a report holds is known: strings,
numbers, lists and dicts. The text is what ``json.dumps(report, indent=2)`` gives, with every character that could act
in a terminal or in HTML escaped, and whole numbers without ``.0``, as JavaScript writes them.
"""

from __future__ import annotations

from t2tdb.report.neutralise import json_string
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.report.shapes import Report


def render(report: Report) -> Iterator[str]:
    """Give the report in pieces, one an element of a long list."""
    opening = "{\n  "
    for key, member in report.items():
        yield f"{opening}{json_string(key)}: "
        if member is None or isinstance(member, (str, int, float, dict)):
            yield encode(member, "  ")
        else:
            yield from _elements(iter(member))  # type: ignore[call-overload]  # the shapes leave iterables only
        opening = ",\n  "
    yield "\n}\n"


def _elements(elements: Iterator[object]) -> Iterator[str]:
    opening = "[\n    "
    for element in elements:
        yield opening + encode(element, "    ")
        opening = ",\n    "
    yield "[]" if opening[0] == "[" else "\n  ]"


def encode(member: object, indent: str = "") -> str:
    """Encode one value; lines after the first start with ``indent``."""
    if isinstance(member, str):
        return json_string(member)
    if member is None:
        return "null"
    if isinstance(member, bool):
        return "true" if member else "false"
    if isinstance(member, float):
        return _number(member)
    if isinstance(member, int):
        return int.__repr__(member)
    deeper = indent + "  "
    if isinstance(member, dict):
        pieces = [f"{json_string(key)}: {encode(inner, deeper)}" for key, inner in member.items()]
        brackets = "{}"
    elif isinstance(member, (list, tuple)):
        pieces = [encode(inner, deeper) for inner in member]
        brackets = "[]"
    else:
        raise TypeError(f"a report cannot hold a {type(member).__name__}")
    if not pieces:
        return brackets
    return f"{brackets[0]}\n{deeper}" + f",\n{deeper}".join(pieces) + f"\n{indent}{brackets[1]}"


def _number(number: float) -> str:
    if number - number != 0.0:
        raise ValueError("JSON has no infinity and no not-a-number")
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else float.__repr__(number)
