"""Everything that fits a task well enough: what facets are counted over, and what filters of any kind are applied to.

``best`` proves which documents are among the first few; here the proof is that no other document scores at least a
given number.
"""

from __future__ import annotations

from t2tdb.search.best import Proof, Top, best
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.search.question import Question

_STEP = 10
"""How many documents the proof looks at in one go, in units of ``best.SAMPLE``."""


class _Threshold(Top):
    """Exact scores of documents that reach a number given beforehand."""

    def __init__(self, question: Question, least: float) -> None:
        super().__init__(question, _STEP)
        self.least = least

    def look(self, documents: Iterable[int]) -> None:
        """Score documents exactly, each once; ``least`` stays."""
        for document in documents:
            if document not in self._seen:
                self._seen.add(document)
                score = self._question.score(document)
                if score >= self.least:
                    self.scores[document] = score


def best_score(question: Question) -> float:
    """The highest score that any document has, 0 where nothing matches."""
    return max(best(question, 1).values(), default=0.0)


def at_least(question: Question, least: float) -> dict[int, float]:
    """Exact scores of every document that scores ``least`` (above 0) or more. The question has no filters."""
    top = _Threshold(question, least)
    if question.statistics.resources:
        Proof(question, top, None).finish()
    return top.scores


def highest_possible(question: Question) -> float:
    """What no document can exceed for this question, whatever the library holds."""
    return sum(question.scorer.ceilings) + question.scorer.max_bonus
