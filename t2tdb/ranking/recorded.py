"""The analysis of a resource as text that travels with a catalog, so that its entry ranks elsewhere as it does here.

A catalog has no place for a body, and bodies are not stored; without them an entry would be shorter than its resource,
and every score would differ. The word counts are enough: scores are made of nothing else. The text has no character
that JSON must escape::

    seed/1 3,1,17,56 agent:0,1,0,0 before:1

The profile, the length of each field, and each term with its count in the last field or its counts in all of them.

A catalog may lie. So what is read is held inside the bounds of a text that could have been indexed: a lie buys no more
than writing the words into a file would.
"""

from __future__ import annotations

from t2tdb.ranking.profile import Analysis
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.model import SearchText
    from t2tdb.ranking.profile import Profile

MAX_LENGTH = 1 << 20  # characters of one record
MAX_TOKENS = 8_192  # of a field
MAX_TERM = 512  # characters


def analysis_of(profile: Profile, text: SearchText) -> Analysis:
    """The analysis of a resource: the one recorded with it where there is one, else that of its text."""
    return recall(profile, text.recorded) or profile.analyze(text)


def record(profile: Profile, analysis: Analysis) -> str:
    """The text of an analysis, with its terms in order."""
    parts = [f"{profile.name}/{profile.version}", ",".join(map(str, analysis.lengths))]
    for term in sorted({term for counts in analysis.counts for term in counts}):
        row = [counts.get(term, 0) for counts in analysis.counts]
        parts.append(f"{term}:{','.join(map(str, row)) if any(row[:-1]) else row[-1]}")
    return " ".join(parts)


def recall(profile: Profile, text: str) -> Analysis | None:
    """The analysis that ``text`` records; None where it is of another profile or no analysis could be so."""
    head, *parts = text.split(" ") if 0 < len(text) <= MAX_LENGTH else [""]
    if head != f"{profile.name}/{profile.version}" or not parts:
        return None
    fields = len(profile.fields)
    lengths = _numbers(parts[0])
    counts: tuple[dict[str, int], ...] = tuple({} for _ in profile.fields)
    for part in parts[1:]:
        term, _, row = part.rpartition(":")
        numbers = _numbers(row)
        if len(numbers) == 1:
            numbers = [0] * (fields - 1) + numbers
        if not _is_term(term) or len(numbers) != fields or not any(numbers):
            return None
        for field, count in zip(counts, numbers, strict=True):
            if count:
                field[term] = count
    if lengths != [sum(field.values()) for field in counts] or max(lengths) > MAX_TOKENS:
        return None
    return Analysis(tuple(lengths), counts)


def _numbers(text: str) -> list[int]:
    """Numbers of at most four digits, separated by commas; empty where it is anything else."""
    parts = text.split(",")
    return [int(part) for part in parts] if all(p.isascii() and p.isdigit() and len(p) <= 4 for p in parts) else []


def _is_term(term: str) -> bool:
    """No blank, control character or ASCII mark: the recall index separates terms by them."""
    return 0 < len(term) <= MAX_TERM and term.isprintable() and all(c.isalnum() or c > "\x7f" for c in term)
