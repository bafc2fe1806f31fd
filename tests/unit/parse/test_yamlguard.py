"""YAML inside its bounds means what PyYAML says; outside them it is refused with a reason, quickly."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.parse.yamlguard import YamlProblem, load

SIZED = {
    "bomb": "a: &a [x,x]\nb: [*a,*a]\n",
    "deep flow": "[" * 30_000,
    "deep block": "\n".join("- " * count for count in range(300)),
    "cycle": "&x [*x]",
    "object tag": "a: !!python/object/apply:os.system [id]",
    "string tag": "a: !!str x",
    "merge": "a: &d {k: v}\nb:\n  <<: *d\n",
    "many keys": "{" + ",".join(f"k{number}: v" for number in range(6_000)) + "}",
    "long": "a: " + "x" * 70_000,
    "long in bytes": "a: " + "\u00e9" * 40_000,
    "list as key": "? [a, b]\n: c\n",
    "mapping as key": "{{PLACEHOLDER}}: x",
    "two documents": "a: 1\n--- \nb: 2\n",
    "control character": "a: \x01",
    "tab indent": "a:\n\t- b\n",
    "surrogate": "a: \ud800",
}


@pytest.mark.parametrize("text", SIZED.values(), ids=SIZED.keys())
def test_what_could_hurt_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(YamlProblem) as caught:
        load(text)
    assert caught.value.reason


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("d: 2001-99-99", {"d": "2001-99-99"}),
        ("name: no\nversion: 1.10\nn: 0o17", {"name": "no", "version": "1.10", "n": "0o17"}),
        ("k: " + "9" * 60_000, {"k": "9" * 60_000}),
        ("a: ~\nb: null\nc:\nd: ''\ne: 'null'", {"a": None, "b": None, "c": None, "d": "", "e": "null"}),
        ("a: >\n  one\n  two\n\n  three\n", {"a": "one two\nthree\n"}),
        ("a: |-\n  one\n  two\n", {"a": "one\ntwo"}),
        ('a: "x\\ny \\u00e9"', {"a": "x\ny \u00e9"}),
        ("a: 'it''s'", {"a": "it's"}),
        ("a: b # comment", {"a": "b"}),
        ("tags:\n- a\n- b\n", {"tags": ["a", "b"]}),
        ("tags: [a, {b: c}, [d]]", {"tags": ["a", {"b": "c"}, ["d"]]}),
        ("a: first\n  second\n", {"a": "first second"}),
        ("", None),
        ("# only a comment", None),
        ("just text", "just text"),
    ],
)
def test_plain_yaml_gives_strings(text: str, wanted: object) -> None:
    assert load(text) == wanted


def test_line_of_the_error_is_told() -> None:
    with pytest.raises(YamlProblem) as caught:
        load("a: b\nc: d: e\n")
    assert caught.value.line == 2


def test_line_of_a_forbidden_character_is_told_beyond_ascii() -> None:
    with pytest.raises(YamlProblem) as caught:
        load("a: \u00e9\u00e9\u00e9\nb: ok\nc: \x01\n")
    assert caught.value.line in (None, 3)


def test_repeated_keys_are_told() -> None:
    repeated: list[str] = []
    assert load("a: 1\nb: 2\na: 3\n", duplicates=repeated) == {"a": "3", "b": "2"}
    assert repeated == ["a"]


_SCALARS = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=20)
_NODES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_SCALARS, inner, max_size=4),
    max_leaves=12,
)


@given(_NODES)
def test_what_pyyaml_writes_is_read_as_pyyaml_reads_it(node: object) -> None:
    text = yaml.safe_dump(node, allow_unicode=True)
    if "&" not in text and "*" not in text:
        assert load(text) == node


@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!|>'\"%#\n \t?,\\x0~"), max_size=80))
def test_any_text_is_a_value_or_a_problem_and_agrees_with_pyyaml(text: str) -> None:
    try:
        mine = load(text)
    except YamlProblem:
        return
    theirs = yaml.load(text, Loader=yaml.CBaseLoader)
    assert _without_nulls(mine) == _without_nulls(theirs)


def _without_nulls(node: object) -> object:
    """Ours says None for a plain null, whose spelling PyYAML's base loader keeps: lose the spelling on both sides."""
    if isinstance(node, dict):
        return {_without_nulls(key): _without_nulls(entry) for key, entry in node.items()}
    if isinstance(node, list):
        return [_without_nulls(entry) for entry in node]
    return "" if node in (None, "~", "null", "Null", "NULL") else node
