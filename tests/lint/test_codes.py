"""Every lint code and every bound is reached by a fixture, through the library, and the table of codes is complete."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import t2tdb
from t2tdb.codes import CODES
from t2tdb.ingest import IndexOptions
from t2tdb.library import index
from t2tdb.model import Problem
from t2tdb.store.migrate import open_writer

PACKAGE = Path(t2tdb.__file__).parent
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX file names")
SKILL = "---\nname: {name}\ndescription: Does {name}.\n---\n"
Shelf = Callable[[str, str | bytes], Path]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Write a file of the library."""

    def write(path: str, content: str | bytes) -> Path:
        file = tmp_path / "shelf" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    (tmp_path / "shelf").mkdir()
    return write


@pytest.fixture
def problems(tmp_path: Path, database: str) -> Callable[..., list[Problem]]:
    """Index the library with some bounds and give its problems."""

    def run(**bounds: object) -> list[Problem]:
        with t2tdb.open(database) as library:
            library.index(str(tmp_path / "shelf"), **bounds)  # type: ignore[arg-type]
            return [problem for _, problem in library.lint().issues]

    return run


IN_ONE_FILE: dict[str, tuple[str, str | bytes]] = {
    "ALIASES_INVALID": (".t2tdb/aliases.yml", "groups: [[alone]]\n"),
    "CATALOG_SCHEMA": ("catalog.json", '{"catalogVersion": 2, "name": "A", "resources": []}'),
    "DESCRIPTION_LONG": ("SKILL.md", f"---\nname: A\ndescription: {'long ' * 300}\n---\n"),
    "DESCRIPTION_MISSING": ("SKILL.md", "---\nname: A\n---\n"),
    "ENTRY_LIMIT_REACHED": ("mcp.json", json.dumps({"mcpServers": {f"s{i}": {"command": "x"} for i in range(5001)}})),
    "FILE_TOO_LARGE": ("SKILL.md", SKILL.format(name="A") + "x" * 1_048_576),
    "FRONTMATTER_DUPLICATE_KEY": ("SKILL.md", "---\nname: A\nname: B\ndescription: C.\n---\n"),
    "FRONTMATTER_EMPTY": ("SKILL.md", "---\n---\n# A\n\nText.\n"),
    "FRONTMATTER_RECOVERED": ("SKILL.md", "---\nname: A\ndescription: Use when: always\n---\n"),
    "FRONTMATTER_UNCLOSED": ("SKILL.md", "---\nname: A\ndescription: B.\n"),
    "FRONTMATTER_VALUE": ("SKILL.md", "---\nname: {a: b}\ndescription: B.\n---\n# A\n"),
    "HIDDEN_CHARACTERS": ("SKILL.md", "---\nname: A\u202eB\ndescription: C.\n---\n"),
    "INLINE_SECRET": ("mcp.json", '{"mcpServers": {"a": {"command": "x", "env": {"API_KEY": "hunter2"}}}}'),
    "INLINE_SECRET_ARGUMENT": (
        "mcp.json",
        '{"mcpServers": {"a": {"command": "x", "args": ["--token", "ghp_' + "a1B2" * 9 + '"]}}}',
    ),
    "INLINE_SECRET_COMMAND": ("mcp.json", '{"mcpServers": {"a": {"command": "x --key ghp_' + "a1B2" * 9 + '"}}}'),
    "INLINE_SECRET_HEADER": (
        "mcp.json",
        '{"mcpServers": {"a": {"url": "https://example.com", "headers": {"Authorization": "Bearer hunter2hunter2"}}}}',
    ),
    "INLINE_SECRET_URL": ("mcp.json", '{"mcpServers": {"a": {"url": "https://ann:hunter2@example.com/"}}}'),
    "INVALID_CATALOG_ENTRY": ("catalog.json", '{"catalogVersion": 1, "resources": ["a"]}'),
    "INVALID_DOCUMENT": (".claude-plugin/plugin.json", '{"name": "x"'),
    "INVALID_JSON": ("mcp.json", '{"mcpServers": '),
    "INVALID_MCP_SERVER": ("mcp.json", '{"mcpServers": {"a": 1}}'),
    "INVALID_TOML": (".codex/config.toml", "[mcp_servers.a\n"),
    "INVALID_UTF8": ("SKILL.md", b"---\nname: caf\xe9\ndescription: B.\n---\n"),
    "JSON_DUPLICATE_KEY": ("mcp.json", '{"mcpServers": {"a": {"command": "x", "command": "y"}}}'),
    "MCP_LAUNCH_MISSING": ("mcp.json", '{"mcpServers": {"a": {}}}'),
    "SECRET_IN_TEXT": ("SKILL.md", "---\nname: A\ndescription: B.\n---\nUse ghp_" + "a1B2" * 9 + " to log in.\n"),
    "NAME_MISSING": ("catalog.json", '{"catalogVersion": 1, "resources": [{"description": "A."}]}'),
}
"""A file that gives each code."""

ELSEWHERE = {
    "CORPUS_LIMIT_REACHED": "test_the_bound_of_text",
    "DATABASE_EXPOSED": "test_a_database_that_others_may_read",
    "DEPTH_LIMIT_REACHED": "test_the_bound_of_depth",
    "DIAGNOSTICS_TRUNCATED": "test_a_report_details_a_thousand_problems",
    "DIRECTORY_UNREADABLE": "test_unreadable_sources_are_named_kept_and_exit_3, at the command line",
    "DUPLICATE_ID": "test_duplicates_and_twins",
    "FILE_CHANGED_WHILE_READ": "the tests of discover",
    "FILE_LIMIT_REACHED": "test_bounds_of_one_scan",
    "IGNORE_PATTERN_INVALID": "test_a_pattern_that_git_would_refuse_is_named, among the formats",
    "INVALID_SIDECAR": "test_a_sidecar_that_cannot_be_read",
    "FILE_UNREADABLE": "test_unreadable_sources_are_named_kept_and_exit_3, at the command line",
    "INPUT_LIMIT_REACHED": "test_bounds_of_one_scan",
    "PARSER_FAILED": "test_a_parser_that_fails",
    "PATH_CASE_TWINS": "test_duplicates_and_twins",
    "PATH_NOT_UTF8": "test_a_name_that_is_not_utf8",
    "RESOURCE_LIMIT_REACHED": "test_bounds_of_one_scan",
    "SYMLINK_SKIPPED": "test_a_skipped_link",
}
"""The codes that need more than one file."""


def test_every_code_has_a_fixture_and_every_code_in_the_source_is_in_the_table() -> None:
    assert set(IN_ONE_FILE) | set(ELSEWHERE) == set(CODES)
    used: set[str] = set()
    for part in ("parse", "discover", "ingest", "lint.py"):
        place = PACKAGE / part
        for module in [place] if place.is_file() else place.rglob("*.py"):
            source = module.read_text(encoding="utf-8")
            used |= set(re.findall(r'(?:Problem|note|Deviation)\(\s*(?:"\w+",\s*)?"([A-Z][A-Z0-9_]+)"', source))
            used |= set(re.findall(r'^[A-Z_]+ = "([A-Z][A-Z0-9]*_[A-Z0-9_]+)"', source, re.MULTILINE))
            used |= set(re.findall(r"'([A-Z]+_[A-Z_]+)', '", source))
    assert used - {"T2TDB_DB"} <= set(CODES), sorted(used - set(CODES))
    assert len(used) > 25


@pytest.mark.parametrize("code", IN_ONE_FILE)
def test_a_file_that_gives_the_code(code: str, shelf: Shelf, problems: Callable[..., list[Problem]]) -> None:
    path, content = IN_ONE_FILE[code]
    shelf(path, content)
    found = [problem for problem in problems() if problem.code == code]
    assert found
    assert {(problem.severity, problem.path) for problem in found} == {(CODES[code].severity, path)}
    assert "hunter2" not in str(found)


def test_a_sound_file_gives_none(shelf: Shelf, problems: Callable[..., list[Problem]]) -> None:
    shelf("SKILL.md", SKILL.format(name="A"))
    assert problems() == []


def test_duplicates_and_twins(shelf: Shelf, tmp_path: Path, problems: Callable[..., list[Problem]]) -> None:
    shelf(
        "a.catalog.json",
        '{"catalogVersion":1, "name": "A", "resources": [{"id": "x", "name": "X", "kind":"agent","description":"X"}]}',
    )
    shelf(
        "b.catalog.json",
        '{"catalogVersion":1, "name": "B", "resources": [{"id": "X", "name": "Y", "kind":"agent","description":"Y"}]}',
    )
    shelf("twin.skill.md", SKILL.format(name="A"))
    shelf("Twin.skill.md", SKILL.format(name="B"))
    if len(os.listdir(tmp_path / "shelf")) < 4:
        pytest.skip("this disk ignores letter case")
    found = {(problem.code, problem.path) for problem in problems()}
    assert found == {
        ("DUPLICATE_ID", "a.catalog.json"),
        ("DUPLICATE_ID", "b.catalog.json"),
        ("DUPLICATE_ID", "twin.skill.md"),
        ("DUPLICATE_ID", "Twin.skill.md"),
        ("PATH_CASE_TWINS", "twin.skill.md"),
        ("PATH_CASE_TWINS", "Twin.skill.md"),
    }


def test_twins_by_the_spelling_of_accents(shelf: Shelf, tmp_path: Path, problems: Callable[..., list[Problem]]) -> None:
    for number, name in enumerate(("caf\u00e9", "cafe\u0301", "CAFE\u0301")):
        shelf(f"{name}.skill.md", SKILL.format(name=f"N{number}"))
    if len(os.listdir(tmp_path / "shelf")) < 3:
        pytest.skip("this disk takes the names for one")
    assert [problem.code for problem in problems() if problem.code != "DUPLICATE_ID"] == ["PATH_CASE_TWINS"] * 3


def test_a_sidecar_that_cannot_be_read(shelf: Shelf, problems: Callable[..., list[Problem]]) -> None:
    shelf("a/SKILL.md", SKILL.format(name="A"))
    shelf("a/_meta.json", "{")
    shelf("a/agents/openai.yaml", "interface: [")
    assert {(problem.code, problem.path) for problem in problems()} == {
        ("INVALID_SIDECAR", "a/_meta.json"),
        ("INVALID_SIDECAR", "a/agents/openai.yaml"),
    }


@POSIX
def test_a_skipped_link(shelf: Shelf, tmp_path: Path, problems: Callable[..., list[Problem]]) -> None:
    target = tmp_path / "elsewhere.md"
    target.write_text(SKILL.format(name="A"))
    (tmp_path / "shelf" / "SKILL.md").symlink_to(target)
    (tmp_path / "shelf" / "notes.txt").symlink_to(target)
    assert [(problem.code, problem.path) for problem in problems()] == [("SYMLINK_SKIPPED", "SKILL.md")]


@POSIX
def test_a_name_that_is_not_utf8(tmp_path: Path, shelf: Shelf, problems: Callable[..., list[Problem]]) -> None:
    with open(os.path.join(os.fsencode(tmp_path / "shelf"), b"caf\xe9.skill.md"), "w") as file:
        file.write(SKILL.format(name="A"))
    assert [problem.code for problem in problems()] == ["PATH_NOT_UTF8"]


def test_the_bound_of_depth(shelf: Shelf, problems: Callable[..., list[Problem]]) -> None:
    shelf("/".join(["d"] * 130) + "/SKILL.md", SKILL.format(name="A"))
    assert [problem.code for problem in problems()] == ["DEPTH_LIMIT_REACHED"]


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        ({"max_files": 3}, "FILE_LIMIT_REACHED"),
        ({"max_resources": 3}, "RESOURCE_LIMIT_REACHED"),
        ({"max_bytes": 200}, "INPUT_LIMIT_REACHED"),
    ],
)
def test_bounds_of_one_scan(
    bound: dict[str, int], code: str, shelf: Shelf, problems: Callable[..., list[Problem]]
) -> None:
    for number in range(6):
        shelf(f"{number}.skill.md", SKILL.format(name=f"n{number}"))
    assert [problem.code for problem in problems(**bound)] == [code]
    assert problems() == []


def test_the_bound_of_text(shelf: Shelf, tmp_path: Path, database: str) -> None:
    for number in range(3):
        shelf(f"{number}.skill.md", SKILL.format(name=f"n{number}") + "word " * 30)
    with open_writer(database) as writer:
        index(writer, [str(tmp_path / "shelf")], IndexOptions(text_units=300, order="seed", careful=True), None)
    with t2tdb.open(database, readonly=True) as library:
        assert [problem.code for _, problem in library.lint().issues] == ["CORPUS_LIMIT_REACHED"]
        assert len(library.find("n0 n1 n2").hits) == 3
        assert len(library.find("word").hits) == 2  # the last body is cut off whole


def test_a_parser_that_fails(
    shelf: Shelf, problems: Callable[..., list[Problem]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Iterator[None]:
        raise ZeroDivisionError

    shelf("SKILL.md", SKILL.format(name="A"))
    monkeypatch.setattr("t2tdb.parse.registry.read_file", fail)
    found = problems()
    assert [(problem.severity, problem.code, problem.path) for problem in found] == [
        ("error", "PARSER_FAILED", "SKILL.md")
    ]


@POSIX
def test_a_database_that_others_may_read(shelf: Shelf, database: str, problems: Callable[..., list[Problem]]) -> None:
    shelf("SKILL.md", SKILL.format(name="A"))
    assert problems() == []
    os.chmod(database, 0o644)
    assert [(found.code, found.path) for found in problems()] == [("DATABASE_EXPOSED", database)]
    with t2tdb.open(database, readonly=True) as library:
        assert library.lint().warnings == 1


def test_a_report_details_a_thousand_problems(shelf: Shelf, tmp_path: Path, database: str) -> None:
    shelf("mcp.json", json.dumps({"mcpServers": {f"s{i}": {} for i in range(1200)}}))
    shelf("z/mcp.json", "{")
    with t2tdb.open(database) as library:
        library.index(str(tmp_path / "shelf"))
        health = library.lint(most=1000)
        shown = [problem for _, problem in health.issues]
        assert len(list(library.lint().issues)) == 1201
    assert (health.errors, health.warnings) == (1, 1200)
    assert len(shown) == 1001
    assert shown[0].code == "INVALID_JSON"  # errors are never the ones that are cut
    assert shown[-1].code == "DIAGNOSTICS_TRUNCATED"
    assert "DIAGNOSTICS_TRUNCATED" not in {problem.code for problem in shown[:-1]}


def test_bounds_inside_a_file(shelf: Shelf, tmp_path: Path, database: str) -> None:
    tags = ", ".join(f"tag{number}" for number in range(300))
    body = "early " + "filler " * 10_000 + " late"
    shelf("SKILL.md", f"---\nname: A b\ndescription: C.\ntags: [{tags}]\n---\n{body}\n")
    with t2tdb.open(database) as library:
        library.index(str(tmp_path / "shelf"))
        assert library.find("early").hits
        assert not library.find("late").hits  # beyond 65,536 characters
        assert library.find("x filler", tag="tag255").hits
        assert not library.find("x filler", tag="tag256").hits
