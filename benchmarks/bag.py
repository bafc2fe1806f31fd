"""The tokens of an indexed library, read back from its term vectors: what every engine is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from t2tdb.store.connection import open_reader
from t2tdb.store.vectors import decode


@dataclass(frozen=True)
class Bag:
    """One document: how often each term stands in each field, name and description for the phrase bonus."""

    document: int
    lengths: tuple[int, ...]
    counts: tuple[dict[int, int], ...]
    name: str
    description: str


def terms(database: str) -> dict[int, str]:
    """Every term by its number."""
    with open_reader(database) as reader:
        return {int(str(number)): str(term) for number, term in reader.iterate("SELECT id, term FROM terms")}


def bags(database: str) -> Iterator[Bag]:
    """Every document, by its number."""
    sql = (
        "SELECT v.document, v.vector, r.name, r.description FROM term_vectors v JOIN resources r USING (document)"
        " ORDER BY v.document"
    )
    with open_reader(database) as reader:
        for document, blob, name, description in reader.iterate(sql):
            assert isinstance(document, int)
            assert isinstance(blob, bytes)
            vector = decode(blob)
            yield Bag(document, vector.lengths, vector.counts(), str(name), str(description))
