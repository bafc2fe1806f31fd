"""What the canned queries cost a large library: plain Datasette stops each after a second.

Counted in steps of SQLite's machine, which do not depend on how busy this machine is.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from t2tdb.audit.queries import QUERIES

RESOURCES = 2_000
MOST_STEPS = 75
"""For each resource. Grouping all and joining took twice as many: 1.6 s for 100,000 resources."""

NOW = "2026-12-01T00:00:00Z"
GROUPS = {"no two alike": 1, "all twice": 2, "all alike": RESOURCES}


@pytest.fixture(params=GROUPS)
def crowded(empty_database: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """A library of many copies: names and texts stand so often in it as the parameter says, each with the other."""
    many = GROUPS[request.param]
    database = shutil.copy(empty_database, tmp_path / "crowded.db")
    connection = sqlite3.connect(database)
    connection.execute(
        "INSERT INTO roots (id, path, raw_path, device, inode, added_at) VALUES (1, '/r', '/r', 1, 1, ?)", (NOW,)
    )
    connection.execute("INSERT INTO scans VALUES (1, 1, '', 'index', ?, 1, 1, 1, 1, 1, 1, 1, 0, 'complete')", (NOW,))
    for number in range(1, RESOURCES + 1):
        alike, half = number // many, number % 2
        # of a group of names, some texts differ; of a group of texts, some names do
        name, text = f"name {alike}", hashlib.sha256(f"{alike} {half}".encode()).hexdigest()
        other = hashlib.sha256(str(alike).encode()).hexdigest()
        path = f"d{number % 40}/{number}/SKILL.md"
        file = (number, 1, path, path.encode(), "skill", "current", number, 1, 1, 1, 1, 0, text, 1, NOW, NOW)
        for key, kind, called, hashed in ((number, "skill", name, text), (-number, "agent", f"a {number}", other)):
            connection.execute(
                "INSERT INTO resources VALUES (?, ?, ?, ?, 'Does it.', ?, ?, 1, '', '', '{}', '', '', '', '', '', '',"
                " '', ?, 1, ?, ?, ?, ?)",
                (key, f"{kind}:{path}", called, kind, path, kind, hashed, number, key, NOW, NOW),
            )
        connection.execute(f"INSERT INTO files VALUES ({', '.join('?' * 16)})", file)
    connection.commit()
    yield connection
    connection.close()


def test_a_canned_query_looks_at_each_resource_a_few_times(crowded: sqlite3.Connection) -> None:
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 100
        return 0

    crowded.set_progress_handler(count, 100)
    for name in QUERIES.keys() - {"search_by_task"}:
        steps = 0
        rows = crowded.execute(QUERIES[name].sql).fetchall()
        assert steps < MOST_STEPS * 2 * RESOURCES, name
        if name in ("duplicates", "same_name_different_content"):
            assert len(rows) in (0, 1_000)
            sizes = [row[0] for row in rows]
            assert sizes == sorted(sizes, reverse=True)
