"""Frontmatter: found by a tolerant splitter, read as YAML, recovered line by line where YAML fails.

Nothing is dropped silently: every deviation is a ``Deviation`` with its line and reason, which becomes a lint problem.
Counts from 94,473 real files: 10 begin with a byte order mark or blank lines, 147 never close the block, 27 have
blanks after the dashes, 15,390 hold YAML that no strict parser reads (an unquoted ``: `` in the description, mostly).
"""

from __future__ import annotations

import re

from t2tdb.parse import yamlguard
from t2tdb.parse.spelling import trim
from t2tdb.value import value

_BLANK_LINES = re.compile(r"(?:[ \t\f\v]*+\n)*+")
_OPEN = re.compile(r"---[ \t]*\n?")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_KEY_LINE = re.compile(r"\A([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_BLOCK_INDICATOR = re.compile(r"\A[|>][+-]?[1-9]?[+-]?(?:[ \t]+|$)")
_LIST_ITEM = re.compile(r"\A[ \t]*-[ \t]+(.*)$")
MAX_RECOVERED_KEYS = 256
MAX_RECOVERED_LINES = 2_000


@value
class Deviation:
    """Where frontmatter is not what it should be."""

    code: str
    reason: str
    line: int | None  # 1-based in the file


@value
class Frontmatter:
    """What stands between the dashes, and the text after them."""

    values: dict[str, yamlguard.Node]
    body: str
    present: bool = False
    first_line: int = 1  # 1-based line of the first key
    body_line: int = 1  # 1-based line on which the body begins
    deviations: tuple[Deviation, ...] = ()


@value
class Split:
    """The raw block (None where there is none) and the rest."""

    block: str | None
    body: str
    first_line: int = 1
    body_line: int = 1
    closed: bool = True


def unify_line_breaks(text: str) -> str:
    """CRLF and lone CR become LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _skip_preamble(text: str) -> int:
    """Index of the line after byte order mark, blank lines and one HTML comment."""
    position = _after_blank_lines(text, 1 if text.startswith("\ufeff") else 0)
    if not text.startswith("<!--", position):
        return position
    end = text.find("-->", position)
    return position if end < 0 else _after_blank_lines(text, end + len("-->"))


def _after_blank_lines(text: str, position: int) -> int:
    match = _BLANK_LINES.match(text, position)
    return position if match is None else match.end()


def split(text: str) -> Split:
    """Find the block. ``text`` has LF line breaks. An unclosed block is its leading ``key: value`` lines."""
    start = _skip_preamble(text)
    opening = _OPEN.match(text, start)
    if opening is None or not (opening.group().endswith("\n") or opening.end() == len(text)):
        return Split(None, text)
    begin = opening.end()
    first_line = text.count("\n", 0, begin) + 1
    closing = _CLOSE.search(text, begin)
    if closing is not None:
        end = min(closing.end() + 1, len(text))
        body_line = first_line + text.count("\n", begin, end)
        return Split(text[begin : closing.start()], text[end:], first_line, body_line)
    taken: list[str] = []
    for line in text[begin:].split("\n")[:MAX_RECOVERED_LINES]:
        continues = bool(taken) and (line[:1] in (" ", "\t", "-") and line.strip() != "")
        if not (continues or _KEY_LINE.match(line)):
            break
        taken.append(line)
    if not any(_KEY_LINE.match(line) for line in taken):
        return Split(None, text)
    block = "\n".join(taken)
    return Split(
        block, text[begin + len(block) :].removeprefix("\n"), first_line, first_line + len(taken), closed=False
    )


def read(text: str) -> Frontmatter:
    """Read the frontmatter of a file's text (any line breaks). Never raises."""
    parts = split(unify_line_breaks(text))
    if parts.block is None:
        return Frontmatter({}, parts.body)
    deviations: list[Deviation] = []
    if not parts.closed:
        reason = "the block that begins with --- is never closed; its leading keys are used"
        deviations.append(Deviation("FRONTMATTER_UNCLOSED", reason, parts.first_line - 1))
    values, found = read_block(parts.block, parts.first_line)
    deviations += found
    if not values and any(deviation.code == "FRONTMATTER_RECOVERED" for deviation in found):
        return Frontmatter({}, unify_line_breaks(text), deviations=tuple(deviations))
    return Frontmatter(values, parts.body, True, parts.first_line, parts.body_line, tuple(deviations))


def read_block(block: str, first_line: int = 1) -> tuple[dict[str, yamlguard.Node], list[Deviation]]:
    """Read a block as YAML, or key by key where YAML fails; say what was wrong."""
    duplicates: list[str] = []
    try:
        node = yamlguard.load(block, duplicates=duplicates)
    except yamlguard.YamlProblem as problem:
        line = first_line if problem.line is None else first_line + problem.line - 1
        return recover(block), [Deviation("FRONTMATTER_RECOVERED", problem.reason, line)]
    if not node:
        return {}, [Deviation("FRONTMATTER_EMPTY", "the block holds no keys", first_line)]
    if not isinstance(node, dict):
        return recover(block), [Deviation("FRONTMATTER_RECOVERED", "not a mapping of keys to values", first_line)]
    return node, [
        Deviation(
            "FRONTMATTER_DUPLICATE_KEY", f"the key '{key}' is given more than once; the last one counts", first_line
        )
        for key in dict.fromkeys(duplicates)
    ]


def recover(block: str) -> dict[str, yamlguard.Node]:
    """Read the top-level ``key: value`` lines of what is not YAML.

    Indented lines, list items and (where they are no key themselves) lines at column 0 continue the value above; text
    after a block indicator is the value; one pair of matching quotes is taken off. ``- item`` lines make a list.
    """
    found: dict[str, yamlguard.Node] = {}
    key = ""
    lines: list[str] = []

    def finish() -> None:
        if key and (key not in found or found[key] is None):
            found[key] = _recovered_value(lines)

    for line in block.split("\n")[:MAX_RECOVERED_LINES]:
        match = _KEY_LINE.match(line)
        if match is None:
            if key and not line.startswith("#"):
                lines.append(line)
            continue
        finish()
        if len(found) >= MAX_RECOVERED_KEYS:
            return found
        key, lines = match.group(1), [match.group(2) or ""]
    finish()
    return found


def _recovered_value(lines: list[str]) -> yamlguard.Node:
    first = trim(lines[0])
    rest = [trim(line) for line in lines[1:]]
    if not first:
        items = [match.group(1) for line in lines[1:] if (match := _LIST_ITEM.match(line))]
        if items and len(items) == sum(1 for line in rest if line):
            return [unquote(trim(item)) for item in items]
    indicator = _BLOCK_INDICATOR.match(first)
    if indicator is not None:
        first = first[indicator.end() :]
    joined = " ".join(line for line in [first, *rest] if line)
    if indicator is None:
        joined = unquote(joined)
    return joined or None


def unquote(text: str) -> str:
    """Take one pair of matching quotes off."""
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text
