"""What ``find`` may import: its budget is two to three bare interpreters, and each of these names costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.home import Home

MAY = frozenset(
    # the package collections is spared (store/spared): 3 ms of a bare interpreter's 10
    "__future__ apsw array bisect _bisect math unicodedata fcntl gc zlib itertools".split()
)
"""Modules outside the package, beside those that a bare interpreter has loaded."""


def loaded(home: Home, *arguments: str, bare: bool = False) -> set[str]:
    """Names of the modules that a process holds at its end."""
    script = "import sys\n"
    if not bare:
        script += "from t2tdb.cli.entry import run\nrun(sys.argv[1:])\n"
    script += "print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=home.environment | {"PYTHONDEVMODE": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "command",
    [
        ["find", "review", "a", "pull", "request"],
        ["find", "pull request", "--paths"],
        ["find", "pull request", "--kind", "skill", "--limit", "3", "--explain"],
        ["find", "pull request", "--format", "json"],
        ["compose", "review a pull request and write the release notes"],
    ],
    ids=" ".join,
)
def test_find_imports_only_what_it_needs(indexed: Home, command: list[str]) -> None:
    foreign = loaded(indexed, *command) - loaded(indexed, bare=True)
    foreign = {name for name in foreign if name != "t2tdb" and not name.startswith("t2tdb.")}
    assert foreign <= MAY, sorted(foreign - MAY)


@pytest.mark.parametrize("command", [["find", "review a pull request"], ["find", "revew a pul rqeuest"]], ids=" ".join)
def test_the_profile_tuned_adds_its_stemmer_only(home: Home, shelf: Path, command: list[str]) -> None:
    home.run("index", shelf, "--ranking", "tuned")
    foreign = loaded(home, *command) - loaded(home, bare=True)
    foreign = {name for name in foreign if name != "t2tdb" and not name.startswith(("t2tdb.", "_cython", "cython"))}
    assert foreign <= MAY | {"Stemmer"}, sorted(foreign - MAY)


def test_heavy_libraries_come_only_when_asked_for(indexed: Home) -> None:
    seen = loaded(indexed, "status")
    assert "click" in seen
    assert not seen & {"rich", "yaml", "jinja2", "watchdog", "sqlite_utils", "sqlite3", "platformdirs", "asyncio"}
