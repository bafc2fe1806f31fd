"""Faults of catalogs: each is told with the line on which it is, and without the wrong value."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from catalogs import OWN_SCHEMAS, SCHEMAS
from hypothesis import given
from hypothesis import strategies as st

import t2tdb
from t2tdb.catalog.validation import MOST, faults, line_of, validator

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(JSON, st.data())
def test_lines_are_those_of_the_values(document: Any, data: st.DataObject) -> None:
    """In a text with one value a line, the line of a path is the one on which its value begins."""
    text = json.dumps(document, indent=1)
    path: list[str | int] = []
    node = document
    while isinstance(node, dict | list) and node:
        step = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else list(range(len(node)))))
        path.append(step)
        node = node[step]
    line = line_of(text, path)
    assert line is not None
    wanted = json.dumps(node).rstrip("]}")
    assert wanted in text.split("\n")[line - 1]


@pytest.mark.parametrize("text", ["", "[1,", "// comment\n[1]", '{"a"'])
def test_what_is_no_json_has_no_lines(text: str) -> None:
    assert line_of(text, [0, 0]) is None


def test_the_last_of_equal_names_counts() -> None:
    assert line_of('{"a": 1,\n"a": 2}', ["a"]) == 2


ENTRY: dict[str, Any] = {
    "identifier": "urn:air:acme.com:x",
    "displayName": "X",
    "type": "application/ai-skill",
    "url": "https://acme.com/x",
}
ENTRIES: list[tuple[dict[str, Any], str]] = [
    ({"identifier": "x"}, "must be urn:air:"),
    ({"url": "no address, but a secret"}, "must be a uri"),
    ({"data": {}}, "either url or data"),
    ({"updatedAt": "2026-01-01"}, "must be a date-time"),
    ({"tags": "a"}, "must be of type array"),
    ({"representativeQueries": ["a"]}, "at least 2 items"),
    ({"metadata": {"a": []}}, "must be of type"),
    ({"trustManifest": {"identity": "a", "secret-member": 1}}, "members that the form does not know"),
    ({"trustManifest": {}}, "lacks identity"),
]


@pytest.mark.parametrize(("change", "said"), ENTRIES, ids=lambda each: str(each)[:30])
def test_faults_of_an_ai_catalog(change: dict[str, Any], said: str) -> None:
    document = {"specVersion": "1.0", "entries": [ENTRY, copy.deepcopy(ENTRY) | change]}
    text = json.dumps(document, indent=1)
    (fault,) = faults("ai-catalog.schema.json", document, text)
    assert said in fault.message
    assert fault.message.startswith("entries[1]")
    assert fault.line
    assert fault.line > text.split("\n").index("  {", 5)
    assert "a secret" not in fault.message


def test_a_thousand_faults_are_told_in_part() -> None:
    document = {"specVersion": "1.0", "entries": [{}] * 1_000}
    assert len(list(faults("ai-catalog.schema.json", document, json.dumps(document)))) == MOST


@given(JSON)
def test_both_wordings_of_the_schema_judge_alike(document: Any) -> None:
    """Ours in its own words, and the specification's."""
    theirs = json.loads((SCHEMAS / "ai-catalog.schema.json").read_text())
    ours = json.loads((OWN_SCHEMAS / "ai-catalog.schema.json").read_text())
    assert _bare(ours) == _bare(theirs)
    kind = type(validator("ai-catalog.schema.json"))
    assert kind(ours).is_valid(document) == kind(theirs).is_valid(document)


def _bare(node: Any) -> Any:
    """A schema without its words."""
    if isinstance(node, dict):
        words = ("$id", "title") if "$schema" in node else ()
        return {
            name: _bare(each)
            for name, each in node.items()
            if name not in words and not (name == "description" and isinstance(each, str))
        }
    return [_bare(each) for each in node] if isinstance(node, list) else node


def test_lint_names_the_line(tmp_path: Path) -> None:
    root = tmp_path / "agents"
    root.mkdir()
    (root / "ai-catalog.json").write_text(
        '{"specVersion": "1.0",\n "entries": [\n  {"identifier": "urn:air:acme.com:x", "displayName": "X",\n'
        '   "type": "application/ai-skill", "url": "https://acme.com/x", "description": "D.", "tags": 1}]}'
    )
    (root / "team.catalog.json").write_text(
        '{"catalogVersion": 1, "name": "T", "resources": [\n {"id": "a", "name": "A", "description": "B.",\n'
        '  "kind": "toaster"}]}'
    )
    with t2tdb.open(str(tmp_path / "library.db")) as library:
        library.index(str(root))
        told = [(each.path, each.line, each.code, each.message) for _, each in library.lint().issues]
    assert told == [
        (
            "ai-catalog.json",
            4,
            "CATALOG_SCHEMA",
            "By the schema of catalogs, entries[0].tags must be of type array.",
        ),
        (
            "team.catalog.json",
            3,
            "CATALOG_SCHEMA",
            (
                "By the schema of catalogs, resources[0].kind must be one of skill, agent, prompt, mcp-server, "
                "catalog, rule, plugin."
            ),
        ),
    ]


def test_the_examples_and_every_export_are_sound(library_database: str) -> None:
    examples = Path(__file__).parent.parent.parent / "examples"
    text = (examples / "platform.catalog.json").read_text()
    assert list(faults("catalog-v1.schema.json", json.loads(text), text)) == []
