"""Ids of resources, and the names that stand in where a file gives none."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_KIND_SUFFIX = re.compile(r"\.(?:skill|agent|prompt|instructions|chatmode)?\.md$", re.IGNORECASE)
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,12}$")


def slug(text: str) -> str:
    """Letters and digits of the normalised text, all else as single hyphens; a hash where nothing is left."""
    normalised = unicodedata.normalize("NFKC", text).lower()
    kept = "".join(c if unicodedata.category(c)[0] in "LN" else " " for c in normalised)
    clean = "-".join(kept.split())
    return clean or hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def resource_id(kind: str, path: str, entry: str | None = None) -> str:
    """``kind:path`` in lower case, for an entry of a file with ``#`` and its slug. It need not be unique."""
    return f"{kind}:{path.lower()}" + ("" if entry is None else f"#{slug(entry)}")


def file_name(path: str) -> str:
    """The last part of a POSIX path."""
    return path.rpartition("/")[2]


def directory_name(path: str) -> str:
    """The name of the directory that holds the file; "" directly under the root."""
    return path.rpartition("/")[0].rpartition("/")[2]


def stem(path: str) -> str:
    """The file's name without its format's suffix: ``review`` for ``review.prompt.md``, ``notes`` for ``notes.md``."""
    name = file_name(path)
    short = _KIND_SUFFIX.sub("", name)
    return short if short != name else _SUFFIX.sub("", name) or name
