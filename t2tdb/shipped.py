"""The example library that ships with t2tdb, wherever the package lies: a checkout, site-packages, a zip file."""

from __future__ import annotations

import contextlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


def shipped(name: str) -> Traversable:
    """The directory ``name`` of the package, or of the checkout that the package is in."""
    package = files("t2tdb")
    inside = package / name
    return inside if inside.is_dir() else Path(str(package)).parent / name


@contextlib.contextmanager
def examples() -> Iterator[Path]:
    """A real directory with the examples; a temporary copy where they lie inside a zip file."""
    found = shipped("examples")
    if isinstance(found, Path):
        yield found
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="t2tdb-") as directory:
        target = Path(directory) / "examples"
        _copy(found, target)
        yield target


def _copy(source: Traversable, target: Path) -> None:
    target.mkdir()
    for entry in source.iterdir():
        if entry.is_dir():
            _copy(entry, target / entry.name)
        else:
            (target / entry.name).write_bytes(entry.read_bytes())
