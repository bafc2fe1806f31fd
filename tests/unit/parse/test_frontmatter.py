"""Frontmatter is found whatever stands around it, read as YAML, and recovered with a reason where YAML fails."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.parse.frontmatter import Frontmatter, read, recover, split


def codes(front: Frontmatter) -> list[str]:
    return [deviation.code for deviation in front.deviations]


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: x\ndescription: y\n---\nbody\n",
        "---\r\nname: x\r\ndescription: y\r\n---\r\nbody\r\n",
        "---\rname: x\rdescription: y\r---\rbody\r",
        "\n\n---\nname: x\ndescription: y\n---\nbody\n",
        "\ufeff---\nname: x\ndescription: y\n---\nbody\n",
        "<!-- licence: MIT -->\n---\nname: x\ndescription: y\n---\nbody\n",
        "<!-- two\nlines -->\n\n---\nname: x\ndescription: y\n---\nbody\n",
        "---  \t\nname: x\ndescription: y\n---   \nbody\n",
        "---\nname: x\ndescription: y\n...\nbody\n",
    ],
    ids=["plain", "crlf", "cr", "blank", "bom", "comment", "comment-lines", "trailing-blanks", "dots"],
)
def test_block_is_found_whatever_stands_around_it(text: str) -> None:
    front = read(text)
    assert front.values == {"name": "x", "description": "y"}
    assert front.body == "body\n"
    assert front.present
    assert codes(front) == []


def test_block_may_end_with_the_file() -> None:
    front = read("---\nname: x\n---")
    assert front.values == {"name": "x"}
    assert front.body == ""


def test_unclosed_block_gives_its_leading_keys_and_says_so() -> None:
    front = read("---\nname: x\ntags:\n  - a\n\n# Title\nProse: not a key\n")
    assert front.values == {"name": "x", "tags": ["a"]}
    assert front.body == "\n# Title\nProse: not a key\n"
    assert codes(front) == ["FRONTMATTER_UNCLOSED"]
    assert front.deviations[0].line == 1


@pytest.mark.parametrize(
    "text", ["", "# Title\n", "----\nname: x\n----\n", "text\n---\nname: x\n---\n", "--- name: x\n"]
)
def test_text_without_a_block_is_all_body(text: str) -> None:
    front = read(text)
    assert not front.present
    assert front.body == text
    assert codes(front) == []


def test_thematic_breaks_around_prose_are_no_frontmatter_but_are_reported() -> None:
    text = "---\nJust prose here\n---\nmore\n"
    front = read(text)
    assert front.body == text
    assert codes(front) == ["FRONTMATTER_RECOVERED"]


@pytest.mark.parametrize("text", ["---\n---\nbody\n", "---\n# a comment\n---\nbody\n"])
def test_empty_block_is_reported(text: str) -> None:
    front = read(text)
    assert front.body == "body\n"
    assert codes(front) == ["FRONTMATTER_EMPTY"]


@pytest.mark.parametrize(
    ("block", "key", "wanted"),
    [
        ("description: Use when: the build fails", "description", "Use when: the build fails"),
        ("description: > Use when asked", "description", "Use when asked"),
        ("description: |- Use when asked\n  and more: yes", "description", "Use when asked and more: yes"),
        ("description: **Bold** start", "description", "**Bold** start"),
        ("globs: **/*.ts\nname: n", "globs", "**/*.ts"),
        ("name: @scope/x", "name", "@scope/x"),
        ("name: `code`", "name", "`code`"),
        ("name: {{PLACEHOLDER}}", "name", "{{PLACEHOLDER}}"),
        ('description: "it breaks here\nname: x', "description", '"it breaks here'),
        ("description: one: two\ngoes on at column 0\nname: x", "description", "one: two goes on at column 0"),
        ("description: 'a: b'\nbad: x: y", "description", "a: b"),
        ("tags:\n- a\n- 'b'\nbad: x: y", "tags", ["a", "b"]),
        ("bad: x: y\nname:", "name", None),
        ('description: "bad \\u12 escape"', "description", "bad \\u12 escape"),
    ],
)
def test_values_are_recovered_where_yaml_fails(block: str, key: str, wanted: object) -> None:
    front = read(f"---\n{block}\n---\n")
    assert front.values[key] == wanted
    assert codes(front) == ["FRONTMATTER_RECOVERED"]


def test_recovery_names_the_line_and_the_reason() -> None:
    front = read("\n---\nname: x\ndescription: Use when: it fails\n---\n")
    (deviation,) = front.deviations
    assert deviation.line == 4
    assert "mapping values" in deviation.reason


def test_repeated_key_keeps_the_last_and_is_reported() -> None:
    front = read("---\nname: a\nname: b\n---\n")
    assert front.values == {"name": "b"}
    assert codes(front) == ["FRONTMATTER_DUPLICATE_KEY"]


@given(st.text(alphabet=st.sampled_from("-.:\n \t#>|'\"[]{}&*!%@`ab\ufeff\r\x00\u2028"), max_size=200))
def test_any_text_is_read_and_nothing_of_the_body_is_lost(text: str) -> None:
    front = read(text)
    assert text.replace("\r\n", "\n").replace("\r", "\n").endswith(front.body)


@given(st.text(max_size=300))
def test_split_parts_are_parts_of_the_text(text: str) -> None:
    parts = split(text)
    assert parts.body in text
    assert parts.block is None or parts.block in text


@given(st.text(max_size=300))
def test_recovery_never_raises(block: str) -> None:
    assert isinstance(recover(block), dict)
