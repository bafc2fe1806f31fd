"""Names of resources for other machines: ``urn:air:<publisher>:<kind>:<place in the library>``.

The name is made of the resource's id, so it stays when the text changes, and needs no table of names: a name can be
computed from one row. An id of plain letters, digits, dots, hyphens and underscores is spelt out; one that holds more
gets a hash of itself at its end, so two ids never share a name. Resources that share an *id* (two roots with one
layout, a lint error inside one root) are told apart by a hash of their place, all but the first of them.

A catalog entry that brought a valid name of its own keeps it: the publisher of a resource is whoever wrote it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from t2tdb.catalog.record import Record
from t2tdb.errors import UsageError

PLACEHOLDER = "agent.localhost"
"""The publisher of a library that never leaves its machine, as the naming guide recommends (RFC 2606)."""

VALID = re.compile(r"urn:air:([a-zA-Z0-9.-]{1,253}):((?:[a-zA-Z0-9._-]+:)*[a-zA-Z0-9._-]+)")
"""The pattern of the catalog schema; to be used with ``fullmatch``."""

_HASHED = re.compile(r"\.[0-9a-f]{10}\Z")
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_PLAIN = re.compile(r"[a-z0-9._-]+")
_OTHER = re.compile(r"[^a-z0-9._-]+")
_SKILL_FILE = "/skill.md"
_DOCUMENTS = (".json", ".jsonc", ".yaml", ".yml", ".toml", ".mdc")
"""Suffixes of files whose entries are resources, or that are one whole."""


def require_publisher(publisher: str) -> str:
    """The publisher in lower case. Raises ``UsageError`` for what is no full domain name, ``localhost`` included."""
    name = publisher.strip().lower().rstrip(".")
    labels = name.split(".")
    if len(labels) < 2 or len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise UsageError(f"the publisher must be a full domain name such as acme.com; {publisher!r} is none")
    return name


def urn_of(record: Record, publisher: str) -> str:
    """The name of a resource."""
    own = record.detail("urn")
    if own and VALID.fullmatch(own):
        return own
    made = f"urn:air:{publisher}:{_tail(record.id)}"
    return f"{made}.{_hash(record.place)}" if record.twin else made


def publisher_of(urn: str) -> str:
    """The publisher that a name says, "" for what is no name."""
    found = VALID.fullmatch(urn)
    return found.group(1).lower() if found else ""


def hashed_kind(urn: str, publisher: str) -> str:
    """The kind of resource that may have this name by a hash of its id; "" where none can."""
    found = VALID.fullmatch(urn)
    if found is None or found.group(1).lower() != publisher or not _HASHED.search(urn):
        return ""
    return re.split(r"[:.]", found.group(2), maxsplit=1)[0]


def ids_of(urn: str, publisher: str) -> tuple[str, ...]:
    """The ids that may have this name: a quick way back for names that spell out their id."""
    found = VALID.fullmatch(urn)
    if found is None or found.group(1).lower() != publisher:
        return ()
    kind, colon, rest = found.group(2).partition(":")
    if not colon:
        return ()
    path = rest.replace(":", "/")
    directory, _, last = path.rpartition("/")
    made = [f"{kind}:{path}", f"{kind}:{path}.md", f"{kind}:{path}{_SKILL_FILE}"]
    if directory:
        made.append(f"{kind}:{directory}#{last}")
    unhashed = path.rpartition(".")[0]
    if unhashed:
        made += [f"{kind}:{unhashed}", f"{kind}:{unhashed}.md", f"{kind}:{unhashed}{_SKILL_FILE}"]
        stem = last.rpartition(".")[0]
        if directory and stem:
            made.append(f"{kind}:{directory}#{stem}")
    return tuple(made)


def _tail(identity: str) -> str:
    """Everything after the publisher."""
    kind, _, rest = identity.partition(":")
    path, hash_mark, entry = rest.partition("#")
    parts = [kind, *_spelt(kind, path).split("/"), *([entry] if hash_mark else [])]
    if _is_plain(kind, path, entry) and all(_PLAIN.fullmatch(part) for part in parts):
        return ":".join(parts)
    spelt = [_ascii(part) for part in parts]
    return f"{':'.join(part for part in spelt if part) or 'resource'}.{_hash(identity)}"


def _spelt(kind: str, path: str) -> str:
    """The path without the suffix that says nothing."""
    if kind == "skill":
        return path.removesuffix(_SKILL_FILE)
    return path.removesuffix(".md")


def _is_plain(kind: str, path: str, entry: str) -> bool:
    """Whether no other id is spelt alike: by each way of spelling, another kind of path ends so."""
    directory, _, _ = path.rpartition("/")
    if any(name.endswith(_DOCUMENTS) for name in directory.split("/")):
        return False
    if entry:
        return path.endswith(_DOCUMENTS)
    spelt = _spelt(kind, path)
    if kind == "skill":
        return spelt.endswith((".md", *_DOCUMENTS)) == (spelt == path)
    if spelt != path:
        return kind != "catalog" and not spelt.endswith(_DOCUMENTS)
    return path.endswith(_DOCUMENTS) or (kind == "catalog" and "/" not in path)


def _ascii(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("-", folded).strip("-")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
