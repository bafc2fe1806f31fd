"""The profile ``seed`` against a slow, literal restatement of the model, and its limits.

The restatement follows the model's sentences one by one: a list of tokens a field, fields repeated by weight.
"""

from __future__ import annotations

import math
import re
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.errors import UsageError
from t2tdb.model import SearchText
from t2tdb.ranking.profile import get_profile
from t2tdb.text import is_han_or_kana
from tests.support.oracle import Document, Oracle

SEED = get_profile("seed")
STOP = set("a an and are as at be by for from i in is it my of on or that the this to tool using want with".split())
WORDS = [
    *"review reviews reviewing reviewed boxes bed sing this tool a 7 x k8s INCIDENT pull request re-view s".split(),
    *("\u8c03\u67e5\u5b89\u5168", "\u30c6\u30b9\u30c8\u3092\u66f8\u304f", "\u4e2d", "\U00020000\U00020001", "\u30fc"),
    *("\u00e9t\u00e9", "\ufb01le", "\u0130", "\u2014"),
]
TEXTS = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=14).map(" ".join)


def length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def chopped(token: str) -> str:
    for suffix, over in (("ing", 5), ("ed", 4), ("es", 4), ("s", 3)):
        if length(token) > over and token.endswith(suffix):
            return token[: -len(suffix)]
    return token


def literal_tokens(text: str, *, stemmed: bool) -> list[str]:
    output: list[str] = []
    for run in re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).lower()):
        if run in STOP:
            continue
        token = chopped(run) if stemmed else run
        if (length(token) > 1 or re.fullmatch("[0-9]", token)) and length(token) <= 128:
            output.append(token)
        if len(output) >= 8192:
            break
        if is_han_or_kana(token) and length(token) > 2:
            previous = ""
            for character in token:
                if previous:
                    output.append(previous + character)
                if len(output) >= 8192:
                    break
                previous = character
    return output


def search_text(name: str, description: str = "", tags: tuple[str, ...] = (), body: str = "") -> SearchText:
    return SearchText(name, description, ("skill", *tags), tags, ("Heading one",), body)


def stream(text: SearchText) -> list[str]:
    content = "\n".join(
        [text.name, text.description, " ".join(text.content_tags), " ".join(text.headings), text.body, *text.extras]
    )
    weighted = [(text.name, 4), (" ".join(text.tags), 3), (text.description, 2), (content, 1)]
    return [token for field, weight in weighted for token in literal_tokens(field, stemmed=True) * weight]


def literal_scores(texts: list[SearchText], task: str) -> list[float]:
    normal = unicodedata.normalize("NFKC", task).lower()
    by_stem: dict[str, str] = {}
    for display in sorted(set(literal_tokens(normal, stemmed=False))):
        by_stem.setdefault(chopped(display), display)
    terms = list(by_stem)[:256]
    streams = [stream(text) for text in texts]
    average = sum(map(len, streams)) / len(streams) or 1
    phrase = normal.strip()
    scores = []
    for text, tokens in zip(texts, streams, strict=True):
        score = 0.0
        for term in terms:
            frequency = tokens.count(term)
            having = sum(term in other for other in streams)
            idf = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
            score += idf * frequency * 2.4 / (frequency + 1.4 * (1 - 0.72 + 0.72 * len(tokens) / average))
        if length(phrase) > 2:
            if phrase in unicodedata.normalize("NFKC", text.name).lower():
                score += 3
            elif phrase in unicodedata.normalize("NFKC", text.description).lower():
                score += 1.25
        score += 0.35 * all(term in tokens for term in terms)
        scores.append(round(score, 6))
    return scores


def oracle(texts: list[SearchText]) -> Oracle:
    return Oracle(
        SEED, [Document(i, f"skill:{i}", t.name, t.description, SEED.analyze(t)) for i, t in enumerate(texts)]
    )


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_analysis_equals_the_literal_model(name: str, description: str, tag: str, body: str) -> None:
    text = search_text(name, description, (tag,), body)
    analysis = SEED.analyze(text)
    weighted = sum(w * n for w, n in zip((4, 3, 2, 1), analysis.lengths, strict=True))
    frequencies: dict[str, int] = {}
    for weight, counts in zip((4, 3, 2, 1), analysis.counts, strict=True):
        for term, times in counts.items():
            frequencies[term] = frequencies.get(term, 0) + weight * times
    tokens = stream(text)
    assert weighted == len(tokens)
    assert frequencies == {token: tokens.count(token) for token in set(tokens)}


@settings(max_examples=60)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=6), TEXTS, st.booleans())
def test_scores_equal_the_literal_model(fields: list[tuple[str, str, str]], task: str, phrase: bool) -> None:
    texts = [search_text(name, description, body=body) for name, description, body in fields]
    if phrase:
        task = fields[0][0] or task
    try:
        hits = oracle(texts).rank(task)
    except UsageError:
        assert literal_tokens(unicodedata.normalize("NFKC", task).lower(), stemmed=False) == []
        return
    found = {hit.key: hit.score for hit in hits}
    expected = {i: score for i, score in enumerate(literal_scores(texts, task)) if score > 0}
    assert found == pytest.approx(expected, abs=1.5e-6)


@settings(max_examples=60)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5), TEXTS)
def test_a_ledger_sums_to_the_score_and_impacts_stay_in_bounds(fields: list[tuple[str, str, str]], task: str) -> None:
    texts = [search_text(name, description, body=body) for name, description, body in fields]
    library = oracle(texts)
    try:
        query = SEED.query(task)
    except UsageError:
        return
    statistics = library.statistics(query)
    scorer = SEED.scorer(query, statistics)
    averages = SEED.averages(statistics)
    for document in library.documents:
        lengths = document.analysis.lengths
        rows = [tuple(c.get(t.term, 0) for c in document.analysis.counts) for t in query.terms]
        present = [row if any(row) else None for row in rows]
        names = SEED.normalise(document.name), SEED.normalise(document.description)
        score = scorer.score(lengths, present, *names)
        ledger = scorer.ledger(lengths, present, *names)
        assert sum(Fraction(str(line.score)) for line in ledger) == Fraction(str(score))
        bonus = sum(amount for _label, amount in scorer.bonus(*names, len(scorer.matched(present))))
        assert 0 <= bonus <= scorer.max_bonus
        total = bonus
        for factor, row in zip(scorer.factors, present, strict=True):
            if row is not None:
                impact = scorer.impact(lengths, row)
                assert 0 < impact <= SEED.max_impact
                assert impact == pytest.approx(SEED.index_impact(lengths, row, averages), rel=1e-12)
                longer = SEED.index_impact(lengths, row, [average * 1.5 for average in averages])
                assert longer >= impact * (1 - 1e-12), "impact must rise with the averages: bounds rely on it"
                total += factor * impact
        assert score == pytest.approx(total, abs=1e-6)


@settings(max_examples=300)
@given(st.text(max_size=2000))
def test_any_text_is_a_valid_query_or_a_usage_error(task: str) -> None:
    try:
        query = SEED.query(task)
    except UsageError:
        return
    assert 0 < len(query.terms) <= 256
    assert query.total_terms == len(query.words) + len(query.ignored)
    assert len({term.term for term in query.terms}) == len(query.terms)
    assert list(query.words) == sorted(query.words)


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("C++ build failure", ("build", "failure")),
        ('don\'t break: verify:x AND "quoted" * text', ("break", "don", "quoted", "text", "verify")),
        ("review reviews reviewing reviewed", ("review",)),
        ("a\0b\x1b[31mred", ("31mred",)),
        ("node.js 20 3", ("20", "3", "js", "node")),
        ("\u8c03\u67e5\u5b89\u5168", ("\u5b89\u5168", "\u67e5\u5b89", "\u8c03\u67e5", "\u8c03\u67e5\u5b89\u5168")),
    ],
)
def test_words_of_a_query(task: str, words: tuple[str, ...]) -> None:
    assert SEED.query(task).words == words


@pytest.mark.parametrize("task", ["", "  ", "the of and", "\U0001f600", "- * ()", "x"])
def test_a_task_without_words_is_refused(task: str) -> None:
    with pytest.raises(UsageError, match="no word"):
        SEED.query(task)


@pytest.mark.parametrize("task", ["x" * 8193, "\U00020000" * 4097, "\ufdfa" * 500, "\u0130" * 8192])
def test_an_over_long_task_is_refused_before_and_after_normalising(task: str) -> None:
    with pytest.raises(UsageError, match="8,192"):
        SEED.query(task)


def test_a_task_of_the_longest_length_is_taken() -> None:
    assert SEED.query("word" + " " * 8188).words == ("word",)


def test_the_first_256_terms_count_and_the_rest_is_named() -> None:
    words = [f"w{n:03}" for n in range(300)]
    query = SEED.query(" ".join(reversed(words)))
    assert query.words == tuple(words[:256])
    assert query.ignored == tuple(words[256:])
    assert query.total_terms == 300


def test_a_field_holds_8192_tokens() -> None:
    text = SearchText("name", "", (), (), body=" ".join(f"word{n}x" for n in range(9000)))
    analysis = SEED.analyze(text)
    assert analysis.lengths[3] == 8192
    assert "name" in analysis.counts[3], "the content begins with the name"
    assert "word8190x" in analysis.counts[3]
    assert "word8191x" not in analysis.counts[3]


def test_the_cap_inside_pairs_lets_one_more_token_in() -> None:
    """The reference checks the cap after a token and after each pair, so the token after a cut run still counts."""
    body = " ".join(["word"] * 8190) + " \u8c03\u67e5\u5b89\u5168\u6f0f\u6d1e after never"
    analysis = SEED.analyze(SearchText("", "", (), (), body=body))
    assert analysis.lengths[3] == len(literal_tokens(body, stemmed=True)) == 8193
    assert "after" in analysis.counts[3]
    assert "never" not in analysis.counts[3]


def test_tokens_of_more_than_128_units_are_dropped() -> None:
    analysis = SEED.analyze(SearchText("y" * 128 + " " + "z" * 129, "", (), ()))
    assert analysis.counts[0] == {"y" * 128: 1}


def test_an_unknown_profile_is_named_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="seed"):
        get_profile("fancy")
