"""Where the Python API takes several, one text is one of them: never its letters, and never everything."""

from __future__ import annotations

from pathlib import Path

import pytest

import t2tdb
from tests.support.home import EXAMPLES


@pytest.fixture
def library(new_database, tmp_path: Path):  # type: ignore[no-untyped-def]
    with t2tdb.open(new_database()) as library:
        library.index(str(EXAMPLES))
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "SKILL.md").write_text("---\nname: pull request\n---\n")
        library.index(str(tmp_path / "a"))
        yield library


def names(found: t2tdb.Found) -> list[str]:
    return [hit.resource.name for hit in found.hits]


def test_roots(library: t2tdb.Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert names(library.find("pull request", roots="a")) == names(library.find("pull request", roots=["a"]))
    assert names(library.find("pull request", roots=tmp_path / "a")) == ["pull request"]  # type: ignore[arg-type]
    assert names(library.find("pull request", roots=b"a")) == ["pull request"]  # type: ignore[arg-type]
    assert library.compose("pull request", roots="a").roots == (str(tmp_path / "a"),)
    assert library.root_ids("a") == library.root_ids(["a"])
    for wrong in ("", ["a", ""]):
        with pytest.raises(t2tdb.RootError, match="empty name"):
            library.find("pull request", roots=wrong)
    with pytest.raises(t2tdb.RootError, match="nowhere"):
        library.find("pull request", roots="nowhere")


def test_kinds(library: t2tdb.Library) -> None:
    assert names(library.find("pull request", kinds="agent")) == names(library.find("pull request", kinds=["agent"]))
    one, list_of_one = (library.compose("pull request", kinds=kinds) for kinds in ("agent", ("agent",)))
    assert one.composition == list_of_one.composition
    assert names(library.find("pull request", kinds=(kind for kind in ["agent"]))) == names(  # type: ignore[arg-type]
        library.find("pull request", kinds="agent")
    )
    for wrong in ("robot", ""):
        with pytest.raises(t2tdb.UsageError, match="there is no kind"):
            library.find("pull request", kinds=wrong)


def test_patterns(library: t2tdb.Library, tmp_path: Path) -> None:
    def left(**patterns: str | list[str]) -> int:
        return len(list(library.index(str(tmp_path / "a"), **patterns).resources))  # type: ignore[arg-type]

    assert left(exclude="*.md") == 0
    assert left(exclude="") == 1
    assert left(include="*.json") == 0
    assert left(include=["*.md"]) == 1


@pytest.mark.parametrize(
    "wrong",
    ["k8s", ["k8s"], (("k8s", "kubernetes"), 0.5), [("k8s", 0.5)], [(("k8s", "kubernetes"), 2)], [(("k8s", 1), 0.5)]],
)
def test_aliases_are_groups(library: t2tdb.Library, wrong: object) -> None:
    with pytest.raises(t2tdb.UsageError, match="aliases are groups"):
        library.find("pull request", aliases=wrong)  # type: ignore[arg-type]
    library.find("pull request", aliases=[(("k8s", "kubernetes"), 0.5)])
