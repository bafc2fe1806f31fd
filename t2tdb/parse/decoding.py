"""From the bytes of a file to text, whatever the bytes are."""

from __future__ import annotations

from t2tdb.value import value


@value
class Decoded:
    """The text of a file, and whether bytes had to be replaced to get it."""

    text: str
    damaged: bool = False


def decode(data: bytes) -> Decoded:
    """Read UTF-8 (a byte order mark is dropped) or, where its mark says so, UTF-16. Never raises."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return Decoded(data.decode(encoding))
    except UnicodeDecodeError:
        return Decoded(data.decode(encoding, "replace"), damaged=True)
