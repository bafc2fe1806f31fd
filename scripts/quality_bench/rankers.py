"""What is compared: t2tdb under a profile, through its database; FTS5 alone; profiles with a part taken out."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import t2tdb
from quality_bench.sets import LabelledSet
from t2tdb.errors import UsageError
from t2tdb.ranking.seed_terms import STOP_WORDS
from t2tdb.search.answer import IN_FRONT

DEPTH = 100  # MRR looks so far


class Ranked:
    """A set indexed into its own database under one profile."""

    def __init__(self, labelled: LabelledSet, profile: str, database: Path) -> None:
        self._labelled = labelled
        with t2tdb.open(database, ranking=profile) as library:
            inventory = library.index(str(labelled.root))
            self.resources = sum(number for _, number in inventory.kinds)
        self._library = t2tdb.open(database, readonly=True)

    def rank(self, task: str, *, exact_words: bool = False) -> list[str]:
        """Ids of the labels, best first; all copies, as labels name one of them."""
        try:
            found = self._library.find(task, limit=DEPTH, exact_words=exact_words, all_copies=True)
        except UsageError:
            return []
        identity = self._labelled.identity
        places = [(hit.resource.path, hit.resource.entry) for hit in found.hits]
        return [identity[place] for place in places if place in identity]

    def confidence(self, task: str) -> float:
        """How sure the surest of the hits in front is; 0 where there is none."""
        try:
            found = self._library.find(task, limit=IN_FRONT)
        except UsageError:
            return 0.0
        return max((hit.confidence or 0.0 for hit in found.hits), default=0.0)

    def close(self) -> None:
        self._library.close()


class Fts5:
    """FTS5's own ranking: porter stems, bm25 with the seed's field weights and stop words."""

    def __init__(self, database: Path, labelled: LabelledSet) -> None:
        self._rows: list[str] = []
        self._index = sqlite3.connect(":memory:")
        self._index.execute(
            "CREATE VIRTUAL TABLE f USING fts5(name, tags, description, content, tokenize='porter unicode61')"
        )
        source = sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)
        for path, entry, name, tags, description, headings in source.execute(
            "SELECT path, entry, name, tags, description, headings FROM resources"
        ):
            place = (path, entry)
            if place in labelled.identity:
                body = (labelled.root / path).read_text("utf-8", "replace") if path.endswith(".md") else ""
                content = " ".join((name, description, tags, headings, body))
                self._index.execute("INSERT INTO f VALUES (?, ?, ?, ?)", (name, tags, description, content))
                self._rows.append(labelled.identity[place])
        source.close()

    def rank(self, task: str) -> list[str]:
        words = [word for word in re.findall(r"[^\W_]+", task.lower()) if word not in STOP_WORDS]
        if not words:
            return []
        rows = self._index.execute(
            "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 4, 3, 2, 1), rowid LIMIT ?",
            (" OR ".join(f'"{word}"' for word in dict.fromkeys(words)), DEPTH),
        )
        return [self._rows[row[0] - 1] for row in rows]


def _whole(run: str) -> list[str]:
    return [run]


def _unchanged(text: str) -> str:
    return text


def _nothing(*_arguments: object) -> list[object]:
    return []


PARTS: dict[str, list[tuple[str, object]]] = {
    "Snowball stems": [("t2tdb.ranking.tuned_terms.stem", _unchanged), ("t2tdb.ranking.tuned_query.stem", _unchanged)],
    "stop words beyond seed's": [("t2tdb.ranking.tuned_terms.STOP_WORDS", STOP_WORDS)],
    "cutting identifiers": [("t2tdb.ranking.tuned_terms._cut", _whole)],
    "leaving out what it is not for": [("t2tdb.ranking.tuned_analysis.positive", _unchanged)],
    "neighbouring words": [("t2tdb.ranking.tuned.PAIR", 1e-9)],
    "compounds": [("t2tdb.ranking.tuned_query._compounds", _nothing)],
    "parameter names": [("t2tdb.ranking.tuned.WEIGHTS", (2.5, 1.0, 1.0, 0.3, 1e-9))],
    "bodies": [("t2tdb.ranking.tuned.BODY", 1e-9)],
    "high saturation (k1 4)": [("t2tdb.ranking.tuned.K1", 1.4)],
}
"""What ``tuned`` is made of, and how each part is taken out."""


@contextmanager
def without(part: str) -> Iterator[None]:
    """The profile ``tuned`` lacking one part, for indexing and for asking."""
    from t2tdb.ranking import tuned_analysis

    patches = [mock.patch(target, substitute) for target, substitute in PARTS[part]]
    tuned_analysis._memo.clear()
    try:
        for patch in patches:
            patch.start()
        yield
    finally:
        for patch in patches:
            patch.stop()
        tuned_analysis._memo.clear()
