"""The arrows of ARCHITECTURE.md: which part may import which, who alone may use what, and how long a module may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "t2tdb"
MODULES = sorted(PACKAGE.rglob("*.py"))

ANYWHERE = {"value", "errors", "model"}
"""Leaves that every part may import."""


def arrows() -> dict[str, set[str]]:
    """The table of ARCHITECTURE.md: what each part of the package may import beside the leaves."""
    page = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table: dict[str, set[str]] = {
        "__init__": {"api", "results"},
        "__main__": {"cli"},
        **{leaf: set() for leaf in ANYWHERE},
    }
    for line in page.partition("|---|---|---|\n")[2].partition("\n\n")[0].splitlines():
        parts, _, targets = (re.findall(r"`([a-z_]+)/?`", cell) for cell in line.strip("|").split("|"))
        table |= {part: set(targets) for part in parts}
    return table


ARROWS = arrows()

ALONE = {
    "httpx": {"federation/client.py"},
    "starlette": {"serve/app.py", "serve/limits.py", "serve/guard.py"},
    "uvicorn": {"serve/run.py"},
    "jsonschema": {"catalog/validation.py"},
    "apsw": {"store/connection.py"},
    "sqlite3": {"store/migrate.py"},
    "sqlite_utils": {"store/migrate.py", "store/migrations.py"},
    "watchdog": {"watch/events.py"},
    "mcp": {"mcp/server.py"},
    "datasette": {"audit/plugin/__init__.py", "audit/serve.py"},
}
"""Outside things that have one door."""

LONGEST = 400
"""Lines of a module; past that it holds two concerns."""


def part_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(module: Path) -> Iterator[str]:
    """Every module that ``module`` imports anywhere in it, those for the type checker alone left out."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for_types = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for statement in block.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide the arrows"
            assert node.module
            yield node.module
            if node.module == "t2tdb":
                yield from (f"t2tdb.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(PACKAGE)))
def test_module(module: Path) -> None:
    part = part_of(module)
    assert part in ARROWS, f"{part} is no part of ARCHITECTURE.md"
    place = module.relative_to(PACKAGE).as_posix()
    for name in imports(module):
        first, _, rest = name.partition(".")
        if first == "t2tdb" and rest:
            target = rest.split(".")[0]
            known = target in ARROWS  # else it is an attribute of the package, such as __version__
            assert not known or target in ANYWHERE | ARROWS[part] | {part} or _is_gate(part, rest), f"{part} -> {name}"
        assert place in ALONE.get(first, {place}), f"{place} imports {name}; only {ALONE[first]} may"
    length = len(module.read_text(encoding="utf-8").splitlines())
    assert length <= LONGEST, f"{place} has {length} lines"


def _is_gate(part: str, target: str) -> bool:
    """The gates of escaping are a leaf although they lie in ``report``."""
    return target.startswith("report.neutralise")


def test_the_table_speaks_of_parts_that_there_are() -> None:
    assert set(ARROWS) == {part_of(module) for module in MODULES}
    assert set().union(*ARROWS.values()) <= set(ARROWS)


@pytest.mark.parametrize("part", sorted(ARROWS))
def test_arrows_make_no_circle(part: str) -> None:
    seen: set[str] = set()
    ahead = set(ARROWS[part])
    while ahead:
        target = ahead.pop()
        assert target != part, f"{part} reaches itself"
        if target not in seen:
            seen.add(target)
            ahead |= ARROWS[target]


def test_only_the_command_line_knows_environment_and_streams() -> None:
    for module in MODULES:
        if part_of(module) in {"cli", "api", "__main__"} or module.name == "migrate.py":  # api: the default database
            continue
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used = f"{node.value.id}.{node.attr}"
                assert used not in {"os.environ", "sys.stdout", "sys.stderr", "sys.argv"}, f"{module}: {used}"


def test_test_modules_have_names_of_their_own() -> None:
    """pytest imports them by their base names: two of one name stop the whole run."""
    names = [
        path.name
        for path in (PACKAGE.parent / "tests").rglob("*.py")
        if path.name not in {"__init__.py", "conftest.py"}
    ]
    assert sorted(names) == sorted(set(names))
