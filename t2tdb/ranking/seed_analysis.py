"""The terms of a resource under the profile ``seed``; only indexing imports it.

Every run of letters and numbers is looked up in a memo of stems inside one C loop: 790 real skills of 5.9 kB were
analysed at 3,400 a second so, and at 1,200 a second token by token.
"""

from __future__ import annotations

from collections import Counter

from t2tdb.ranking.counting import split_runs
from t2tdb.ranking.profile import Analysis
from t2tdb.ranking.seed_terms import MAX_TOKENS, expand, term_stream
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import SearchText

MEMO_ENTRIES = 200_000  # about 30 MB; the distinct words of 100,000 skills fit
SEVERAL = "\n"  # begins the memo's entry for a run of several terms, which are then separated by it


class _Memo(dict[str, str]):
    """Run -> its term, "" where it gives none."""

    def __missing__(self, run: str) -> str:
        if len(self) >= MEMO_ENTRIES:
            self.clear()
        expansion = expand(run)
        term = self[run] = SEVERAL + SEVERAL.join(expansion) if len(expansion) > 1 else "".join(expansion)
        return term


_memo = _Memo()


def analyze(text: SearchText) -> Analysis:
    """Count the terms of each field.

    ``content`` is one text of all that a resource says, and it is capped as one: name, description and tags are counted
    in their own fields and in it.
    """
    parts = (" ".join(text.content_tags), " ".join(text.headings), text.body, "\n".join(text.extras))
    fields = (
        _count(text.name),
        _count(" ".join(text.tags)),
        _count(text.description),
        _count("\n".join((text.name, text.description, *parts))),
    )
    return Analysis(tuple(sum(counts.values()) for counts in fields), fields)


def _count(text: str) -> dict[str, int]:
    counts = Counter(map(_memo.__getitem__, split_runs(text)))
    counts.pop("", None)
    if not text.isascii():
        for several in [entry for entry in counts if entry[0] == SEVERAL]:
            times = counts.pop(several)
            for term in several[1:].split(SEVERAL):
                counts[term] += times
    if counts.total() > MAX_TOKENS:
        counts = Counter(term_stream(text))
    return dict(counts)
