"""Tasks under the profile ``tuned``: words, joined forms, compounds, misspellings, pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.errors import UsageError
from t2tdb.ranking.profile import Query, Wording, get_profile
from t2tdb.ranking.spelling import neighbours
from t2tdb.ranking.tuned_terms import pair, term

TUNED = get_profile("tuned")


def library(**words: int) -> Callable[[Sequence[str]], Mapping[str, int]]:
    """A vocabulary: word -> number of resources."""
    having = {term(word): count for word, count in words.items()}
    return lambda terms: {t: having[t] for t in terms if t in having}


def features(query: Query, origin: str) -> dict[str, tuple[float, tuple[str, ...]]]:
    return {t.term: (t.weight, t.covers) for t in query.terms if t.origin == origin}


def test_words_are_what_is_left_without_filler_the_first_of_each_stem() -> None:
    query = TUNED.query("Please help me reviewing the reviews of a pull request")
    assert query.words == ("pull", "request", "reviewing")
    assert features(query, "pair") == {
        pair("review", "pull"): (1.0, ()),
        pair("pull", "request"): (1.0, ()),
    }


def test_an_identifier_is_asked_for_in_parts_and_whole() -> None:
    query = TUNED.query("getUserId")
    assert query.words == ("id", "user")
    assert features(query, "joined") == {"getuserid": (1.0, ("id", "user"))}


def test_neighbours_that_the_library_writes_as_one_word() -> None:
    query = TUNED.query("rotate key vault secrets", library(keyvault=3, rotate=1, secrets=2, key=1, vault=1))
    assert features(query, "compound") == {"keyvault": (0.5, ("key", "vault"))}
    assert features(TUNED.query("rotate key vault secrets"), "compound") == {}


def test_an_unknown_word_is_cut_into_two_known_ones() -> None:
    query = TUNED.query("backup the datawarehouse", library(data=9, warehouse=2, backup=1))
    assert features(query, "part") == {"data": (0.5, ("datawarehouse",)), "warehous": (0.5, ("datawarehouse",))}
    assert query.corrected == ()


@pytest.mark.parametrize("typo", ["kubernets", "kubernettes", "kubermetes", "kubenretes"])
def test_a_misspelled_word_stands_for_the_known_one(typo: str) -> None:
    query = TUNED.query(f"deploy {typo} clusters", library(kubernetes=5, deploy=2, clusters=2))
    if term(typo) == term("kubernetes"):
        assert query.corrected == ()
        return
    assert [word for word, _known in query.corrected] == [typo]
    assert features(query, "corrected") == {term("kubernetes"): (0.9, (typo,))}
    assert pair("deploy", term("kubernetes")) in features(query, "pair"), "a corrected word keeps its neighbours"


def test_two_candidates_share_and_the_commonest_are_taken() -> None:
    query = TUNED.query("grapx", library(graph=2, grape=9, graps=1))
    assert features(query, "corrected") == {"grape": (0.6, ("grapx",)), "graph": (0.6, ("grapx",))}


@pytest.mark.parametrize(
    "task",
    [
        "looking",  # a common word is spelled right, though the library only knows "booking"
        "abuot",  # one edit from a function word
        "bokk",  # too short
        "booking",
    ],
)
def test_what_is_not_corrected(task: str) -> None:
    assert TUNED.query(task, library(booking=5, abut=1, book=2)).corrected == ()


def test_exact_words_switch_corrections_off() -> None:
    known = library(kubernetes=5)
    assert TUNED.query("kubernites", known).corrected == (("kubernites", ("kubernetes",)),)
    assert TUNED.query("kubernites", known, Wording(exact_words=True)).corrected == ()


def distance(left: str, right: str) -> int:
    """Edits between two words, a swap of neighbours counted as one."""
    rows = [list(range(len(right) + 1))]
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2]:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@given(st.text("abcz", min_size=5, max_size=7), st.text("abcz", min_size=4, max_size=8))
def test_neighbours_are_exactly_the_words_one_edit_away(word: str, other: str) -> None:
    assert (other in neighbours(word)) == (distance(word, other) == 1)


@settings(max_examples=200)
@given(st.text(max_size=500))
def test_any_text_is_a_valid_query_or_a_usage_error(task: str) -> None:
    try:
        query = TUNED.query(task, library(review=1, data=2))
    except UsageError:
        return
    assert 0 < len(query.words) <= 256
    assert query.total_terms == len(query.words) + len(query.ignored)
    assert len({t.term for t in query.terms}) == len(query.terms)
    assert {word for t in query.terms for word in t.covers} == set(query.words)


def test_the_first_256_words_count_and_the_rest_is_named() -> None:
    words = [f"w{n:03}" for n in range(300)]
    query = TUNED.query(" ".join(words))
    assert query.words == tuple(words[:256])
    assert query.ignored == tuple(words[256:])
    assert not set(query.ignored).intersection(t.term for t in query.terms)


@pytest.mark.parametrize("task", ["", "please help me with the", "\U0001f600"])
def test_a_task_without_words_is_refused(task: str) -> None:
    with pytest.raises(UsageError, match="no word"):
        TUNED.query(task)


def test_an_over_long_task_is_refused() -> None:
    with pytest.raises(UsageError, match="8,192"):
        TUNED.query("x" * 8193)
