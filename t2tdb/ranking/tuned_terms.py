"""How the profile ``tuned`` turns text into terms.

Runs of letters and numbers, as everywhere; then identifiers are cut where their case or their digits change and the
joined form is kept, scripts that put no spaces between words are cut into pairs of characters, function words and the
filler of requests are dropped, and English suffixes are taken off by Snowball. The case of the text matters until the
identifiers are cut, so this reads NFKC text that is not lowered yet.
"""

from __future__ import annotations

from t2tdb.text import is_unspaced, utf16_length
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTION_WORDS = """
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
itself they them their theirs themselves what which who whom this that these those am is are was were be been being
have has had having do does did doing would should could ought a an the and but if or because as until while of at by
for with about against between into through during before after above below to from up down in out on off over under
again further then once here there when where why how all any both each few more most other some such no nor not only
own same so than too very can will just don now im ive youre its dont cant isnt arent lets s t re ve ll d m
"""
FILLER = "please help need want like know tell give let us get make use using used tool tools may might also"
STOP_WORDS = frozenset(FUNCTION_WORDS.split() + FILLER.split())
MAX_TOKEN_UNITS = 128
PAIR_MARK = "\u00b7"  # no letter or number, so no word looks like a pair; not ASCII, so the recall index keeps it whole

_stem_word: Callable[[str], str] | None = None


def stem(word: str) -> str:
    """The English Snowball stem of a lower-case word."""
    global _stem_word
    if _stem_word is None:
        from Stemmer import Stemmer  # 1 ms, and only where a word is looked at

        _stem_word = Stemmer("english").stemWord
    return _stem_word(word)


def pieces(run: str) -> tuple[list[str], list[str]]:
    """Cut one run into words: the lower-case pieces in order, and the joined forms of identifiers that were cut.

    Unspaced scripts come as pairs of characters.
    """
    output: list[str] = []
    joined: list[str] = []
    for segment in [run] if run.isascii() else _segments(run):
        if is_unspaced(segment[0]):
            output += [segment[i : i + 2] for i in range(len(segment) - 1)] or [segment]
            continue
        cut = _cut(segment)
        output += [piece.lower() for piece in cut]
        if len(cut) > 1:
            joined.append(segment.lower())
    return output, joined


def _segments(run: str) -> list[str]:
    flags = [is_unspaced(character) for character in run]
    cuts = [i for i in range(1, len(run)) if flags[i] != flags[i - 1]]
    return [run[a:b] for a, b in zip([0, *cuts], [*cuts, len(run)], strict=True)]


def term(piece: str) -> str:
    """The index term of a lower-case piece; "" where it is dropped."""
    if piece in STOP_WORDS:
        return ""
    if piece.isascii():
        stemmed = stem(piece)
        return stemmed if (len(stemmed) > 1 or stemmed.isdigit()) and len(stemmed) <= MAX_TOKEN_UNITS else ""
    if len(piece) == 1:
        return piece if is_unspaced(piece) or piece.isdigit() else ""
    stemmed = stem(piece)
    return stemmed if utf16_length(stemmed) <= MAX_TOKEN_UNITS else ""


def pair(left: str, right: str) -> str:
    """The index term of two terms side by side, in either order; "" where they say nothing together.

    Two pairs of characters of one unspaced run overlap anyway.
    """
    if left == right or (is_unspaced(left[0]) and is_unspaced(right[0])):
        return ""
    return left + PAIR_MARK + right if left < right else right + PAIR_MARK + left


def _cut(run: str) -> list[str]:
    """Cut at aB, ABc, and between two letters and a digit; ``APIs`` stays whole."""
    if len(run) < 3 or (run.islower() and run.isalpha()) or run.isdigit():
        return [run]
    cuts = [i for i in range(1, len(run)) if _boundary(run, i)]
    return [run[a:b] for a, b in zip([0, *cuts], [*cuts, len(run)], strict=True)]


def _boundary(run: str, i: int) -> bool:
    left, right = run[i - 1], run[i]
    if "A" <= right <= "Z":
        if "a" <= left <= "z" or "0" <= left <= "9":
            return True
        following = run[i + 1 : i + 2]
        return "A" <= left <= "Z" and "a" <= following <= "z" and run[i + 1 :] != "s"
    if "0" <= right <= "9":
        return i > 1 and _letter(left) and _letter(run[i - 2])
    if "0" <= left <= "9":
        return _letter(right) and _letter(run[i + 1 : i + 2])
    return False


def _letter(character: str) -> bool:
    return "a" <= character <= "z" or "A" <= character <= "Z"
