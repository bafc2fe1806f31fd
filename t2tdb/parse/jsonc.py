"""JSON with comments and trailing commas (JSONC), as many hosts read their own configuration."""

from __future__ import annotations

import re

_PART = re.compile(
    r"""("(?:[^"\\]|\\.)*+(?:"|\Z))"""  # a string
    r"""|(//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))"""  # a comment
    r"""|(,)""",
    re.DOTALL,
)
_AFTER_COMMA = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))*+[\]}]")


def to_json(text: str) -> str:
    """The text with comments blanked and trailing commas dropped; lines keep their numbers. Strings are left alone."""

    def part(match: re.Match[str]) -> str:
        string, comment, comma = match.groups()
        if string is not None:
            return str(string)
        if comment is not None:
            return "\n" * comment.count("\n") or " "
        return "" if comma and _AFTER_COMMA.match(text, match.end()) else ","

    return _PART.sub(part, text)
