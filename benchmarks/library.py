"""Seeded synthetic libraries, and queries for them.

Words follow Zipf–Mandelbrot (s = 1.05) over 200,000 made-up words; each resource has one of 400 topics, whose 2,000
words it prefers; a quarter of a body's words repeat an earlier one, as in real prose. Two shapes:

* ``long``: SKILL.md-like files, 300 words at the median (120 to 1,300), about 240 distinct terms;
* ``short``: entries of catalog files, about 50 distinct terms; for a million resources.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

VOCABULARY = 200_000
TOPICS = 400
TOPIC_WORDS = 2_000
PER_DIRECTORY = 100
PER_CATALOG = 1_200
CHUNK = 10_000
CLASSES = ("mixed", "rare", "short", "common")

Words = NDArray[np.int64]


@dataclass(frozen=True)
class Text:
    """One resource, before it is written to a file."""

    name: str
    tags: list[str]
    description: str
    body: str


class Speaker:
    """Draws words. The same seed gives the same library on every machine."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.words = vocabulary()
        weight = 1 / (np.arange(VOCABULARY) + 3.7) ** 1.05
        self.common = np.cumsum(weight / weight.sum())
        topics = np.random.default_rng(400)
        ranks = np.exp(topics.uniform(np.log(80), np.log(VOCABULARY - 1), (TOPICS, TOPIC_WORDS)))
        self.topics = ranks.astype(np.int64)
        weight = 1 / (np.arange(TOPIC_WORDS) + 2.7)
        self.within = np.cumsum(weight / weight.sum())

    def draw(self, topics: Words, share: float) -> Words:
        """A word for each topic: of the topic with probability ``share``, else of the whole vocabulary."""
        size = len(topics)
        place = np.minimum(np.searchsorted(self.within, self.random.random(size)), TOPIC_WORDS - 1)
        general = np.minimum(np.searchsorted(self.common, self.random.random(size)), VOCABULARY - 1)
        return np.where(self.random.random(size) < share, self.topics[topics, place], general)

    def texts(self, count: int, *, short: bool) -> Iterator[Text]:
        """``count`` resources."""
        for start in range(0, count, CHUNK):
            yield from self._chunk(min(CHUNK, count - start), short=short)

    def _chunk(self, count: int, *, short: bool) -> Iterator[Text]:
        draw = self.random
        topics = draw.integers(0, TOPICS, count)
        middle, least, most = (36, 12, 150) if short else (300, 120, 1_300)
        bodies = np.clip(draw.lognormal(np.log(middle), 0.4 if short else 0.6, count), least, most).astype(np.int64)
        sizes = (draw.integers(1, 5, count), draw.integers(2, 6, count), draw.integers(6, 20, count), bodies)
        drawn = [
            np.split(self._field(topics, size, share), np.cumsum(size)[:-1])
            for size, share in zip(sizes, (0.8, 0.9, 0.5, 0.4), strict=True)
        ]
        words = self.words
        for name, tags, description, body in zip(*drawn, strict=True):
            yield Text(
                name=" ".join(words[i] for i in name),
                tags=[words[i] for i in tags],
                description=" ".join(words[i] for i in description),
                body=" ".join(words[i] for i in body),
            )

    def _field(self, topics: Words, sizes: Words, share: float) -> Words:
        owner = np.repeat(np.arange(len(sizes)), sizes)
        drawn = self.draw(topics[owner], share)
        if share == 0.4:  # bodies repeat themselves
            back = np.maximum(np.arange(len(drawn)) - self.random.integers(1, 40, len(drawn)), 0)
            repeat = (self.random.random(len(drawn)) < 0.25) & (owner[back] == owner)
            drawn = np.where(repeat, drawn[back], drawn)
        return drawn


@cache
def vocabulary() -> list[str]:
    """200,000 distinct pronounceable words, the common ones short, none of which the stemmer cuts."""
    draw = random.Random(7)
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        syllables = 2 if len(words) < 3_000 else 3 if len(words) < 60_000 else 4
        word = "".join(draw.choice("bcdfghjklmnprstvwz") + draw.choice("aeiou") for _ in range(syllables))
        words[word + draw.choice(["", "n", "r", "k", "x"])] = None
    return list(words)


def write(directory: Path, count: int, *, short: bool = False, seed: int = 1) -> int:
    """Write a library below ``directory``; gives the bytes of text in it."""
    texts = Speaker(seed).texts(count, short=short)
    return _write_catalogs(directory, texts) if short else _write_skills(directory, texts)


def _write_skills(directory: Path, texts: Iterator[Text]) -> int:
    written = 0
    for number, text in enumerate(texts):
        folder = directory / f"{number // PER_DIRECTORY:05}"
        if number % PER_DIRECTORY == 0:
            folder.mkdir(parents=True)
        words = text.body.split()
        paragraphs = [" ".join(words[i : i + 60]) for i in range(0, len(words), 60)]
        content = (
            f"---\nname: {text.name}\ndescription: {text.description}\ntags: [{', '.join(text.tags)}]\n---\n\n"
            f"# {text.name}\n\n" + "\n\n".join(paragraphs) + "\n"
        )
        written += (folder / f"{number:07}.skill.md").write_bytes(content.encode())
    return written


def _write_catalogs(directory: Path, texts: Iterator[Text]) -> int:
    written, number = 0, 0
    directory.mkdir(parents=True)
    batch: list[dict[str, object]] = []

    def flush() -> int:
        content = json.dumps({"name": "Synthetic", "resources": batch})
        batch.clear()
        return (directory / f"{number // PER_CATALOG:05}.catalog.json").write_bytes(content.encode())

    for number, text in enumerate(texts):
        batch.append(
            {
                "name": f"{text.name} {number}",
                "kind": "skill",
                "description": f"{text.description}. {text.body}",
                "tags": text.tags,
            }
        )
        if len(batch) == PER_CATALOG:
            written += flush()
    return written + (flush() if batch else 0)


def queries(each: int, seed: int = 99) -> dict[str, list[str]]:
    """Queries of four classes. A ``mixed`` one has 6 to 12 words: of a topic, of its odd words, and common ones."""
    speaker = Speaker(seed)
    draw = speaker.random
    made: dict[str, list[str]] = {name: [] for name in CLASSES}
    for _ in range(each):
        topic = np.full(12, draw.integers(0, TOPICS))
        length = int(draw.integers(6, 13))
        mixed = list(speaker.draw(topic[: 3 + length // 4], 1.0)) + list(speaker.draw(topic[:1], 0.0))
        while len(mixed) < length:
            mixed.append(draw.integers(0, 150) if draw.random() < 0.7 else draw.integers(150, 4_000))
        draw.shuffle(mixed)
        drawn = {
            "mixed": mixed,
            "rare": list(speaker.draw(topic[:6], 1.0)),
            "short": [*speaker.draw(topic[:1], 1.0), *draw.integers(0, 400, int(draw.integers(0, 3)))],
            "common": list(draw.integers(0, 300, 8)),
        }
        for name, words in drawn.items():
            made[name].append(" ".join(dict.fromkeys(speaker.words[int(i)] for i in words)))
    return made
