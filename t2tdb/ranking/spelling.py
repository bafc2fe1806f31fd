"""Misspelled words: the known words one edit away from a word that the library does not hold.

An edit is one letter left out, put in, replaced, or two neighbours swapped. Candidates are made from the word and
looked up, a few hundred at a time, so the vocabulary is never read: at a million resources it costs what it costs at
ten.
"""

from __future__ import annotations

from t2tdb.ranking.tuned_terms import STOP_WORDS, stem, term
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.ranking.profile import Known

SHORTEST = 5  # letters of a word that is corrected
LONGEST = 32  # a longer one is an identifier or noise
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CANDIDATES = 2
ALONE = 0.9  # weight of the only candidate
SHARED = 0.6  # weight of each of two


def corrections(word: str, known: Known) -> tuple[tuple[str, str], ...]:
    """(word, index term) of at most ``CANDIDATES`` known words one edit away, the commonest first.

    A common English word is no misspelling, though the library lacks it: without this rule a small library that knows
    "booking" answers "looking" (nDCG@10 of clean queries over 199 plugins fell by 0.01). A word one edit away from a
    function word is most likely that.
    """
    if not (SHORTEST <= len(word) <= LONGEST and word.isalpha()) or stem(word) in _common_stems():
        return ()
    nearby = neighbours(word)
    if not STOP_WORDS.isdisjoint(nearby):
        return ()
    spelled: dict[str, str] = {}
    for candidate in nearby:
        stemmed = term(candidate)
        if stemmed:
            spelled.setdefault(stemmed, candidate)
    having = known(list(spelled))
    best = sorted(having, key=lambda stemmed: (-having[stemmed], stemmed))[:CANDIDATES]
    return tuple((spelled[stemmed], stemmed) for stemmed in best)


def neighbours(word: str) -> list[str]:
    """All spellings one edit away, each once; swaps first, then letters replaced, put in and left out."""
    letters = LETTERS + "".join(sorted({letter for letter in word if letter not in LETTERS}))
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    spellings = [left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1]
    spellings += [left + letter + right[1:] for left, right in cuts if right for letter in letters]
    spellings += [left + letter + right for left, right in cuts for letter in letters]
    spellings += [left + right[1:] for left, right in cuts if right]
    return [spelling for spelling in dict.fromkeys(spellings) if spelling != word]


def _common_stems() -> frozenset[str]:
    global _stems
    if _stems is None:
        from t2tdb.ranking.common_words import STEMS  # 0.4 ms, and only where a word is unknown

        _stems = frozenset(STEMS.split())
    return _stems


_stems: frozenset[str] | None = None
