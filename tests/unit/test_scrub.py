"""What is cut from texts before they leave the machine."""

from __future__ import annotations

import time

import pytest

from t2tdb.catalog.scrub import command, detail, relative, scrub


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("see /home/alice/notes/a.md, please", "see ~/notes/a.md, please"),
        ("/Users/bob", "~"),
        ("file:///home/alice/x", "~/x"),
        ("C:\\Users\\Bob\\x and c:/users", "~\\x and c:/users"),
        ("`/root/.ssh`", "`~/.ssh`"),
        ("https://host/home/alice", "https://host/home/alice"),
        ("/homes/alice", "/homes/alice"),
        ("plain", "plain"),
    ],
)
def test_homes(text: str, told: str) -> None:
    assert scrub(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/alice/bin/serve --port 1", "serve --port 1"),
        ("C:\\tools\\node.exe /home/alice/x.js", "node.exe ~/x.js"),
        ("~/bin/x", "x"),
        ("npx", "npx"),
    ],
)
def test_commands(text: str, told: str) -> None:
    assert command(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/opt/agents/run.sh", "run.sh"),
        ("/srv/data/", "data"),
        ("/review", "/review"),
        ("/src/**/*.ts", "/src/**/*.ts"),
        ("/home/alice", "~"),
        ("read, write", "read, write"),
    ],
)
def test_details(text: str, told: str) -> None:
    assert detail(text) == told


@pytest.mark.parametrize("text", ["/etc/passwd", "../x", "a/../../x", "~/x", "C:\\x", "file:x", "\\\\host\\x"])
def test_paths_that_are_none_of_the_library(text: str) -> None:
    assert relative(text) == ""


def test_patterns_are_linear() -> None:
    for text in ("/home/" * 50_000, "/" * 100_000, "/home/" + "a" * 100_000, "C:\\" * 50_000):
        begun = time.process_time()
        scrub(text)
        detail(text)
        assert time.process_time() - begun < 2
