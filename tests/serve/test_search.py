"""``POST /search``: valid answers, filters, scores, pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from registry import connected, valid

import t2tdb
from t2tdb.serve.app import Service

SKILL = "application/ai-skill+md"
SERVER = "application/mcp-server-card+json"


def search(client: httpx.Client, text: str, **more: Any) -> Any:
    filters = {"filter": more.pop("filter")} if "filter" in more else {}
    response = client.post("/search", json={"query": {"text": text, **filters}, **more})
    assert response.status_code == 200, response.text
    return valid("SearchResponse", response.json())


def names(answer: Any) -> list[str]:
    return [result["displayName"] for result in answer["results"]]


def test_results_are_those_of_find_in_its_order(client: httpx.Client, served_database: str) -> None:
    with t2tdb.open(served_database, readonly=True) as library:
        for task in ("review a pull request for security", "postgres query is slow", "翻訳", "deploy"):
            hits = [hit.resource.name for hit in library.find(task, limit=50).hits]
            found = names(search(client, task, pageSize=50))
            assert found == hits[: len(found)]
            assert found


def test_scores_fall_and_say_where_they_come_from(client: httpx.Client) -> None:
    results = search(client, "pull request reviewer", pageSize=20)["results"]
    scores = [result["score"] for result in results]
    assert scores == sorted(scores, reverse=True)
    assert 70 < scores[0] <= 100
    assert min(scores) >= 1
    assert {result["source"] for result in results} == {"https://registry.acme.example/api/"}
    assert all(result["identifier"].startswith("urn:air:acme.example:") for result in results)


def test_a_score_does_not_depend_on_page_or_filter(client: httpx.Client) -> None:
    whole = {each["identifier"]: each["score"] for each in search(client, "review security", pageSize=100)["results"]}
    filtered = search(client, "review security", filter={"type": [SKILL]})["results"]
    assert filtered
    assert all(whole[each["identifier"]] == each["score"] for each in filtered)


@pytest.mark.parametrize(
    ("filters", "kinds"),
    [
        ({"type": [SERVER]}, {"mcp-server"}),
        ({"type": SERVER}, {"mcp-server"}),  # a bare scalar is an array of one
        ({"type": [SERVER, SKILL]}, {"mcp-server", "skill"}),  # any of the values
        ({"metadata.kind": ["prompt"]}, {"prompt"}),
        ({"type": [SKILL], "metadata.kind": ["prompt"]}, set()),  # all of the keys
        ({"publisher": ["Acme.Example"], "metadata.kind": ["agent"]}, {"agent"}),
        ({"publisher": ["other.example"]}, set()),
        ({"tags": ["security"], "metadata.kind": ["skill"]}, {"skill"}),
        ({"data.kind": ["agent"]}, {"agent"}),  # any path into the entry
        ({"trustManifest.attestations.type": ["SOC2-Type2"]}, set()),
        ({"compliance": ["SOC2-Type2"]}, set()),
        ({"type": []}, set()),
    ],
)
def test_filters(client: httpx.Client, filters: dict[str, Any], kinds: set[str]) -> None:
    answer = search(client, "review pull request security incident message", filter=filters, pageSize=100)
    assert {result["metadata"]["kind"] for result in answer["results"]} == kinds


def test_pages_show_everything_once(client: httpx.Client) -> None:
    text = "review code security incident deploy"
    whole = [each["identifier"] for each in search(client, text, pageSize=100)["results"]]
    paged: list[str] = []
    more: dict[str, Any] = {}
    for _ in range(100):
        answer = search(client, text, pageSize=3, **more)
        assert len(answer["results"]) <= 3
        paged += [each["identifier"] for each in answer["results"]]
        if "pageToken" not in answer:
            break
        more = {"pageToken": answer["pageToken"]}
    assert paged == whole
    assert len(whole) > 6


def test_filtered_pages_show_everything_once(client: httpx.Client) -> None:
    text, filters = "review code security incident deploy", {"metadata.kind": ["skill", "agent"]}
    whole = [each["identifier"] for each in search(client, text, pageSize=100, filter=filters)["results"]]
    first = search(client, text, pageSize=2, filter=filters)
    second = search(client, text, pageSize=100, filter=filters, pageToken=first["pageToken"])
    assert [each["identifier"] for each in first["results"] + second["results"]] == whole
    assert "pageToken" not in second


def test_a_token_survives_a_changing_index(small: Callable[..., str], tmp_path: Path) -> None:
    """Between two pages the scores of all change places; nothing is shown twice and nothing is missed."""
    skills = {f"skill{number}": "deploy " + "service " * number for number in range(9)}
    database = small(**skills)
    with connected(Service(database, "acme.example")) as client:
        first = search(client, "deploy service", pageSize=4)
        shown = names(first)
        for number, name in enumerate(skills):  # what stood last stands first now
            description = "deploy " + "service " * (9 - number)
            (tmp_path / "small" / name / "SKILL.md").write_text(
                f"---\nname: {name}\ndescription: {description}\n---\nOther.\n"
            )
        (tmp_path / "small" / "new").mkdir()
        (tmp_path / "small" / "new" / "SKILL.md").write_text("---\nname: new\ndescription: deploy service\n---\n")
        with t2tdb.open(database) as library:
            library.index()
        rest = search(client, "deploy service", pageSize=100, pageToken=first["pageToken"])
        assert not set(shown) & set(names(rest))
        assert set(shown) | set(names(rest)) == {*skills, "new"}


def test_a_token_belongs_to_its_query(client: httpx.Client) -> None:
    token = search(client, "review code security", pageSize=1)["pageToken"]
    for body in (
        {"query": {"text": "another"}, "pageToken": token},
        {"query": {"text": "review code security", "filter": {"type": SKILL}}, "pageToken": token},
        {"query": {"text": "review code security"}, "pageToken": token[:-3]},
        {"query": {"text": "review code security"}, "pageToken": "Ω"},
    ):
        response = client.post("/search", json=body)
        assert response.status_code == 400
        assert valid("Error", response.json())["errorCode"] == "INVALID_ARGUMENT"


def test_a_file_that_is_gone_is_not_shown(small: Callable[..., str], tmp_path: Path) -> None:
    database = small(one="deploy it", two="deploy it twice", three="deploy it three times")
    (tmp_path / "small" / "two" / "SKILL.md").unlink()
    with connected(Service(database, "acme.example")) as client:
        assert sorted(names(search(client, "deploy", pageSize=2))) == ["one", "three"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"query": NaN}',
        b"[" * 10_000,
        b'{"query": ' + b'{"text":' * 20 + b'""' + b"}" * 20 + b"}",
        b'{"query": {"text": ""}}',
        b'{"query": {"text": "the of and"}}',
        b'{"query": {"text": 1}}',
        b'{"query": {"text": "\\ud800"}}',
        b'{"query": {"text": "x", "other": 1}}',
        b'{"query": {"text": "x", "filter": []}}',
        b'{"query": {"text": "x", "filter": {"": "y"}}}',
        b'{"query": {"text": "x", "filter": {"a..b": "y"}}}',
        b'{"query": {"text": "x", "filter": {"type": 1}}}',
        b'{"query": {"text": "x", "filter": {"type": [1]}}}',
        b'{"query": {"text": "x"}, "federation": "yes"}',
        b'{"query": {"text": "x"}, "federation": null}',
        b'{"query": {"text": "x"}, "pageSize": 0}',
        b'{"query": {"text": "x"}, "pageSize": 101}',
        b'{"query": {"text": "x"}, "pageSize": 1.5}',
        b'{"query": {"text": "x"}, "pageSize": true}',
        b'{"query": {"text": "x"}, "pageSize": -1e400}',
        b'{"query": {"text": "x"}, "pageSize": "3"}',
        b'{"query": {"text": "x"}, "unknown": 1}',
        json.dumps({"query": {"text": "x" * 8_193}}).encode(),
        json.dumps({"query": {"text": "x", "filter": {f"f{n}": "y" for n in range(33)}}}).encode(),
        json.dumps({"query": {"text": "x " * 40_000}}).encode(),  # longer than a body may be
    ],
    ids=lambda body: body[:40],
)
def test_what_is_no_search_is_refused(client: httpx.Client, body: bytes) -> None:
    response = client.post("/search", content=body)
    assert response.status_code == 400
    assert valid("Error", response.json())["errorCode"] == "INVALID_ARGUMENT"


def test_a_page_size_may_be_spelt_as_json_spells_numbers(client: httpx.Client) -> None:
    response = client.post("/search", content=b'{"query": {"text": "review"}, "pageSize": 1e0}')
    assert len(response.json()["results"]) == 1
