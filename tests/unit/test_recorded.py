"""Word statistics that travel: what was recorded is recalled, and a lie is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.model import SearchText
from t2tdb.ranking.profile import get_profile
from t2tdb.ranking.recorded import analysis_of, recall, record

SEED = get_profile("seed")
TEXTS = st.text(max_size=200)


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=4), TEXTS)
def test_what_was_recorded_is_recalled(name: str, description: str, tags: list[str], body: str) -> None:
    text = SearchText(name, description, tuple(tags), tuple(tags), body=body)
    analysis = SEED.analyze(text)
    assert recall(SEED, record(SEED, analysis)) == analysis


def test_recorded_statistics_stand_for_the_text() -> None:
    whole = SearchText("Deploy", "Ship it", ("ops",), ("ops",), body="rollback the release, twice: release")
    travelling = SearchText("Deploy", "Ship it", ("ops",), ("ops",), recorded=record(SEED, SEED.analyze(whole)))
    assert analysis_of(SEED, travelling) == SEED.analyze(whole)


@pytest.mark.parametrize(
    "lie",
    [
        "",
        "seed/1",
        "seed/2 0,0,0,1 word:1",  # another version
        "tuned/1 0,0,0,1 word:1",
        "seed/1 0,0,0,2 word:1",  # length and counts disagree
        "seed/1 0,0,1 word:1",
        "seed/1 0,0,0,9999 word:9999",  # longer than a field may be
        "seed/1 0,0,0,0 word:0",
        "seed/1 0,0,0,1 two.words:1",  # would be two terms to the recall index
        "seed/1 0,0,0,1 :1",
        "seed/1 0,0,0,1 wo\x00rd:1",
        "seed/1 0,0,0,1 word:\u0661",  # a digit, but no ASCII one
        "seed/1 0,0,0,-1 word:-1",
    ],
)
def test_a_lie_is_not_believed(lie: str) -> None:
    assert recall(SEED, lie) is None
    plain = SearchText("Deploy", "", (), ())
    assert analysis_of(SEED, SearchText("Deploy", "", (), (), recorded=lie)) == SEED.analyze(plain)


@given(st.text(max_size=300))
def test_any_text_is_judged_without_an_error(text: str) -> None:
    recall(SEED, f"seed/1 {text}")
