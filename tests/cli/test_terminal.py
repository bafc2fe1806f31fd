"""On a terminal: reports are drawn, progress shows, old answers say so; in a pipe nothing of that."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.home import Home

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")


def on_terminal(home: Home, *arguments: str | Path, columns: int = 80, **environment: str) -> str:
    """All that t2tdb writes to a terminal of some width."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "t2tdb", *map(str, arguments)],
        env=home.environment | {"TERM": "xterm-256color"} | environment,
        cwd=home.path,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    pieces = []
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux says so when the other side is closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(ours)
    assert process.wait(60) == 0
    return b"".join(pieces).decode("utf-8").replace("\r\n", "\n")


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_report_is_drawn_on_a_terminal_and_markdown_in_a_pipe(indexed: Home) -> None:
    drawn = on_terminal(indexed, "find", "pull request")
    assert "\x1b[" in drawn
    assert "| ---" not in drawn
    assert "Pull request reviewer" in without_colours(drawn)
    assert indexed.run("find", "pull request").stdout.startswith("# ")
    assert on_terminal(indexed, "find", "pull request", "--format", "md").startswith("# ")


def test_no_colour_where_none_is_wanted(indexed: Home) -> None:
    plain = on_terminal(indexed, "find", "pull request", NO_COLOR="1")
    assert "\x1b" not in plain
    assert plain == without_colours(on_terminal(indexed, "find", "pull request"))


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_drawing_is_as_wide_as_the_window(indexed: Home, columns: int) -> None:
    drawn = without_colours(on_terminal(indexed, "find", "pull request", columns=columns))
    assert max(len(line) for line in drawn.splitlines()) <= columns


def test_progress_shows_on_a_terminal_only(home: Home) -> None:
    for number in range(1200):
        file = home.path / "many" / f"d{number // 100}" / f"{number}.skill.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# Skill {number}\n\n{' '.join(f'w{number * 7 + i}' for i in range(60))}\n")
    shown = on_terminal(home, "index", "many", "--output", "x.json")
    assert "indexing" in shown
    assert re.search(r"[\d,]+ files, [\d,]+ resources", without_colours(shown))
    quiet = on_terminal(home, "index", "many/d0", "--output", "x.json", "--quiet", "--db", "other.db")
    assert quiet == ""


def test_an_old_answer_says_so_on_a_terminal(indexed: Home) -> None:
    state = Path(f"{indexed.database}.state")
    said = json.loads(state.read_text())
    for scan in said["scans"].values():
        scan["finishedAt"] = "2020-01-01T00:00:00.000Z"
    state.write_text(json.dumps(said))
    sentence = "days old; t2tdb index brings it up to date"
    assert sentence in on_terminal(indexed, "find", "pull request", "--paths")
    assert sentence not in on_terminal(indexed, "find", "pull request", "--paths", "--quiet")
    assert indexed.run("find", "pull request", "--paths").stderr == ""
    found = json.loads(indexed.run("find", "pull request", "--format", "json").stdout)
    assert found["freshness"]["ageSeconds"] > 1e8
    state.unlink()
    assert json.loads(indexed.run("find", "pull request", "--format", "json").stdout)["freshness"]["ageSeconds"] is None
    state.write_text("damaged")
    assert indexed.run("find", "pull request").returncode == 0
