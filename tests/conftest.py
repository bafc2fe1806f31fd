"""Databases for the tests of the store: making one starts a child process, so one is made and then copied."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from t2tdb.store.migrate import bring_up_to_date

settings.register_profile("t2tdb", deadline=None)  # the first example may be the one that imports half of the package
settings.load_profile("t2tdb")


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "empty.db"
    bring_up_to_date(str(path))
    return path


@pytest.fixture
def new_database(empty_database: Path, tmp_path: Path) -> Callable[[str], str]:
    """Give the path of a fresh, empty, up-to-date database."""

    def make(name: str = "library.db") -> str:
        directory = tmp_path / "data"
        directory.mkdir(mode=0o700, exist_ok=True)
        path = directory / name
        shutil.copy(empty_database, path)
        path.chmod(0o600)
        return str(path)

    return make


@pytest.fixture
def database(new_database: Callable[[str], str]) -> str:
    return new_database("library.db")
