"""Where each term of a query may stand, and how much it can add there at most."""

from __future__ import annotations

from math import ceil

from t2tdb.search.layout import Layout
from t2tdb.store.lanes import SPARSE, full, sparse
from t2tdb.store.recall import containing, having_any, having_term, storable
from t2tdb.text import runs
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.search.question import Question
    from t2tdb.search.sums import Sums
    from t2tdb.store.connection import Reader

HANDFUL = 48
"""Pending documents with any of the terms that are taken to have all of them."""

_PRESENT = b"\0" + b"\1" * 255


class Laned:
    """One query term in the spans that have a lane for it."""

    def __init__(self, index: int, lanes: dict[int, bytes], factor: float, shares: Sequence[Sequence[float]]) -> None:
        self.index = index
        """Which of the query's terms it is."""
        self.lanes = lanes  # by number of the span
        self._factor = factor
        self._shares = shares  # of each span: what share of ``factor`` each byte stands for at most
        self.ceiling = factor * max((shares[number][lane[1]] for number, lane in lanes.items()), default=0.0)
        """The most that it adds to a document with a lane."""

    def add_to(self, sums: Sums, layout: Layout) -> None:
        """Add its bounds, as the next of the lanes."""
        tables: dict[int, bytes] = {}
        parts: list[bytes] | None = None
        loose: list[tuple[Sequence[int], bytes]] = []
        for number, lane in self.lanes.items():
            shares = self._shares[number]
            table = tables.get(id(shares))
            if table is None:
                table = tables[id(shares)] = sums.table(shares, self._factor)
            if lane[0] == SPARSE:
                places, impacts = sparse(lane)
                offset = layout.offsets[number]
                loose.append(([offset + place for place in places], impacts.translate(table)))
            else:
                if parts is None:
                    parts = [bytes(span.documents) for span in layout.spans]
                    parts.append(bytes(layout.size - layout.folded))
                parts[number] = full(lane).translate(table)
        sums.add(None if parts is None else b"".join(parts), loose)

    def present(self, layout: Layout) -> bytes:
        """A byte for each document: 1 where a lane holds it, else 0."""
        row = bytearray(layout.size)
        for number, lane in self.lanes.items():
            offset = layout.offsets[number]
            if lane[0] == SPARSE:
                for place in sparse(lane)[0]:
                    row[offset + place] = 1
            else:
                bytes_ = full(lane).translate(_PRESENT)
                row[offset : offset + len(bytes_)] = bytes_
        return bytes(row)


class Recalled:
    """What recall knows of a query: lanes of its terms, and documents that FTS5 found where there are no lanes."""

    def __init__(self, question: Question) -> None:
        self.layout = Layout(question.reader)
        self.laned: list[Laned] = []
        self.found: list[list[int]] = [[] for _ in question.query.terms]
        """For each term the documents outside of its lanes."""
        shares = _shares(question, self.layout)
        terms = [storable(term.term) for term in question.query.terms]
        pending = having_any(question.reader, terms, self.layout.watermark)
        self.layout.extend(pending[-1] if pending else 0)
        for index, (term, term_id) in enumerate(zip(terms, question.term_ids, strict=True)):
            if not question.statistics.having[index]:
                continue
            lanes = _lanes(question.reader, term_id, self.layout)
            if lanes:
                factor = question.scorer.factors[index] * question.profile.max_impact
                self.laned.append(Laned(index, lanes, factor, shares))
            ranges = self.layout.gaps(lanes)
            if len(pending) > HANDFUL:
                ranges.append((self.layout.watermark, pending[-1]))
            else:  # sooner scored than asked of which terms they have
                self.found[index] += pending
            for above, until in ranges:
                self.found[index] += having_term(question.reader, term, above, until)


class Passages:
    """Documents whose name or description may contain the whole query, and what that is worth."""

    def __init__(self, question: Question) -> None:
        self._reader = question.reader
        self._text = text = question.query.text
        self._words = runs(text)
        self.phrase = len(self._words) > 2
        """Whether a list is quick to make: a phrase of three words is rare, the trigrams of a word are not."""
        bonus = question.scorer.bonus
        self.worth = {"name": _sum(bonus(text, "", 0)), "description": _sum(bonus("", text, 0))}
        """What a name and a description that contain the query add."""
        self._anywhere: bool | None = None  # whether any name or description has the phrase
        every = max(len(question.query.words), len(question.query.terms))
        self.other = _sum(bonus("", "", every))
        """What other bonuses add to a document that matches every word."""

    def listed(self, column: str) -> list[int] | None:
        """Documents that may earn the bonus; None where any may."""
        if not self.worth[column]:
            return []
        if self.phrase and self._anywhere is None:  # mostly there is none, and one question is quicker than two
            self._anywhere = bool(containing(self._reader, self._text, "", self._words))
        return [] if self._anywhere is False else containing(self._reader, self._text, column, self._words)


def _sum(bonuses: Sequence[tuple[str, float]]) -> float:
    return sum(bonus for _, bonus in bonuses)


def _lanes(reader: Reader, term_id: int, layout: Layout) -> dict[int, bytes]:
    rows = reader.rows(
        "SELECT s.id, l.lane FROM lane_spans s CROSS JOIN lanes l ON l.span_id = s.id AND l.term_id = ?", (term_id,)
    )
    found = {span_id: lane for span_id, lane in rows if isinstance(lane, bytes)}
    return {number: found[span.id] for number, span in enumerate(layout.spans) if span.id in found}


def _shares(question: Question, layout: Layout) -> list[list[float]]:
    """For each span what share of the greatest impact each byte of its lanes stands for at most, as averages are now.

    A lane's impacts were computed with the average lengths of their time. Where lengths are relative to averages, an
    average that has grown by a ratio r lets a frequency count up to r times as much. An impact is a sum of saturating
    shares w = x / (k + x); with x * r for x each becomes r * w / (r * w + 1 - w), which is concave in w, so the same
    holds of their weighted mean.
    """
    now = question.profile.averages(question.statistics)
    known: dict[int, list[float]] = {}
    shares: list[list[float]] = []
    for span in layout.spans:
        # in steps of 1/32, so that spans made at different times share their tables
        step = max(32, ceil(32 * question.profile.drift(span.averages, now)))
        if step not in known:
            known[step] = [step * byte / (step * byte + 32 * (255 - byte)) for byte in range(256)]
        shares.append(known[step])
    return shares
