"""How far the coming or going of a file reaches: `changes_neighbours` against `claim` itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.model import Place
from t2tdb.parse import claim
from t2tdb.parse.surroundings import changes_neighbours

NAMES = (
    "SKILL.md", "skill.md", "POWER.md", "AGENTS.md", "agent.md", "x.md", "x.MD", "x.py", "x", ".x.md.swp", "mcp.json",
    ".mcp.json", "plugin.json", "skill.json", "_meta.json", "openai.yaml", "gemini-extension.json", "x.toml",
    "commands", "agents", "skills", "plugins", "rules", "steering", "docs", ".claude", ".claude-plugin", "a",
)  # fmt: skip

PATHS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map(tuple)


def claims(paths: frozenset[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """What is claimed in a tree of files; a name that is a directory for one path is none for another."""
    below: dict[tuple[str, ...], set[str]] = {}
    for path in paths:
        for depth, name in enumerate(path):
            below.setdefault(path[:depth], set()).add(name)
    files = [path for path in paths if path not in below]
    return {
        path: claim(Place("/".join(path), tuple(frozenset(below[path[:depth]]) for depth in range(len(path))), "root"))
        for path in files
    }


@given(tree=st.frozensets(PATHS, max_size=5), newcomer=PATHS)
@settings(max_examples=600, deadline=None)
def test_whoever_says_no_changes_nobody(tree: frozenset[tuple[str, ...]], newcomer: tuple[str, ...]) -> None:
    before, after = claims(tree), claims(tree | {newcomer})
    made = next(
        depth for depth in range(1, len(newcomer) + 1) if not _exists(tree, newcomer[:depth]) or depth == len(newcomer)
    )
    above, name = newcomer[: made - 1], newcomer[made - 1]  # the topmost entry that comes with the newcomer
    directory = above[-1] if above else "root"
    changed = [path for path in before if path in after and before[path] != after[path]]
    if not changes_neighbours(directory, name):
        assert changed == []
    for path in changed:
        assert path[: len(above)] == above, "nobody outside of that directory"


def test_the_test_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("t2tdb.parse.surroundings._BESIDE", frozenset())
    with pytest.raises(AssertionError):
        test_whoever_says_no_changes_nobody()


def _exists(tree: frozenset[tuple[str, ...]], path: tuple[str, ...]) -> bool:
    return any(each[: len(path)] == path for each in tree)
