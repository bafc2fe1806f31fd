"""JSON that cannot hurt: one value read inside bounds, every failure one exception with a reason and a line."""

from __future__ import annotations

import json
from typing import TypeAlias

from t2tdb.parse.spelling import collapse, distinct_sorted

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_DEPTH = 200
MAX_ENTRIES = 5_000  # entries of one document that become resources
MAX_LIST_ITEMS = 256
_MAX_DIGITS = 1_000


class JsonProblem(Exception):
    """Text that is no JSON within the bounds."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def load(text: str, *, duplicates: list[str] | None = None) -> Json:
    """Read one JSON value. A repeated key keeps its last value; its name goes to ``duplicates``.

    Raises JsonProblem, and nothing else: not JSON, NaN or Infinity, nested deeper than 200 levels.
    """
    repeated = [] if duplicates is None else duplicates

    def pairs(entries: list[tuple[str, Json]]) -> dict[str, Json]:
        made = dict(entries)
        if len(made) != len(entries):
            seen: set[str] = set()
            for key, _ in entries:
                if key in seen:
                    repeated.append(key)
                seen.add(key)
        return made

    try:
        loaded: Json = json.loads(text, object_pairs_hook=pairs, parse_constant=_refuse_constant, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise JsonProblem(error.msg[:1].lower() + error.msg[1:], error.lineno) from None
    except RecursionError:
        raise JsonProblem(f"nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise JsonProblem(str(error)) from None
    if _deeper_than(loaded, MAX_DEPTH):
        raise JsonProblem(f"nested deeper than {MAX_DEPTH} levels")
    return loaded


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON value")


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MAX_DIGITS else float("inf")


def _deeper_than(loaded: Json, limit: int) -> bool:
    level: list[Json] = [loaded]
    for _ in range(limit):
        level = [
            child
            for node in level
            if isinstance(node, dict | list)
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def clean_string(node: object) -> str:
    """A string with its white space collapsed; "" for everything that is no string."""
    return collapse(node) if isinstance(node, str) else ""


def string_list(node: object) -> tuple[str, ...]:
    """The strings of a list, or of a comma-separated string (brackets may stand around it), at most 256 items."""
    if isinstance(node, list | tuple):
        return distinct_sorted([item for item in node[:MAX_LIST_ITEMS] if isinstance(item, str)])
    if not isinstance(node, str):
        return ()
    unwrapped = node.strip().removeprefix("[").removesuffix("]")
    return distinct_sorted([_strip_quotes(item.strip()) for item in unwrapped.split(",")[:MAX_LIST_ITEMS]])


def _strip_quotes(item: str) -> str:
    if item[:1] in ("'", '"'):
        item = item[1:]
    return item[:-1] if item[-1:] in ("'", '"') else item
