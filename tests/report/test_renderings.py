"""Every report in every format: well formed, inert, complete, and as the golden files have it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import count, islice
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from t2tdb.errors import UsageError
from t2tdb.model import Resource
from t2tdb.report import FORMATS, choose_format, draw, payload, render
from t2tdb.report.shapes import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.report.shapes import Format, Report

REVIEWER = "Pull Request Risk Reviewer"
GOLDEN = Path(__file__).parent / "golden"
ACTIVE = set(map(chr, (*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x200B, 0x202E, 0x2028)))


def text_of(report: Report, format: Format) -> str:
    return "".join(render(report, format))


@pytest.mark.parametrize("format", FORMATS)
def test_no_control_reaches_a_file(report: Callable[[], Report], format: Format) -> None:
    text = text_of(report(), format)
    assert not ACTIVE & set(text)
    text.encode("utf-8")
    assert text.endswith("\n")


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_control_reaches_a_terminal_and_no_line_is_too_long(report: Callable[[], Report], width: int) -> None:
    from rich.cells import cell_len

    text = "".join(draw(report(), width=width, colour=False))
    assert not ACTIVE & set(text)
    assert max(map(cell_len, text.splitlines()), default=0) <= max(width, 40)


def test_colours_are_ours_and_change_nothing_else(report: Callable[[], Report]) -> None:
    plain = "".join(draw(report(), width=80, colour=False))
    coloured = "".join(draw(report(), width=80, colour=True))
    for code in ("1", "2", "31", "32", "33", "36", "1;36", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


def test_json_parses_and_keeps_every_value(reports: dict[str, Callable[[], Report]]) -> None:
    found = json.loads(text_of(reports["find"](), "json"))
    assert list(found)[:6] == ["schemaVersion", "command", "title", "root", "roots", "query"]
    assert found["query"] == "review a pull request for 安全 <bugs>\x1b[31m"
    assert found["summary"] == {"matches": 4, "scannedResources": 1762, "filesVisited": 2100}
    evil = found["hits"][3]["resource"]
    assert evil["name"].startswith("<script>alert(1)</script> \x1b]52;c;aGk=\x07\u202egnp.exe")
    assert evil["path"] == "agents/odd\nname\x1b[2J.agent.md"
    assert found["hits"][1]["stale"] is True
    assert "stale" not in found["hits"][0]
    ledger = found["hits"][0]["explain"]
    assert sum(line["score"] for line in ledger) == pytest.approx(found["hits"][0]["score"])


def test_what_cannot_be_reached_is_not_called_changed(reports: dict[str, Callable[[], Report]]) -> None:
    changed = reports["find"]()
    away = reports["find"]()
    assert changed["command"] == away["command"] == "find"
    away["hits"][1]["unreachable"] = True
    for show in (
        lambda report: "".join(draw(report, width=80, colour=False)),
        lambda report: text_of(report, "markdown"),
        lambda report: text_of(report, "html"),
    ):
        assert "changed since" in show(changed)
        assert "cannot be reached now" not in show(changed)
        assert "cannot be reached now" in show(away)
        assert "changed since" not in show(away)


def test_json_text_is_what_the_json_module_gives(report: Callable[[], Report]) -> None:
    text = text_of(report(), "json")
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False).translate(ESCAPES) + "\n"


ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u202e\u200d\ud800"}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_holds_our_tags_only(report: Callable[[], Report]) -> None:
    parsed = Tags()
    parsed.feed(text_of(report(), "html"))
    assert parsed.tags.count("script") == parsed.tags.count("style") == 1
    assert not set(parsed.tags) & {"a", "img", "iframe", "object", "form", "link", "svg", "b"}
    assert not [name for name in parsed.attributes if name.startswith("on") or name in ("style", "src", "href")]


def test_html_shows_what_markdown_shows(reports: dict[str, Callable[[], Report]]) -> None:
    parsed = Tags()
    parsed.feed(text_of(reports["find"](), "html"))
    for shown in (
        "Pull Request Risk Reviewer",
        "<script>alert(1)</script> �",
        "changed since indexed",
        "phrase in name",
    ):
        assert shown in parsed.text


def test_markdown_has_no_html_and_no_links(report: Callable[[], Report]) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(text_of(report(), "markdown"))
    types = {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}
    assert not types & {"html_block", "html_inline", "link_open", "image", "fence", "code_block"}


@pytest.mark.parametrize("format", [*FORMATS, "terminal"])
def test_golden(reports: dict[str, Callable[[], Report]], format: Format) -> None:
    """Compare with the files in ``golden``; ``T2TDB_GOLDEN=write`` writes them anew."""
    suffix = {"json": "json", "markdown": "md", "html": "html"}.get(format, "txt")
    for name in ("index", "find", "compose", "lint", "status", "roots", "eval", "tuned"):
        report = reports[name]()
        drawn = draw(report, width=80, colour=False) if suffix == "txt" else render(report, format)
        text = "".join(drawn)
        if suffix == "html":  # the style and the script are not copied into a test file
            text = text[text.index("<body ") : text.index("<script>")]
        golden = GOLDEN / f"{name}.{suffix}"
        if os.environ.get("T2TDB_GOLDEN") == "write":
            golden.write_text(text, encoding="utf-8", newline="\n")
        assert text == golden.read_bytes().decode(), f"{golden.name} differs"


def test_the_format_is_what_was_asked_else_what_the_suffix_says() -> None:
    assert choose_format("MD", "x.json") == "markdown"
    assert choose_format(None, "out/x.HTM") == "html"
    assert choose_format(None, "x.json") == "json"
    assert choose_format(None, "notes.txt") == choose_format(None, "a.json/notes") == "markdown"
    assert choose_format(None, "-") is choose_format(None, None) is None
    with pytest.raises(UsageError, match="choose json, markdown"):
        choose_format("yaml", None)


@pytest.mark.parametrize("format", [*FORMATS, "terminal"])
def test_a_long_inventory_is_never_held_in_memory(format: Format) -> None:
    """Pieces come out while resources are still being read, so a list without end can be begun."""
    endless = (Resource(f"skill:{n}", f"name {n}", "skill", "", (), f"{n}/SKILL.md", "/r") for n in count())
    report = payload.index(["/r"], endless, kinds={"skill": 10**9}, files_visited=1)
    pieces = draw(report, width=80, colour=False) if format not in FORMATS else render(report, format)
    assert any("name 1000" in piece for piece in islice(pieces, 100_000))
