"""From the bytes of a file to text, whatever the bytes are."""

from __future__ import annotations

from t2tdb.value import value


@value
class Decoded:
    """The text of a file, and whether bytes had to be replaced to get it."""

    text: str
    damaged: bool = False


def decode(data: bytes) -> Decoded:
    """Read UTF-8 (a byte order mark is dropped) or, where its mark or first character says so, UTF-16. Never raises."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else _unmarked(data[:2])
    try:
        return Decoded(data.decode(encoding))
    except UnicodeDecodeError:
        return Decoded(data.decode(encoding, "replace"), damaged=True)


def _unmarked(first: bytes) -> str:
    """No text begins with NUL, but half of an ASCII character of UTF-16 is one."""
    if len(first) == 2 and first.count(0) == 1:
        return "utf-16-be" if first[0] == 0 else "utf-16-le"
    return "utf-8-sig"
