"""The profile ``tuned``: BM25F over what a resource says of itself, plus BM25 over its body, plus neighbouring words.

Measured on public labelled sets (QUALITY.md). Each field has its own length, so a long body no longer drowns a name;
weights above 1 multiply a frequency, so ``K1`` is high enough that the second field still counts. A pair of words that
stand side by side in the task and in a name, tag or description is a term of its own. There are no bonuses: those of
``seed`` moved no set.
"""

from __future__ import annotations

from t2tdb.model import Contribution
from t2tdb.ranking.profile import Analysis, Profile, Scorer
from t2tdb.ranking.score import apportion, inverse_document_frequency, six_decimals
from t2tdb.ranking.tuned_terms import PAIR_MARK
from t2tdb.text import normalise
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.model import SearchText
    from t2tdb.ranking.profile import Frequencies, Known, Query, Statistics, Wording

FIELDS = ("name", "tags", "description", "extras", "parameters", "pairs", "body")
WEIGHTS = (2.5, 1.0, 1.0, 0.3, 0.3)  # of the first five
K1 = 4.0
B = 0.5
PAIR = 0.7
BODY = 0.75
BODY_K1 = 1.4
BODY_B = 0.72
MAX_IMPACT = K1 + 1 + BODY * (BODY_K1 + 1)
PAIRS = FIELDS.index("pairs")
RARE_WORDS_ENOUGH = 3


class TunedScorer(Scorer):
    """See the module."""

    max_bonus = 0.0

    def __init__(self, query: Query, statistics: Statistics) -> None:
        self._query = query
        self._averages = _averages(statistics)
        self.factors = tuple(
            inverse_document_frequency(statistics.resources, having) * term.weight
            for term, having in zip(query.terms, statistics.having, strict=True)
        )
        self.ceilings = tuple(
            factor * (PAIR if PAIR_MARK in term.term else MAX_IMPACT)
            for term, factor in zip(query.terms, self.factors, strict=True)
        )
        self._worth = {
            term.display: inverse_document_frequency(statistics.resources, having)
            for term, having in zip(query.terms, statistics.having, strict=True)
            if term.origin == "word"
        }
        rare = inverse_document_frequency(statistics.resources, 0)
        self._enough = min(sum(self._worth.values()), RARE_WORDS_ENOUGH * rare) or 1.0

    def impact(self, lengths: Sequence[int], frequencies: Frequencies) -> float:
        """See ``Scorer``."""
        return _impact(lengths, frequencies, self._averages)

    def bonus(self, name: str, description: str, matched: int) -> tuple[tuple[str, float], ...]:
        """None."""
        return ()

    def score(self, lengths: Sequence[int], rows: Sequence[Frequencies | None], name: str, description: str) -> float:
        """See ``Scorer``; name and description are not read."""
        scales, padding = _norms(lengths, self._averages)
        total = 0.0
        for factor, row in zip(self.factors, rows, strict=True):
            if row is not None:
                total += factor * _saturated(row, scales, padding)
        return six_decimals(total)

    def ledger(
        self, lengths: Sequence[int], rows: Sequence[Frequencies | None], name: str, description: str
    ) -> tuple[Contribution, ...]:
        """See ``Scorer``. What a term gives outside the body is shared among the fields by their part of it."""
        scales, padding = _norms(lengths, self._averages)
        lines: list[tuple[str, str, int]] = []
        shares: list[float] = []
        for term, factor, row in zip(self._query.terms, self.factors, rows, strict=True):
            if row is None:
                continue
            parts = [scale * frequency for scale, frequency in zip(scales, row, strict=False)]
            whole = sum(parts)
            amounts = [factor * (K1 + 1) / (K1 + whole) * part for part in parts]
            amounts.append(factor * PAIR if row[PAIRS] else 0.0)
            amounts.append(factor * _body(row[-1], padding))
            label = term.display if term.origin == "word" else f"{term.display} ({term.origin})"
            for field, frequency, amount in zip(FIELDS, row, amounts, strict=True):
                if frequency:
                    lines.append((label, field, frequency))
                    shares.append(amount)
        exact = apportion(self.score(lengths, rows, name, description), shares)
        return tuple(Contribution(*line, share) for line, share in zip(lines, exact, strict=True))

    def confidence(self, rows: Sequence[Frequencies | None]) -> float:
        """See ``Scorer``: the worth of the words in its name, tags, description, headings and parameters.

        Words are worth their rarity. Bodies do not count: long ones hold a little of everything. A long story never
        meets all its words, so as much as three unknown words would be worth is enough.
        """
        found = {
            word
            for term, row in zip(self._query.terms, rows, strict=True)
            if row is not None and any(row[:-1])
            for word in term.covers
        }
        return round(min(1.0, sum(self._worth.get(word, 0.0) for word in sorted(found)) / self._enough), 3)

    def matched(self, rows: Sequence[Frequencies | None]) -> tuple[str, ...]:
        """See ``Scorer``. A word counts where it, its joined form, its correction or its alias was found."""
        found = {word for term, row in zip(self._query.terms, rows, strict=True) if row for word in term.covers}
        return tuple(sorted(found))


class TunedProfile(Profile):
    """See the module."""

    name = "tuned"
    version = 1
    fields = FIELDS
    max_impact = MAX_IMPACT
    widens = True
    folds_copies = True
    least_confidence = 0.3

    def normalise(self, text: str) -> str:
        """See ``Profile``."""
        return normalise(text)

    def analyze(self, text: SearchText) -> Analysis:
        """See ``Profile``."""
        from t2tdb.ranking.tuned_analysis import analyze

        return analyze(text)

    def query(self, task: str, known: Known | None = None, wording: Wording | None = None) -> Query:
        """See ``Profile``."""
        from t2tdb.ranking.tuned_query import query

        return query(task, known, wording)

    def scorer(self, query: Query, statistics: Statistics) -> TunedScorer:
        """See ``Profile``."""
        return TunedScorer(query, statistics)

    def index_impact(self, lengths: Sequence[int], frequencies: Frequencies, averages: Sequence[float]) -> float:
        """See ``Profile``."""
        return _impact(lengths, frequencies, averages)

    def averages(self, statistics: Statistics) -> tuple[float, ...]:
        """See ``Profile``. Only resources that fill a field count: most catalogs have no bodies, and some do."""
        return _averages(statistics)


def _averages(statistics: Statistics) -> tuple[float, ...]:
    pairs = zip(statistics.tokens, statistics.filled, strict=True)
    return tuple(tokens / filled if filled else 1.0 for tokens, filled in pairs)


def _norms(lengths: Sequence[int], averages: Sequence[float]) -> tuple[list[float], float]:
    """What one occurrence weighs in each of the named fields, and what is added to a frequency in the body."""
    scales = [
        weight / (1 - B + B * length / average)
        for weight, length, average in zip(WEIGHTS, lengths, averages, strict=False)
    ]
    return scales, BODY_K1 * (1 - BODY_B + BODY_B * lengths[-1] / averages[-1])


def _saturated(row: Frequencies, scales: list[float], padding: float) -> float:
    if row[PAIRS]:
        return PAIR
    name, tags, description, extras, parameters, _pairs, body = row
    s0, s1, s2, s3, s4 = scales
    whole = s0 * name + s1 * tags + s2 * description + s3 * extras + s4 * parameters
    return (K1 + 1) * whole / (K1 + whole) + (_body(body, padding) if body else 0.0)


def _body(frequency: int, padding: float) -> float:
    return BODY * (BODY_K1 + 1) * frequency / (frequency + padding)


def _impact(lengths: Sequence[int], frequencies: Frequencies, averages: Sequence[float]) -> float:
    scales, padding = _norms(lengths, averages)
    return _saturated(frequencies, scales, padding)


PROFILE = TunedProfile()
