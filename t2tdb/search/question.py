"""One task put to one library: the analysed query, the statistics of the searched roots, and the exact scores."""

from __future__ import annotations

from t2tdb.errors import UsageError
from t2tdb.search.scope import Scope
from t2tdb.store.recall import storable
from t2tdb.store.settings import profile_of
from t2tdb.store.statistics import counts_of, integer, statistics, term_and_count
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from t2tdb.model import Contribution
    from t2tdb.ranking.compose import Candidate
    from t2tdb.ranking.profile import Frequencies, Wording
    from t2tdb.search.answer import Filters
    from t2tdb.store.connection import Reader

MAX_LIMIT = 100


class Question:
    """Everything that scoring needs. Lives inside one snapshot of the database."""

    def __init__(self, reader: Reader, task: str, filters: Filters, wording: Wording | None = None) -> None:
        self.reader = reader
        self.profile = profile_of(reader)
        self.scope = Scope(filters)
        self.left_out = set(filters.without)
        """Keys of resources that are not admitted; folding of copies adds to it."""
        self.query = self.profile.query(task, self._known, wording)
        found = [term_and_count(reader, filters.roots, storable(term.term)) for term in self.query.terms]
        self.term_ids = tuple(term_id for term_id, _ in found)
        having = tuple(count for _, count in found)
        self.statistics = statistics(reader, filters.roots, self.profile.fields, having)
        self.scorer = self.profile.scorer(self.query, self.statistics)
        self.most = self.scorer.ceilings
        """The most that each term can add to a document."""
        self._shown: dict[int, tuple[Sequence[int], list[Frequencies | None], str, str]] = {}
        self.passages: frozenset[int] | None = None
        """The documents whose name or description may hold the whole query; None where any may."""
        where = f" AND {self.scope.conditions}" if self.scope.conditions else ""
        self._select = (
            "SELECT v.vector, r.name, r.description, r.key, r.id FROM term_vectors v"
            f" JOIN resources r ON r.document = v.document WHERE v.document = ?{where}"
        )

    def score(self, document: int) -> float:
        """Exact score, six decimals; 0.0 for a document that is dead, filtered out, or matches nothing."""
        if self.passages is not None and document not in self.passages and not self.scope.conditions:
            # name and description can add nothing: one look-up instead of three
            found = self.reader.row(
                "SELECT vector, '', '', resource_key FROM term_vectors WHERE document = ?", (document,)
            )
        else:
            found = self.reader.row(self._select, (document, *self.scope.parameters))
        if found is None or found[3] in self.left_out:
            return 0.0
        return self.scorer.score(*self._read(found))

    def appraise(self, document: int) -> Candidate | None:
        """What composition has to know of a document; None where ``score`` is 0."""
        from t2tdb.ranking.compose import Candidate

        found = self.reader.row(self._select, (document, *self.scope.parameters))
        if found is None or found[3] in self.left_out:
            return None
        evidence = self._read(found)
        score = self.scorer.score(*evidence)
        matched = self.scorer.matched(evidence[1])
        return Candidate(integer(found[3]), str(found[4]), str(found[1]), score, matched) if score > 0 else None

    def documents(self) -> list[int]:
        """Every document of the library."""
        return [integer(row[0]) for row in self.reader.rows("SELECT document FROM term_vectors")]

    def matched(self, document: int) -> tuple[str, ...]:
        """Which of the query's words an admitted document holds, sorted."""
        return self.scorer.matched(self._evidence(document)[1])

    def confidence(self, document: int) -> float | None:
        """How sure it is that an admitted document fits; None where the profile does not say."""
        return self.scorer.confidence(self._evidence(document)[1])

    def ledger(self, document: int) -> tuple[Contribution, ...]:
        """What made the score of an admitted document."""
        return self.scorer.ledger(*self._evidence(document))

    def _evidence(self, document: int) -> tuple[Sequence[int], list[Frequencies | None], str, str]:
        known = self._shown.get(document)
        if known is None:
            found = self.reader.row(self._select, (document, *self.scope.parameters))
            if found is None:
                raise LookupError(f"document {document} is not part of this search")
            known = self._shown[document] = self._read(found)
        return known

    def _read(self, found: tuple[object, ...]) -> tuple[Sequence[int], list[Frequencies | None], str, str]:
        blob, name, description = found[:3]
        assert isinstance(blob, bytes)
        vector = decode(blob)
        rows = [vector.frequencies(term_id) or None for term_id in self.term_ids]
        normalise = self.profile.normalise
        return vector.lengths, rows, normalise(str(name)), normalise(str(description))

    def _known(self, terms: Sequence[str]) -> Mapping[str, int]:
        stored = {storable(term): term for term in terms}
        counts = counts_of(self.reader, self.scope.filters.roots, list(stored))
        return {stored[term]: count for term, count in counts.items()}


def require_limit(limit: int) -> None:
    """Refuse a limit out of range."""
    if not 1 <= limit <= MAX_LIMIT:
        raise UsageError(f"the limit must be between 1 and {MAX_LIMIT}; it is {limit}")
