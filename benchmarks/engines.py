"""The engines that stand beside t2tdb. Each gets the same tokens and answers with the ten best documents."""

from __future__ import annotations

import sqlite3
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.bag import bags, terms
from t2tdb.ranking.profile import get_profile
from t2tdb.ranking.score import inverse_document_frequency, six_decimals
from t2tdb.ranking.seed import ALL_TERMS, DESCRIPTION_PHRASE, K1, NAME_PHRASE, SHORTEST_PHRASE, WEIGHTS, B
from t2tdb.text import normalise, utf16_length

Answer = Callable[[str], list[Any]]

SLICE = 20_000
"""Documents whose names and descriptions are held at once where the tasks are known beforehand."""


class Exhaustive:
    """Scores every document with numpy, everything in memory; to the bit what the profile ``seed`` computes.

    With ``tasks`` it answers these alone and keeps what they ask for: a million resources take 1 GB instead of 10.
    """

    def __init__(self, database: str, tasks: Sequence[str] | None = None) -> None:
        self._profile = get_profile("seed")
        self._numbers = {term: number for number, term in terms(database).items()}
        queries = [] if tasks is None else [self._profile.query(task) for task in tasks]
        asked = {self._numbers.get(term.term, -1) for query in queries for term in query.terms}
        self._bonuses: dict[str, list[tuple[int, float]]] = {query.text: [] for query in queries}
        """Of each task's text who has it as a phrase: place and bonus."""
        documents, lengths = array("Q"), array("Q")
        postings: dict[int, tuple[array[int], array[int]]] = {}
        self._passages: list[tuple[str, str]] = []
        self._first = 0
        """Place of the document whose name and description are the first of ``_passages``."""
        for place, bag in enumerate(bags(database)):
            documents.append(bag.document)
            lengths.append(sum(w * n for w, n in zip(WEIGHTS, bag.lengths, strict=True)))
            weighted: dict[int, int] = {}
            for weight, field in zip(WEIGHTS, bag.counts, strict=True):
                for term, count in field.items():
                    weighted[term] = weighted.get(term, 0) + weight * count
            for term in weighted if tasks is None else asked & weighted.keys():
                places, counts = postings.setdefault(term, (array("I"), array("I")))
                places.append(place)
                counts.append(weighted[term])
            self._passages.append((normalise(bag.name), normalise(bag.description)))
            if tasks is not None and len(self._passages) == SLICE:
                self._look_for_phrases()
        if tasks is not None:
            self._look_for_phrases()
        self._documents = np.frombuffer(documents, np.uint64)
        self._postings = {
            term: (np.frombuffer(places, np.uint32), np.frombuffer(counts, np.uint32))
            for term, (places, counts) in postings.items()
        }
        average = sum(lengths) / len(lengths)
        self._padding = K1 * (1 - B + B * np.frombuffer(lengths, np.uint64).astype(np.float64) / average)

    def __call__(self, task: str) -> list[tuple[int, float]]:
        """The ten best (document, score); scores of more than ten where the tenth is shared."""
        query = self._profile.query(task)
        size = len(self._documents)
        scores, matched = np.zeros(size), np.zeros(size, np.int16)
        for term in query.terms:
            found = self._postings.get(self._numbers.get(term.term, -1))
            if found is None:
                continue
            places, counts = found[0], found[1].astype(np.float64)
            factor = inverse_document_frequency(size, len(places))
            scores[places] += factor * counts * (K1 + 1) / (counts + self._padding[places])
            matched[places] += 1
        if utf16_length(query.text) >= SHORTEST_PHRASE:
            known = self._bonuses.get(query.text)
            for place, bonus in _bonuses(query.text, self._passages) if known is None else known:
                scores[place] += bonus
        scores[matched == len(query.terms)] += ALL_TERMS
        if size > 60:
            least = np.partition(scores, size - 11)[size - 11]
            near = np.flatnonzero(scores >= least - 1e-5)
        else:
            near = np.arange(size)
        rounded = [(int(self._documents[i]), six_decimals(float(scores[i]))) for i in near if scores[i] > 0]
        return sorted(rounded, key=lambda hit: (-hit[1], hit[0]))

    def _look_for_phrases(self) -> None:
        """Note who of the last documents has the phrase of which task, and forget their names and descriptions."""
        everything = "\0".join(text for passage in self._passages for text in passage)
        for text, known in self._bonuses.items():
            if text in everything:
                known += [(self._first + place, bonus) for place, bonus in _bonuses(text, self._passages)]
        self._first += len(self._passages)
        self._passages.clear()


def _bonuses(text: str, passages: Sequence[tuple[str, str]]) -> Iterator[tuple[int, float]]:
    """Place and bonus of each passage that has the text."""
    for place, (name, description) in enumerate(passages):
        if text in name:
            yield place, NAME_PHRASE
        elif text in description:
            yield place, DESCRIPTION_PHRASE


class Fts5:
    """FTS5, one column a field, ``bm25`` with the profile's weights. In a process without apsw on the same file."""

    def __init__(self, database: str, directory: Path) -> None:
        self._connection = sqlite3.connect(directory / "fts5.db")
        run = self._connection.execute
        run("PRAGMA page_size = 8192")
        run("CREATE VIRTUAL TABLE f USING fts5(name, tags, description, content, content='', tokenize='ascii')")
        words = terms(database)
        with self._connection:
            self._connection.executemany(
                "INSERT INTO f (rowid, name, tags, description, content) VALUES (?, ?, ?, ?, ?)",
                ((bag.document, *(_spelled(field, words) for field in bag.counts)) for bag in bags(database)),
            )
        self._profile = get_profile("seed")

    def __call__(self, task: str) -> list[Any]:
        """Rowids of ``ORDER BY bm25(...) LIMIT 10``."""
        match = " OR ".join(f'"{term.term}"' for term in self._profile.query(task).terms)
        sql = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 4.0, 3.0, 2.0, 1.0) LIMIT 10"
        return self._connection.execute(sql, (match,)).fetchall()


class Tantivy:
    """tantivy on the weighted stream; its k1, b and one-byte lengths are its own."""

    def __init__(self, database: str, directory: Path) -> None:
        import tantivy

        schema = tantivy.SchemaBuilder().add_integer_field("id", stored=True).add_text_field("text").build()
        place = directory / "tantivy"
        place.mkdir()
        index = tantivy.Index(schema, path=str(place))
        writer = index.writer(256_000_000)
        words = terms(database)
        for bag in bags(database):
            text = " ".join(_stream(bag.counts, words))
            writer.add_document(tantivy.Document(id=bag.document, text=text))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._index, self._searcher = index, index.searcher()
        self._profile = get_profile("seed")

    def __call__(self, task: str) -> list[Any]:
        """The ten best."""
        text = " ".join(term.term for term in self._profile.query(task).terms)
        found: list[Any] = self._searcher.search(self._index.parse_query(text, ["text"]), 10).hits
        return found


class Bm25s:
    """bm25s on the weighted stream: numpy in memory, 32-bit scores."""

    def __init__(self, database: str) -> None:
        import bm25s

        words = terms(database)
        self._engine = bm25s.BM25(k1=K1, b=B)
        corpus = [list(_stream(bag.counts, words)) for bag in bags(database)]
        self._engine.index(corpus, show_progress=False)
        self._profile = get_profile("seed")

    def __call__(self, task: str) -> list[Any]:
        """The ten best."""
        tokens = [[term.term for term in self._profile.query(task).terms]]
        found, _scores = self._engine.retrieve(tokens, k=10, show_progress=False)
        return list(found[0])


def _spelled(field: dict[int, int], words: dict[int, str]) -> str:
    return " ".join(" ".join([words[term]] * count) for term, count in field.items())


def _stream(counts: Iterable[dict[int, int]], words: dict[int, str]) -> Iterable[str]:
    for weight, field in zip(WEIGHTS, counts, strict=True):
        for term, count in field.items():
            yield from [words[term]] * (weight * count)


def timed(engine: Answer, tasks: list[str], rounds: int = 3) -> list[float]:
    """Seconds of processor time of each task, the best of some rounds: load from elsewhere falls away."""
    best = [float("inf")] * len(tasks)
    for _ in range(rounds):
        for place, task in enumerate(tasks):
            started = time.process_time()
            engine(task)
            best[place] = min(best[place], time.process_time() - started)
    return best
