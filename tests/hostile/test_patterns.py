"""No regular expression of the parsers blows up: cost grows with the input, not with its square."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time

import pytest

import t2tdb.parse
import t2tdb.redact

LIMIT = 8_192  # characters; the masks look at no more
ENDINGS = ("", "!", "\x00", "\n---", "@")
PIECES = (
    *"ax0-_.:#=`~ \t\n<>[]{}()'\"|*&@!/?+,;$%\\\ufeff\u200d\u3000\u2028",
    "https://a",
    "a://a@",
    "a:",
    "- ",
    "---",
    "--- ",
    "<!--",
    "# ",
    "## # ",
    "1. ",
    "ghp_a",
    "sk-a",
    "eyJaaaaaaaaaa.",
    "SG.aaaaaaaaaaaaaaaa.",
    "xoxb-",
    "token=",
    "--a-token ",
    "--token a",
    "bearer ",
    "basic a",
    "${",
    "{{a",
    "<a",
    "$A",
    "key: ",
    "a-a_",
    "a.md",
    ".agent.md",
    "```js",
    "~~~",
    " \n",
)


def compiled_patterns() -> dict[str, re.Pattern[str]]:
    modules = [t2tdb.redact]
    for found in pkgutil.walk_packages(t2tdb.parse.__path__, "t2tdb.parse."):
        modules.append(importlib.import_module(found.name))
    return {
        f"{module.__name__}.{name}": entry
        for module in modules
        for name, entry in vars(module).items()
        if isinstance(entry, re.Pattern)
    }


PATTERNS = compiled_patterns()


ONLY_MATCHED = {
    "t2tdb.parse.frontmatter._BLANK_LINES",
    "t2tdb.parse.frontmatter._OPEN",
    "t2tdb.parse.jsonc._AFTER_COMMA",
    "t2tdb.redact._REFERENCE",
}
"""Patterns that are tried at one position only; searching with them would try every position."""


def cost(pattern: re.Pattern[str], text: str, *, search: bool = True) -> float:
    best = 60.0
    for _ in range(2):
        start = time.process_time()
        pattern.match(text)
        pattern.fullmatch(text)
        if search:
            sum(1 for _ in pattern.finditer(text))
        best = min(best, time.process_time() - start)
        if best < 0.02:
            break
    return best


def blows_up(pattern: re.Pattern[str], *, search: bool = True) -> str:
    """The piece whose repetition makes the cost grow like a square, "" for none."""
    for piece in PIECES:
        for ending in ENDINGS:
            large = cost(pattern, (piece * LIMIT)[:LIMIT] + ending, search=search)
            if large < 0.05:  # a square would be at 67 million steps here
                continue
            small = cost(pattern, (piece * LIMIT)[: LIMIT // 4] + ending, search=search)
            if large > 9 * small:  # four times the input: 4 is linear, 16 is a square
                return repr(piece + ending)
    return ""


def test_the_patterns_are_found() -> None:
    assert {"t2tdb.redact._TOKEN", "t2tdb.parse.frontmatter._KEY_LINE", "t2tdb.parse.markdown._FENCE"} <= set(PATTERNS)


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_cost_grows_with_the_input(name: str) -> None:
    assert blows_up(PATTERNS[name], search=name not in ONLY_MATCHED) == ""


def test_a_pattern_that_grows_like_a_square_is_found() -> None:
    assert blows_up(re.compile("x*?y")) != ""
