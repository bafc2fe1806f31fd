"""The best resources for a task."""

from __future__ import annotations

from t2tdb.model import Hit
from t2tdb.search.answer import Answer, Filters
from t2tdb.search.best import best
from t2tdb.search.question import Question, require_limit
from t2tdb.search.shown import in_order, resource
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Reader


def find(
    reader: Reader, task: str, *, limit: int = 10, filters: Filters | None = None, explain: bool = False
) -> Answer:
    """The ``limit`` best resources, exactly as scoring every resource would rank them.

    Raises ``UsageError`` for a limit out of range or a task that holds no word to search for or is too long.
    """
    require_limit(limit)
    with reader.snapshot():
        question = Question(reader, task, filters or Filters())
        found = best(question, limit)
        hits: list[Hit] = []
        keys: list[int] = []
        for document in in_order(reader, found, limit):
            key, shown = resource(reader, document)
            keys.append(key)
            hits.append(
                Hit(
                    resource=shown,
                    score=found[document],
                    matched_terms=question.matched(document),
                    ledger=question.ledger(document) if explain else (),
                )
            )
        return Answer(tuple(hits), tuple(keys), question.statistics.resources, question.query)
