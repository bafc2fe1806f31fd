"""Whatever a library holds, in whatever field: each rendering stays our own page, table or line."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from t2tdb.model import Contribution, Hit, Problem, Resource
from t2tdb.report import draw, payload, render

PIECES = (
    "<script>alert(1)</script>",
    "</style>",
    "</article>",
    "<!--",
    "-->",
    "]]>",
    "&lt;",
    "&#x3c;",
    "<img src=x onerror=y>",
    "{{ 7*7 }}",
    "{% raw %}",
    "[a](javascript:alert(1))",
    "![i](x)",
    "<https://evil.example>",
    "`",
    "``",
    "|",
    "\\",
    "*",
    "**",
    "_",
    "__",
    "~~",
    "$$",
    "#",
    "> ",
    "---",
    "***",
    "\n",
    "\n\n",
    "\r",
    "\t",
    "    code",
    "```",
    "1. ",
    "- ",
    "\x1b[2J",
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;x\x1b\\",
    "\x9b31m",
    "\x00",
    "\x07",
    "\x7f",
    "\x85",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\u2028",
    "\u2029",
    "\U000e0041",
    "\ud800",
    "\udfff",
    "调查",
    "ｗｉｄｅ",
    "👩‍💻",
    "e\u0301",
    "한글",
    "a",
    "word ",
    '"',
    "'",
)
TEXT = st.one_of(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.text(max_size=12))
RESOURCES = st.builds(
    Resource,
    id=TEXT,
    name=TEXT,
    kind=st.sampled_from(("skill", "<kind>", "agent")),
    description=TEXT,
    tags=st.lists(TEXT, max_size=3).map(tuple),
    path=TEXT,
    root=TEXT,
    details=st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple),
    origin=TEXT,
)
HITS = st.builds(
    Hit,
    resource=RESOURCES,
    score=st.floats(0, 1e6),
    matched_terms=st.lists(TEXT, max_size=3).map(tuple),
    stale=st.booleans(),
    ledger=st.lists(st.builds(Contribution, TEXT, TEXT, st.integers(0, 9), st.floats(0, 99)), max_size=2).map(tuple),
)
ACTIVE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
TAGS = set(
    "html head meta title style body header p span h1 h2 dl div dd dt main section input output article mark ul li "
    "details summary table thead tbody tr th td code footer script progress strong".split()
)


class Parsed(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.scripts += tag in ("script", "style")
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "href", "style", "srcdoc")]

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a comment that is not ours")


def reports(task: str, hits: list[Hit]):  # type: ignore[no-untyped-def]
    roots = ["/r", "/s"]
    yield payload.find(roots, task, hits, scanned_resources=9, files_visited=9)
    yield payload.index(roots, (hit.resource for hit in hits), kinds={"skill": len(hits)}, files_visited=9)
    problems = [(hit.resource.root, Problem("error", "CODE", hit.resource.name, hit.resource.path)) for hit in hits]
    yield payload.lint(roots, problems, resources=9, errors=len(hits), warnings=0, files_visited=9)


@settings(max_examples=40, deadline=None)
@given(TEXT, st.lists(HITS, max_size=3))
def test_html_is_our_page_whatever_the_library_holds(task: str, hits: list[Hit]) -> None:
    for report in reports(task, hits):
        text = "".join(render(report, "html"))
        parsed = Parsed()
        parsed.feed(text)
        assert parsed.found <= TAGS
        assert parsed.scripts == 2
        assert not ACTIVE.search(text)


@settings(max_examples=60, deadline=None)
@given(TEXT, st.lists(HITS, max_size=3))
def test_markdown_is_our_tables_whatever_the_library_holds(task: str, hits: list[Hit]) -> None:
    ours = {"heading_open", "paragraph_open", "blockquote_open", "table_open", "thead_open", "tbody_open", "tr_open"}
    ours |= {"th_open", "td_open", "inline", "text", "text_special", "em_open", "strong_open", "code_inline"}
    for report in reports(task, hits):
        text = "".join(render(report, "markdown"))
        tokens = MarkdownIt("commonmark").enable("table").parse(text)
        types = {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}
        assert {kind for kind in types if not kind.endswith("_close")} <= ours
        assert not ACTIVE.search(text)


@settings(max_examples=60, deadline=None)
@given(TEXT, st.lists(HITS, max_size=3), st.integers(40, 200))
def test_a_terminal_gets_lines_that_fit(task: str, hits: list[Hit], width: int) -> None:
    for report in reports(task, hits):
        text = "".join(draw(report, width=width, colour=False))
        assert not ACTIVE.search(text)
        for line in text.split("\n"):
            assert cell_len(line) <= width


@settings(max_examples=60, deadline=None)
@given(TEXT, st.lists(HITS, max_size=3))
def test_json_gives_back_every_value(task: str, hits: list[Hit]) -> None:
    found = json.loads("".join(render(next(reports(task, hits)), "json")))

    def paired(text: str) -> str:  # what a JSON parser makes of two surrogates side by side
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")

    assert found["query"] == paired(task)
    assert [hit["resource"]["name"] for hit in found["hits"]] == [paired(hit.resource.name) for hit in hits]
    assert [hit["score"] for hit in found["hits"]] == [hit.score for hit in hits]
