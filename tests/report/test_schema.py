"""The published JSON schemas describe what is printed: every report validates, and no key is undescribed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from t2tdb.model import KINDS
from t2tdb.report import render
from t2tdb.report.shapes import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.report.shapes import Report

SCHEMAS = sorted((Path(__file__).parents[2] / "schema").glob("*.schema.json"))
REPORT_SCHEMAS = {
    schema["properties"]["command"]["const"]: schema
    for path in SCHEMAS
    if str((schema := json.loads(path.read_bytes())).get("$id", "")).startswith("urn:t2tdb:report:")
}


def closed(schema: object) -> object:
    """The schema with every described object closed, so that an undescribed key fails."""
    if isinstance(schema, dict):
        inner = {key: closed(entry) for key, entry in schema.items()}
        return {**inner, "additionalProperties": False} if isinstance(inner.get("properties"), dict) else inner
    return [closed(entry) for entry in schema] if isinstance(schema, list) else schema


def test_every_report_validates_and_every_key_is_described(report: Callable[[], Report]) -> None:
    found = json.loads("".join(render(report(), "json")))
    schema = closed(REPORT_SCHEMAS[found["command"]])
    assert [error.message for error in Draft202012Validator(schema).iter_errors(found)] == []


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_each_schema_is_one(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_bytes()))


@pytest.mark.parametrize("missing", ["schemaVersion", "command", "title", "root", "summary", "hits", "query"])
def test_a_report_without_a_promised_key_fails(reports: dict[str, Callable[[], Report]], missing: str) -> None:
    found = json.loads("".join(render(reports["find"](), "json")))
    del found[missing]
    assert not Draft202012Validator(REPORT_SCHEMAS["find"]).is_valid(found)


def test_the_inventory_schema_knows_every_kind() -> None:
    described = REPORT_SCHEMAS["index"]["properties"]["summary"]["properties"]
    assert set(KINDS) <= set(described)
