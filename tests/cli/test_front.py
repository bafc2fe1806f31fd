"""The short parser and click read every command line alike, wherever the short parser reads it at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest import mock

import click
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from t2tdb.cli.front import read
from t2tdb.cli.group import group
from t2tdb.errors import T2tdbError

OPTIONS = [
    "--root", "--limit", "--kind", "--tag", "--refresh", "--paths", "-0", "--null", "--explain", "--format",
    "--output", "--db", "-q", "--quiet", "-v", "--verbose", "--help", "--unknown", "--", "-", "-q0", "--limit=7",
    "--limit=0", "--limit=٣", "--format=md", "--format=xml", "--quiet=1", "--tag=", "--db=x.db", "--root=-", "--roo",
    "--ranking", "--ranking=tuned",
]  # fmt: skip
WORDS = [
    "review", "a", "pull request", "3", "100", "101", "0", "+5", "1_0", "json", "html", "skill", "x.db", "", "日本",
    "find", "compose", "--", "-x", "\udcff",
]  # fmt: skip
ENVIRONMENT = st.dictionaries(
    st.sampled_from(
        ["T2TDB_DB", "T2TDB_FORMAT", "T2TDB_QUIET", "T2TDB_VERBOSE", "T2TDB_RANKING", "T2TDB_FIND_LIMIT", "T2TDB_LIMIT"]
    ),
    st.sampled_from(["", "1", "true", "yes", "0", "json", "env.db", "md", "25"]),
)
CONFIGURATION = st.sampled_from(
    [
        "",
        "db = 'file.db'",
        "format = 'html'\n[find]\nlimit = 3\nkind = ['skill', 'agent']\nexplain = true",
        "quiet = true\n[compose]\nlimit = 2\nroot = ['/a']\ntag = 'x'",
        "[find]\nlimit = '4'",
        "[find]\nlimit = 0",
        "[find]\nkind = 'skill'",
        "[find]\nexplain = 'yes'",
        "[find]\nunknown = 1",
        "quiet = false\nranking = 'seed'",
    ]
)


def click_reads(arguments: list[str]) -> object:
    """What click hands to ``answer``, or the error that it raises."""
    seen: list[tuple[str, str, dict[str, Any]]] = []

    def answer(command: str, task: str, values: dict[str, Any]) -> int:
        seen.append((command, task, dict(values)))
        return 0

    with mock.patch("t2tdb.cli.asking.answer", answer):
        try:
            with group.make_context("t2tdb", list(arguments)) as context:
                group.invoke(context)
        except (click.ClickException, click.exceptions.Exit, T2tdbError) as error:
            return error
    return seen[0] if seen else None


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    before=st.lists(st.sampled_from(["--db", "x.db", "-q", "--verbose", "--db=y"]), max_size=2),
    command=st.sampled_from(["find", "compose"]),
    after=st.lists(st.sampled_from(OPTIONS) | st.sampled_from(WORDS), max_size=7),
    environment=ENVIRONMENT,
    configuration=CONFIGURATION,
)
@example([], "find", ["fix", "--limit", "3", "login", "--", "--limit"], {}, "")
@example(["--db", "a"], "find", ["x", "--db", "b"], {"T2TDB_DB": "c"}, "db = 'd'")
@example([], "find", ["x"], {}, "[find]\nlimit = 3")
def test_both_read_alike(
    tmp_path: Path,
    before: list[str],
    command: str,
    after: list[str],
    environment: dict[str, str],
    configuration: str,
) -> None:
    (tmp_path / "config.toml").write_text(configuration, encoding="utf-8")
    environment = {**environment, "T2TDB_CONFIG": str(tmp_path / "config.toml")}
    arguments = [*before, command, *after]
    with mock.patch.dict(os.environ, environment, clear=True):
        short = read(arguments, os.environ)
        if short is not None:
            assert click_reads(arguments) == short


@pytest.mark.parametrize(
    "line",
    [
        ["find", "review", "a", "pull", "request"],
        ["find", "review a pull request", "--limit", "3", "--root", "/a", "--root=/b", "--kind", "skill"],
        ["--db", "x.db", "find", "--paths", "-0", "--", "--odd", "task"],
        ["compose", "x", "--format=json", "-q", "--output", "-"],
    ],
)
def test_plain_lines_need_no_click(line: list[str], tmp_path: Path) -> None:
    assert read(line, {"XDG_CONFIG_HOME": str(tmp_path)}) is not None


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["find"],
        ["index", "x"],
        ["find", "--help"],
        ["find", "x", "--limit", "0"],
        ["find", "x", "--limit", "-1"],
        ["find", "x", "--format", "xml"],
        ["find", "x", "--what"],
    ],
)
def test_the_rest_is_left_to_click(line: list[str], tmp_path: Path) -> None:
    assert read(line, {"XDG_CONFIG_HOME": str(tmp_path)}) is None
