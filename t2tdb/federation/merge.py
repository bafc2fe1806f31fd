"""One list out of several. Scores of different registries do not compare, ranks do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.catalog.ard import Entry

FLATTENING = 60
"""Reciprocal rank fusion: a result at rank r is worth 1 / (60 + r) (Cormack, Clarke and Buettcher, SIGIR 2009)."""


def merge(lists: Sequence[Sequence[Entry]]) -> list[Entry]:
    """Results in one order, each identifier once: as the first list that has it gives it.

    A result that several registries found is worth the sum of its ranks. Ties go to the earlier list.
    """
    worth: dict[str, float] = {}
    kept: dict[str, Entry] = {}
    for results in lists:
        seen: set[str] = set()
        for rank, entry in enumerate(results, start=1):
            name = str(entry["identifier"])
            if name in seen:
                continue
            seen.add(name)
            kept.setdefault(name, entry)
            worth[name] = worth.get(name, 0.0) + 1 / (FLATTENING + rank)
    return [kept[name] for name in sorted(kept, key=lambda name: -worth[name])]
