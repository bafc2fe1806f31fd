"""A small set of resources that covers a task together."""

from __future__ import annotations

from t2tdb.model import Composition, Pick
from t2tdb.ranking import compose as composing
from t2tdb.search.answer import Composed, Filters
from t2tdb.search.copies import copies_of, near_twins
from t2tdb.search.coverage import Coverage
from t2tdb.search.question import Question, require_limit
from t2tdb.search.shown import resources
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.ranking.profile import Wording
    from t2tdb.store.connection import Reader


def compose(
    reader: Reader,
    task: str,
    *,
    limit: int = 5,
    filters: Filters | None = None,
    wording: Wording | None = None,
    all_copies: bool = False,
) -> Composed:
    """Pick greedily: each time the resource with the most words that are still uncovered, then the best score, then
    the first id; an id is picked once. Stops where nothing is added. Where the profile folds copies, each pick says how
    many resources have its text, and a near-twin of a pick is passed over where another resource adds as much; not so
    with ``all_copies``.

    Raises ``UsageError`` as ``find`` does.
    """
    require_limit(limit)
    with reader.snapshot():
        question = Question(reader, task, filters or Filters(), wording)
        coverage = Coverage(question)
        folding = question.profile.folds_copies and not all_copies

        def alike(left: int, right: int) -> bool:
            return folding and near_twins(reader, left, right)

        plan = composing.compose(question.query, coverage.best, limit, alike)
        copies = [copies_of(question, step.candidate.key) if folding else None for step in plan.steps]
        shown = resources(reader, [coverage.documents[step.candidate.key] for step in plan.steps])
        picks = tuple(
            Pick(
                resource=resource,
                score=step.candidate.score,
                matched_terms=step.candidate.matched,
                new_terms=step.new_terms,
                cumulative_coverage_percent=step.cumulative_coverage_percent,
                copies=len(same.keys) if same else 1,
                copy_paths=same.paths if same else (),
            )
            for step, same, (_, resource) in zip(plan.steps, copies, shown, strict=True)
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
            tuple(key for key, _ in shown),
            question.statistics.resources,
            question.query,
        )
