"""Unicode facts that ranking and parsing share: normal form, runs of letters and numbers, lengths in UTF-16 units.

The reference model counts text in UTF-16 units (65,536 of a body, 128 of a token), so lengths here do too.
Imported by every query: no ``re``.
"""

from __future__ import annotations

from bisect import bisect_right

from t2tdb.script_ranges import HAN_AND_KANA, UNSPACED

BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What the reference model trims: ECMAScript white space. ``str.strip()`` also takes U+001C to U+001F and U+0085."""


def normalise(text: str) -> str:
    """NFKC, then lower case."""
    if text.isascii():
        return text.lower()
    from unicodedata import normalize  # a shared library of 1 MB that an ASCII query need not load

    return normalize("NFKC", text).lower()


def runs(text: str) -> list[str]:
    r"""Runs of ``[\p{L}\p{N}]``, in order: exact for every code point that this Python's Unicode assigns.

    The same as ``re.findall(r"[^\W_]+", text)``, for short texts and without importing ``re``.
    """
    return "".join([character if character.isalnum() else " " for character in text]).split()


def utf16_length(text: str) -> int:
    """Length in UTF-16 units: astral characters count twice."""
    if text.isascii() or max(text) < "\U00010000":
        return len(text)
    return len(text) + sum(character >= "\U00010000" for character in text)


def utf16_prefix(text: str, units: int) -> str:
    """The longest prefix of at most that many UTF-16 units; a character that would be cut in two is left out."""
    prefix = text[:units]
    excess = utf16_length(prefix) - units
    if excess <= 0:
        return prefix
    length = len(prefix)
    while excess > 0:
        length -= 1
        excess -= 2 if prefix[length] >= "\U00010000" else 1
    return prefix[:length]


def is_han_or_kana(text: str) -> bool:
    """Whether every character's Script is Han, Hiragana or Katakana; false for the empty text."""
    if text.isascii():
        return False
    return all(bisect_right(HAN_AND_KANA, ord(character)) & 1 for character in text)


def is_unspaced(character: str) -> bool:
    """Whether a character is of a script that tuned ranking cuts into pairs: Han, kana with its long vowel, Hangul."""
    return bisect_right(UNSPACED, ord(character)) & 1 == 1
