"""The recall tables never leave out what they must find, whatever the text."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from t2tdb.store import recall
from t2tdb.store.connection import Writer
from t2tdb.store.recall import Passages
from t2tdb.text import normalise, runs, utf16_length

_ALPHABET = st.sampled_from([*"abcdeé ab-_.\"'*(\0^", "日", "本", "\U0001f600", "\u2014", "\ud800", "ﬁ", "İ"])
_TEXT = st.text(_ALPHABET, max_size=24)


@given(st.lists(st.tuples(_TEXT, _TEXT), min_size=1, max_size=6), st.data())
def test_every_text_that_contains_the_query_is_proposed(
    memory_writer: Callable[[], Writer], texts: list[tuple[str, str]], data: st.DataObject
) -> None:
    passages = [Passages(i, (), normalise(name), normalise(about)) for i, (name, about) in enumerate(texts, 1)]
    source = data.draw(st.sampled_from([text for each in passages for text in (each.name, each.description)]))
    start = data.draw(st.integers(0, len(source)))
    query = source[start : data.draw(st.integers(start, len(source)))]
    words = runs(query)
    if utf16_length(query) < 3 or not words:
        return
    with memory_writer() as writer:
        recall.add(writer, passages)
        for column in ("name", "description"):
            proposed = recall.containing(writer, query, column, words)
            holding = {each.document for each in passages if query in getattr(each, column)}
            assert proposed is None or holding <= set(proposed)
        recall.remove(writer, passages)
        for column in ("name", "description"):
            assert not recall.containing(writer, query, column, words)


def test_a_term_is_found_whole_and_in_the_asked_range(memory_writer: Callable[[], Writer]) -> None:
    with memory_writer() as writer:
        terms = ("postgres", "日本", "étude", "or", "near")
        recall.add(writer, [Passages(document, terms, "", "") for document in (3, 5, 9)])
        for term in terms:
            assert recall.having_term(writer, term) == [3, 5, 9]
            assert recall.having_term(writer, term, after=3, until=8) == [5]
        assert recall.having_term(writer, "postgre") == []


def test_a_short_text_of_few_words_may_be_anywhere_where_it_has_no_trigram(memory_writer: Callable[[], Writer]) -> None:
    with memory_writer() as writer:
        assert recall.containing(writer, "a\U0001f600", "name", ["a"]) is None
