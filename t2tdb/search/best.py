"""The best documents for a query, and the proof that no other is better.

Bounds decide which documents are worth an exact score. A bound is never below the score, so once the bounds of all
others lie below the score of the last document wanted, the answer is what scoring every document would give. Three
kinds of evidence make a bound:

* lanes, added up for all documents at once (``sums``);
* documents that FTS5 found where a term has no lane: few of them, each with the most that the term can add;
* names and descriptions that may contain the query (FTS5 again), with the bonus for it.
"""

from __future__ import annotations

from bisect import insort
from itertools import islice
from math import ceil

from t2tdb.search.recall import Passages, Recalled
from t2tdb.search.sums import Sums, both, count_from, falling, places_from
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.search.layout import Layout
    from t2tdb.search.question import Question

SLACK = 2e-6
"""Scores are rounded to six decimals and bounds are sums of floats: what both together may be off by, and more."""

SELECTIVE = 8
"""Filters that admit less than one document of so many become a mask; others are looked at document by document."""

FEW = 256
"""As many admitted documents always become a mask."""

SAMPLE = 1
"""Documents scored to learn what the best reach, for each one wanted."""

MANY = 300
"""Candidates that are worth asking a trigram index for all descriptions that contain the query, 5 to 20 ms."""


CHEAP = 20
"""Candidates that are scored rather than narrowed down."""

PER_SCORE = 4_800
"""Documents of a lane that cost as much as one exact score: 2.5 ns each against 12 us."""


def best(question: Question, limit: int) -> dict[int, float]:
    """Exact scores of documents: the ``limit`` best, every one that ties with the last of them, and some others."""
    top = Top(question, limit)
    if not question.statistics.resources:
        return top.scores
    admitted = admitted_documents(question)
    Proof(question, top, admitted).finish()
    return top.scores


class Top:
    """Exact scores so far, and what a document must reach to be among the best."""

    def __init__(self, question: Question, limit: int) -> None:
        self.limit = limit
        self.least = 0.0
        """The score of the last of the best, 0 while there are fewer than wanted."""
        self.scores: dict[int, float] = {}
        self._question = question
        self._seen: set[int] = set()
        self._best: list[float] = []  # the scores of the best so far, rising

    def look(self, documents: Iterable[int]) -> None:
        """Score documents exactly, each once."""
        leading = self._best
        for document in documents:
            if document in self._seen:
                continue
            self._seen.add(document)
            score = self._question.score(document)
            if score > 0:
                self.scores[document] = score
                if len(leading) < self.limit:
                    insort(leading, score)
                elif score > leading[0]:
                    del leading[0]
                    insort(leading, score)
                if len(leading) == self.limit:
                    self.least = leading[0]


class Proof:
    """Bounds of all documents of a question, tightened until few enough can still be among the best."""

    def __init__(self, question: Question, top: Top, admitted: list[int] | None) -> None:
        self._question = question
        self._top = top
        recalled = Recalled(question)
        self._layout: Layout = recalled.layout
        self._mask = mask_of(self._layout, admitted)
        self._laned = sorted(recalled.laned, key=lambda lane: -lane.ceiling)
        self._sums = Sums(self._layout.size, [lane.ceiling for lane in self._laned])
        self._levels = bytes(self._layout.size)
        self._left = sum(lane.ceiling for lane in self._laned)
        """Ceilings of the lanes that are not in ``_levels`` yet."""
        self._admitted = None if admitted is None else frozenset(admitted)
        self._loose: dict[int, float] = {}
        """Bounds of what is known of documents outside of lanes."""
        self._places: dict[int, int] = {}
        """Positions of these documents, as far as they were looked up."""
        for index, documents in enumerate(recalled.found):
            self._add_loose(documents, question.most[index])
        self._passages = Passages(question)
        self._holding: list[int] = []
        self._unlisted = 0.0
        """Bonuses for passages of which no list was made: any document may have them."""
        self._add_passages("name")
        self._descriptions_listed = self._passages.phrase
        if self._descriptions_listed:
            self._add_passages("description")
        else:
            self._unlisted += self._passages.worth["description"]
        if not self._unlisted:
            question.passages = frozenset(self._holding)

    def finish(self) -> None:
        """Score all documents that may be among the best."""
        top = self._top
        top.look(sorted(self._loose, key=self._loose.__getitem__, reverse=True)[: SAMPLE * top.limit])
        self._add_lanes()
        if not self._descriptions_listed and (self._open() or self._candidates(MANY) is None):
            self._descriptions_listed = True
            self._unlisted -= self._passages.worth["description"]
            self._add_passages("description")
        if self._open():  # a passage that no index can list, and few resources that match at all
            top.look(self._question.documents())
            return
        wanted = SAMPLE * top.limit
        while not top.least and wanted < self._layout.size:  # a filter passes few of the best
            wanted *= 8
            top.look(self._highest(wanted))
        for bound, document in sorted(self._candidates() or (), reverse=True):
            if bound < top.least:
                break
            top.look((document,))

    def _add_loose(self, documents: Iterable[int], bound: float) -> None:
        loose, admitted = self._loose, self._admitted
        for document in documents:
            if admitted is None or document in admitted:
                loose[document] = loose.get(document, 0.0) + bound

    def _add_passages(self, column: str) -> None:
        documents = self._passages.listed(column)
        if documents is None:
            self._unlisted += self._passages.worth[column]
        else:
            self._holding += documents
            self._add_loose(documents, self._passages.worth[column])

    def _add_lanes(self) -> None:
        """Add lanes, the weightiest first, until the rest of them cannot matter or costs more than it saves."""
        added = 0.0  # ceilings of lanes that are in ``_sums`` and not in ``_levels``
        for number, lane in enumerate(self._laned):
            unread = len(self._laned) - number
            few = CHEAP + unread * self._layout.size // PER_SCORE
            if not added and not self._open() and self._candidates(few) is not None:
                return
            lane.add_to(self._sums, self._layout)
            added += lane.ceiling
            if unread == 1 or added > 0.3 * self._left:
                self._left = 0.0 if unread == 1 else self._left - added
                added = 0.0
                levels = self._sums.levels()
                self._levels = both(levels, self._mask) if self._mask else levels
                self._top.look(self._highest(SAMPLE * self._top.limit))

    def _open(self) -> bool:
        """Whether a document of which nothing is known may still be among the best."""
        bound = self._left + self._unlisted
        if self._left:
            bound += self._passages.other
        return bound > 0 and bound + SLACK >= self._top.least

    def _candidates(self, most: int | None = None) -> list[tuple[float, int]] | None:
        """(bound, document) of all of which something is known and that may be among the best.

        None where there are more than ``most``.
        """
        extra = self._left + self._unlisted + self._passages.other + SLACK
        least, unit, levels = self._top.least, self._sums.unit, self._levels
        cut = max(1, ceil((least - extra) / unit))
        if most is not None and count_from(levels, cut) > most:
            return None
        document = self._layout.document
        bounds = {document(place): levels[place] * unit + extra for place in places_from(levels, cut)}
        places = self._places
        if len(places) < len(self._loose):
            position = self._layout.position
            places.update({each: position(each) for each in self._loose if each not in places})
        for each, loose in self._loose.items():
            place = places[each]
            bound = loose + extra + (levels[place] * unit if place >= 0 else 0.0)
            if bound >= least:
                bounds[each] = bound
        if most is not None and len(bounds) > most:
            return None
        return [(bound, each) for each, bound in bounds.items()]

    def _highest(self, wanted: int) -> list[int]:
        """``wanted`` documents with the highest levels, none of level 0; fewer where there are not so many."""
        return list(map(self._layout.document, islice(falling(self._levels, wanted), wanted)))


def admitted_documents(question: Question) -> list[int] | None:
    """The documents that the filters admit, where they are few enough to be listed; None for "look at each"."""
    if not question.scope.conditions:
        return None
    return question.scope.documents(question.reader, max(FEW, question.statistics.resources // SELECTIVE))


def mask_of(layout: Layout, admitted: list[int] | None) -> bytes:
    """A row with 255 at the admitted documents; empty where there is no list of them."""
    if admitted is None:
        return b""
    mask = bytearray(layout.size)
    for place in layout.positions(admitted):
        mask[place] = 255
    return bytes(mask)
