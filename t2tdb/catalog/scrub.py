"""What leaves the machine says nothing of it: home directories and absolute places are cut from texts.

The database keeps what the files say. A catalog is for others, and a description or a command may hold the path that
its author typed.
"""

from __future__ import annotations

import re

_HOME = re.compile(
    r"(?<![\w.~])(?:file://(?:localhost)?)?"
    r"(?:/root(?![\w.-])|/(?:home|Users|var/home|export/home)(?![\w.-])(?:/[^\s/\\'\"`<>:;,)]{1,255}+)?"
    r"|[A-Za-z]:[\\/]{1,2}Users(?:[\\/]{1,2}[^\s/\\'\"`<>:;,)]{1,255}+)?)"
)
_PLACE = re.compile(r"(?:[A-Za-z]:[\\/]|/|~/|file:///)[^\s*?/\\]++(?:[\\/][^\s*?/\\]*+)+")
_ABSOLUTE = re.compile(r"(?:[A-Za-z]:[\\/]|[\\/]|~|file:)")


def scrub(text: str) -> str:
    """The text with home directories (``/home/NAME``, ``C:\\Users\\NAME``) replaced by ``~``."""
    return _HOME.sub("~", text) if "/" in text or "\\" in text else text


def command(text: str) -> str:
    """A command without the directory that it lies in."""
    first, blank, rest = text.partition(" ")
    if _ABSOLUTE.match(first):
        first = re.split(r"[\\/]", first)[-1]
    return scrub(first + blank + rest)


def detail(text: str) -> str:
    """A detail; of one that is an absolute path as a whole only the last name is kept."""
    text = scrub(text)
    return text if not _PLACE.fullmatch(text) else re.split(r"[\\/]", text.rstrip("\\/"))[-1]


def relative(text: str) -> str:
    """A path of a library; "" for one that is absolute or leads out of it."""
    if _ABSOLUTE.match(text) or ".." in re.split(r"[\\/]", text):
        return ""
    return text
