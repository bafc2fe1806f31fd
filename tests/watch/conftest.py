"""A root, a database beside it, and skills to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    path.mkdir()
    return path


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir(mode=0o700)
    return tmp_path / "data" / "library.db"


def skill(path: Path, name: str = "", description: str = "does things") -> Path:
    """Write a skill at `path`, a directory."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "SKILL.md").write_text(f"---\nname: {name or path.name}\ndescription: {description}\n---\n# {name}\n")
    return path / "SKILL.md"


@pytest.fixture
def write() -> Write:
    return skill
