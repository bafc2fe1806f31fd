"""The exhaustive ranker: it scores every document, so it is right by construction and slow.

What ``find`` and ``compose`` answer through recall and bounds must equal what this answers.
"""

from __future__ import annotations

from t2tdb.ranking.compose import Candidate, Plan, compose
from t2tdb.ranking.profile import Statistics
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from t2tdb.ranking.compose import Best
    from t2tdb.ranking.profile import Analysis, Frequencies, Profile, Query


@value
class Document:
    """An analysed resource."""

    key: int
    id: str
    name: str
    description: str
    analysis: Analysis


class Oracle:
    """All documents that are searched together, under one profile."""

    def __init__(self, profile: Profile, documents: Iterable[Document]) -> None:
        self.profile = profile
        self.documents = tuple(documents)

    def known(self, terms: Sequence[str]) -> dict[str, int]:
        """Of some index terms, those that occur, each with the number of documents that hold it."""
        having = {term: sum(_holds(document, term) for document in self.documents) for term in terms}
        return {term: count for term, count in having.items() if count}

    def statistics(self, query: Query) -> Statistics:
        """What a scorer needs to know of the documents together."""
        lengths = [document.analysis.lengths for document in self.documents]
        having = self.known([term.term for term in query.terms])
        return Statistics(
            resources=len(self.documents),
            tokens=tuple(map(sum, zip(*lengths, strict=True))),
            filled=tuple(sum(map(bool, column)) for column in zip(*lengths, strict=True)),
            having=tuple(having.get(term.term, 0) for term in query.terms),
        )

    def rank(self, task: str, shown: Callable[[Document], bool] = lambda _document: True) -> list[Candidate]:
        """Every document with a score above 0, best first: by score, then name, then id, by code point.

        ``shown`` filters what is listed; statistics are always those of all documents.
        """
        query = self.profile.query(task, self.known)
        if not self.documents:
            return []
        scorer = self.profile.scorer(query, self.statistics(query))
        ranked: list[Candidate] = []
        for document in filter(shown, self.documents):
            rows = [_row(document, term.term) for term in query.terms]
            names = self.profile.normalise(document.name), self.profile.normalise(document.description)
            score = scorer.score(document.analysis.lengths, rows, *names)
            if score > 0:
                matched = scorer.matched(rows)
                ranked.append(Candidate(document.key, document.id, document.name, score, matched))
        return sorted(ranked, key=lambda hit: (-hit.score, hit.name, hit.id, hit.key))

    def compose(self, task: str, limit: int, shown: Callable[[Document], bool] = lambda _document: True) -> Plan:
        """The composition of a task from all documents that are shown."""
        query = self.profile.query(task, self.known)
        return compose(query, best_of(self.rank(task, shown)), limit)


def preferred(candidate: Candidate, uncovered: frozenset[str]) -> tuple[int, float, str, str, int]:
    """The smaller, the better: words added, score, id; two resources may share an id, then name and key decide."""
    added = len(uncovered.intersection(candidate.matched))
    return (-added, -candidate.score, candidate.id, candidate.name, candidate.key)


def best_of(candidates: Iterable[Candidate]) -> Best:
    """The obvious source: look at every candidate in every step."""
    everything = tuple(candidates)

    def best(uncovered: frozenset[str], taken: frozenset[str]) -> Candidate | None:
        useful = (c for c in everything if c.id not in taken and not uncovered.isdisjoint(c.matched))
        return min(useful, key=lambda candidate: preferred(candidate, uncovered), default=None)

    return best


def _holds(document: Document, term: str) -> bool:
    return any(term in counts for counts in document.analysis.counts)


def _row(document: Document, term: str) -> Frequencies | None:
    row = tuple(counts.get(term, 0) for counts in document.analysis.counts)
    return row if any(row) else None
