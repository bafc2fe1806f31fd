"""Scores every resource there is. Slow, and right by construction: what the fast search is held against."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.search.question import Question


def scores(question: Question) -> dict[int, float]:
    """Document to score, of every admitted document that matches at all."""
    scored = {document: question.score(document) for document in question.documents()}
    return {document: score for document, score in scored.items() if score > 0}
