"""Exports: valid by their schemas, silent about the machine, and a round trip."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from catalogs import OWN_SCHEMAS, SCHEMAS

import t2tdb
from t2tdb.export import MAX_BYTES, ExportOptions, Form, export, export_parts
from t2tdb.ranking.profile import PROFILES

TASKS = [
    "review a pull request for security problems",
    "postgres query is slow",
    "write a blameless summary of an incident and the release notes",
    "pull request reviewer",
    "deploy",
    "翻訳",
    "flags of an environment",
]


def exported(database: str, options: ExportOptions) -> str:
    with t2tdb.open(database, readonly=True) as library:
        return "".join(export(library.reader, options))


def document(database: str, options: ExportOptions) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(exported(database, options))
    return loaded


@pytest.mark.parametrize("name", ["catalog-v1.schema.json", "ai-catalog.schema.json"])
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads((OWN_SCHEMAS / name).read_text()))


def test_catalog_is_valid(library_database: str) -> None:
    schema = json.loads((OWN_SCHEMAS / "catalog-v1.schema.json").read_text())
    made = document(library_database, ExportOptions("catalog"))
    jsonschema.validate(made, schema, cls=jsonschema.Draft202012Validator)
    ids = [entry["id"] for entry in made["resources"]]
    assert len(set(ids)) == len(ids) > 40


@pytest.mark.parametrize("schema", [SCHEMAS / "ai-catalog.schema.json", OWN_SCHEMAS / "ai-catalog.schema.json"])
@pytest.mark.parametrize("files", ["", "https://acme.example/library/"])
def test_ai_catalog_is_valid(library_database: str, schema: Path, files: str) -> None:
    made = document(library_database, ExportOptions("ai-catalog", publisher="acme.example", files=files))
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    jsonschema.Draft202012Validator(json.loads(schema.read_text()), format_checker=checker).validate(made)
    identifiers = [entry["identifier"] for entry in made["entries"]]
    assert len(set(identifiers)) == len(identifiers)
    assert all(identifier.startswith("urn:air:acme.example:") for identifier in identifiers)
    by_address = [entry for entry in made["entries"] if "url" in entry]
    assert all(("url" in entry) != ("data" in entry) for entry in made["entries"])
    assert len(by_address) == 2 if not files else len(by_address) > 30
    assert all("/home" not in entry["url"] for entry in by_address)


def test_jsonl_has_one_object_a_line(library_database: str) -> None:
    lines = exported(library_database, ExportOptions("jsonl", kinds=("mcp-server",))).splitlines()
    assert {json.loads(line)["kind"] for line in lines} == {"mcp-server"}


@pytest.mark.parametrize("form", ["catalog", "ai-catalog", "jsonl"])
def test_an_export_is_silent_about_the_machine(library_database: str, form: Form) -> None:
    counted = exported(library_database, ExportOptions(form, files="https://acme.example/"))
    plain = exported(library_database, ExportOptions(form, files="https://acme.example/", statistics=False))
    for secret in (str(Path(library_database).parent), "/home/", "Users", "--token", "/etc/passwd"):
        assert secret not in counted
    for name in ("alice", "Bob"):  # word statistics hold every word of a text, without its order
        assert name not in plain


@pytest.mark.parametrize("form", ["catalog", "ai-catalog"])
@pytest.mark.parametrize("ranking", PROFILES)
def test_round_trip_ranks_alike(library_database: str, tmp_path: Path, form: Form, ranking: str) -> None:
    if ranking != "seed":
        with t2tdb.open(library_database, readonly=True) as library:
            roots = library.registered()
        library_database = str(tmp_path / "here.db")
        with t2tdb.open(library_database, ranking=ranking) as library:
            library.index(*roots)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    name = "export.catalog.json" if form == "catalog" else "ai-catalog.json"
    (elsewhere / name).write_text(exported(library_database, ExportOptions(form)), encoding="utf-8")
    with (
        t2tdb.open(library_database, readonly=True) as here,
        t2tdb.open(str(tmp_path / "there.db"), ranking=ranking) as there,
    ):
        there.index(str(elsewhere))
        for task in TASKS:
            wanted = [(hit.resource.name, hit.resource.kind, hit.score) for hit in here.find(task, limit=100).hits]
            assert [(hit.resource.name, hit.resource.kind, hit.score) for hit in there.find(task, limit=100).hits] == (
                wanted
            ), task
            assert wanted
            picked = [pick.new_terms for pick in here.compose(task).composition.picks]
            assert [pick.new_terms for pick in there.compose(task).composition.picks] == picked


def test_parts_can_be_indexed(library_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("t2tdb.export.MAX_BYTES", 20_000)
    with t2tdb.open(library_database, readonly=True) as library:
        parts = ["".join(part) for part in export_parts(library.reader, ExportOptions("catalog"))]
        whole = json.loads("".join(export(library.reader, ExportOptions("catalog"))))
    assert len(parts) > 1
    assert all(len(part.encode()) <= 20_000 for part in parts)
    joined = list(itertools.chain.from_iterable(json.loads(part)["resources"] for part in parts))
    assert joined == whole["resources"]
    assert MAX_BYTES == 1 << 20
