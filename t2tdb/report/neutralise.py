"""The gates that text from the disk passes before it reaches a reader: one for each kind of output.

Names, descriptions and paths are written by strangers. Whatever they hold, a terminal must not obey it, a browser must
not run it, and a reader must not be shown something else than what is there. The table of characters follows the idea
of fd's ``sanitize.rs`` (https://github.com/sharkdp/fd/blob/master/src/sanitize.rs): what has no picture of its own is
written out as ``\\x07`` or ``\\u{202E}``, so that nothing is lost and nothing acts.

* A complete ECMA-48 control sequence (colours, cursor moves, OSC 8 links, OSC 52 clipboard writes) becomes one ``�``.
* C0 and C1 controls, DEL, bidirectional controls, zero-width and tag characters, U+2028, U+2029 and lone surrogates are
  written out. A tab becomes a space: every gate gives one line.
* The two joiners and the soft hyphen are left out: they are common in honest prose (emoji families, Persian), and
  terminals disagree about the width of joined emoji.

JSON is different: it must give back what was there, so the same characters are escaped as ``\\uXXXX`` and stay.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HIDDEN = (
    (0x00, 0x1F),  # C0
    (0x7F, 0x9F),  # DEL and C1
    (0x061C, 0x061C),  # Arabic letter mark (bidirectional)
    (0x115F, 0x1160),  # Hangul fillers
    (0x180E, 0x180E),  # Mongolian vowel separator
    (0x200B, 0x200B),  # zero-width space
    (0x200E, 0x200F),  # left-to-right and right-to-left marks
    (0x2028, 0x202E),  # line and paragraph separators, embeddings and overrides
    (0x2060, 0x206F),  # word joiner, isolates, invisible operators, deprecated formats
    (0x3164, 0x3164),  # Hangul filler
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFA0, 0xFFA0),  # half-width Hangul filler
    (0xFFF9, 0xFFFB),  # interlinear annotation
    (0x1D173, 0x1D17A),  # invisible musical controls
    (0xE0000, 0xE007F),  # tags
)
_LEFT_OUT = (0x00AD, 0x200C, 0x200D)  # soft hyphen, zero-width non-joiner, zero-width joiner
_PRINTABLE_BUT_HIDDEN = "\u115f\u1160\u3164\uffa0"  # letters to Unicode, blank to a reader


_made: dict[Callable[[], dict[int, str]], dict[int, str]] = {}


def _escapes(make: Callable[[], dict[int, str]]) -> dict[int, str]:
    """A table for ``str.translate``, made when it is first needed: most texts need none, and ``find`` has no time."""
    if make not in _made:
        _made[make] = make()
    return _made[make]


def _line() -> dict[int, str]:
    table = {
        code: f"\\x{code:02X}" if code <= 0xFF else f"\\u{{{code:04X}}}"
        for first, last in _HIDDEN
        for code in range(first, last + 1)
    }
    return table | dict.fromkeys(_LEFT_OUT, "") | {0x09: " "}


def one_line(text: str) -> str:
    """Give ``text`` without anything that acts: one line, no control sequence, no invisible character."""
    if text.isprintable() and not _holds(text, _PRINTABLE_BUT_HIDDEN):
        return text
    return _surrogates("".join(_without_sequences(text)).translate(_escapes(_line)), "\\u{%04X}")


def terminal(text: str) -> str:
    """The gate to a terminal: error lines, progress and drawn reports."""
    return one_line(text)


def html(text: str) -> str:
    """The gate to HTML. Markup is escaped after it, by the template engine's autoescape."""
    return one_line(text)


_MARKUP = {ord(character): "\\" + character for character in "\\`*[]|~$"}
_MARKUP.update({ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"})


def markdown(text: str) -> str:
    """The gate to Markdown: the text as inline content of a table cell, a heading or a paragraph after our own words.

    Only what CommonMark and GitHub's tables read as markup in that position is escaped, so that a name such as
    ``code-review`` or ``list_issues`` stays readable to whoever reads the source, an agent for one.
    """
    line = one_line(text).translate(_MARKUP)
    return _escape_outer_underscores(line) if "_" in line else line


def markdown_code(text: str) -> str:
    """The text as a code span that also holds inside a table cell."""
    line = one_line(text)
    if not line.strip() or line != line.strip() or _holds(line, "`|\\"):
        return markdown(text)
    return f"`{line}`"


def _escape_outer_underscores(line: str) -> str:
    """Escape every underscore but those inside a word, which no flavour reads as emphasis."""
    pieces: list[str] = []
    last = len(line) - 1
    for position, character in enumerate(line):
        inside = 0 < position < last and line[position - 1].isalnum() and line[position + 1].isalnum()
        pieces.append("\\_" if character == "_" and not inside else character)
    return "".join(pieces)


def _as_escape(code: int) -> str:
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    return f"\\u{0xD7C0 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def _literal() -> dict[int, str]:
    table = {code: _as_escape(code) for code in (*_line(), *map(ord, "<>&"))}
    return table | {ord('"'): '\\"', ord("\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}


def json_string(text: str) -> str:
    """The gate to JSON: a string literal that a parser reads back as ``text``, with nothing in it that acts."""
    return '"' + _surrogates(text.translate(_escapes(_literal)), "\\u%04x") + '"'


def _acting() -> dict[int, str]:
    return {code: escape for code, escape in _literal().items() if code >= 0x7F}


def json_document(text: str) -> str:
    """The same for JSON that ``json.dumps`` wrote: it escapes no character beyond ASCII that acts."""
    return text if text.isprintable() else _surrogates(text.translate(_escapes(_acting)), "\\u%04x")


def _surrogates(text: str, notation: str) -> str:
    """Write out lone surrogates, which no encoding of the output could carry."""
    if text.isprintable():
        return text
    return "".join(notation % ord(letter) if "\ud800" <= letter <= "\udfff" else letter for letter in text)


# ECMA-48, section 5: introducers, in 7-bit and 8-bit form.
_STRING_INTRODUCERS_7 = "PX]^_"  # after ESC: DCS, SOS, OSC, PM, APC
_STRING_INTRODUCERS_8 = "\x90\x98\x9d\x9e\x9f"
_SEQUENCE = "\ufffd"


def _without_sequences(text: str) -> Iterator[str]:
    """Cut the complete control sequences out of ``text``, in time linear in its length."""
    start = position = 0
    end = len(text)
    while position < end:
        character = text[position]
        if character == "\x1b" or "\x80" <= character <= "\x9f":
            after = _end_of_sequence(text, position)
            if after:
                yield text[start:position]
                yield _SEQUENCE
                start = position = after
                continue
        position += 1
    yield text[start:]


def _end_of_sequence(text: str, position: int) -> int:
    """Where the control sequence that starts at ``position`` ends; 0 where none is complete."""
    character = text[position]
    body = position + 1
    if character == "\x1b":
        following = text[body : body + 1]
        if following == "[":
            return _end_of_csi(text, body + 1)
        if following and following in _STRING_INTRODUCERS_7:
            return _end_of_string(text, body + 1)
        body = _skip(text, body, " ", "/")
        return body + 1 if "0" <= text[body : body + 1] <= "~" else 0
    if character == "\x9b":
        return _end_of_csi(text, body)
    if character in _STRING_INTRODUCERS_8:
        return _end_of_string(text, body)
    return 0


def _end_of_csi(text: str, position: int) -> int:
    position = _skip(text, position, "0", "?")
    position = _skip(text, position, " ", "/")
    return position + 1 if "@" <= text[position : position + 1] <= "~" else 0


def _end_of_string(text: str, position: int) -> int:
    """The end of an OSC, DCS, SOS, PM or APC string. Any other control ends the search: so it stays linear."""
    end = len(text)
    while position < end:
        character = text[position]
        if character in "\x07\x9c":
            return position + 1
        if character == "\x1b":
            return position + 2 if text[position + 1 : position + 2] == "\\" else 0
        if (character < " " and not "\x08" <= character <= "\x0d") or "\x7f" <= character <= "\x9f":
            return 0
        position += 1
    return 0


def _skip(text: str, position: int, first: str, last: str) -> int:
    end = len(text)
    while position < end and first <= text[position] <= last:
        position += 1
    return position


def _holds(text: str, characters: str) -> bool:
    return any(character in text for character in characters)
