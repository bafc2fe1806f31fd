"""A small set of resources that covers a task together."""

from __future__ import annotations

from t2tdb.model import Composition, Pick
from t2tdb.ranking import compose as composing
from t2tdb.search.answer import Composed, Filters
from t2tdb.search.coverage import Coverage
from t2tdb.search.question import Question, require_limit
from t2tdb.search.shown import resource
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.store.connection import Reader


def compose(reader: Reader, task: str, *, limit: int = 5, filters: Filters | None = None) -> Composed:
    """Pick greedily: each time the resource with the most words that are still uncovered, then the best score, then
    the first id; an id is picked once. Stops where nothing is added.

    Raises ``UsageError`` as ``find`` does.
    """
    require_limit(limit)
    with reader.snapshot():
        question = Question(reader, task, filters or Filters())
        coverage = Coverage(question)
        plan = composing.compose(question.query, coverage.best, limit)
        picks = tuple(
            Pick(
                resource=resource(reader, coverage.documents[step.candidate.key])[1],
                score=step.candidate.score,
                matched_terms=step.candidate.matched,
                new_terms=step.new_terms,
                cumulative_coverage_percent=step.cumulative_coverage_percent,
            )
            for step in plan.steps
        )
        return Composed(
            Composition(
                query_terms=plan.words,
                covered_terms=plan.covered,
                uncovered_terms=plan.uncovered,
                lexical_coverage_percent=plan.coverage_percent,
                query_boundary=plan.boundary,
                picks=picks,
            ),
            tuple(step.candidate.key for step in plan.steps),
            question.statistics.resources,
            question.query,
        )
