"""A browser for the tests that need one; where none is, they skip and say so."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from devtools import Browser, Page, find_chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = find_chromium()
    if executable is None or os.name != "posix":
        pytest.skip("no Chromium here: install Debian's chromium, or name one in T2TDB_CHROMIUM")
    with Browser(executable) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.page()
    yield page
    page.call("Page.close")
