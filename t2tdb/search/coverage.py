"""The next pick of a composition, without ranking the library.

Each word of the task gets a row with a 1 for every document that holds it: where one of the word's terms has a lane or
was found by FTS5. The rows of the uncovered words, added up, say how many words each document can add. Going down from
the highest sum, the documents of one sum are looked at by falling bound of their score, until no other can reach the
score of the best of them.
"""

from __future__ import annotations

from t2tdb.search.best import SLACK, admitted_documents, mask_of
from t2tdb.search.recall import Passages, Recalled
from t2tdb.search.shown import by_id
from t2tdb.search.sums import Sums, both, falling
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.ranking.compose import Candidate
    from t2tdb.search.question import Question

MOST_ROWS = 255
"""Words that fit into a sum of one byte; the 256th, if there is one, is counted for every document."""

MOST_KEPT = 1 << 24
"""Bytes of rows that are kept until their words are covered, rather than made twice."""

_AT_LEAST_ONE = b"\1" + bytes(range(1, 256))


class Coverage:
    """Finds picks for one question. Call ``best`` with fewer uncovered words each time."""

    def __init__(self, question: Question) -> None:
        self.documents: dict[int, int] = {}
        """Document of each candidate that was looked at, by its key."""
        self._question = question
        self._known: dict[int, Candidate | None] = {}
        admitted = admitted_documents(question)
        recalled = self._recalled = Recalled(question)
        layout = self._layout = recalled.layout
        self._mask = mask_of(layout, admitted)
        self._terms: dict[str, list[int]] = {}
        for index, term in enumerate(question.query.terms):
            for word in term.covers:
                self._terms.setdefault(word, []).append(index)
        self._counted = frozenset(question.query.words[:MOST_ROWS])
        self._uncovered = self._counted
        self._rows: dict[str, int] = {}
        self._keep = len(self._counted) * layout.size <= MOST_KEPT
        self._row = sum(map(self._present, self._counted))
        sums = Sums(layout.size, [lane.ceiling for lane in recalled.laned])
        for lane in recalled.laned:
            lane.add_to(sums, layout)
        self._unit = sums.unit
        self._levels = sums.levels().translate(_AT_LEAST_ONE)
        self._loose: dict[int, float] = {}
        for index, documents in enumerate(recalled.found):
            self._add_loose(documents, question.most[index])
        passages = Passages(question)
        self._anywhere = passages.other + SLACK
        """What any document may earn beside its terms."""
        for column, worth in passages.worth.items():
            listed = passages.listed(column) if passages.phrase or column == "name" else None
            if listed is None:
                self._anywhere += worth
            else:
                self._add_loose(listed, worth)

    def best(self, uncovered: frozenset[str], taken: frozenset[str]) -> Candidate | None:
        """The candidate that adds most words of ``uncovered``, then has the best score, then the first id.

        None where no resource with an id that is not ``taken`` adds one.
        """
        for word in self._uncovered - uncovered:
            self._row -= self._present(word)
        self._uncovered &= uncovered
        beyond = len(uncovered - self._counted)
        sums = self._row.to_bytes(self._layout.size, "little")
        if self._mask:
            sums = both(sums, self._mask)
        found: Candidate | None = None
        for count in range(len(self._uncovered), -1 if beyond else 0, -1):
            if found is not None and count + beyond < _gain(found, uncovered):
                break
            if sums.find(count) < 0:
                continue
            found = self._best_of(sums, count, count + beyond, uncovered, taken, found)
        return found

    def _best_of(
        self,
        sums: bytes,
        count: int,
        most: int,
        uncovered: frozenset[str],
        taken: frozenset[str],
        found: Candidate | None,
    ) -> Candidate | None:
        """The best of ``found`` and the documents with ``count`` as their sum; none of them adds more than ``most``."""
        layout, levels, unit, anywhere = self._layout, self._levels, self._unit, self._anywhere
        loose = [
            (bound + levels[place] * unit + anywhere, document)
            for document, bound in self._loose.items()
            if (place := layout.position(document)) >= 0 and sums[place] == count
        ]
        for bound, document in sorted(loose, reverse=True):
            if found is not None and bound < found.score and _gain(found, uncovered) >= most:
                break
            found = self._better(document, uncovered, taken, found)
        chosen = bytes(255 if sum_ == count else 0 for sum_ in range(256))
        for place in falling(both(levels, sums.translate(chosen))):
            bound = levels[place] * unit + anywhere
            if found is not None and bound < found.score and _gain(found, uncovered) >= most:
                break
            found = self._better(layout.document(place), uncovered, taken, found)
        return found

    def _better(
        self, document: int, uncovered: frozenset[str], taken: frozenset[str], found: Candidate | None
    ) -> Candidate | None:
        if document not in self._known:
            self._known[document] = self._question.appraise(document)
        candidate = self._known[document]
        if candidate is None or candidate.id in taken:
            return found
        gain = _gain(candidate, uncovered)
        if not gain:
            return found
        self.documents[candidate.key] = document
        if found is None:
            return candidate
        order = (gain, candidate.score), (_gain(found, uncovered), found.score)
        if order[0] != order[1]:
            return candidate if order[0] > order[1] else found
        first = by_id(self._question.reader, (document, self.documents[found.key]))[0]
        return candidate if first == document else found

    def _present(self, word: str) -> int:
        """The row of a word, as one integer."""
        if word in self._rows:
            return self._rows[word]
        layout, row = self._layout, 0
        wanted = self._terms[word]
        for lane in self._recalled.laned:
            if lane.index in wanted:
                row |= int.from_bytes(lane.present(layout), "little")
        marks: bytearray | None = None
        for index in wanted:
            for place in layout.positions(self._recalled.found[index]):
                if marks is None:
                    marks = bytearray(layout.size)
                marks[place] = 1
        if marks:
            row |= int.from_bytes(marks, "little")
        if self._keep:
            self._rows[word] = row
        return row

    def _add_loose(self, documents: Iterable[int], bound: float) -> None:
        for document in documents:
            self._loose[document] = self._loose.get(document, 0.0) + bound


def _gain(candidate: Candidate, uncovered: frozenset[str]) -> int:
    return len(uncovered.intersection(candidate.matched))
