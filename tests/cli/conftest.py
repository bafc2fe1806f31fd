"""Homes with and without a database."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.home import EXAMPLES, Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """An empty home."""
    place = tmp_path / "home"
    place.mkdir()
    return Home(place)


@pytest.fixture
def shelf(home: Home) -> Path:
    """A copy of the examples, not indexed."""
    return Path(shutil.copytree(EXAMPLES, home.path / "agents"))


@pytest.fixture
def indexed(home: Home, shelf: Path, empty_database: Path) -> Home:
    """A home whose database knows the examples."""
    home.database.parent.mkdir(parents=True, mode=0o700)
    shutil.copy(empty_database, home.database)
    home.database.chmod(0o600)
    home.run("index", shelf)
    return home


@pytest.fixture
def write(home: Home) -> Callable[[str, str | bytes], Path]:
    """Write a file below the home's ``agents`` directory."""

    def write(path: str, content: str | bytes) -> Path:
        file = home.path / "agents" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    return write
