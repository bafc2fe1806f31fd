"""Who may ask."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from t2tdb.serve.errors import Refused, invalid

if TYPE_CHECKING:
    from starlette.requests import Request


def is_loopback(host: str) -> bool:
    """Whether a host is this machine alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """Asks for the token where there is one; where there is none, only this machine's own programs are answered.

    A page in a browser can make a name of its own point to 127.0.0.1 and then read what it gets from there. It cannot
    change the name it asks for, so without a token only names of this machine are answered.
    """

    def __init__(self, token: str, public_url: str) -> None:
        self._digest = _digest(token) if token else b""
        self._public = (urlsplit(public_url).hostname or "").lower()

    def admit(self, request: Request) -> None:
        """Raise ``Refused`` where the request may not be answered."""
        if self._digest:
            kind, _, given = request.headers.get("authorization", "").partition(" ")
            same = hmac.compare_digest(_digest(given.strip()), self._digest)
            if kind.lower() != "bearer" or not same:
                raise Refused(401, "UNAUTHENTICATED", "send the token: Authorization: Bearer TOKEN")
            return
        try:
            host = (urlsplit(f"//{request.headers.get('host', '')}").hostname or "").lower()
        except ValueError:
            host = ""
        if not is_loopback(host) and (not host or host != self._public):
            raise invalid("this registry answers to localhost only; name others with --public-url")


def _digest(token: str) -> bytes:
    """Of equal length whatever the token, so that comparing takes equal time."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
