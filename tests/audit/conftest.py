"""A library to audit, indexed, and a way to ask Datasette for its pages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.home import Home

PAGES = Path(__file__).parent / "pages.py"
SKILL = "---\nname: {name}\ndescription: {description}\ntags: [audit, {name}]\n---\n# {name}\n\nBody about {name}.\n"
EVIL = '---\nname: "<script>pwned=1</script> \\e[31m \\u202e"\ndescription: "<b>review</b> \\u200b"\n---\nx\n'


class Page(NamedTuple):
    status: int
    type: str
    body: str

    def json(self):  # type: ignore[no-untyped-def]
        return json.loads(self.body)


def write_library(root: Path) -> None:
    """Twins, namesakes, servers, a file without a description, a big one, and hostile text."""
    files = {
        "one/SKILL.md": SKILL.format(name="reviewer", description="Review a pull request."),
        "two/SKILL.md": SKILL.format(name="reviewer", description="Review a pull request."),
        "three/SKILL.md": SKILL.format(name="reviewer", description="Review something else."),
        "big/SKILL.md": SKILL.format(name="archivist", description="Archive logs.") + "word " * 9_000,
        "mute.prompt.md": "---\nname: mute\n---\n",
        "evil.agent.md": EVIL,
        "mcp.json": json.dumps(
            {
                "mcpServers": {
                    "files": {"command": "npx", "args": ["-y", "secret-argument"]},
                    "search": {"command": "npx", "args": []},
                    "web": {"url": "https://user:hidden@mcp.example.com/mcp?key=hidden", "type": "http"},
                }
            }
        ),
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture(scope="session")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home whose database knows the library. Shared: read only."""
    place = tmp_path_factory.mktemp("audited")
    home = Home(place)
    write_library(place / "agents")
    done = home.run("index", place / "agents")
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture(scope="session")
def ask_pages() -> Callable[..., list[Page]]:
    """Ask Datasette, in its own process, for pages of a database."""

    def ask(database: Path | str, *paths: str, options: tuple[str, ...] = (), **run: object) -> list[Page]:
        done = subprocess.run(
            [sys.executable, PAGES, str(database), *options],
            input="\n".join(paths),
            capture_output=True,
            text=True,
            check=False,
            timeout=110,
            **run,  # type: ignore[call-overload]
        )
        assert done.returncode == 0, done.stderr
        assert "ERROR" not in done.stderr
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        return [Page(answer["status"], answer["type"], answer["body"]) for answer in answers]

    return ask
