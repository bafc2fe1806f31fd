"""Corrections, aliases, copies and confidence under the profile ``tuned``, as a user sees them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.home import Home

SKILL = "---\nname: {name}\ndescription: {description}\n---\n"
ALIASES = "groups:\n  - [kube, kubernetes]\n"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    root = tmp_path / "library"
    for directory, name, description in (
        ("a", "Kubernetes deployer", "Rolls a service out to a cluster."),
        ("b", "Invoice reader", "Extracts tables from scanned invoices. Do not use for receipts."),
        ("copy/b", "Invoice reader", "Extracts tables from scanned invoices. Do not use for receipts."),
    ):
        path = root / directory / "SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(SKILL.format(name=name, description=description), encoding="utf-8")
    return root


def find(home: Home, *arguments: str) -> Any:
    return json.loads(home.run("find", *arguments, "--format", "json").stdout)


def test_a_misspelled_word_is_corrected_and_said(home: Home, library: Path) -> None:
    home.run("index", library, "--ranking", "tuned")
    found = find(home, "read", "an", "invooice")
    assert found["corrected"] == [{"word": "invooice", "known": ["invoice"]}]
    assert found["hits"][0]["resource"]["name"] == "Invoice reader"
    for shape in ("markdown", "html"):
        assert "corrected" in home.run("find", "invooice", "--format", shape).stdout
    exact = find(home, "invooice", "--exact-words")
    assert exact["hits"] == []
    assert "corrected" not in exact
    assert json.loads(home.run("compose", "invooice", "--format", "json").stdout)["corrected"]


def test_one_of_several_copies_is_shown(home: Home, library: Path) -> None:
    home.run("index", library, "--ranking", "tuned")
    (hit,) = find(home, "scanned", "invoices")["hits"]
    assert (hit["resource"]["path"], hit["copies"], hit["copyPaths"]) == ("b/SKILL.md", 2, ["copy/b/SKILL.md"])
    assert len(find(home, "scanned", "invoices", "--all-copies")["hits"]) == 2
    (pick,) = json.loads(home.run("compose", "scanned invoices", "--format", "json").stdout)["composition"]["picks"]
    assert pick["copies"] == 2
    assert "copy/b/SKILL.md" in home.run("find", "scanned invoices").stdout


def test_nothing_fits_is_said(home: Home, library: Path) -> None:
    home.run("index", library, "--ranking", "tuned")
    found = find(home, "scanned", "invoices")
    assert found["fits"] is True
    assert found["hits"][0]["confidence"] == 1.0
    assert found["hits"][0]["missingTerms"] == []
    found = find(home, "service", "of", "a", "lawn", "mower", "before", "winter", "storage")
    assert found["fits"] is False
    assert found["hits"][0]["confidence"] < 0.3
    assert found["hits"][0]["missingTerms"] == ["lawn", "mower", "storage", "winter"]
    assert "Nothing here fits" in home.run("find", "service of a lawn mower before winter storage").stdout


def test_under_seed_nothing_of_this_is_said(home: Home, library: Path) -> None:
    home.run("index", library)
    found = find(home, "scanned", "invoices", "invooice")
    assert len(found["hits"]) == 2
    assert not {"corrected", "fits"} & set(found)
    assert not {"confidence", "missingTerms", "copies"} & set(found["hits"][0])


def test_aliases_of_a_root_and_of_the_user(home: Home, library: Path) -> None:
    home.run("index", library, "--ranking", "tuned")
    assert find(home, "kube")["hits"] == []
    (library / ".t2tdb").mkdir()
    (library / ".t2tdb" / "aliases.yml").write_text(ALIASES, encoding="utf-8")
    home.run("index", library)
    hits = find(home, "kube", "--explain")["hits"]
    assert [hit["resource"]["name"] for hit in hits] == ["Kubernetes deployer"]
    assert hits[0]["matchedTerms"] == ["kube"]
    assert hits[0]["explain"][0]["term"] == "kubernetes (alias)"
    (library / ".t2tdb" / "aliases.yml").unlink()
    home.run("index", library)
    assert find(home, "kube")["hits"] == []
    home.configure("")
    own = home.path / "config" / "t2tdb" / "aliases.yml"
    own.write_text(ALIASES, encoding="utf-8")
    assert len(find(home, "kube")["hits"]) == 1
    own.write_text("groups: 1\n", encoding="utf-8")
    assert "aliases.yml" in home.fails("find", "kube")


def test_aliases_behind_a_link_are_not_read(home: Home, library: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "aliases.yml").write_text(ALIASES, encoding="utf-8")
    (library / ".t2tdb").symlink_to(tmp_path / "elsewhere")
    home.run("index", library, "--ranking", "tuned")
    assert find(home, "kube")["hits"] == []
    assert "ALIASES_INVALID" in home.run("lint").stdout
