"""One library for all tests of catalogs."""

from __future__ import annotations

import pytest
from catalogs import fill

import t2tdb


@pytest.fixture(scope="session")
def library_database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database that knows the library, twice."""
    place = tmp_path_factory.mktemp("catalogs")
    first = fill(place / "one")
    second = fill(place / "two")
    path = str(place / "library.db")
    with t2tdb.open(path) as library:
        library.index(str(first), str(second))
    return path
