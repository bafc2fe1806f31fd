"""The best resources for a task."""

from __future__ import annotations

from t2tdb.model import Hit
from t2tdb.search.answer import IN_FRONT, Answer, Filters
from t2tdb.search.best import best
from t2tdb.search.question import Question, require_limit
from t2tdb.search.shown import in_order, key_of, resources
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import Resource
    from t2tdb.ranking.profile import Wording
    from t2tdb.search.copies import Copies
    from t2tdb.store.connection import Reader


def find(
    reader: Reader,
    task: str,
    *,
    limit: int = 10,
    filters: Filters | None = None,
    explain: bool = False,
    wording: Wording | None = None,
    all_copies: bool = False,
) -> Answer:
    """The ``limit`` best resources, exactly as scoring every resource would rank them.

    Where the profile folds copies, the first of several resources with the same text stands for all of them, unless
    ``all_copies``. Raises ``UsageError`` for a limit out of range or a task that holds no word to search for or is too
    long.
    """
    require_limit(limit)
    with reader.snapshot():
        question = Question(reader, task, filters or Filters(), wording)
        if question.profile.folds_copies and not all_copies:
            chosen = _distinct(question, limit)
        else:
            found = best(question, limit)
            chosen = [(document, found[document], None) for document in in_order(reader, found, limit)]
        shown = resources(reader, [document for document, _, _ in chosen])
        hits = tuple(
            _hit(question, *each, resource, explain=explain) for each, (_, resource) in zip(chosen, shown, strict=True)
        )
        sure = [hit.confidence for hit in hits[:IN_FRONT] if hit.confidence is not None]
        return Answer(
            hits=hits,
            keys=tuple(key for key, _ in shown),
            resources=question.statistics.resources,
            query=question.query,
            fits=_fits(question, sure),
        )


def _distinct(question: Question, limit: int) -> list[tuple[int, float, Copies | None]]:
    """The best documents with different texts. Each round leaves out the copies of what is known already."""
    from t2tdb.search.copies import copies_of

    chosen: list[tuple[int, float, Copies | None]] = []
    while len(chosen) < limit:
        wanted = limit - len(chosen)
        found = best(question, wanted)
        ordered = in_order(question.reader, found, wanted)
        for document in ordered:
            key = key_of(question.reader, document)
            if key not in question.left_out:
                copies = copies_of(question, key)
                question.left_out.update(copies.keys)
                chosen.append((document, found[document], copies))
        if len(ordered) < wanted:
            break
    return chosen


def _hit(
    question: Question, document: int, score: float, copies: Copies | None, resource: Resource, *, explain: bool
) -> Hit:
    matched = question.matched(document)
    confidence = question.confidence(document)
    missing = () if confidence is None else tuple(word for word in question.query.words if word not in matched)
    return Hit(
        resource=resource,
        score=score,
        matched_terms=matched,
        ledger=question.ledger(document) if explain else (),
        confidence=confidence,
        missing_terms=missing,
        copies=len(copies.keys) if copies else 1,
        copy_paths=copies.paths if copies else (),
    )


def _fits(question: Question, confidences: list[float]) -> bool | None:
    least = question.profile.least_confidence
    return max(confidences, default=0.0) >= least if least else None
