"""The profile ``seed``: the ranking of the model that t2tdb follows, to the digit.

Name, tags, description and content are one stream of terms in which a name's terms stand four times, tags' three times,
a description's twice; BM25 over that stream; small bonuses for a phrase and for a full match.
"""

from __future__ import annotations

from t2tdb.model import Contribution
from t2tdb.ranking.profile import MAX_QUERY_TERMS, Analysis, Profile, Query, QueryTerm, Scorer, bounded, wordless
from t2tdb.ranking.score import apportion, inverse_document_frequency, six_decimals
from t2tdb.ranking.seed_terms import display_stream, stem
from t2tdb.text import BLANKS, normalise, utf16_length
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.model import SearchText
    from t2tdb.ranking.profile import Frequencies, Known, Statistics, Wording

K1 = 1.4
B = 0.72
WEIGHTS = (4, 3, 2, 1)  # of name, tags, description, content
NAME_PHRASE = 3.0
DESCRIPTION_PHRASE = 1.25
ALL_TERMS = 0.35
SHORTEST_PHRASE = 3  # UTF-16 units


class SeedScorer(Scorer):
    """BM25 over the weighted stream."""

    max_bonus = NAME_PHRASE + ALL_TERMS

    def __init__(self, query: Query, statistics: Statistics) -> None:
        self._query = query
        self._phrase = query.text if utf16_length(query.text) >= SHORTEST_PHRASE else ""
        weighted_tokens = sum(w * tokens for w, tokens in zip(WEIGHTS, statistics.tokens, strict=True))
        self._average = weighted_tokens / max(statistics.resources, 1) or 1.0
        self.factors = tuple(inverse_document_frequency(statistics.resources, n) for n in statistics.having)
        self.ceilings = tuple(factor * (K1 + 1) for factor in self.factors)

    def impact(self, lengths: Sequence[int], frequencies: Frequencies) -> float:
        """See ``Scorer``."""
        return _impact(lengths, frequencies, self._average)

    def bonus(self, name: str, description: str, matched: int) -> tuple[tuple[str, float], ...]:
        """See ``Scorer``. A phrase counts where it is a substring, even inside a word."""
        bonuses: tuple[tuple[str, float], ...] = ()
        if self._phrase:
            if self._phrase in name:
                bonuses = (("name phrase", NAME_PHRASE),)
            elif self._phrase in description:
                bonuses = (("description phrase", DESCRIPTION_PHRASE),)
        if matched == len(self._query.terms):
            bonuses += (("all terms", ALL_TERMS),)
        return bonuses

    def score(self, lengths: Sequence[int], rows: Sequence[Frequencies | None], name: str, description: str) -> float:
        """See ``Scorer``. The order of the operations is the reference's, so that the last bits agree as well."""
        n, t, d, c = lengths
        padding = K1 * (1 - B + B * (4 * n + 3 * t + 2 * d + c) / self._average)
        score = 0.0
        matched = 0
        for factor, row in zip(self.factors, rows, strict=True):
            if row is not None:
                frequency = 4 * row[0] + 3 * row[1] + 2 * row[2] + row[3]
                score += factor * frequency * (K1 + 1) / (frequency + padding)
                matched += 1
        if self._phrase:
            if self._phrase in name:
                score += NAME_PHRASE
            elif self._phrase in description:
                score += DESCRIPTION_PHRASE
        if matched == len(self.factors):
            score += ALL_TERMS
        return six_decimals(score)

    def ledger(
        self, lengths: Sequence[int], rows: Sequence[Frequencies | None], name: str, description: str
    ) -> tuple[Contribution, ...]:
        """See ``Scorer``. A term's contribution is shared among the fields by their weighted frequencies."""
        lines: list[tuple[str, str, int]] = []
        shares: list[float] = []
        matched = 0
        for term, factor, row in zip(self._query.terms, self.factors, rows, strict=True):
            if row is None:
                continue
            matched += 1
            whole = factor * _impact(lengths, row, self._average)
            weighted = [weight * frequency for weight, frequency in zip(WEIGHTS, row, strict=True)]
            for field, frequency, part in zip(SeedProfile.fields, row, weighted, strict=True):
                if frequency:
                    lines.append((term.display, field, frequency))
                    shares.append(whole * part / sum(weighted))
        for label, bonus in self.bonus(name, description, matched):
            lines.append(("", label, 0))
            shares.append(bonus)
        exact = apportion(self.score(lengths, rows, name, description), shares)
        return tuple(Contribution(*line, share) for line, share in zip(lines, exact, strict=True))

    def matched(self, rows: Sequence[Frequencies | None]) -> tuple[str, ...]:
        """See ``Scorer``."""
        found = [term.display for term, row in zip(self._query.terms, rows, strict=True) if row is not None]
        return tuple(sorted(found))


class SeedProfile(Profile):
    """See the module."""

    name = "seed"
    version = 1
    fields = ("name", "tags", "description", "content")
    max_impact = K1 + 1

    def normalise(self, text: str) -> str:
        """See ``Profile``."""
        return normalise(text)

    def analyze(self, text: SearchText) -> Analysis:
        """See ``Profile``."""
        from t2tdb.ranking.seed_analysis import analyze

        return analyze(text)

    def query(self, task: str, known: Known | None = None, wording: Wording | None = None) -> Query:
        """See ``Profile``."""
        del known, wording
        text = bounded(task)
        displays: dict[str, str] = {}
        for display in sorted(set(display_stream(text))):
            displays.setdefault(stem(display), display)
        if not displays:
            raise wordless()
        terms = tuple(QueryTerm(term, display, covers=(display,)) for term, display in displays.items())
        evaluated = terms[:MAX_QUERY_TERMS]
        return Query(
            text=text.strip(BLANKS),
            terms=evaluated,
            words=tuple(term.display for term in evaluated),
            ignored=tuple(term.display for term in terms[MAX_QUERY_TERMS:]),
            total_terms=len(terms),
        )

    def scorer(self, query: Query, statistics: Statistics) -> SeedScorer:
        """See ``Profile``."""
        return SeedScorer(query, statistics)

    def index_impact(self, lengths: Sequence[int], frequencies: Frequencies, averages: Sequence[float]) -> float:
        """See ``Profile``."""
        return _impact(lengths, frequencies, _average(averages))

    def drift(self, reference: Sequence[float], averages: Sequence[float]) -> float:
        """See ``Profile``. Only the length of the whole stream matters."""
        return _average(averages) / _average(reference)

    def averages(self, statistics: Statistics) -> tuple[float, ...]:
        """See ``Profile``."""
        return tuple(tokens / max(statistics.resources, 1) for tokens in statistics.tokens)


def _average(averages: Sequence[float]) -> float:
    name, tags, description, content = averages
    return 4 * name + 3 * tags + 2 * description + content or 1.0


def _impact(lengths: Sequence[int], frequencies: Frequencies, average: float) -> float:
    n, t, d, c = lengths
    name, tags, description, content = frequencies
    frequency = 4 * name + 3 * tags + 2 * description + content
    padding = K1 * (1 - B + B * (4 * n + 3 * t + 2 * d + c) / average)
    return frequency * (K1 + 1) / (frequency + padding)


PROFILE = SeedProfile()
