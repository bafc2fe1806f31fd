"""A small set of resources that covers a task together."""

from __future__ import annotations

from t2tdb.model import Composition, Pick, QueryBoundary
from t2tdb.ranking.profile import MAX_QUERY_TERMS
from t2tdb.ranking.score import coverage_percent
from t2tdb.search.answer import Composed, Filters
from t2tdb.search.exhaustive import scores
from t2tdb.search.question import Question, require_limit
from t2tdb.search.shown import by_id, id_of, resource
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
        query = question.query
        total = query.total_terms
        uncovered = set(query.words)
        chosen: set[str] = set()
        picks: list[Pick] = []
        keys: list[int] = []
        found = {document: (score, question.matched(document)) for document, score in scores(question).items()}
        while len(picks) < limit and uncovered:
            best: tuple[tuple[int, float], int] | None = None
            tied: list[int] = []
            for document, (score, words) in found.items():
                gain = len(uncovered.intersection(words))
                if not gain or (best is not None and (gain, score) < best[0]):
                    continue
                if id_of(reader, document) in chosen:
                    continue
                if best is None or (gain, score) > best[0]:
                    best, tied = ((gain, score), document), []
                tied.append(document)
            if best is None:
                break
            document = by_id(reader, tied)[0]
            score, words = found[document]
            key, shown = resource(reader, document)
            new = tuple(word for word in words if word in uncovered)
            uncovered.difference_update(new)
            chosen.add(shown.id)
            keys.append(key)
            picks.append(Pick(shown, score, words, new, coverage_percent(len(query.words) - len(uncovered), total)))
        return Composed(_composition(question, picks, uncovered), tuple(keys), question.statistics.resources, query)


def _composition(question: Question, picks: list[Pick], uncovered: set[str]) -> Composition:
    query = question.query
    covered = tuple(word for word in query.words if word not in uncovered)
    return Composition(
        query_terms=query.words,
        covered_terms=covered,
        uncovered_terms=tuple(word for word in query.words if word in uncovered),
        lexical_coverage_percent=coverage_percent(len(covered), query.total_terms),
        query_boundary=QueryBoundary(
            evaluated_term_limit=MAX_QUERY_TERMS,
            total_terms=query.total_terms,
            truncated=bool(query.ignored),
            ignored_terms=query.ignored,
        ),
        picks=tuple(picks),
    )
