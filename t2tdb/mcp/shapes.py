"""The structured results of the tools. Their JSON schemas are what ``tools/list`` publishes, so they are kept short."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def _without_titles(schema: dict[str, Any]) -> None:
    """Leave out the titles that pydantic makes of the names: a fifth of what ``tools/list`` weighs."""
    schema.pop("title", None)
    for member in schema.get("properties", {}).values():
        member.pop("title", None)


class Shape(BaseModel):
    """Base of all results."""

    model_config = ConfigDict(json_schema_extra=_without_titles)


class Freshness(Shape):
    """How old the answer is."""

    age_seconds: float | None = Field(description="since the last complete scan; null: never")
    watching: bool


class Resource(Shape):
    """A resource in a list."""

    id: str
    name: str
    kind: str
    description: str = Field(description="may be cut; get_resource has all")
    path: str
    root: str
    stale: bool = Field(False, description="the file changed or cannot be reached")


class Hit(Resource):
    """A ranked resource."""

    score: float
    matched_terms: list[str]


class Found(Shape):
    """Result of find_resources."""

    hits: list[Hit]
    searched: int
    freshness: Freshness


class Pick(Hit):
    """One resource of a set."""

    new_terms: list[str]
    covered_percent: float = Field(description="of the task's words, so far")


class Composed(Shape):
    """Result of compose_resources."""

    picks: list[Pick]
    uncovered_terms: list[str]
    covered_percent: float
    searched: int
    freshness: Freshness


class Text(Shape):
    """Result of get_resource."""

    id: str
    name: str
    kind: str
    description: str
    tags: list[str]
    path: str
    root: str
    details: dict[str, str]
    text: str = Field(description="empty for settings, whose files are not shown")
    total_chars: int
    next_offset: int | None = Field(description="ask again with it for the rest")


class Problem(Shape):
    """One problem."""

    severity: str
    code: str
    message: str
    path: str
    root: str
    line: int | None


class Problems(Shape):
    """Result of library_problems."""

    errors: int
    warnings: int
    problems: list[Problem]
