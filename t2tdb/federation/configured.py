"""Upstream registries as ``config.toml`` names them.

::

    [registries.team]
    url = "https://registry.acme.com/api/v1/"
    token-file = "~/.config/t2tdb/team.token"

Only what stands there is ever asked: no answer of a registry adds another one.
"""

from __future__ import annotations

import ipaddress
import os
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from t2tdb.catalog.ard import is_web_address
from t2tdb.catalog.urn import PLACEHOLDER, VALID
from t2tdb.errors import UsageError
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from t2tdb.catalog.ard import Entry

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_KEYS = {"url", "token", "token-file", "federation", "identifier"}
MAX_REGISTRIES = 32


@value
class Registry:
    """One registry that may be asked."""

    name: str
    url: str  # base address or address of its search route
    token: str = ""
    federation: str = "auto"  # what it is told to do with its own upstreams: "auto" or "none"
    identifier: str = ""

    @property
    def search_url(self) -> str:
        """Address of the search route."""
        base = self.url.rstrip("/")
        return base if base.endswith("/search") else base + "/search"

    def referral(self) -> Entry:
        """The entry by which a client is sent there."""
        return {
            "identifier": self.identifier or f"urn:air:{_publisher(self.url)}:registry:{self.name}",
            "displayName": self.name,
            "type": "application/ai-registry+json",
            "url": self.search_url,
        }


def registry_at(url: str) -> Registry:
    """The registry at an address that the user typed."""
    if not is_web_address(url) or "?" in url:
        told = "this" if "@" in url or "?" in url else url  # what stands there may be secret
        raise UsageError(f"{told} is no http or https address of a registry, without user, password and query")
    return Registry(name=urlsplit(url).netloc, url=url)


def registries(configuration: Mapping[str, object], file: str = "config.toml") -> tuple[Registry, ...]:
    """The registries of a configuration. Raises ``UsageError``, naming ``file``, for what is none."""
    tables = configuration.get("registries", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise UsageError(f'{file}: registries are tables such as [registries.team] with url = "https://..."')
    if len(tables) > MAX_REGISTRIES:
        raise UsageError(f"{file}: at most {MAX_REGISTRIES} registries can be asked")
    return tuple(_registry(f"{file}: [registries.{name}]", name, table) for name, table in tables.items())


def _registry(where: str, name: str, table: Mapping[str, object]) -> Registry:
    unknown = sorted(set(table) - _KEYS)
    wrong = unknown or sorted(key for key, entry in table.items() if not isinstance(entry, str))
    if wrong:
        raise UsageError(f"{where} takes texts for {', '.join(sorted(_KEYS))}; not {', '.join(wrong)}")
    texts = {key: str(entry) for key, entry in table.items()}
    url = texts.get("url", "")
    if not _NAME.fullmatch(name):
        raise UsageError(f"{where}: a name is letters, digits, dots, hyphens and underscores")
    if not is_web_address(url) or urlsplit(url).query:
        raise UsageError(f"{where} needs the http or https address of the registry as url")
    if texts.get("federation", "auto") not in ("auto", "none"):
        raise UsageError(f"{where}: federation is auto or none")
    if texts.get("identifier") and not VALID.fullmatch(texts["identifier"]):
        raise UsageError(f"{where}: identifier is urn:air:DOMAIN:registry:NAME")
    token = texts.get("token", "")
    token = require_token(token, f"{where}: token") if token else read_token(texts.get("token-file", ""))
    return Registry(name, url, token, texts.get("federation", "auto"), texts.get("identifier", ""))


def read_token(path: str) -> str:
    """The token in a file, without blanks around it; "" for no file. Raises ``UsageError`` where it is no token."""
    if not path:
        return ""
    try:
        with open(os.path.expanduser(path), encoding="ascii") as file:
            token = file.read(4_096).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot read the token ({getattr(error, 'strerror', None) or 'not ASCII'})") from None
    return require_token(token, path)


def require_token(text: str, where: str) -> str:
    """The token. Raises ``UsageError`` for what no header can carry, without showing it."""
    if not text.isascii() or not text.isprintable() or " " in text or not text:
        raise UsageError(f"{where} is no token: one word of printable ASCII")
    return text


def _publisher(url: str) -> str:
    host = (urlsplit(url).hostname or "").lower()
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host if "." in host and re.fullmatch(r"[a-z0-9.-]+", host) else PLACEHOLDER
    return PLACEHOLDER
