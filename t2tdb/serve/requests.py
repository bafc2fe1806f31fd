"""Bodies of requests, from bytes to values. Whatever is not as the specification says is refused with a sentence."""

from __future__ import annotations

import json
from typing import TypeAlias

from t2tdb.serve.errors import invalid
from t2tdb.value import value

MAX_DEPTH = 16  # levels of a body
MAX_FILTERS = 32
MAX_VALUES = 256  # of one filter
MAX_FACETS = 16
MAX_BUCKETS = 1_000
MAX_PAGE = 100
DEFAULT_PAGE = 10
FEDERATION = ("auto", "referrals", "none")

Filters: TypeAlias = "tuple[tuple[str, tuple[str, ...]], ...]"
"""Path and accepted values; all paths must match, each by any of its values."""


@value
class Query:
    """What is looked for."""

    text: str  # "": everything
    filters: Filters = ()


@value
class SearchRequest:
    """``POST /search``."""

    query: Query
    federation: str = "auto"
    page_size: int = DEFAULT_PAGE
    page_token: str = ""


@value
class Facet:
    """One field to count by."""

    field: str
    limit: int = 20
    min_count: int = 1


@value
class ExploreRequest:
    """``POST /explore``."""

    query: Query
    facets: tuple[Facet, ...]


def read_search(body: bytes) -> SearchRequest:
    """The search that a body asks for."""
    document = _document(body, {"query", "federation", "pageSize", "pageToken"})
    if "query" not in document:
        raise invalid('the body needs a "query" with a "text"')
    query = _query(document["query"])
    if not query.text:
        raise invalid('"query.text" must say what is looked for')
    federation = _text(document.get("federation", "auto"), "federation")
    if federation not in FEDERATION:
        raise invalid('"federation" must be auto, referrals or none')
    return SearchRequest(
        query,
        federation,
        whole(document.get("pageSize", DEFAULT_PAGE), "pageSize", MAX_PAGE),
        _text(document.get("pageToken", ""), "pageToken"),
    )


def read_explore(body: bytes) -> ExploreRequest:
    """The facets that a body asks for."""
    document = _document(body, {"query", "resultType"})
    wanted = document.get("resultType")
    if not isinstance(wanted, dict) or not isinstance(wanted.get("facets"), list):
        raise invalid('"resultType" must be {"facets": [{"field": "type"}]}')
    facets = wanted["facets"]
    if len(facets) > MAX_FACETS:
        raise invalid(f"at most {MAX_FACETS} facets can be asked for at once")
    query = _query(document.get("query", {}))
    return ExploreRequest(query, tuple(_facet(each) for each in facets))


def whole(node: object, name: str, most: int, *, least: int = 1) -> int:
    """A whole number between ``least`` and ``most``; JSON may spell it ``5.0``."""
    if isinstance(node, bool) or not isinstance(node, int | float):
        raise invalid(f'"{name}" must be a whole number')
    if not least <= node <= most:
        raise invalid(f'"{name}" must be between {least} and {most}')
    if node != int(node):
        raise invalid(f'"{name}" must be a whole number')
    return int(node)


def _document(body: bytes, known: set[str]) -> dict[str, object]:
    try:
        document = json.loads(body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise invalid("the body is not a JSON document") from None
    if not isinstance(document, dict):
        raise invalid("the body must be a JSON object")
    if _deeper_than(document, MAX_DEPTH):
        raise invalid(f"the body is nested deeper than {MAX_DEPTH} levels")
    _only(document, known, "the body")
    return document


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _deeper_than(document: object, levels: int) -> bool:
    level = [document]
    for _ in range(levels):
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node if isinstance(node, list) else ())
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _only(document: dict[str, object], known: set[str], where: str) -> None:
    for name in document:
        if name not in known:
            raise invalid(f'{where} has no member "{name[:100]}"; known are {", ".join(sorted(known))}')


def _text(node: object, name: str) -> str:
    if not isinstance(node, str):
        raise invalid(f'"{name}" must be a text')
    try:
        node.encode()
    except UnicodeEncodeError:
        raise invalid(f'"{name}" holds half a surrogate pair') from None
    return node


def _query(node: object) -> Query:
    if not isinstance(node, dict):
        raise invalid('"query" must be an object')
    _only(node, {"text", "filter"}, '"query"')
    wanted = node.get("filter", {})
    if not isinstance(wanted, dict):
        raise invalid('"filter" must be an object of field paths')
    if len(wanted) > MAX_FILTERS:
        raise invalid(f"at most {MAX_FILTERS} filters can be combined")
    return Query(
        _text(node.get("text", ""), "query.text"),
        tuple((_path(path), _values(accepted, path)) for path, accepted in wanted.items()),
    )


def _values(node: object, path: str) -> tuple[str, ...]:
    accepted = node if isinstance(node, list) else [node]
    if len(accepted) > MAX_VALUES:
        raise invalid(f"a filter takes at most {MAX_VALUES} values")
    return tuple(_text(each, f"filter.{path[:100]}") for each in accepted)


def _path(node: object) -> str:
    path = _text(node, "field")
    if not path or len(path) > 200 or any(not part for part in path.split(".")):
        raise invalid("a field path is names joined by dots, such as metadata.kind")
    return path


def _facet(node: object) -> Facet:
    if not isinstance(node, dict):
        raise invalid('a facet must be an object such as {"field": "type"}')
    _only(node, {"field", "limit", "minCount"}, "a facet")
    if "field" not in node:
        raise invalid('a facet needs a "field"')
    return Facet(
        _path(node["field"]),
        whole(node.get("limit", 20), "limit", MAX_BUCKETS),
        whole(node.get("minCount", 1), "minCount", 2**53, least=0),
    )
