"""Each gate lets text through and nothing that acts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from t2tdb.report import neutralise

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=("Cc", "Cf", "Cs", "Zl", "Zp")),
        st.sampled_from("<>&\"'`*_[]()|\\~$#!-+:/\x1b\x9b\x9d[]m;0\x07\n\r\t\u202e\u200b\ufeff\U000e0041\u2028"),
    )
)
ACTIVE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, résumé, 文档, 🦀, \U0010ffff", "plain, résumé, 文档, 🦀, \U0010ffff"),
        ("heart ❤️ and icon \ue000", "heart ❤️ and icon \ue000"),
        ("\x1b[1;31mred\x1b[0m", "�red�"),
        ("\x9b31mred", "�red"),
        ("a\x1b]52;c;cHduZWQ=\x1b\\b", "a�b"),
        ("a\x1b]8;;https://evil.example\x07b", "a�b"),
        ("a\x9d0;title\x9cb", "a�b"),
        ("a\x1bP1$r\x1b\\b", "a�b"),
        ("a\x1b_app\x07b\x1b(Bc\x1bcd", "a�b�c�d"),
        ("never \x1b]0;ended", "never \\x1B]0;ended"),
        ("half \x1b[31", "half \\x1B[31"),
        ("last \x1b", "last \\x1B"),
        ("A\rFAKE\nline\ttab", "A\\x0DFAKE\\x0Aline tab"),
        ("\x00\x07\x7f\x85", "\\x00\\x07\\x7F\\x85"),
        ("safe\u202efil\u2066gnp.exe", "safe\\u{202E}fil\\u{2066}gnp.exe"),
        ("zero\u200bwidth\ufeff", "zero\\u{200B}width\\u{FEFF}"),
        ("tag\U000e0041", "tag\\u{E0041}"),
        ("one\u2028two\u2029", "one\\u{2028}two\\u{2029}"),
        ("lone\ud800", "lone\\u{D800}"),
        ("filler\u3164\u115f", "filler\\u{3164}\\u{115F}"),
        ("joined 👩‍💻, soft\u00adhyphen", "joined 👩💻, softhyphen"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert neutralise.one_line(text) == shown
    assert neutralise.terminal(text) == shown
    assert neutralise.html(text) == shown


@given(HOSTILE)
def test_no_character_that_acts_is_left(text: str) -> None:
    for gate in (neutralise.terminal, neutralise.html, neutralise.markdown, neutralise.markdown_code):
        assert not ACTIVE.search(gate(text))
    neutralise.one_line(text).encode("utf-8")


@given(st.text(st.characters(categories=("L", "M", "N", "P", "S"), exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_printable_text_is_not_touched(text: str) -> None:
    assert neutralise.one_line(text) == text
    assert neutralise.one_line(text + "\x07") == text + "\\x07"


@given(HOSTILE)
def test_json_gives_back_what_was_there(text: str) -> None:
    literal = neutralise.json_string(text)
    assert json.loads(literal) == text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert not ACTIVE.search(literal)
    assert not set(literal) & set("<>&")


def test_json_escapes_every_code_point_that_json_itself_escapes() -> None:
    for code in range(0x20):
        assert json.loads(neutralise.json_string(f"a{chr(code)}b")) == f"a{chr(code)}b"


MARKDOWN = (MarkdownIt("commonmark"), MarkdownIt("commonmark").enable(["table", "strikethrough"]))


@given(HOSTILE)
def test_markdown_reads_back_as_the_same_text(text: str) -> None:
    wanted = " ".join(neutralise.one_line(text).split())
    for template in ("# Title {} end", "> Task: {}", "**Open:** {}", "x {}, {} y"):
        for parser in MARKDOWN:
            tokens = parser.parse(template.replace("{}", neutralise.markdown(text)))
            inner = [child for token in tokens if token.children for child in token.children]
            assert {child.type for child in inner} <= {"text", "text_special", "strong_open", "strong_close"}
            if template.startswith("> "):
                shown = "".join(child.content for child in inner).removeprefix("Task:")
                assert " ".join(shown.split()) == wanted


@given(HOSTILE, HOSTILE)
def test_a_table_keeps_its_cells(first: str, second: str) -> None:
    gates = (neutralise.markdown, neutralise.markdown_code)
    for gate in gates:
        source = f"| a | b |\n| --- | --- |\n| x{gate(first)} | {gate(second)} |\n"
        tokens = MARKDOWN[1].parse(source)
        assert [token.type for token in tokens].count("td_open") == 2
        types = {child.type for token in tokens if token.children for child in token.children}
        assert types <= {"text", "text_special", "code_inline"}


@pytest.mark.parametrize("text", ["code-review", "list_issues", "v1.2 (beta)", "a+b #1!", "mcp_server_2"])
def test_ordinary_names_stay_readable_in_markdown(text: str) -> None:
    assert neutralise.markdown(text) == text


@pytest.mark.parametrize("unit", ["\x1b]", "\x9d", "\x1b[", "\x9b0", "\x1b ", "\x1bP;", "\x1b\\", "\x1b]\x1b"])
def test_time_grows_with_the_length_only(unit: str) -> None:
    def best_of_three(text: str) -> float:
        times = []
        for _ in range(3):
            begin = time.process_time()
            neutralise.one_line(text)
            times.append(time.process_time() - begin)
        return min(times)

    short, long = best_of_three(unit * 4_000), best_of_three(unit * 64_000)
    assert long < 16 * 6 * max(short, 0.0005)  # quadratic would be 256 times


def test_the_gates_import_nothing_heavy() -> None:
    code = (
        "import sys, t2tdb.report.payload, t2tdb.report.json, t2tdb.report.markdown, t2tdb.report.terminal;"
        "heavy = ('re', 'json', 'typing', 'dataclasses', 'enum', 'rich', 'jinja2', 'click');"
        "print([m for m in heavy if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "[]"
