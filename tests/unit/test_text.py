"""The Unicode facts that ranking and parsing share."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.ranking.counting import split_runs
from t2tdb.text import is_han_or_kana, normalise, runs, utf16_length, utf16_prefix

ANY_TEXT = st.text(
    st.characters() | st.sampled_from("aZ09 _-\n'\u00e9\u0130\u03a3\ufb01\u4e2d\u30fc\U00020000\U0001f600")
)


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_runs_hold_exactly_the_letters_and_numbers_of_this_unicode() -> None:
    """A run is [\\p{L}\\p{N}]+; str.isalnum must mean that for every assigned code point."""
    everything = map(chr, range(sys.maxunicode + 1))
    wrong = [c for c in everything if c.isalnum() != (unicodedata.category(c)[0] in "LN")]
    assert wrong == []


@given(ANY_TEXT)
def test_runs_agree_with_the_regular_expression(text: str) -> None:
    assert runs(text) == re.findall(r"[^\W_]+", text)


@given(ANY_TEXT)
def test_the_fast_split_agrees_with_the_plain_one(text: str) -> None:
    assert split_runs(text) == runs(normalise(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Running FAST", "running fast"),
        ("\ufb01le \uff21\uff22", "file ab"),
        ("\u0130stanbul", "i\u0307stanbul"),
        ("\u03a3\u0391\u03a3", "\u03c3\u03b1\u03c2"),  # the last sigma of a word has a form of its own
        ("\u2075", "5"),
    ],
)
def test_normalise_is_nfkc_and_lower_case(text: str, expected: str) -> None:
    assert normalise(text) == expected


@given(ANY_TEXT, st.integers(0, 12))
def test_lengths_and_prefixes_count_utf16_units(text: str, limit: int) -> None:
    assert utf16_length(text) == units(text)
    prefix = utf16_prefix(text, limit)
    assert text.startswith(prefix)
    assert units(prefix) <= limit
    if len(prefix) < len(text):
        assert units(text[: len(prefix) + 1]) > limit, "a longer prefix would fit"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\u8c03\u67e5", True),
        ("\u3072\u3089", True),
        ("\u30ab\u30bf", True),
        ("\u3005", True),  # the iteration mark is Han by Script, though its block is punctuation
        ("\U00020000", True),
        ("\u30fc", False),  # the long vowel mark is Common
        ("\u30ec\u30d3\u30e5\u30fc", False),
        ("\ub370\uc774", False),  # Hangul is not cut into pairs
        ("\u8c03a", False),
        ("abc", False),
        ("\u00e9", False),
    ],
)
def test_han_and_kana_go_by_script(text: str, *, expected: bool) -> None:
    assert is_han_or_kana(text) is expected
