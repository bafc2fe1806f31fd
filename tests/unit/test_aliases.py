"""``aliases.yml``: what is read, what is refused, and that the published schema says the same."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.aliases import AliasesInvalid, parse_aliases
from t2tdb.ranking.common_aliases import common_aliases
from t2tdb.ranking.profile import Wording, get_profile
from t2tdb.ranking.tuned_terms import pair

SCHEMA = json.loads((Path(__file__).parent.parent.parent / "schema" / "aliases.schema.json").read_text("utf-8"))
TUNED = get_profile("tuned")

GOOD = {
    "groups: []": (),
    "groups:\n  - [k8s, kubernetes]": ((("k8s", "kubernetes"), 0.5),),
    "weight: 0.3\ngroups:\n  - [docs, documentation]\n  - words: [pr, pull request]\n    weight: 1": (
        (("docs", "documentation"), 0.3),
        (("pr", "pull request"), 1.0),
    ),
}
BAD = {
    "[]": "mapping",
    "groups: k8s": "list",
    "groups: [[k8s]]": "group 1",
    "groups: [[a, b], {words: [a, b], extra: 1}]": "group 2",
    "groups: [[a, b]]\nother: 1": "mapping",
    "groups: [[a, b]]\nweight: 0": "weight",
    "groups: [[a, b]]\nweight: 2": "weight",
    "groups: [[a, [b]]]": "text",
    f"groups: [[a, {'x' * 81}]]": "80",
    f"groups: [[{', '.join(f'w{n}' for n in range(17))}]]": "16",
}


@pytest.mark.parametrize("text", GOOD)
def test_what_is_read(text: str) -> None:
    assert parse_aliases(text.encode()) == GOOD[text]
    jsonschema.validate(yaml.safe_load(text), SCHEMA)


@pytest.mark.parametrize("text", BAD)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(AliasesInvalid, match=BAD[text]):
        parse_aliases(text.encode())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(text), SCHEMA)


@pytest.mark.parametrize("data", [b"\xff", b"groups: [", b"&a [*a]", b"groups: [[a, b]]\nweight: nan", b"groups: !!x"])
def test_what_is_no_plain_yaml_is_refused(data: bytes) -> None:
    with pytest.raises(AliasesInvalid):
        parse_aliases(data)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        groups = parse_aliases(data)
    except AliasesInvalid:
        return
    assert all(0 < weight <= 1 and len(phrases) >= 1 for phrases, weight in groups)


def test_a_task_looks_for_the_other_phrases_of_a_group() -> None:
    wording = Wording(
        exact_words=True, aliases=((("pr", "pull request"), 0.8), (("k8s", "kubernetes"), 0.5), (("x", "y"), 1.0))
    )
    found = {
        t.term: (t.weight, t.covers) for t in TUNED.query("review a pr", None, wording).terms if t.origin == "alias"
    }
    assert found == {
        "pull": (0.8, ()),
        "request": (0.8, ()),
        pair("pull", "request"): (0.8, ("pr",)),
    }
    found = {
        t.term: (t.weight, t.covers) for t in TUNED.query("pull request", None, wording).terms if t.origin == "alias"
    }
    assert found == {"pr": (0.8, ("pull", "request"))}
    assert not [t for t in TUNED.query("request a pull", None, wording).terms if t.origin == "alias"]


def test_common_short_forms_are_known_and_can_be_left_out() -> None:
    found = {t.term: (t.weight, t.covers) for t in TUNED.query("fix the k8s repo").terms if t.origin == "alias"}
    assert found == {"kubernet": (0.25, ("k8s",)), "repositori": (0.25, ("repo",))}
    assert not [
        t for t in TUNED.query("fix the k8s repo", None, Wording(exact_words=True)).terms if t.origin == "alias"
    ]
    own = Wording(aliases=((("k8s", "kubernetes"), 0.9),))
    assert [t.weight for t in TUNED.query("k8s", None, own).terms if t.origin == "alias"] == [0.9]


def test_every_common_group_is_one_that_a_file_may_hold_and_works_both_ways() -> None:
    for phrases, weight in common_aliases():
        text = json.dumps({"groups": [list(phrases)], "weight": weight})
        assert parse_aliases(text.encode()) == ((phrases, weight),)
        for phrase in phrases:
            assert [t for t in TUNED.query(f"zebra {phrase}").terms if t.origin == "alias"], phrase
