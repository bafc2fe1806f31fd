"""Scores of the profile ``tuned``."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.errors import UsageError
from t2tdb.model import SearchText
from t2tdb.ranking.profile import get_profile
from tests.support.oracle import Document, Oracle

TUNED = get_profile("tuned")
WORDS = st.lists(
    st.sampled_from("review pull request getUserId api data set dataset \u8c03\u67e5\u5b89".split()), max_size=8
)
TEXTS = WORDS.map(" ".join)


def oracle(texts: list[SearchText]) -> Oracle:
    return Oracle(
        TUNED, [Document(i, f"skill:{i}", t.name, t.description, TUNED.analyze(t)) for i, t in enumerate(texts)]
    )


def test_one_score_worked_out_by_hand() -> None:
    texts = [
        SearchText("pull request", "Review it", ("skill",), (), body="Review review code"),
        SearchText("notes", "things", ("skill",), (), body="nothing here"),
    ]
    idf = log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    # Both names hold tokens: lengths 2 and 1, average 1.5. Descriptions hold 1 token each, bodies 3 and 2.
    name = 2.5 / (0.5 + 0.5 * 2 / 1.5)
    named = 5 * name / (4 + name)
    described = 5 * 1.0 / (4 + 1.0) + 0.75 * 2.4 * 2 / (2 + 1.4 * (0.28 + 0.72 * 3 / 2))
    hits = oracle(texts).rank("review pull request")
    assert [hit.key for hit in hits] == [0]
    assert hits[0].score == pytest.approx(idf * (named + named + described + 0.7), abs=1e-6)
    assert hits[0].matched == ("pull", "request", "review")


def test_a_long_body_does_not_drown_a_name() -> None:
    texts = [
        SearchText("invoice parser", "", (), (), body="words " * 3000),
        SearchText("notes", "", (), (), body="invoice parser " * 3),
        *(SearchText(f"other {n}", "", (), (), body="words " * 50) for n in range(8)),
    ]
    assert [hit.key for hit in oracle(texts).rank("invoice parser")] == [0, 1]


def test_neighbours_in_a_description_win_over_the_same_words_apart() -> None:
    texts = [
        SearchText("a1", "request a thing, then pull", (), ()),
        SearchText("a2", "request pull a thing, then", (), ()),
        SearchText("a3", "other", (), ()),
    ]
    assert oracle(texts).rank("pull request")[0].key == 1


@settings(max_examples=60)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5), TEXTS)
def test_a_ledger_sums_to_the_score_and_impacts_stay_in_bounds(fields: list[tuple[str, str, str]], task: str) -> None:
    texts = [SearchText(name, description, ("skill",), (), body=body) for name, description, body in fields]
    documents = oracle(texts)
    try:
        query = TUNED.query(task, documents.known)
    except UsageError:
        return
    statistics = documents.statistics(query)
    scorer = TUNED.scorer(query, statistics)
    assert scorer.max_bonus == 0
    averages = TUNED.averages(statistics)
    for document in documents.documents:
        lengths = document.analysis.lengths
        rows = [tuple(c.get(t.term, 0) for c in document.analysis.counts) for t in query.terms]
        present = [row if any(row) else None for row in rows]
        score = scorer.score(lengths, present, "", "")
        ledger = scorer.ledger(lengths, present, "", "")
        assert sum(Fraction(str(line.score)) for line in ledger) == Fraction(str(score))
        total = 0.0
        for factor, row in zip(scorer.factors, present, strict=True):
            if row is not None:
                impact = scorer.impact(lengths, row)
                assert 0 < impact <= TUNED.max_impact
                assert impact == pytest.approx(TUNED.index_impact(lengths, row, averages), rel=1e-12)
                longer = TUNED.index_impact(lengths, row, [average * 1.5 for average in averages])
                assert longer >= impact * (1 - 1e-12), "impact must rise with the averages: bounds rely on it"
                total += factor * impact
        assert score == pytest.approx(total, abs=1e-6)
