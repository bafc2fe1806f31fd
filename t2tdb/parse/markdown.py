"""Markdown, as far as an index needs it: headings, the first prose paragraph, the body that ranking reads.

The rules are the seed's, except that headings inside code fences are no headings. A fence is one of backquotes or of
tildes and closes with a run of the same character that is at least as long, as in CommonMark
(https://spec.commonmark.org/0.31.2/#fenced-code-blocks); but a closing line may carry an info string, because people
who nest fences of one length mean every line to open or close one.
"""

from __future__ import annotations

import re

from t2tdb.parse.spelling import collapse, trim
from t2tdb.text import BLANKS, utf16_length, utf16_prefix
from t2tdb.value import value

MAX_HEADINGS = 12
MAX_BODY = 65_536  # UTF-16 units
PARAGRAPH_ENOUGH = 280  # UTF-16 units after which no further line is taken
MAX_DESCRIPTION = 360  # UTF-16 units
_HEADING = re.compile(rf"\A#{{1,3}}[{BLANKS}]+(.+)$")
_FENCE = re.compile(r"\A(`{3,}+|~{3,}+)(.*)$")
_LIST_ITEM = re.compile(rf"\A(?:[-*+]|[0-9]++[.)])[{BLANKS}]")


@value
class Outline:
    """Headings (levels 1 to 3, at most 12) and the first paragraph ("" where there is none)."""

    headings: tuple[str, ...]
    paragraph: str


def _heading(line: str) -> str:
    match = _HEADING.match(line)
    if match is None:
        return ""
    text = trim(match.group(1))
    return trim(text.rstrip("#")) or text


def outline(body: str) -> Outline:
    """Read the headings and the first prose paragraph of a body with LF line breaks."""
    headings: list[str] = []
    paragraph: list[str] = []
    length = 0
    fence = ""
    open_paragraph = True
    for raw in body.split("\n"):
        line = trim(raw)
        match = _FENCE.match(line) if line[:3] in ("```", "~~~") else None
        if match is not None:
            run, info = match.groups()
            if fence:
                if run[0] == fence[0] and len(run) >= len(fence):
                    fence = ""
                continue
            if run[0] == "~" or "`" not in info:
                fence = run
                continue
        if not line:
            open_paragraph = open_paragraph and not paragraph
            continue
        if fence:
            continue
        if line.startswith("#"):
            text = _heading(line) if len(headings) < MAX_HEADINGS else ""
            if text:
                headings.append(text)
            continue
        if not open_paragraph:
            if len(headings) >= MAX_HEADINGS:
                break
            continue
        if line.startswith("<!--") or _LIST_ITEM.match(line):
            continue
        length += utf16_length(line) + (1 if paragraph else 0)
        paragraph.append(line)
        open_paragraph = length < PARAGRAPH_ENOUGH
    return Outline(tuple(headings), utf16_prefix(collapse(" ".join(paragraph)), MAX_DESCRIPTION))


def ranked_body(body: str) -> str:
    """The part of a body that ranking reads."""
    return utf16_prefix(body, MAX_BODY)


def sections(headings: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The detail ``sections``: the second to the seventh heading, where there is more than one."""
    return (("sections", ", ".join(headings[1:7])),) if len(headings) > 1 else ()
