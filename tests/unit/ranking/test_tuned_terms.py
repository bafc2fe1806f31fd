"""Terms of the profile ``tuned``: identifiers, unspaced scripts, stop words, negative sentences, pairs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.model import SearchText
from t2tdb.ranking.profile import get_profile
from t2tdb.ranking.tuned_analysis import positive
from t2tdb.ranking.tuned_terms import PAIR_MARK, pair, pieces, term

TUNED = get_profile("tuned")
NAME, TAGS, DESCRIPTION, EXTRAS, PARAMETERS, PAIRS, BODY = range(7)


@pytest.mark.parametrize(
    ("run", "words", "joined"),
    [
        ("review", ["review"], []),
        ("getUserById", ["get", "user", "by", "id"], ["getuserbyid"]),
        ("URLParser", ["url", "parser"], ["urlparser"]),
        ("APIs", ["apis"], []),
        ("listURLs", ["list", "urls"], ["listurls"]),
        ("oauth2", ["oauth", "2"], ["oauth2"]),
        ("k8s", ["k8s"], []),
        ("S3Bucket", ["s3", "bucket"], ["s3bucket"]),
        ("HTTP", ["http"], []),
        ("2026", ["2026"], []),
        ("\u8c03\u67e5\u5b89", ["\u8c03\u67e5", "\u67e5\u5b89"], []),
        ("\u4e2d", ["\u4e2d"], []),
        ("PDF\u6587\u4ef6\u8f6c\u6362", ["pdf", "\u6587\u4ef6", "\u4ef6\u8f6c", "\u8f6c\u6362"], []),
        ("\u30b3\u30fc\u30c9", ["\u30b3\u30fc", "\u30fc\u30c9"], []),
        ("\ub370\uc774\ud130", ["\ub370\uc774", "\uc774\ud130"], []),
        ("na\u00efveCase", ["na\u00efve", "case"], ["na\u00efvecase"]),
    ],
)
def test_pieces(run: str, words: list[str], joined: list[str]) -> None:
    assert pieces(run) == (words, joined)


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("reviewing", "review"),
        ("libraries", "librari"),
        ("please", ""),
        ("the", ""),
        ("x", ""),
        ("7", "7"),
        ("\u4e2d", "\u4e2d"),
        ("\u00e9", ""),
        ("z" * 129, ""),
    ],
)
def test_terms(piece: str, expected: str) -> None:
    assert term(piece) == expected


def test_a_pair_has_no_order_and_no_word_looks_like_one() -> None:
    assert pair("pull", "request") == pair("request", "pull") == f"pull{PAIR_MARK}request"
    assert pair("pull", "pull") == ""
    assert pair("\u8c03\u67e5", "\u67e5\u5b89") == ""
    assert pair("pdf", "\u6587\u4ef6") != ""
    assert not PAIR_MARK.isalnum()
    assert not PAIR_MARK.isascii()


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Builds charts. Do not use for maps.", "Builds charts."),
        ("Builds charts. NOT for maps (use map-maker). Exports PNG.", "Builds charts. Exports PNG."),
        ("Builds charts; not for Bulk API 2.0 jobs, or maps.", "Builds charts;"),
        ("Builds charts. Does NOT cover maps. Exports PNG.", "Builds charts. Exports PNG."),
        ("Don't use this for maps! Builds charts.", "Builds charts."),
        ("Use when 'it fails.' Never use it for maps", "Use when 'it fails.'"),
        ("Finds errors that do not fail loudly.", "Finds errors that do not fail loudly."),
        ("Use even if they do not say chart.", "Use even if they do not say chart."),
        ("Optimises forms that are NOT signup forms.", "Optimises forms that are NOT signup forms."),
        ("\u751f\u6210\u56fe\u8868\u3002\u8bf7\u52ff\u7528\u4e8e\u5730\u56fe\u3002", "\u751f\u6210\u56fe\u8868\u3002"),
        ("", ""),
    ],
)
def test_sentences_on_what_it_is_not_for_are_left_out(description: str, expected: str) -> None:
    assert " ".join(positive(description).split()) == expected


def test_long_negations_take_linear_time() -> None:
    for text in ("not for " * 20_000, "does not " + "a." * 40_000, ". " * 40_000, "- " * 40_000 + "do not"):
        positive(text)


TEXTS = st.lists(
    st.sampled_from(
        ["getUserById", "review", "APIs", "a", "the", "pull request", "oauth2", "PDF\u6587\u4ef6", "\u2014", "\ufb01le"]
    )
    | st.text(max_size=5),
    max_size=12,
).map(" ".join)


def literal(text: str) -> tuple[list[str], list[str]]:
    """(kept terms in order, terms of joined identifiers) by a plain loop over a regular expression."""
    words: list[str] = []
    forms: list[str] = []
    for run in re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text)):
        parts, joined = pieces(run)
        words += [term(part) for part in parts if term(part)]
        forms += [term(form) for form in joined if term(form)]
    return words, forms


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_analysis_equals_a_plain_loop(name: str, tag: str, heading: str, body: str) -> None:
    analysis = TUNED.analyze(SearchText(name, "", ("skill", tag), (tag,), (heading,), body, ("npx",), ("user_id",)))
    expected = {
        NAME: literal(name),
        TAGS: literal(f"skill {tag}"),
        EXTRAS: literal(f"{heading} npx"),
        PARAMETERS: (["user", "id"], []),
        BODY: literal(body),
    }
    for field, (words, forms) in expected.items():
        assert analysis.counts[field] == Counter(words + forms)
        assert analysis.lengths[field] == len(words) + len(forms)


def test_pairs_stay_within_a_field_and_a_tag() -> None:
    text = SearchText("Code Review", "Reviews the pull request.\nMerge", ("api design", "code"), ())
    pairs = TUNED.analyze(text).counts[PAIRS]
    assert set(pairs) == {
        pair(*words.split()) for words in ("code review", "review pull", "pull request", "api design")
    }
    assert set(pairs.values()) == {1}


def test_a_field_holds_8192_tokens() -> None:
    analysis = TUNED.analyze(SearchText("n", "", (), (), body=" ".join(f"w{n:05}q" for n in range(9000))))
    assert analysis.lengths[BODY] == sum(analysis.counts[BODY].values()) == 8192
