"""The terms of a resource under the profile ``tuned``; only indexing imports it."""

from __future__ import annotations

import re
from collections import Counter
from unicodedata import normalize

from t2tdb.ranking.counting import cased_runs
from t2tdb.ranking.profile import Analysis
from t2tdb.ranking.tuned_terms import pair, pieces, term
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import SearchText

MAX_TOKENS = 8_192  # a field
MAX_PAIRS = 256  # a resource: the first ones; a description of the longest kind has fewer
MEMO_ENTRIES = 200_000
SEVERAL = "\n"  # begins the memo's entry for a run of several terms, which are then separated by it

_NEGATIVE = re.compile(
    r"""
    (?: ^ | (?<=[.!?;:)\n\u2014\u2013\u3002]) | (?<=[.!?]['"\u2019\u201d]) ) \s* (?:[-*]\s*)?
    (?: (?:please\s+|it\s+|this\s+(?:skill\s+)?)? (?:do\s+not|does\s+not|don['\u2019]t|doesn['\u2019]t)\b
      | (?:please\s+)? never\s+ (?:use|invoke|trigger|apply|activate|call|choose|select)\b
      | (?:it\s+is\s+|this\s+is\s+|is\s+)? not\s+ (?:for|intended|meant|suitable|appropriate|to\s+be\s+used)\b
      | avoid\s+ (?:using|this)\b
      | (?:\u8bf7\u52ff|\u4e0d\u8981|\u4e0d\u9002)(?:\u7528|\u4f7f\u7528|\u5408) )
    (?: [^.!?\n\u3002] | [.!?](?!\s|$) )* [.!?\u3002]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A sentence, or what follows a colon, semicolon or dash, that says what a resource does not do or is not for."""


class _Memo(dict[str, str]):
    """Run -> its terms in one string, "" where it gives none."""

    def __missing__(self, run: str) -> str:
        if len(self) >= MEMO_ENTRIES:
            self.clear()
        words, joined = terms_of(run)
        several = words + joined
        entry = self[run] = SEVERAL + SEVERAL.join(several) if len(several) > 1 else "".join(several)
        return entry


_memo = _Memo()


def analyze(text: SearchText) -> Analysis:
    """Count the terms of each field. Name, tags and description are short and keep their order for the pairs."""
    pairs: dict[str, int] = {}
    fields = [
        _ordered(text.name, pairs),
        _ordered("\n".join(text.tags), pairs),
        _ordered(positive(text.description), pairs),
        _count("\n".join((*text.headings, *text.extras))),
        _count("\n".join(text.parameters)),
        pairs,
        _count(text.body),
    ]
    return Analysis(tuple(sum(counts.values()) for counts in fields), tuple(fields))


def positive(description: str) -> str:
    """The description without its sentences on what the resource is not for: their words attract the wrong tasks."""
    return _NEGATIVE.sub(" ", description)


def terms_of(run: str) -> tuple[list[str], list[str]]:
    """The kept terms of a run in order, and those of the joined forms of its identifiers."""
    words, joined = pieces(run)
    return [t for t in map(term, words) if t], [t for t in map(term, joined) if t]


def _ordered(text: str, pairs: dict[str, int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in _normal(text).split("\n"):
        previous = ""
        for run in cased_runs(line):
            words, joined = terms_of(run)
            for word in words:
                neighbours = pair(previous, word) if previous else ""
                if neighbours and (neighbours in pairs or len(pairs) < MAX_PAIRS):
                    pairs[neighbours] = 1
                previous = word
            counts.update(words)
            counts.update(joined)
    return _capped(counts)


def _count(text: str) -> dict[str, int]:
    if not text:
        return {}
    counts = Counter(map(_memo.__getitem__, cased_runs(_normal(text))))
    counts.pop("", None)
    for several in [entry for entry in counts if entry[0] == SEVERAL]:
        times = counts.pop(several)
        for word in several[1:].split(SEVERAL):
            counts[word] += times
    return _capped(counts)


def _capped(counts: Counter[str]) -> dict[str, int]:
    """The first ``MAX_TOKENS`` tokens' worth of terms: insertion order is the order of their first occurrence."""
    excess = counts.total() - MAX_TOKENS
    if excess <= 0:
        return dict(counts)
    kept = dict(counts)
    while excess > 0:
        word, times = kept.popitem()
        if times > excess:
            kept[word] = times - excess
        excess -= times
    return kept


def _normal(text: str) -> str:
    return text if text.isascii() else normalize("NFKC", text)
