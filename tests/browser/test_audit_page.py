"""The page that asks, in a real browser, on a real Datasette over loopback."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from devtools import Page

from tests.support.home import EXAMPLES, Home

pytestmark = pytest.mark.browser
pytest.importorskip("datasette", reason="needs the extra: pip install 't2tdb[datasette]'")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = Home(tmp_path_factory.mktemp("home"))
    home.run("index", EXAMPLES)
    server = subprocess.Popen(
        [sys.executable, "-m", "t2tdb", "audit", "--port", "0"],
        env=home.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr is not None
        for line in server.stderr:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield f"{found.group()}/t2tdb/-/ask"
                break
        else:
            raise AssertionError("audit did not say where it listens")
    finally:
        server.terminate()
        server.wait()
        server.stderr.close()


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1440, 900)], ids=lambda size: f"{size[0]}px")
def test_asking_shows_the_ledger(page: Page, address: str, size: tuple[int, int], tmp_path: Path) -> None:
    page.open(address, width=size[0], height=size[1])
    assert page.run("document.activeElement.name") == "task"
    page.type("review a pull request")
    page.events.clear()
    page.run("document.querySelector('form[role=search] input[type=submit]').click()")
    page.wait_for("Page.loadEventFired")
    scores = page.run("[...document.querySelectorAll('.answer .score')].map((node) => Number(node.textContent))")
    sums = page.run(
        "[...document.querySelectorAll('.ledger tfoot td:last-child')].map((node) => Number(node.textContent))"
    )
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)
    assert sums == pytest.approx(scores, abs=2e-6)
    assert page.run("document.documentElement.scrollWidth") <= size[0]
    assert page.run("getComputedStyle(document.querySelector('.ledger td.number')).textAlign") == "right"
    assert page.run("document.querySelector('[name=task]').value") == "review a pull request"
    assert page.seen("Runtime.exceptionThrown") == []
    hosts = {entry["request"]["url"].split("/")[2] for entry in page.seen("Network.requestWillBeSent")}
    assert len(hosts) == 1


def test_composing_shows_what_each_adds(page: Page, address: str) -> None:
    page.open(f"{address}?task=review+an+api+change+and+write+release+notes&mode=compose")
    assert "% of the task's words are covered" in page.run("document.querySelector('h2').textContent")
    assert page.run("document.querySelectorAll('.answer').length") > 1


def test_the_front_page_leads_to_it(page: Page, address: str) -> None:
    page.open(address.removesuffix("/-/ask"))
    assert page.run("document.querySelector('a[href$=\"/-/ask\"]') !== null") is True
