"""AI catalogs: nested ones, inline data, queries, and the statistics that an export carries."""

from __future__ import annotations

import json

from t2tdb.model import Draft, Place
from t2tdb.parse import claim, parse


def drafts(document: object) -> dict[str, Draft]:
    place = Place(".well-known/ai-catalog.json")
    parsed = parse(claim(place), place, json.dumps(document).encode())
    return {draft.name: draft for draft in parsed.resources}


def entry(name: str, media: str, **more: object) -> dict[str, object]:
    return {"identifier": f"urn:air:acme.com:{name}", "displayName": name, "type": media, **more}


def test_entries_of_nested_catalogs_are_found() -> None:
    inner = entry("inner", "application/a2a-agent-card+json", url="https://a.example/inner")
    bundle = entry("bundle", "application/ai-catalog+json", data={"specVersion": "1.0", "entries": [inner]})
    found = drafts({"specVersion": "1.0", "entries": [bundle, entry("last", "application/ai-skill", url="https://b")]})
    assert [(name, draft.kind) for name, draft in found.items()] == [
        ("bundle", "catalog"),
        ("inner", "agent"),
        ("last", "skill"),
    ]


def test_a_catalog_nested_without_end_is_cut() -> None:
    document: dict[str, object] = {"entries": []}
    for level in range(50):
        document = {"entries": [entry(f"level-{level}", "application/ai-catalog+json", data=document)]}
    assert 1 < len(drafts(document)) < 50


def test_inline_data_and_queries_are_searched() -> None:
    tools = [{"name": "get_forecast"}, {"name": "get_wind"}, {"title": "no name"}]
    data = {"description": "Weather of a city.", "tools": tools}
    more = {"data": data, "representativeQueries": ["will it rain", "how windy is it"]}
    found = drafts({"entries": [entry("weather", "application/mcp-server-card+json", **more)]})["weather"]
    assert found.description == "Weather of a city."
    assert found.text.extras == ("how windy is it", "will it rain")
    assert found.text.parameters == ("get_forecast", "get_wind")


def test_what_an_export_says_is_read() -> None:
    recorded = "seed/1 0,0,0,1 word:1"
    made = entry("r", "application/vnd.t2tdb.rule+md", data={}, metadata={"t2tdb.ranking": recorded})
    found = drafts({"entries": [made]})["r"]
    assert (found.kind, found.text.recorded) == ("rule", recorded)


def faults(text: str) -> list[tuple[str, int | None]]:
    place = Place(".well-known/ai-catalog.json")
    return [(problem.code, problem.line) for problem in parse(claim(place), place, text.encode()).problems]


def test_a_catalog_of_which_nothing_can_be_read_is_told() -> None:
    assert faults('{\n"specVersion": "1.0"}') == [("CATALOG_SCHEMA", 1)]
    assert faults('{"specVersion": "1.0",\n"entries": {}}') == [("CATALOG_SCHEMA", 2)]
    nameless = '{"specVersion": "1.0", "entries": [\n{"identifier": "acme/x", "displayName": "x", "type": "t", "url": "https://x"}]}'
    assert faults(nameless) == [("CATALOG_SCHEMA", 2)]


def test_faults_are_placed_in_a_catalog_with_comments() -> None:
    assert faults('// ours\n{"specVersion": "1.0", /* two\nlines */\n"entries": 5,}') == [("CATALOG_SCHEMA", 4)]
