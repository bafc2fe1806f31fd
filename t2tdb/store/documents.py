"""The half of the database that serves ranking: terms, counts, vectors, recall, for documents that come and go.

A document is one version of one resource's text. Its number is never used again, so whatever was derived from a number
stays true or is dead, and never speaks of another text.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, filterfalse, repeat

from t2tdb.store import recall
from t2tdb.store.packing import pack
from t2tdb.store.statistics import TERMS_AT_ONCE, marks, terms_of
from t2tdb.store.vectors import decode
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from t2tdb.ranking.profile import Analysis, Profile
    from t2tdb.store.connection import Writer

CACHED_TERMS = 200_000
"""Terms whose numbers are remembered between batches: about 30 MB, and 98 % of the look-ups of a large ingest."""


@value
class Addition:
    """A new document."""

    document: int
    resource_key: int
    root_id: int
    name: str  # as stored in resources
    description: str
    analysis: Analysis


@value
class Removal:
    """A document that goes, with the name and description that it had."""

    document: int
    name: str
    description: str


class Documents:
    """Adds and removes documents for one writer. Every method runs inside a transaction."""

    def __init__(self, writer: Writer, profile: Profile) -> None:
        self._writer = writer
        self._profile = profile
        self._ids: dict[str, int] = {}
        self._seen_version = -1

    def forget(self) -> None:
        """Drop what is remembered: a transaction was rolled back, or another process may have tidied up."""
        self._ids.clear()

    def begin(self) -> None:
        """Call first in every transaction: numbers of terms hold only while nobody else has written."""
        version = self._writer.data_version()
        if version != self._seen_version:
            self.forget()
            self._seen_version = version

    def apply(self, removals: Sequence[Removal], additions: Sequence[Addition]) -> None:
        """Remove and add documents, with their statistics."""
        counts: dict[int, Counter[int]] = {}
        totals: dict[tuple[int, str], list[int]] = {}
        self._remove(removals, counts, totals)
        self._add(additions, counts, totals)
        self._write_counts(counts)
        self._write_totals(totals)

    def _remove(
        self,
        removals: Sequence[Removal],
        counts: dict[int, Counter[int]],
        totals: dict[tuple[int, str], list[int]],
    ) -> None:
        passages: list[recall.Passages] = []
        for removal in removals:
            row = self._writer.row("SELECT vector, root_id FROM term_vectors WHERE document = ?", (removal.document,))
            if row is None:
                continue
            blob, root_id = row
            assert isinstance(blob, bytes)
            assert isinstance(root_id, int)
            vector = decode(blob)
            ids = vector.term_ids()
            counts.setdefault(root_id, Counter()).subtract(ids)
            self._total(totals, root_id, vector.lengths, -1)
            terms = terms_of(self._writer, ids).values()
            passages.append(self._passages(removal.document, terms, removal.name, removal.description))
        recall.remove(self._writer, passages)
        self._writer.run_many(
            "DELETE FROM term_vectors WHERE document = ?", [(passage.document,) for passage in passages]
        )

    def _add(
        self,
        additions: Sequence[Addition],
        counts: dict[int, Counter[int]],
        totals: dict[tuple[int, str], list[int]],
    ) -> None:
        # 250 terms a document: each look-up of all of them costs 10 to 50 us, so there is one
        fields = [field for added in additions for field in added.analysis.counts]
        number = self._numbers(fields).__getitem__
        vectors: list[tuple[int, int, int, bytes]] = []
        passages: list[recall.Passages] = []
        held: dict[int, list[list[int]]] = {}
        for added in additions:
            *heads, last = added.analysis.counts  # the last field holds nearly every term
            outside = {term: None for head in heads for term in head if term not in last}
            terms = (*last, *outside)
            ids = [*map(number, terms)]
            held.setdefault(added.root_id, []).append(ids)
            self._total(totals, added.root_id, added.analysis.lengths, 1)
            by_id = [dict(zip(map(number, head), head.values(), strict=True)) for head in heads]
            vector = pack(added.analysis.lengths, by_id, ids, [*last.values(), *repeat(0, len(outside))])
            vectors.append((added.document, added.resource_key, added.root_id, vector))
            passages.append(self._passages(added.document, terms, added.name, added.description))
        for root_id, documents in held.items():
            counts.setdefault(root_id, Counter()).update(chain.from_iterable(documents))
        self._writer.run_many(
            "INSERT INTO term_vectors (document, resource_key, root_id, vector) VALUES (?, ?, ?, ?)", vectors
        )
        recall.add(self._writer, passages)

    def _passages(self, document: int, terms: Iterable[str], name: str, description: str) -> recall.Passages:
        normalise = self._profile.normalise
        return recall.Passages(document, tuple(terms), normalise(name), normalise(description))

    def _numbers(self, fields: Sequence[Mapping[str, int]]) -> dict[str, int]:
        """A table that holds the numbers of all terms of the fields, among others; new terms get one."""
        ids = self._ids
        missing: set[str] = set()
        for field in fields:
            missing.update(filterfalse(ids.__contains__, field))
        if len(ids) + len(missing) > CACHED_TERMS:  # most terms never come again: those of this batch might
            kept = {term: ids[term] for field in fields for term in field if term in ids}
            ids = self._ids = kept
        unknown = list(missing)
        for start in range(0, len(unknown), TERMS_AT_ONCE):
            part = unknown[start : start + TERMS_AT_ONCE]
            for term, number in self._writer.rows(f"SELECT term, id FROM terms WHERE term IN ({marks(part)})", part):
                ids[term] = number  # type: ignore[index,assignment]  # as the columns are declared
        new = sorted(term for term in unknown if term not in ids)
        if new:
            first = self._writer.number("SELECT max(id) FROM terms") + 1
            numbered = list(enumerate(new, first))
            self._writer.run_many("INSERT INTO terms (id, term) VALUES (?, ?)", numbered)
            ids.update((term, number) for number, term in numbered)
        return ids

    def _total(self, totals: dict[tuple[int, str], list[int]], root_id: int, lengths: Sequence[int], sign: int) -> None:
        fields = [("", sum(lengths)), *zip(self._profile.fields, lengths, strict=True)]
        for field, length in fields:
            entry = totals.setdefault((root_id, field), [0, 0])
            entry[0] += sign if length or not field else 0
            entry[1] += sign * length

    def _write_counts(self, counts: dict[int, Counter[int]]) -> None:
        changed: list[tuple[int, int, int]] = []
        for root_id, changes in counts.items():
            rising = sorted(changes)  # neighbours in the table one after another
            changed += zip(rising, repeat(root_id), map(changes.__getitem__, rising), strict=False)
        changed = [row for row in changed if row[2]]
        self._writer.run_many(
            "INSERT INTO term_counts (term_id, root_id, resources) VALUES (?, ?, ?)"
            " ON CONFLICT (term_id, root_id) DO UPDATE SET resources = resources + excluded.resources",
            changed,
        )
        self._writer.run_many(
            "DELETE FROM term_counts WHERE term_id = ? AND root_id = ? AND resources = 0",
            [(term_id, root_id) for term_id, root_id, change in changed if change < 0],
        )

    def _write_totals(self, totals: dict[tuple[int, str], list[int]]) -> None:
        self._writer.run_many(
            "INSERT INTO field_totals (root_id, field, resources, tokens) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (root_id, field) DO UPDATE SET resources = resources + excluded.resources,"
            " tokens = tokens + excluded.tokens",
            [(*key, *change) for key, change in sorted(totals.items()) if any(change)],
        )
