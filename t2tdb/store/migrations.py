"""Finding the migrations: beside the package in a checkout, inside it in a wheel, readable from a zip alike.

Only the migrating child imports this module's findings; they need ``sqlite_utils``.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from sqlite_utils import Migrations


def migrations_directory() -> Traversable:
    """The directory of the migration scripts: ``t2tdb/migrations`` where it was installed, else the checkout's."""
    package = files("t2tdb")
    installed = package / "migrations"
    if installed.is_dir():
        return installed
    return Path(str(package)).parent / "migrations"  # an editable install or a plain checkout


def migration_scripts() -> list[tuple[str, str]]:
    """Name and source of every migration script, in the order in which they apply."""
    found = [
        (entry.name.removesuffix(".py"), entry.read_text(encoding="utf-8"))
        for entry in migrations_directory().iterdir()
        if entry.name.startswith("m") and entry.name.endswith(".py")
    ]
    return sorted(found)


def migration_sets() -> list[Migrations]:
    """The loaded migrations. Each script holds one set named ``t2tdb``; applying them in order applies them all."""
    sets: list[Migrations] = []
    for name, source in migration_scripts():
        module = ModuleType(f"t2tdb_{name}")
        exec(compile(source, f"{name}.py", "exec"), module.__dict__)
        sets.append(module.__dict__["migrations"])
    return sets
