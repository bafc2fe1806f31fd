"""White space and order are those of the seed; hidden characters are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.parse.decoding import decode
from t2tdb.parse.identity import resource_id, slug, stem
from t2tdb.parse.spelling import (
    collapse,
    distinct_sorted,
    hidden_characters,
    one_line,
    storable,
)


def test_white_space() -> None:
    assert collapse("\ufeff a\u00a0\n b\u3000") == "a b"
    assert collapse("a\x1cb\x85c") == "a\x1cb\x85c"
    assert one_line(" a\r\n\r\nb \t c\n") == "a b \t c"


def test_order_of_tags_is_that_of_a_dictionary() -> None:
    assert distinct_sorted(["b", "B", "a-b", "ab", "a b", "\u00e9t\u00e9", "eta", "1", " b ", ""]) == (
        "1", "a b", "a-b", "ab", "b", "B", "eta", "\u00e9t\u00e9",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("plain caf\u00e9 \u4e2d\u6587 \U0001f469\u200d\U0001f4bb \u2764\ufe0f", ()),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", ()),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", ()),
        ("a\u202eb", ("U+202E",)),
        ("a\u200bb\u200b", ("U+200B",)),
        ("a\u200db", ("U+200D",)),
        ("\u200ca", ("U+200C",)),
        ("x\U000e0041", ("U+E0041",)),
        ("a\x1b[31m", ("U+001B",)),
        ("soft\u00adhyphen", ("U+00AD",)),
    ],
)
def test_hidden_characters(text: str, wanted: tuple[str, ...]) -> None:
    assert hidden_characters(text) == wanted


@given(st.text(alphabet=st.characters()))
def test_storable_text_can_be_encoded(text: str) -> None:
    assert "\x00" not in storable(text)
    storable(text).encode()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Git Hub!", "git-hub"),
        ("  \u00c4 / B  ", "\u00e4-b"),
        ("\uff21\uff22", "ab"),
        ("a--b", "a-b"),
        ("\u4e2d \u6587", "\u4e2d-\u6587"),
    ],
)
def test_slug(text: str, wanted: str) -> None:
    assert slug(text) == wanted


def test_slug_of_nothing_is_a_hash_of_the_text() -> None:
    assert slug("") == "e3b0c44298fc"
    assert slug("!!") != slug("??")
    assert slug("\ud800")


def test_id_and_stem() -> None:
    assert resource_id("skill", "A/SKILL.md") == "skill:a/skill.md"
    assert resource_id("mcp-server", "A.json", "X y") == "mcp-server:a.json#x-y"
    assert [stem(path) for path in ("a/b.prompt.md", "a/b.MD", "a/b.toml", "a/.md", "a/Makefile")] == [
        "b", "b", "b", ".md", "Makefile",
    ]  # fmt: skip


@given(st.binary(max_size=100))
def test_any_bytes_are_text(data: bytes) -> None:
    decoded = decode(data)
    decoded.text.encode()
    if not decoded.damaged and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")) and 0 not in data[:2]:
        assert decoded.text.encode() == data
