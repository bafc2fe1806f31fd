"""``GET /agents``, one entry by its name, the well-known catalog and the health of the service."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from registry import connected, valid

import t2tdb
from t2tdb.serve.app import Service


def agents(client: httpx.Client, **parameters: str) -> Any:
    response = client.get("/agents", params=parameters)
    assert response.status_code == 200, response.text
    return valid("ListResponse", response.json())


def everything(client: httpx.Client, **parameters: str) -> list[Any]:
    items: list[Any] = []
    while True:
        answer = agents(client, **parameters)
        items += answer["items"]
        assert answer["total"] >= len(items)
        if "pageToken" not in answer:
            assert answer["total"] == len(items)
            return items
        parameters["pageToken"] = answer["pageToken"]


@pytest.mark.parametrize(
    "order", ["", "displayName", "name DESC", "updatedAt", "created_at DESC", "identifier", "type"]
)
def test_pages_show_everything_once_in_order(client: httpx.Client, order: str) -> None:
    items = everything(client, pageSize="7", **({"orderBy": order} if order else {}))
    assert len({item["identifier"] for item in items}) == len(items) > 30
    if order.startswith(("displayName", "name")):
        shown = [item["displayName"] for item in items]
        assert shown == sorted(shown, reverse="DESC" in order)


@pytest.mark.parametrize(
    ("text", "admits"),
    [
        ("type = 'application/ai-skill+md'", lambda item: item["type"] == "application/ai-skill+md"),
        (
            "type = 'application/ai-skill+md','application/mcp-server-card+json'",
            lambda item: item["metadata"]["kind"] in ("skill", "mcp-server"),
        ),
        (
            "type='application/ai-skill+md,application/mcp-server-card+json'",
            lambda item: item["metadata"]["kind"] in ("skill", "mcp-server"),
        ),
        ("displayName = 'REVIEW'", lambda item: "review" in item["displayName"].lower()),
        ("publisherId = ACME.example AND metadata.kind = agent", lambda item: item["metadata"]["kind"] == "agent"),
        ("publisherId = 'other.example'", lambda _: False),
        ("metadata.kind != skill", lambda item: item["metadata"]["kind"] != "skill"),
        ("createdAfter > '2020-01-01'", lambda _: True),
        ("updatedAfter = '2020-01-01T00:00:00Z' and tags = security", lambda item: "security" in item.get("tags", [])),
        ("createdAfter > '2999-01-01'", lambda _: False),
        ('createdAt < "2999-01-01T00:00:00+01:00"', lambda _: True),
    ],
)
def test_filters(client: httpx.Client, text: str, admits: Callable[[Any], bool]) -> None:
    wanted = [item["identifier"] for item in everything(client, pageSize="100") if admits(item)]
    assert [item["identifier"] for item in everything(client, pageSize="4", filter=text)] == wanted


@pytest.mark.parametrize(
    "parameters",
    [
        {"filter": "type"},
        {"filter": "type ="},
        {"filter": "type = 'open"},
        {"filter": "type = a OR type = b"},
        {"filter": "type = a AND"},
        {"filter": "type > a"},
        {"filter": "createdAfter > yesterday"},
        {"filter": "createdAfter < '2020-01-01'"},
        {"filter": "a = b AND " * 40 + "a = b"},
        {"filter": "a = " + "x" * 5_000},
        {"orderBy": "score"},
        {"orderBy": "name UP"},
        {"orderBy": ""},
        {"orderBy": "name  DESC"},
        {"pageSize": "05"},
        {"orderBy": "name ASC, type"},
        {"pageSize": "0"},
        {"pageSize": "101"},
        {"pageSize": "x"},
        {"pageSize": "1.0"},
        {"pageToken": "x"},
        {"other": "1"},
    ],
    ids=str,
)
def test_what_is_no_listing_is_refused(client: httpx.Client, parameters: dict[str, str]) -> None:
    response = client.get("/agents", params=parameters)
    assert response.status_code == 400
    assert valid("Error", response.json())["errorCode"] == "INVALID_ARGUMENT"


def test_a_listing_survives_a_changing_index(small: Callable[..., str]) -> None:
    skills = {f"skill{number}": "deploy" for number in range(6)}
    database = small(**skills)
    with connected(Service(database, "acme.example")) as client:
        first = agents(client, pageSize="3", orderBy="name")
        small(**skills, skill00="new, and before the mark", skill9="new, and after it")
        rest = agents(client, pageSize="100", orderBy="name", pageToken=first["pageToken"])
        assert [item["displayName"] for item in rest["items"]] == ["skill3", "skill4", "skill5", "skill9"]


def test_every_entry_is_found_by_its_name(client: httpx.Client) -> None:
    for item in everything(client, pageSize="100"):
        response = client.get(f"/agents/{quote(item['identifier'], safe='')}")
        assert response.json() == item
    unknown = client.get("/agents/urn:air:acme.example:nobody")
    assert (unknown.status_code, valid("Error", unknown.json())["errorCode"]) == (404, "NOT_FOUND")
    malformed = client.get("/agents/not-a-name")
    assert (malformed.status_code, valid("Error", malformed.json())["errorCode"]) == (400, "INVALID_ARGUMENT")


def test_an_entry_that_brought_its_name_is_found_by_it(small: Callable[..., str], tmp_path: Path) -> None:
    entry = {
        "identifier": "urn:air:far.example:team:helper",
        "displayName": "Helper",
        "type": "application/a2a-agent-card+json",
        "url": "https://far.example/helper.json",
    }
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "ai-catalog.json").write_text(json.dumps({"specVersion": "1.0", "entries": [entry]}))
    with connected(Service(small(one="deploy"), "acme.example")) as client:
        found = client.get(f"/agents/{entry['identifier']}").json()
        assert {name: found[name] for name in entry} == entry
        assert client.get("/agents/urn:air:far.example:team:other").status_code == 404
        (answer,) = client.post(
            "/search", json={"query": {"text": "helper", "filter": {"publisher": ["far.example"]}}}
        ).json()["results"]
        assert answer["identifier"] == entry["identifier"]


TRUST = {
    "identity": "spiffe://far.example/helper",
    "identityType": "spiffe",
    "attestations": [{"type": "SOC2-Type2", "uri": "https://far.example/soc2.pdf", "mediaType": "application/pdf"}],
}


def _far(name: str, **members: object) -> dict[str, object]:
    made: dict[str, object] = {
        "identifier": f"urn:air:far.example:{name}",
        "displayName": name,
        "type": "application/mcp-server-card+json",
        "url": f"https://far.example/{name}",
        "description": "Forecasts the weather.",
    }
    return made | members


def test_what_an_entry_brought_along_is_handed_on_and_filtered_by(small: Callable[..., str], tmp_path: Path) -> None:
    whole = _far(
        "whole", capabilities=["WeatherTool", "Wind, Rain"], representativeQueries=["will it rain", "wind"],
        trustManifest=TRUST,
    )  # fmt: skip
    poor = _far("poor", capabilities=[1], representativeQueries=["one"], trustManifest={"identityType": "spiffe"})
    signed = _far(
        "signed", trustManifest=TRUST | {"signature": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdef_1-2"}
    )
    (tmp_path / "small").mkdir()
    place = tmp_path / "small" / "ai-catalog.json"
    place.write_text(json.dumps({"specVersion": "1.0", "entries": [whole, poor, signed]}))
    with connected(Service(small(one="deploy"), "acme.example")) as client:
        told = {each["displayName"]: each for each in client.get("/agents").json()["items"]}
        assert {name: told["whole"][name] for name in whole if name != "tags"} == whole
        brought = {"capabilities", "representativeQueries", "trustManifest"}
        assert not brought & set(told["poor"])  # not valid
        assert not brought & set(told["signed"])  # a signature looks like a token, and is worth nothing masked
        for path, wanted in (
            ("capabilities", "Wind, Rain"),
            ("trustManifest.attestations.type", "SOC2-Type2"),
            ("compliance", "SOC2-Type2"),
        ):
            query = {"text": "weather", "filter": {path: [wanted, "another"]}}
            found = client.post("/search", json={"query": query}).json()["results"]
            assert [each["displayName"] for each in found] == ["whole"], path
            assert list(valid("SearchResponse", {"results": found})) == ["results"]
            facets = {"facets": [{"field": path}]}
            counted = client.post("/explore", json={"resultType": facets}).json()["facets"][path]["buckets"]
            assert {"value": wanted, "count": 1} in counted


@pytest.mark.parametrize("path", ["/.well-known/ai-catalog.json", "/.well-known/ard.json"])
def test_the_catalog_leads_to_the_registry(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    manifest = valid("manifest", response.json())
    first, *others = manifest["entries"]
    assert (first["type"], first["url"]) == ("application/ai-registry+json", "https://registry.acme.example/api/")
    assert len(others) == agents(client)["total"]
    again = client.get(path, headers={"if-none-match": response.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_large_library_is_not_listed_whole(
    client: httpx.Client, small: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("t2tdb.serve.app.MANIFEST_ENTRIES", 2)
    database = small(one="a", two="b", three="c")
    with connected(Service(database, "acme.example")) as own:
        assert len(valid("manifest", own.get("/.well-known/ai-catalog.json").json())["entries"]) == 3


def test_health(client: httpx.Client, small: Callable[..., str]) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_a_rebuilt_database_is_read_at_once(small: Callable[..., str]) -> None:
    """Rebuilding swaps another file into the place of the database."""
    import os

    database = small(one="deploy")
    with connected(Service(database, "acme.example")) as client:
        assert agents(client)["total"] == 1
        other = small("other", two="deploy", three="deploy")
        os.replace(other, database)
        assert agents(client)["total"] == 2
        os.unlink(database)
        broken = client.get("/agents")
        assert (broken.status_code, valid("Error", broken.json())["errorCode"]) == (500, "INTERNAL_ERROR")
        assert database not in broken.text
        with t2tdb.open(database):
            pass
        assert agents(client)["total"] == 0


def test_no_such_route_and_no_such_method(client: httpx.Client) -> None:
    missing = client.get("/nowhere")
    assert (missing.status_code, valid("Error", missing.json())["errorCode"]) == (404, "NOT_FOUND")
    wrong = client.get("/search")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    assert valid("Error", wrong.json())["errorCode"] == "INVALID_ARGUMENT"
