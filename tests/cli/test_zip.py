"""The package works from inside a zip file, as it would from a wheel: examples, migrations and templates are found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.home import Home

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The package as the wheel lays it out, in one file."""
    file = tmp_path / "t2tdb.zip"
    with zipfile.ZipFile(file, "w") as into:
        for place, below in (("t2tdb", ""), ("examples", "t2tdb/"), ("migrations", "t2tdb/"), ("schema", "t2tdb/")):
            for entry in sorted((ROOT / place).rglob("*")):
                if entry.is_file() and "__pycache__" not in entry.parts:
                    into.write(entry, below + entry.relative_to(ROOT).as_posix())
    return file


def test_commands_from_a_zip(home: Home, archive: Path) -> None:
    def run(*arguments: str) -> str:
        # -S would lose the dependencies, so the archive is put before whatever else holds a t2tdb
        start = f"import sys; sys.path.insert(0, {str(archive)!r}); from t2tdb.cli.entry import run; import t2tdb\n"
        start += f"assert t2tdb.__file__.startswith({str(archive)!r})\nsys.exit(run(sys.argv[1:]))"
        done = subprocess.run(
            [sys.executable, "-c", start, *arguments],
            cwd=home.path,
            env=home.environment | {"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert json.loads(run("demo", "--format", "json"))["hits"][0]["resource"]["name"] == "Pull request reviewer"
    (home.path / "agents").mkdir()
    (home.path / "agents" / "SKILL.md").write_text("---\nname: Zyzzyva\ndescription: Handles one.\n---\n")
    assert "<!doctype html>" in run("index", "agents", "--format", "html").lower()
    assert json.loads(run("find", "zyzzyva", "--format", "json"))["hits"]
