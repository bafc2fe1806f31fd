"""Scans of small trees, and what they say."""

from __future__ import annotations

import os
from pathlib import Path

from t2tdb import discover
from t2tdb.discover import Changed, Known, Noted, ScanOptions
from t2tdb.model import Place


def claim(place: Place) -> str:
    name = place.path.rsplit("/", 1)[-1].lower()
    return "skill" if name == "skill.md" else "json" if name.endswith(".json") else ""


def write(path: Path, text: str = "text", *, old: bool = True) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if old:
        os.utime(path, ns=(10**18, 10**18))
    return path


def run(root: Path, known: list[Known] | None = None, options: ScanOptions | None = None, scope: bytes = b"") -> list:
    return list(discover.scan(os.fsencode(root), known or [], claim, options, scope))


def remember(observations: list) -> list[Known]:
    """What a store would keep: every wanted file, none of them racy (the tests wait for nothing)."""
    return [Known(o.raw, o.fingerprint, o.sha256, o.claim) for o in observations if isinstance(o, Changed)]


def changed(observations: list) -> list[str]:
    return [o.path for o in observations if isinstance(o, Changed)]


def problems(observations: list) -> list[tuple[str, str]]:
    return [(o.problem.code, o.problem.path) for o in observations if isinstance(o, Noted)]
