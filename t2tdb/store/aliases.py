"""The aliases of roots, as rows."""

from __future__ import annotations

from t2tdb.store.statistics import marks
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from t2tdb.store.connection import Reader, Writer

    Groups: TypeAlias = tuple[tuple[tuple[str, ...], float], ...]
    """Phrases that mean the same and their weight, group by group."""


def stored_aliases(reader: Reader, roots: Sequence[int] = ()) -> Groups:
    """The groups of some roots, of all where none is named."""
    where = f"WHERE root_id IN ({marks(roots)})" if roots else ""
    groups: dict[tuple[object, object], tuple[list[str], float]] = {}
    for root, number, phrase, weight in reader.rows(
        f"SELECT root_id, group_number, phrase, weight FROM aliases {where} ORDER BY root_id, group_number, position",
        roots,
    ):
        phrases, _weight = groups.setdefault((root, number), ([], float(weight or 0)))
        phrases.append(str(phrase))
    return tuple((tuple(phrases), weight) for phrases, weight in groups.values())


def replace_aliases(writer: Writer, root_id: int, groups: Groups) -> None:
    """Make the groups of a root these. Inside a transaction; call it only where they differ."""
    writer.run("DELETE FROM aliases WHERE root_id = ?", (root_id,))
    writer.run_many(
        "INSERT INTO aliases (root_id, group_number, position, phrase, weight) VALUES (?, ?, ?, ?, ?)",
        [
            (root_id, number, position, phrase, weight)
            for number, (phrases, weight) in enumerate(groups, 1)
            for position, phrase in enumerate(phrases, 1)
        ],
    )
