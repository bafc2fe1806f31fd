"""A task under the profile ``tuned``: its words, their joined forms and neighbours, and what the library calls them."""

from __future__ import annotations

from itertools import pairwise

from t2tdb.ranking.common_aliases import common_aliases
from t2tdb.ranking.profile import MAX_QUERY_TERMS, Query, QueryTerm, bounded, wordless
from t2tdb.ranking.spelling import ALONE, SHARED, corrections
from t2tdb.ranking.tuned_terms import pair, pieces, stem, term
from t2tdb.text import BLANKS, is_unspaced, runs
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from t2tdb.ranking.profile import Known, Wording

MAX_PAIRS = 128
COMPOUND = 0.5  # weight of two neighbours written as one word, and of the halves of an unknown word
PART = 0.5
BEGINNING = 2  # letters
MAX_UNKNOWN = 32  # words that are looked at for a better spelling
SHORTEST_SPLIT = 3  # letters of each half of a compound


class _Features:
    """Query terms by index term; the first reason to look for one stays."""

    def __init__(self) -> None:
        self.by_term: dict[str, QueryTerm] = {}

    def add(self, feature: QueryTerm) -> None:
        self.by_term.setdefault(feature.term, feature)


def query(task: str, known: Known | None, wording: Wording | None) -> Query:
    """Analyse a task; see ``Profile.query``."""
    text = bounded(task)
    stream, joined = _tokens(task)
    if not stream:
        raise wordless()
    display_of: dict[str, str] = {}
    for display, word in sorted(stream):
        display_of.setdefault(word, display)
    words = list(display_of.values())
    evaluated = set(list(display_of)[:MAX_QUERY_TERMS])
    features = _Features()
    for word, display in display_of.items():
        if word in evaluated:
            features.add(QueryTerm(word, display, covers=(display,)))
    for form, parts in joined:
        covers = tuple(sorted({display_of[part] for part in parts if part in evaluated}))
        features.add(QueryTerm(stem(form), form, covers=covers, origin="joined"))
    corrected: dict[str, tuple[str, ...]] = {}
    stands_for: dict[str, list[tuple[str, str, float]]] = {}
    if known is not None:
        unknown = _compounds(features, stream, display_of, known)
        if not (wording and wording.exact_words):
            corrected = _corrections(features, unknown, stands_for, known)
    _aliases(features, stream, display_of, wording.aliases if wording else ())
    if not (wording and wording.exact_words):
        _aliases(features, stream, display_of, common_aliases())
    _pairs(features, stream, stands_for)
    return Query(
        text=text.strip(BLANKS),
        terms=tuple(features.by_term.values()),
        words=tuple(words[:MAX_QUERY_TERMS]),
        ignored=tuple(words[MAX_QUERY_TERMS:]),
        total_terms=len(words),
        corrected=tuple(corrected.items()),
    )


def _tokens(task: str) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """(display, term) of each kept piece in order, and (joined form, terms of its pieces) of each cut identifier."""
    if not task.isascii():
        from unicodedata import normalize

        task = normalize("NFKC", task)
    stream: list[tuple[str, str]] = []
    joined: list[tuple[str, list[str]]] = []
    for run in runs(task):
        words, forms = pieces(run)
        kept = [(word, term(word)) for word in words if term(word)]
        stream += kept
        joined += [(form, [word for _, word in kept]) for form in forms if term(form)]
    return stream, joined


def _compounds(
    features: _Features, stream: list[tuple[str, str]], display_of: Mapping[str, str], known: Known
) -> list[QueryTerm]:
    """Neighbours that the library writes as one word, and unknown words that it writes as two.

    Gives the unknown words that remain.
    """
    couples: dict[str, tuple[str, tuple[str, ...]]] = {}
    for (left, left_term), (right, right_term) in pairwise(stream):
        form = left + right
        if not (is_unspaced(left[0]) or is_unspaced(right[0])) and term(form):
            couples.setdefault(term(form), (form, (display_of[left_term], display_of[right_term])))
    having = known([*couples, *features.by_term])
    for compound, (form, covers) in couples.items():
        if compound in having:
            features.add(QueryTerm(compound, form, COMPOUND, tuple(sorted(set(covers))), "compound"))
    remaining: list[QueryTerm] = []
    unknown = [feature for feature in features.by_term.values() if feature.term not in having]
    for feature in unknown[:MAX_UNKNOWN]:
        if feature.origin != "word" or not feature.display.isalpha() or is_unspaced(feature.display[0]):
            continue
        halves = _halves(feature.display, known)
        for half in halves:
            features.add(QueryTerm(term(half), half, PART, feature.covers, "part"))
        if not halves:
            remaining.append(feature)
    return remaining


def _corrections(
    features: _Features,
    unknown: list[QueryTerm],
    stands_for: dict[str, list[tuple[str, str, float]]],
    known: Known,
) -> dict[str, tuple[str, ...]]:
    """Known words for misspelled ones; ``stands_for`` gets (spelling, term, weight) of each, by the unknown term."""
    corrected: dict[str, tuple[str, ...]] = {}
    for feature in unknown:
        found = corrections(feature.display, known)
        weight = ALONE if len(found) == 1 else SHARED
        for spelling, word in found:
            features.add(QueryTerm(word, spelling, weight, feature.covers, "corrected"))
            stands_for.setdefault(feature.term, []).append((spelling, word, weight))
        if found:
            corrected[feature.display] = tuple(spelling for spelling, _word in found)
    return corrected


def _aliases(
    features: _Features,
    stream: list[tuple[str, str]],
    display_of: Mapping[str, str],
    groups: Iterable[tuple[tuple[str, ...], float]],
) -> None:
    """The other phrases of a group, where one of its phrases stands in the task."""
    terms = [word for _, word in stream]
    beginnings = {display[:BEGINNING] for display, _ in stream}
    for phrases, weight in groups:
        if not any(phrase[:BEGINNING].casefold() in beginnings for phrase in phrases):
            continue  # stems keep the first two letters, and nearly all groups end here: 0.05 ms for all of them
        known = [(phrase, [word for _, word in _tokens(phrase)[0]]) for phrase in phrases]
        for phrase, words in known:
            covers = tuple(sorted({display_of[word] for word in words})) if _stands_in(words, terms) else ()
            for other, others in known:
                if covers and others and other != phrase:
                    _alias(features, other, others, weight, covers)


def _stands_in(words: list[str], terms: list[str]) -> bool:
    return bool(words) and any(terms[i : i + len(words)] == words for i in range(len(terms) - len(words) + 1))


def _alias(features: _Features, shown: str, words: list[str], weight: float, covers: tuple[str, ...]) -> None:
    """A phrase of one word covers what it stands for; of a longer one, each two neighbours do."""
    alone = len(words) == 1
    for word in words:
        features.add(QueryTerm(word, shown, weight, covers if alone else (), "alias"))
    for left, right in pairwise(words):
        neighbours = pair(left, right)
        if neighbours:
            features.add(QueryTerm(neighbours, shown, weight, covers, "alias"))


def _pairs(
    features: _Features, stream: list[tuple[str, str]], stands_for: Mapping[str, list[tuple[str, str, float]]]
) -> None:
    """Neighbours in the task; a corrected word keeps its neighbours."""
    added = 0
    for (left, left_term), (right, right_term) in pairwise(stream):
        for left_spelling, left_word, left_weight in stands_for.get(left_term, [(left, left_term, 1.0)]):
            for right_spelling, right_word, right_weight in stands_for.get(right_term, [(right, right_term, 1.0)]):
                neighbours = pair(left_word, right_word)
                if neighbours and added < MAX_PAIRS:
                    shown = f"{left_spelling} {right_spelling}"
                    features.add(QueryTerm(neighbours, shown, min(left_weight, right_weight), origin="pair"))
                    added += 1


def _halves(word: str, known: Known) -> tuple[str, ...]:
    """The two known words that an unknown one is made of; of several cuts the one whose rarer half is commonest."""
    cuts = [(word[:i], word[i:]) for i in range(SHORTEST_SPLIT, len(word) - SHORTEST_SPLIT + 1)]
    having = known([t for t in {term(half) for cut in cuts for half in cut} if t])
    scored = [(min(having.get(term(left), 0), having.get(term(right), 0)), left, right) for left, right in cuts]
    best = max(scored, default=(0, "", ""))
    return best[1:] if best[0] else ()
