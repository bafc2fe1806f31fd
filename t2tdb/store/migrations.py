"""Finding the migrations: beside the package in a checkout, inside it in a wheel, readable from a zip alike.

Only the migrating child imports this module's findings; they need ``sqlite_utils``.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from t2tdb.shipped import shipped

if TYPE_CHECKING:
    from sqlite_utils import Migrations


def migration_scripts() -> list[tuple[str, str]]:
    """Name and source of every migration script, in the order in which they apply."""
    found = [
        (entry.name.removesuffix(".py"), entry.read_text(encoding="utf-8"))
        for entry in shipped("migrations").iterdir()
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
