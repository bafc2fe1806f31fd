"""Sidecars are merged into their skill, and entries of catalogs that stand for local files are not doubled."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import t2tdb

SKILL = "---\nname: {0}\ndescription: Does {0}.\n---\n"
MARKETPLACE = {
    "name": "shop",
    "owner": {"name": "Ann"},
    "plugins": [
        {"name": "near", "source": "./plugins/near", "description": "A local plugin."},
        {"name": "far", "source": {"source": "github", "repo": "ann/far"}, "description": "A plugin elsewhere."},
    ],
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "library"
    place.mkdir()
    return place


@pytest.fixture
def names(root: Path, database: str) -> Callable[[], list[tuple[str, str]]]:
    """Index and give (kind, name) of everything."""

    def run() -> list[tuple[str, str]]:
        with t2tdb.open(database) as library:
            return sorted((found.kind, found.name) for found in library.index(str(root)).resources)

    return run


def write(root: Path, path: str, content: object) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


def test_an_entry_with_a_local_plugin_is_linked_as_long_as_the_plugin_is_there(
    root: Path, names: Callable[[], list[tuple[str, str]]], database: str
) -> None:
    write(root, ".claude-plugin/marketplace.json", MARKETPLACE)
    alone = [("catalog", "far"), ("catalog", "near"), ("catalog", "shop")]
    assert names() == alone
    manifest = write(
        root, "plugins/near/.claude-plugin/plugin.json", {"name": "near", "description": "A local plugin."}
    )
    linked = [("catalog", "far"), ("catalog", "shop"), ("plugin", "near")]
    assert names() == linked
    assert names() == linked
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT DISTINCT entry, linked FROM links").fetchall()
    connection.close()
    assert rows == [("near", 1)]
    manifest.unlink()
    assert names() == alone


def test_the_order_of_the_walk_does_not_matter(root: Path, names: Callable[[], list[tuple[str, str]]]) -> None:
    write(root, "zz/marketplace.json", {"name": "last", "plugins": [{"name": "n", "source": "./p"}]})
    write(root, "zz/p/plugin.json", {"name": "n", "version": "1"})
    write(root, "aa/index.json", {"skills": [{"name": "s", "description": "d", "path": "../bb/s/SKILL.md"}]})
    write(root, "bb/s/SKILL.md", SKILL.format("s"))
    assert names() == [("catalog", "aa index.json"), ("catalog", "last"), ("plugin", "n"), ("skill", "s")]


def test_indexing_an_unchanged_catalog_again_writes_nothing(root: Path, database: str) -> None:
    write(root, ".claude-plugin/marketplace.json", MARKETPLACE)
    write(root, "plugins/near/plugin.json", {"name": "near", "version": "1"})
    with t2tdb.open(database) as library:
        first = library.index(str(root)).changes
    before = Path(database).read_bytes()
    with t2tdb.open(database) as library:
        again = library.index(str(root)).changes
    assert (first.added, first.removed) == (3, 0)
    assert (again.added, again.changed, again.removed) == (0, 0, 0)
    assert Path(database).read_bytes() == before


def test_paths_that_lead_out_of_the_root_stand_for_nothing(
    root: Path, names: Callable[[], list[tuple[str, str]]]
) -> None:
    plugins = [{"name": "out", "source": "../../elsewhere"}, {"name": "nul", "source": "a\0b"}]
    write(root, "marketplace.json", {"name": "m", "plugins": plugins})
    assert names() == [("catalog", "m"), ("catalog", "nul"), ("catalog", "out")]


def test_sidecars_are_details_of_their_skill_and_nothing_else(root: Path, database: str) -> None:
    write(root, "pdf/SKILL.md", SKILL.format("pdf"))
    write(root, "pdf/_meta.json", {"owner": "ann", "slug": "pdf", "latest": {"version": "1.2"}})
    interface = "interface:\n  display_name: PDF reader\n  default_prompt: Use $pdf.\n"
    write(root, "pdf/agents/openai.yaml", interface)
    write(root, "other/_meta.json", {"owner": "bob"})
    with t2tdb.open(database) as library:
        (found,) = library.index(str(root)).resources
        hit = library.find("pdf").hits[0].resource
    wanted = {"displayName": "PDF reader", "defaultPrompt": "Use $pdf.", "owner": "ann", "hubVersion": "1.2"}
    assert dict(found.details) == wanted
    assert dict(hit.details) == wanted
    (root / "pdf/_meta.json").unlink()
    with t2tdb.open(database) as library:
        (found,) = library.index(str(root)).resources
    assert set(dict(found.details)) == {"displayName", "defaultPrompt"}
