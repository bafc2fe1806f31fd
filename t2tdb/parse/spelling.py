"""How strings from files are cleaned: white space, lengths, characters that no database or terminal should see raw.

The seed is a JavaScript program, so its white space and its lengths are JavaScript's: ``\\s`` there includes U+FEFF and
leaves out U+0085 and U+001C to U+001F, and a length counts UTF-16 units.
"""

from __future__ import annotations

import re
import unicodedata

from t2tdb.text import BLANKS

_SPACES = re.compile(f"[{BLANKS}]+")
_LINE_BREAKS = re.compile("[\n\r\u2028\u2029\u0085]+")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def trim(text: str) -> str:
    """Take white space off both ends."""
    return text.strip(BLANKS)


def collapse(text: str) -> str:
    """Make every run of white space one blank and trim."""
    return _SPACES.sub(" ", text).strip(" ")


def one_line(text: str) -> str:
    """Make every run of line breaks one blank and trim; other white space stays as it was written."""
    return trim(_LINE_BREAKS.sub(" ", trim(text)))


def storable(text: str) -> str:
    """Replace what UTF-8 cannot hold (lone surrogates) and what ends strings in C (NUL) by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text) if _UNSTORABLE.search(text) else text


def utf16_order(text: str) -> bytes:
    """Sort key that orders as JavaScript's default sort does: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


_CLASSES = {"Z": 0, "C": 0, "P": 1, "S": 2, "N": 3}


def _collation(tag: str) -> tuple[list[tuple[int, str]], list[str], str]:
    base = [c for c in unicodedata.normalize("NFKD", tag) if not unicodedata.combining(c)]
    primary = [(_CLASSES.get(unicodedata.category(c)[0], 4), c.casefold()) for c in base]
    return primary, [c.swapcase() for c in base], tag


def distinct_sorted(tags: list[str]) -> tuple[str, ...]:
    """Trim, drop the empty, keep each once, and sort as an English dictionary does: punctuation, digits, letters;
    letter case and accents decide only between words that are equal without them."""
    kept = {trim(tag) for tag in tags} - {""}
    return tuple(sorted(kept, key=_collation))


_ALWAYS_HIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e001f\U000e0080-\U000e0fff]"
)
_JOINERS = re.compile("(?:^|[\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?=$|[\x00-\x7f])")
_TAG_CHARACTERS = re.compile("[\U000e0020-\U000e007f]")


def hidden_characters(text: str) -> tuple[str, ...]:
    """Name the invisible and bidirectional control characters of a text as ``U+202E``, each once, in order.

    Joiners between letters of scripts that need them, or between emoji, are ordinary; next to ASCII or at an end they
    are not. Tag characters are ordinary only in the flags that begin with U+1F3F4.
    """
    if text.isascii() and text.isprintable():
        return ()
    found = [match.group() for match in _ALWAYS_HIDDEN.finditer(text)]
    found += [match.group()[-1] for match in _JOINERS.finditer(text)]
    if "\U0001f3f4" not in text:
        found += [match.group() for match in _TAG_CHARACTERS.finditer(text)]
    return tuple(dict.fromkeys(f"U+{ord(character):04X}" for character in found))
