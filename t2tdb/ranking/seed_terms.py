"""How the profile ``seed`` turns text into terms: stop words, suffix rules, pairs of Han and kana characters."""

from __future__ import annotations

from itertools import pairwise

from t2tdb.text import is_han_or_kana, normalise, runs, utf16_length

STOP_WORDS = frozenset(
    "a an and are as at be by for from i in is it my of on or that the this to tool using want with".split()
)
MAX_TOKENS = 8_192  # a field
MAX_TOKEN_UNITS = 128  # UTF-16 units; longer ones are dropped


def stem(token: str) -> str:
    """Take off the first suffix that applies: -ing, -ed, -es, -s."""
    length = utf16_length(token)
    if length > 5 and token.endswith("ing"):
        return token[:-3]
    if length > 4 and token.endswith(("ed", "es")):
        return token[:-2]
    if length > 3 and token.endswith("s"):
        return token[:-1]
    return token


def _kept(token: str) -> bool:
    length = utf16_length(token)
    if length == 1:
        return "0" <= token <= "9"
    return length <= MAX_TOKEN_UNITS


def _paired(token: str) -> bool:
    return not token.isascii() and utf16_length(token) > 2 and is_han_or_kana(token)


def display_stream(text: str) -> list[str]:
    """The tokens of a task as its writer sees them: not stemmed, capped like a field."""
    return _stream([token for token in runs(normalise(text)) if token not in STOP_WORDS])


def term_stream(text: str) -> list[str]:
    """The terms of a text, in order."""
    return _stream([stem(token) for token in runs(normalise(text)) if token not in STOP_WORDS])


def expand(token: str) -> tuple[str, ...]:
    """The terms that one run of letters and numbers gives: none, itself stemmed, and its pairs of characters."""
    if token in STOP_WORDS:
        return ()
    stemmed = stem(token)
    pairs = tuple(map("".join, pairwise(stemmed))) if _paired(stemmed) else ()
    return (stemmed, *pairs) if _kept(stemmed) else pairs


def _stream(tokens: list[str]) -> list[str]:
    output: list[str] = []
    for token in tokens:
        if _kept(token):
            output.append(token)
        if len(output) >= MAX_TOKENS:
            break
        if _paired(token):
            # The cap ends the pairs of one token, and the next token still gets in: so the reference counts.
            for left, right in pairwise(token):
                output.append(left + right)
                if len(output) >= MAX_TOKENS:
                    break
    return output
