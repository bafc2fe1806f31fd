"""The structured results of the tools. Their JSON schemas are what ``tools/list`` publishes, so they are kept short.

A member with a default is left out of a result where the ranking profile does not say it.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def _short(schema: dict[str, Any]) -> None:
    """Leave out the titles that pydantic makes of the names, a fifth of what ``tools/list`` weighs, and defaults."""
    schema.pop("title", None)
    for member in schema.get("properties", {}).values():
        member.pop("title", None)
        member.pop("default", None)


class Shape(BaseModel):
    """Base of all results."""

    model_config = ConfigDict(json_schema_extra=_short)


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


class Ranked(Resource):
    """A resource with its score."""

    score: float
    matched_terms: list[str]
    copies: int = Field(1, description="resources with this same text")


class Hit(Ranked):
    """One of the best resources."""

    missing_terms: list[str] = []
    confidence: float = Field(0, description="0 to 1: how much of the task it says")


class Found(Shape):
    """Result of find_resources."""

    hits: list[Hit]
    searched: int
    freshness: Freshness
    fits: bool = Field(True, description="false: no hit is a sure fit")
    corrected: dict[str, list[str]] = {}


class Pick(Ranked):
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
    corrected: dict[str, list[str]] = {}


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
