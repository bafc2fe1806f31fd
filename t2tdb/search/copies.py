"""Resources with the same text: found together, shown once.

Equal texts have equal scores, so the first of them in the order of ties stands for all.
"""

from __future__ import annotations

from t2tdb.store.statistics import integer
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from t2tdb.search.question import Question
    from t2tdb.store.connection import Reader

MOST_PATHS = 20
"""Of many copies only the first paths are listed; their number is exact."""

ALIKE = 0.8
"""Share of common terms from which two resources are near-twins."""


@value
class Copies:
    """One admitted resource's text: every resource that has it."""

    keys: tuple[int, ...]  # all of them, the asked one included
    paths: tuple[str, ...]  # of the first others


def copies_of(question: Question, key: int) -> Copies:
    """The admitted resources with the text of the resource ``key``, which is admitted itself."""
    where = f"AND {question.scope.conditions}" if question.scope.conditions else ""
    rows = question.reader.rows(
        "SELECT r.key, r.path FROM resources r JOIN resources one ON one.key = ?"
        f" WHERE r.content_hash = one.content_hash AND r.kind = one.kind {where} ORDER BY r.path, r.key",
        (key, *question.scope.parameters),
    )
    left_out = question.left_out
    others = [(integer(row[0]), str(row[1])) for row in rows if row[0] != key and row[0] not in left_out]
    return Copies((key, *(other for other, _path in others)), tuple(path for _key, path in others[:MOST_PATHS]))


def near_twins(reader: Reader, left: int, right: int) -> bool:
    """Whether two resources, by key, share most of their terms."""
    found = reader.rows(
        "SELECT v.vector FROM resources r JOIN term_vectors v ON v.document = r.document WHERE r.key IN (?, ?)",
        (left, right),
    )
    vectors = [set(decode(row[0]).term_ids()) for row in found if isinstance(row[0], bytes)]
    if len(vectors) != 2:
        return False
    common = len(vectors[0] & vectors[1])
    return common >= ALIKE * len(vectors[0] | vectors[1])
