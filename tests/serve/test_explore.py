"""``POST /explore``: facets over the set that search matches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from registry import connected, valid

import t2tdb
from t2tdb.serve.app import Service


def explore(client: httpx.Client, *facets: dict[str, Any], **query: Any) -> Any:
    body: dict[str, Any] = {"resultType": {"facets": list(facets)}}
    response = client.post("/explore", json=body | ({"query": query} if query else {}))
    assert response.status_code == 200, response.text
    return valid("ExploreResponse", response.json())["facets"]


def all_results(client: httpx.Client, **query: Any) -> list[Any]:
    response = client.post("/search", json={"query": query, "pageSize": 100})
    assert "pageToken" not in response.json()
    results: list[Any] = response.json()["results"]
    return results


@pytest.mark.parametrize("text", ["review a pull request for security", "deploy", "incident notes review code"])
@pytest.mark.parametrize("filters", [{}, {"metadata.kind": ["skill", "agent"]}])
def test_facets_count_what_search_finds(client: httpx.Client, text: str, filters: dict[str, Any]) -> None:
    facets = explore(client, {"field": "type"}, {"field": "tags", "limit": 1_000}, text=text, filter=filters)
    results = all_results(client, text=text, filter=filters)
    for field, counted in (
        ("type", Counter(result["type"] for result in results)),
        ("tags", Counter(tag for result in results for tag in result.get("tags", []))),
    ):
        assert {bucket["value"]: bucket["count"] for bucket in facets[field]["buckets"]} == counted
        assert results


def test_without_a_query_everything_is_counted(client: httpx.Client, served_database: str) -> None:
    with t2tdb.open(served_database, readonly=True) as library:
        kinds = dict(library.status().kinds)
    for query in ({}, {"filter": {}}):
        facets = explore(client, {"field": "metadata.kind"}, {"field": "publisher"}, **query)
        assert {each["value"]: each["count"] for each in facets["metadata.kind"]["buckets"]} == kinds
        assert facets["publisher"]["buckets"] == [{"value": "acme.example", "count": sum(kinds.values())}]


def test_tallies_are_what_counting_gives(
    small: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Facets of everything come from columns; other registries' names and types are in it as well."""
    (tmp_path / "small").mkdir()
    types = ["application/a2a-agent-card+json", "application/parquet", "application/ai-skill", "x/y"]
    entries = [
        {"identifier": f"urn:air:p{n % 3}.example:e{n}", "displayName": f"e{n}", "type": each, "url": "https://a.b/c"}
        for n, each in enumerate(types * 2)
    ]
    entries.append({"identifier": "urn:no name", "displayName": "odd", "type": "x/y", "version": "1", "data": {}})
    document = {"specVersion": "1.0", "entries": entries}
    (tmp_path / "small" / "ai-catalog.json").write_text(json.dumps(document))
    service = Service(small(one="deploy", two="deploy"), "acme.example")
    fields = [
        {"field": field, "limit": 1_000}
        for field in (
            "type",
            "publisher",
            "tags",
            "version",
            "metadata.kind",
            "metadata.format",
            "metadata.host",
            "kind",
        )
    ]
    with connected(service) as client:
        tallied = explore(client, *fields)
    monkeypatch.setattr("t2tdb.serve.answers.counted", lambda *_: None)
    with connected(service) as client:
        assert explore(client, *fields) == tallied
        assert len(tallied["publisher"]["buckets"]) == 4
        for bucket in tallied["type"]["buckets"]:  # what the filter by an index must not lose
            found = all_results(client, text="deploy e0 e1 e2 e3 e4 e5 e6 e7 odd", filter={"type": bucket["value"]})
            assert len(found) == bucket["count"], bucket


def test_buckets_are_limited_and_the_rest_is_told(client: httpx.Client) -> None:
    whole = explore(client, {"field": "tags", "limit": 1_000})["tags"]["buckets"]
    cut = explore(client, {"field": "tags", "limit": 3, "minCount": 2})["tags"]
    frequent = [bucket for bucket in whole if bucket["count"] >= 2]
    assert cut["buckets"] == frequent[:3]
    assert cut["otherCount"] == sum(bucket["count"] for bucket in frequent[3:])


def test_an_unknown_field_has_no_values(client: httpx.Client) -> None:
    assert explore(client, {"field": "trustManifest.attestations.type"}) == {
        "trustManifest.attestations.type": {"buckets": []}
    }


def test_an_answer_follows_the_index(small: Callable[..., str]) -> None:
    database = small(one="deploy")
    with connected(Service(database, "acme.example")) as client:
        for wanted, more in ((1, {"one": "deploy"}), (2, {"one": "deploy", "two": "deploy"})):
            small(**more)
            buckets = explore(client, {"field": "type"})["type"]["buckets"]
            assert [bucket["count"] for bucket in buckets] == [wanted]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"resultType": "facets"},
        {"resultType": {}},
        {"resultType": {"facets": {}}},
        {"resultType": {"facets": [{}]}},
        {"resultType": {"facets": ["type"]}},
        {"resultType": {"facets": [{"field": ""}]}},
        {"resultType": {"facets": [{"field": "type", "limit": 0}]}},
        {"resultType": {"facets": [{"field": "type", "other": 0}]}},
        {"resultType": {"facets": [{"field": "type"}] * 17}},
        {"resultType": {"facets": []}, "federation": "auto"},  # explore does not federate
        {"resultType": {"facets": []}, "query": {"text": "the"}},
    ],
    ids=str,
)
def test_what_is_no_exploration_is_refused(client: httpx.Client, body: dict[str, Any]) -> None:
    response = client.post("/explore", json=body)
    assert response.status_code == 400
    assert valid("Error", response.json())["errorCode"] == "INVALID_ARGUMENT"
