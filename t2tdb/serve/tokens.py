"""Page tokens.

**A search's token survives a changing index.** It holds a hash of every result that was shown; the next page is the
best of what was not. So nothing is shown twice, and nothing that still exists is skipped, however scores moved
meanwhile. It costs six bytes a result, which is why a search can be paged through its first 1,000 results only.

**A listing's token** holds the place where the page ended. Resources that did not change are shown exactly once.

A token belongs to the query that it was given for, and no token holds anything that the pages did not show.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json

from t2tdb.serve.errors import invalid
from t2tdb.store.records import Mark

HASH = 6  # bytes: 48 bits
MAX_SHOWN = 1_000
_SEARCH = b"s1"


def hash_of(text: str) -> bytes:
    """The hash by which a token knows a result or a query."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:HASH]


def search_token(query: str, shown: frozenset[bytes]) -> str:
    """The token after pages with these results; "" where no further page may follow."""
    if len(shown) >= MAX_SHOWN:
        return ""
    return _spell(_SEARCH + hash_of(query) + b"".join(sorted(shown)))


def read_search_token(token: str, query: str) -> frozenset[bytes]:
    """The results that were shown before."""
    if not token:
        return frozenset()
    data = _bytes(token)
    head, asked, rest = data[:2], data[2 : 2 + HASH], data[2 + HASH :]
    if head != _SEARCH or len(rest) % HASH or len(rest) > MAX_SHOWN * HASH:
        raise invalid("the page token is damaged; search again without it")
    if asked != hash_of(query):
        raise invalid("the page token belongs to another query; search again without it")
    return frozenset(rest[start : start + HASH] for start in range(0, len(rest), HASH))


def list_token(query: str, mark: Mark) -> str:
    """The token after a page that ended at ``mark``."""
    return _spell(json.dumps(["l1", hash_of(query).hex(), mark.value, mark.key]).encode())


def read_list_token(token: str, query: str) -> Mark | None:
    """Where the page before ended."""
    if not token:
        return None
    try:
        kind, asked, place, key = json.loads(_bytes(token))
    except (ValueError, TypeError, RecursionError):
        raise invalid("the page token is damaged; list again without it") from None
    if kind != "l1" or not isinstance(place, str) or type(key) is not int or abs(key) >= 2**62:
        raise invalid("the page token is damaged; list again without it")
    if asked != hash_of(query).hex():
        raise invalid("the page token belongs to another listing; list again without it")
    return Mark(place.encode("utf-8", "replace").decode(), key)


def _spell(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(token: str) -> bytes:
    try:
        return base64.b64decode(token.encode("ascii") + b"=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise invalid("the page token is damaged; ask again without it") from None
