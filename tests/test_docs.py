"""The README says what is so: every command, exit code, lint code and JSON shape is in it, and every example runs."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import t2tdb
from t2tdb import errors
from t2tdb.cli.group import COMMANDS
from t2tdb.codes import CODES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

SECTIONS = [
    "60-second start",
    "Command reference",
    "Exit codes",
    "JSON shapes",
    "Limits",
    "Privacy",
    "How ranking works",
]


def blocks() -> Iterator[tuple[int, str, str]]:
    """Line, language and text of every fenced block."""
    for found in re.finditer(r"^```([^\n]*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
        yield README.count("\n", 0, found.start()) + 1, found.group(1), found.group(2)


EXAMPLES = [block for block in blocks() if block[1] != "text"]
KNOWN = {"sh", "sh install", "sh test", "sh serve", "python", "json", "toml", "yaml"}


def test_sections_stand_in_the_order_of_a_newcomers_questions() -> None:
    places = [README.index(f"\n## {section}\n") for section in SECTIONS]
    assert places == sorted(places)


def test_every_command_is_in_the_reference() -> None:
    for name in COMMANDS:
        assert f"Usage: t2tdb {name} " in README, name


def test_the_generated_parts_are_those_of_the_program() -> None:
    environment = {name: text for name, text in os.environ.items() if not name.startswith("T2TDB_")}
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "readme"), "--check"], env=environment, check=False)
    assert done.returncode == 0, "run scripts/readme"


def test_every_exit_code_is_in_the_table() -> None:
    of_classes = {
        error.exit_code
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, errors.T2tdbError)
    }
    of_names = {number for name, number in vars(errors).items() if name.startswith("EXIT_")}
    table = README.split("\n## Exit codes\n")[1].split("\n## ")[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == of_classes | of_names


def test_every_lint_code_is_in_the_table() -> None:
    for code in CODES:
        assert f"| `{code}` |" in README


def test_every_json_schema_is_named_and_every_key_of_a_report_is_there() -> None:
    section = README.split("\n## JSON shapes\n")[1].split("\n## ")[0]
    for schema in (ROOT / "schema").glob("*.schema.json"):
        document = json.loads(schema.read_text(encoding="utf-8"))
        command = schema.name.removesuffix(".schema.json")
        if command.startswith(("catalog", "ai-catalog")):
            continue
        assert f"`{command}" in section, command
        for key in document["required"]:
            assert f"`{key}`" in section, (command, key)


def test_every_environment_variable_is_named() -> None:
    used: set[str] = set()
    for module in (ROOT / "t2tdb").rglob("*.py"):
        used |= set(re.findall(r'"(T2TDB_[A-Z]+)"', module.read_text(encoding="utf-8")))
    for variable in used:
        assert f"`{variable}" in README, variable


def test_every_fenced_block_says_what_it_is() -> None:
    assert {language for _, language, _ in blocks()} <= KNOWN | {"text"}


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of somebody who follows the README from top to bottom: resources in ``~/agents``, and t2tdb."""
    home = tmp_path_factory.mktemp("newcomer")
    shutil.copytree(ROOT / "examples", home / "agents")
    (home / "bin").mkdir()
    command = home / "bin" / "t2tdb"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m t2tdb "$@"\n')
    command.chmod(0o755)
    return home


def run(newcomer: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {
        "HOME": str(newcomer),
        "PATH": f"{newcomer / 'bin'}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        command, cwd=newcomer, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
def test_every_example_runs(newcomer: Path) -> None:
    """In order and in one home, as a reader would type them."""
    for line, language, text in EXAMPLES:
        if language == "sh":
            done = run(newcomer, ["bash", "-euo", "pipefail", "-c", text])
            assert done.returncode == 0, f"README.md:{line}: {done.stdout}{done.stderr}"
            assert "Traceback" not in done.stderr
        elif language == "python":
            shutil.copytree(ROOT / "examples", newcomer / "examples", dirs_exist_ok=True)
            done = run(newcomer, [sys.executable, "-W", "error", "-c", text])
            assert done.returncode == 0, f"README.md:{line}: {done.stderr}"
        elif language == "json":
            json.loads(text)
        elif language == "toml":
            tomllib.loads(text)


def test_the_two_commands_of_a_fresh_machine_are_what_ci_runs() -> None:
    commands = {language: text.strip() for _, language, text in EXAMPLES if language in ("sh install", "sh test")}
    assert commands["sh test"] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for step in ("-m venv", "pip install", "t2tdb demo"):
        assert step in commands["sh install"]


def test_every_part_is_in_the_architecture() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 120
    for entry in (ROOT / "t2tdb").iterdir():
        name = entry.name.removesuffix(".py")
        if name.startswith("__") or name in {"py.typed", "script_ranges"} or name.endswith(".typed"):
            continue
        assert f"`{name}" in page, name


def modules_with_examples() -> list[str]:
    """Modules with doctests in them."""
    found = []
    for path in sorted((ROOT / "t2tdb").rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            found.append(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    return found


@pytest.mark.parametrize("module", modules_with_examples())
def test_examples_in_docstrings(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    loaded = importlib.import_module(module)
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in finder.find(loaded, module):
        for leftover in tmp_path.glob("library.db*"):
            leftover.unlink()
        runner.run(example)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 0


def test_public_names_are_there_typed_and_documented() -> None:
    for name in t2tdb.__all__:
        assert (getattr(t2tdb, name).__doc__ or "").strip(), name
    assert set(t2tdb.__all__) <= set(dir(t2tdb))
    assert (Path(t2tdb.__file__).parent / "py.typed").exists()
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        t2tdb.nothing_of_the_kind  # noqa: B018
    tree = ast.parse(Path(t2tdb.__file__).read_text(encoding="utf-8"))
    for_types = {
        alias.name
        for block in tree.body
        if isinstance(block, ast.If)
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert for_types == set(t2tdb.__all__)
