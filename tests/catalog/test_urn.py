"""Names: valid, stable, and never two ids with one name."""

from __future__ import annotations

import itertools

import pytest

from t2tdb.catalog.record import Record
from t2tdb.catalog.urn import VALID, ids_of, publisher_of, require_publisher, urn_of
from t2tdb.errors import UsageError
from t2tdb.model import KINDS


def record(identity: str, *, twin: int = 0, details: tuple[tuple[str, str], ...] = ()) -> Record:
    kind = identity.partition(":")[0]
    return Record(
        *(1, 1, identity, "n", kind, "", (), "p", "", details, "f", "", "", "", "", "", ""), twin=twin, place="x"
    )


@pytest.mark.parametrize(
    ("identity", "name"),
    [
        ("skill:skills/review/skill.md", "skill:skills:review"),
        ("skill:skill.md", "skill:skill.md"),
        ("skill:a/b.skill.md", "skill:a:b.skill.md"),
        ("agent:agents/x.agent.md", "agent:agents:x.agent"),
        ("mcp-server:a/mcp.json#github", "mcp-server:a:mcp.json:github"),
        ("catalog:deploy-checklist", "catalog:deploy-checklist"),
    ],
)
def test_plain_ids_are_spelt_out(identity: str, name: str) -> None:
    urn = urn_of(record(identity), "acme.com")
    assert urn == f"urn:air:acme.com:{name}"
    assert identity in ids_of(urn, "acme.com")
    assert publisher_of(urn) == "acme.com"


def test_an_entry_keeps_the_name_that_it_brought() -> None:
    own = "urn:air:other.example:agent:helper"
    assert urn_of(record("agent:x.json#helper", details=(("urn", own),)), "acme.com") == own
    assert urn_of(record("agent:x.json#helper", details=(("urn", "urn:air:no spaces"),)), "acme.com") != own


PARTS = ["a", "b.md", "skill.md", "x.json", "x.json.md", "é", "a b", "a-b", ".", "", "b", "#b"]


def test_names_are_valid_and_no_two_ids_share_one() -> None:
    paths = ["/".join(parts) for length in (1, 2, 3) for parts in itertools.product(PARTS, repeat=length)]
    ids = {f"{kind}:{path}{entry}" for kind in KINDS[:5] for path in paths for entry in ("", "#a", "#b.md", "#é")}
    names = [urn_of(record(identity), "acme.com") for identity in ids]
    assert all(VALID.fullmatch(name) for name in names)
    assert len(set(names)) == len(names) > 30_000


def test_twins_are_told_apart() -> None:
    first, second = record("skill:a/skill.md"), record("skill:a/skill.md", twin=1)
    assert urn_of(first, "acme.com") != urn_of(second, "acme.com")
    assert first.id in ids_of(urn_of(second, "acme.com"), "acme.com")


@pytest.mark.parametrize("publisher", ["localhost", "", "acme", "a_b.com", "acme..com", "-a.com", "http://a.com"])
def test_a_publisher_is_a_domain(publisher: str) -> None:
    with pytest.raises(UsageError):
        require_publisher(publisher)


def test_a_publisher_is_spelt_in_one_way() -> None:
    assert require_publisher(" Acme.COM. ") == "acme.com"
