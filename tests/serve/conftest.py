"""One indexed library, and the service on it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from catalogs import fill
from registry import connected

import t2tdb
from t2tdb.serve.app import Service


@pytest.fixture(scope="session")
def served_database(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("served")
    path = str(place / "library.db")
    with t2tdb.open(path) as library:
        library.index(str(fill(place / "one")))
    return path


@pytest.fixture(scope="session")
def client(served_database: str) -> Iterator[httpx.Client]:
    """A client of a service with the library."""
    service = Service(served_database, "acme.example", public_url="https://registry.acme.example/api/")
    with connected(service) as made:
        yield made


@pytest.fixture
def small(tmp_path: Path, empty_database: Path) -> Callable[..., str]:
    """Index a few skills by name and description; gives the path of the database."""

    def make(name: str = "small", **skills: str) -> str:
        root = tmp_path / name
        for skill, description in skills.items():
            (root / skill).mkdir(parents=True, exist_ok=True)
            (root / skill / "SKILL.md").write_text(f"---\nname: {skill}\ndescription: {description}\n---\nBody.\n")
        path = str(tmp_path / f"{name}.db")
        if not os.path.exists(path):
            shutil.copy(empty_database, path)
        with t2tdb.open(path) as library:
            library.index(str(root))
        return path

    return make
