"""How many columns of a terminal a text takes, and how to fit it into some.

Text must have passed ``neutralise.terminal`` before: no joiners and no controls are left, so every character can be
counted by itself. East Asian wide and full-width characters and emoji take two columns, combining marks none; a
variation selector 16 widens the symbol before it, a skin tone melts into the emoji before it.
"""

from __future__ import annotations

import unicodedata

_ZERO_CATEGORIES = ("Mn", "Me", "Cf")
ELLIPSIS = "…"


def width(text: str) -> int:
    """Count the columns that ``text`` takes."""
    if text.isascii():
        return len(text)
    return sum(_widths(text))


def _widths(text: str) -> list[int]:
    """The columns of each character in its place."""
    columns: list[int] = []
    for character in text:
        if character < "\u0300":
            columns.append(1)
        elif character == "\ufe0f":  # asks for the emoji form of the symbol before it
            narrow = columns and columns[-1] == 1
            columns.append(1 if narrow else 0)
        elif "\U0001f3fb" <= character <= "\U0001f3ff" and columns and columns[-1] == 2:
            columns.append(0)
        elif "\u1160" <= character <= "\u11ff" or unicodedata.category(character) in _ZERO_CATEGORIES:
            columns.append(0)  # vowels and finals of Hangul are drawn into the syllable's first letter
        else:
            columns.append(2 if unicodedata.east_asian_width(character) in "WF" else 1)
    return columns


def pad(text: str, columns: int) -> str:
    """Fill ``text`` with blanks on the right."""
    return text + " " * (columns - width(text))


def fit(text: str, columns: int) -> str:
    """Cut ``text`` to at most ``columns``, with an ellipsis where something was cut."""
    if width(text) <= columns:
        return text
    kept, used = 0, 0
    for taken in _widths(text):
        if used + taken > columns - 1:
            break
        used += taken
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS if columns > 0 else ""


def wrap(text: str, columns: int, lines: int) -> list[str]:
    """Break ``text`` into at most ``lines`` lines: at blanks, and between wide characters where there are none."""
    wrapped: list[str] = []
    rest = " ".join(text.split())
    while rest and len(wrapped) < lines - 1 and width(rest) > columns:
        cut = _break(rest, columns)
        wrapped.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    if rest:
        wrapped.append(fit(rest, columns))
    return wrapped


def _break(text: str, columns: int) -> int:
    """Where the line ends: after the last blank or wide character that fits, else in the middle of a word."""
    used = best = position = 0
    for position, taken in enumerate(_widths(text)):
        if text[position] == " ":
            best = position
        if used + taken > columns:
            break
        used += taken
        if taken == 2:
            best = position + 1
    return best or max(position, 1)
