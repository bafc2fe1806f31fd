"""The terms of a resource under the profile ``seed``; only indexing imports it."""

from __future__ import annotations

from collections import Counter

from t2tdb.ranking.counting import count_runs
from t2tdb.ranking.profile import Analysis
from t2tdb.ranking.seed_terms import MAX_TOKENS, expand, term_stream
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import SearchText

MEMO_ENTRIES = 200_000  # about 30 MB; the distinct words of 100,000 skills fit

_expansions: dict[str, tuple[str, ...]] = {}


def analyze(text: SearchText) -> Analysis:
    """Count the terms of each field.

    ``content`` is one text of all that a resource says, and it is capped as one: name, description and tags are counted
    in their own fields and in it.
    """
    name = _count(text.name)
    tags = _count(" ".join(text.tags))
    description = _count(text.description)
    parts = (" ".join(text.content_tags), " ".join(text.headings), text.body, "\n".join(text.extras))
    content = [name, description, *(_count(part) for part in parts if part)]
    if sum(length for length, _counts in content) <= MAX_TOKENS:
        total: Counter[str] = Counter()
        for _length, counts in content:
            total.update(counts)
    else:
        total = Counter(term_stream("\n".join((text.name, text.description, *parts))))
    fields = (name, tags, description, (total.total(), total))
    return Analysis(tuple(length for length, _counts in fields), tuple(dict(counts) for _length, counts in fields))


def _count(text: str) -> tuple[int, dict[str, int]]:
    counts: Counter[str] = Counter()
    for run, times in count_runs(text).items():
        expansion = _expansions.get(run)
        for term in _expand(run) if expansion is None else expansion:
            counts[term] += times
    if counts.total() > MAX_TOKENS:
        counts = Counter(term_stream(text))
    return counts.total(), counts


def _expand(run: str) -> tuple[str, ...]:
    if len(_expansions) >= MEMO_ENTRIES:
        _expansions.clear()
    expansion = _expansions[run] = expand(run)
    return expansion
