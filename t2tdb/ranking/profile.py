"""What a ranking profile is: how text becomes terms, how a task becomes a query, and how terms become a score.

A profile is named, versioned and recorded in the database; two databases with one profile and one library give the same
answers. Every profile keeps one shape, so that one index serves all of them and upper bounds are possible for each:

    score(document) = sum over the query's terms of  idf(term) * term.weight * impact(document, term)  + bonus(document)

* ``idf`` knows how many of the searched resources hold the term in any field;
* ``impact`` knows the term's frequencies and the document's lengths per field. It is 0 where the term does not occur,
  never above ``Profile.max_impact``, rises with every frequency and with the average length of every field;
* ``bonus`` is between 0 and ``Scorer.max_bonus``.

Nothing here reads a database or a disk.
"""

from __future__ import annotations

from t2tdb.errors import UsageError
from t2tdb.text import normalise, utf16_length
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from t2tdb.model import Contribution, SearchText

    Frequencies: TypeAlias = tuple[int, ...]
    """How often one term occurs in each field of one document, in the order of ``Profile.fields``."""
    Known: TypeAlias = Callable[[Sequence[str]], Mapping[str, int]]
    """Of some index terms, those that the searched library holds, each with the number of resources that hold it."""

MAX_QUERY_TERMS = 256
MAX_QUERY_UNITS = 8_192  # UTF-16 units, of the task as given and of the task normalised
PROFILES = ("seed", "tuned")


@value
class Analysis:
    """The terms of one resource. Both tuples have one entry a field of the profile."""

    lengths: tuple[int, ...]  # tokens
    counts: tuple[dict[str, int], ...]  # index term -> frequency, none of them 0


@value
class QueryTerm:
    """One feature that a query looks for: usually a word, sometimes a word's neighbour or a pair of words."""

    term: str  # as in the index
    display: str  # as the user wrote it, normalised
    weight: float = 1.0
    covers: tuple[str, ...] = ()  # which of ``Query.words`` are matched where this term is; may be none
    origin: str = "word"  # or "part", "joined", "pair", "corrected", "alias": why the query looks for it


@value
class Query:
    """An analysed task."""

    text: str  # normalised, stripped
    terms: tuple[QueryTerm, ...]
    words: tuple[str, ...]  # what coverage counts: displays, in the order of the terms
    ignored: tuple[str, ...]  # displays beyond the first ``MAX_QUERY_TERMS``
    total_terms: int  # words and ignored
    corrected: tuple[tuple[str, tuple[str, ...]], ...] = ()  # word -> known words that stand in for it


@value
class Wording:
    """How a task's words may be widened; profiles that take words as they stand ignore it."""

    exact_words: bool = False  # no corrections of misspelled words
    aliases: tuple[tuple[tuple[str, ...], float], ...] = ()  # groups of phrases that mean the same, with a weight


@value
class Statistics:
    """What is known of all the searched resources together; filters never change it."""

    resources: int
    tokens: tuple[int, ...]  # one a field: the sum of its lengths
    filled: tuple[int, ...]  # one a field: how many resources have at least one token in it
    having: tuple[int, ...]  # one a query term: how many resources hold it in any field


class Scorer:
    """Scores documents for one query over one library. Made by ``Profile.scorer``."""

    factors: tuple[float, ...]
    """One a query term: idf * weight. ``factors[i] * impact`` is what term i adds."""
    ceilings: tuple[float, ...]
    """One a query term: the most that it can add to any document."""
    max_bonus: float

    def impact(self, lengths: Sequence[int], frequencies: Frequencies) -> float:
        """Impact of one term in one document, between 0 and the profile's ``max_impact``."""
        raise NotImplementedError

    def bonus(self, name: str, description: str, matched: int) -> tuple[tuple[str, float], ...]:
        """Named bonuses of one document, none of them 0.

        ``name`` and ``description`` are normalised; ``matched`` counts the query's words that the document holds.
        """
        raise NotImplementedError

    def score(self, lengths: Sequence[int], rows: Sequence[Frequencies | None], name: str, description: str) -> float:
        """Score of one document, six decimals. ``rows`` has one entry a query term, None where it does not occur."""
        raise NotImplementedError

    def ledger(
        self, lengths: Sequence[int], rows: Sequence[Frequencies | None], name: str, description: str
    ) -> tuple[Contribution, ...]:
        """What each term gave in each field, and each bonus; in millionths it sums to ``score`` exactly."""
        raise NotImplementedError

    def confidence(self, rows: Sequence[Frequencies | None]) -> float | None:
        """How sure it is that the document fits the task, 0 to 1; None where the profile does not say."""
        del rows
        return None

    def matched(self, rows: Sequence[Frequencies | None]) -> tuple[str, ...]:
        """Which of the query's words the document holds, sorted."""
        raise NotImplementedError


class Profile:
    """A named way to rank."""

    name: str
    version: int
    fields: tuple[str, ...]
    max_impact: float
    widens = False
    """Whether it reads ``Wording``."""
    folds_copies = False
    """Whether one of several resources with the same text stands for all of them."""
    least_confidence = 0.0
    """Where none of the first hits is at least so sure, nothing fits."""

    def normalise(self, text: str) -> str:
        """Name or description as ``Scorer.score`` and ``Scorer.bonus`` want it."""
        raise NotImplementedError

    def analyze(self, text: SearchText) -> Analysis:
        """Terms of one resource."""
        raise NotImplementedError

    def query(self, task: str, known: Known | None = None, wording: Wording | None = None) -> Query:
        """Analyse a task.

        ``known`` lets a profile ask which terms the library holds; ``seed`` never asks, and reads no ``wording``.
        Raises ``UsageError`` where the task is too long or holds no word to search for.
        """
        raise NotImplementedError

    def scorer(self, query: Query, statistics: Statistics) -> Scorer:
        """A scorer for a query over a library."""
        raise NotImplementedError

    def index_impact(self, lengths: Sequence[int], frequencies: Frequencies, averages: Sequence[float]) -> float:
        """``Scorer.impact`` for given average lengths (one a field), without a query: what upper bounds are made of."""
        raise NotImplementedError

    def drift(self, reference: Sequence[float], averages: Sequence[float]) -> float:
        """How many times as much a frequency may count with ``averages`` as with ``reference``, at most.

        An impact is a mean of shares x / (k + x) of ``max_impact``; where every average is at most r times as large, so
        is every x or 1 / k.
        """
        return max(now / (then or 1e-9) for now, then in zip(averages, reference, strict=True))

    def averages(self, statistics: Statistics) -> tuple[float, ...]:
        """Average length of each field as ``index_impact`` wants them; ``having`` is not read."""
        raise NotImplementedError


def get_profile(name: str) -> Profile:
    """The profile of that name; imports it at the first use. Raises ``UsageError`` for an unknown name."""
    if name == "seed":
        from t2tdb.ranking import seed

        return seed.PROFILE
    if name == "tuned":
        from t2tdb.ranking import tuned

        return tuned.PROFILE
    raise UsageError(f"there is no ranking profile {name!r}; choose one of: {', '.join(PROFILES)}")


def bounded(task: str) -> str:
    """The normalised task; raises ``UsageError`` where the task is over-long before or after."""
    if utf16_length(task) <= MAX_QUERY_UNITS:
        text = normalise(task)
        if utf16_length(text) <= MAX_QUERY_UNITS:
            return text
    raise UsageError(f"the task is longer than {MAX_QUERY_UNITS:,} characters; shorten it")


def wordless() -> UsageError:
    """What a profile raises for a task that holds nothing to search for."""
    return UsageError("the task holds no word to search for; describe it in a few words of its own")
