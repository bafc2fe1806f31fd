"""A database of the library that each module makes as its ``root``."""

from __future__ import annotations

from pathlib import Path

import pytest

from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest


@pytest.fixture
def indexed(database: str, root: Path) -> str:
    with open_writer(database) as writer:
        ingest(writer, root)
    return database
