"""t2tdb: one SQLite database of the skills, agents, prompts, rules and MCP servers on this machine.

>>> import t2tdb
>>> with t2tdb.open("library.db") as library:
...     inventory = library.index("examples")
...     hits = library.find("write a summary of an incident").hits
>>> hits[0].resource.kind, hits[0].resource.path
('skill', 'skills/write-postmortem/SKILL.md')

Public names are imported when they are asked for, so that ``import t2tdb`` costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from t2tdb.api import Library, open
    from t2tdb.errors import DatabaseError, RootError, T2tdbError, UsageError
    from t2tdb.model import Composition, Freshness, Hit, Pick, Problem, Resource, RootInfo, Status
    from t2tdb.results import Composed, Found, Health, Inventory

__version__ = "0.1.0"

__all__ = (
    "Composed",
    "Composition",
    "DatabaseError",
    "Found",
    "Freshness",
    "Health",
    "Hit",
    "Inventory",
    "Library",
    "Pick",
    "Problem",
    "Resource",
    "RootError",
    "RootInfo",
    "Status",
    "T2tdbError",
    "UsageError",
    "open",
)

_HOMES = {
    "t2tdb.api": ("Library", "open"),
    "t2tdb.errors": ("DatabaseError", "RootError", "T2tdbError", "UsageError"),
    "t2tdb.model": ("Composition", "Freshness", "Hit", "Pick", "Problem", "Resource", "RootInfo", "Status"),
    "t2tdb.results": ("Composed", "Found", "Health", "Inventory"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            found: object = getattr(import_module(home), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 't2tdb' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
