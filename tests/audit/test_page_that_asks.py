"""The page that asks: the same answers as the command, whatever is asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from urllib.parse import quote

import pytest

pytest.importorskip("datasette", reason="needs the extra: pip install 't2tdb[datasette]'")

from t2tdb.audit.asking import command, read_question
from tests.audit.conftest import Page
from tests.support.home import Home

Ask = Callable[..., list[Page]]


def test_it_answers_as_the_command_does(audited: Home, ask_pages: Ask) -> None:
    found, composed = ask_pages(
        audited.database,
        "/t2tdb/-/ask.json?task=review%20pull%20request&limit=2",
        "/t2tdb/-/ask.json?task=review%20and%20archive&mode=compose&limit=5",
    )
    wanted = json.loads(
        audited.run("find", "review pull request", "--limit", "2", "--explain", "--format", "json").stdout
    )
    assert found.json()["hits"] == wanted["hits"]
    wanted = json.loads(audited.run("compose", "review and archive", "--format", "json").stdout)
    assert composed.json()["composition"] == wanted["composition"]


def test_the_ledger_is_a_table_that_sums_to_the_score(audited: Home, ask_pages: Ask) -> None:
    page, answer = ask_pages(
        audited.database, *(f"/t2tdb/-/ask{form}?task=review%20pull&limit=1" for form in ("", ".json"))
    )
    hit = answer.json()["hits"][0]
    cells = Cells()
    cells.feed(page.body)
    ledger = cells.rows[1:-1]
    assert len(ledger) == len(hit["explain"]) > 2
    assert round(sum(float(row[-1]) for row in ledger), 4) == round(hit["score"], 4)
    assert cells.rows[-1] == ["Score", f"{hit['score']:.6f}"]


def test_nothing_asked_shows_the_form(audited: Home, ask_pages: Ask) -> None:
    page, as_json = ask_pages(audited.database, "/t2tdb/-/ask", "/t2tdb/-/ask.json")
    assert page.status == 200
    assert 'name="task"' in page.body
    assert as_json.status == 400


TASKS = {
    "the of and": "word",  # what the message says; "" where there is an answer
    "x" * 8_193: "8,192",
    "a\0b": "NUL",
    "--help": "",
    "-0 --db /etc/passwd": "",
    "'; drop table resources; --": "",
    "调查": "",
}


def test_any_task_is_a_task(audited: Home, ask_pages: Ask) -> None:
    pages = ask_pages(
        audited.database, *(f"/t2tdb/-/ask{form}?task={quote(task)}" for task in TASKS for form in ("", ".json"))
    )
    for (task, message), page, as_json in zip(TASKS.items(), pages[::2], pages[1::2], strict=True):
        assert page.status == as_json.status == (400 if message else 200), (task, as_json.body)
        assert message in as_json.json().get("error", "")
        assert message or as_json.json()["query"] == task
        assert "Traceback" not in page.body


def test_hostile_text_is_shown_and_not_run(audited: Home, ask_pages: Ask) -> None:
    (page,) = ask_pages(audited.database, "/t2tdb/-/ask?task=%3Cscript%3Epwned%20review%3C/script%3E&limit=9")
    assert "<script>pwned" not in page.body
    assert "&lt;script&gt;pwned=1&lt;/script&gt;" in page.body
    assert not set(page.body) & {"\x1b", "\u202e", "\u200b"}
    (table,) = ask_pages(audited.database, "/t2tdb/resources?kind=agent")
    assert "\\u{202E}" in table.body
    assert not set(table.body) & {"\x1b", "\u202e", "\u200b"}


def test_what_is_out_of_range_falls_back() -> None:
    asked = read_question({"task": " x ", "mode": "rm", "limit": "9999", "kind": "--db"})
    assert (asked.task, asked.mode, asked.limit, asked.kind) == ("x", "find", 100, "")
    assert read_question({"task": "x", "limit": "-5"}).limit == 10
    arguments = command("/a.db", read_question({"task": "--help", "kind": "skill", "mode": "compose"}))
    assert arguments[-4:] == ["--kind", "skill", "--", "--help"]


class Cells(HTMLParser):
    """The rows of the tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        self._inside = tag in ("td", "th")
        if self._inside:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data
