"""The text of one resource, read again from the disk for whoever asks to see it.

The database holds no bodies. What is shown is read by descriptors, never through a link and never outside the root, at
most ``LIMIT`` bytes of it; tokens of known shapes are masked. Files that hold settings (JSON, YAML, TOML) are never
shown: their arguments and values are where secrets live.
"""

from __future__ import annotations

from t2tdb.discover.disk import open_root
from t2tdb.discover.read import NotRegular, read_file
from t2tdb.errors import T2tdbError
from t2tdb.parse.decoding import decode
from t2tdb.redact import mask_tokens
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.discover.disk import Directory
    from t2tdb.model import Resource

LIMIT = 1 << 20
"""Bytes of a file that are read."""

_SETTINGS = (".json", ".jsonc", ".json5", ".yaml", ".yml", ".toml", ".env", ".ini")


class NoBody(T2tdbError):
    """There is no text to show; the message says why."""


def may_be_shown(resource: Resource) -> bool:
    """Whether the file is prose that a person or an agent reads, not settings with entries."""
    return not resource.entry and not resource.path.lower().endswith(_SETTINGS)


def read_body(root: bytes, path: bytes) -> str:
    """The masked text of the file at ``path`` below ``root``, both raw. Raises ``NoBody``."""
    *parents, name = path.split(b"/")
    shown = path.decode("utf-8", "replace")
    opened: list[Directory] = []
    try:
        directory = open_root(root)
        opened.append(directory)
        for parent in parents:
            directory = directory.descend(parent)
            opened.append(directory)
        data = read_file(directory, name, LIMIT).data
    except NotRegular as error:
        raise NoBody(f"{shown} is no regular file any more") from error
    except OSError as error:
        raise NoBody(f"{shown} cannot be read: {error.strerror or error}") from error
    finally:
        for each in reversed(opened):
            each.close()
    if not data:
        raise NoBody(f"{shown} is empty, or larger than {LIMIT >> 20} MiB")
    return mask_tokens(decode(data).text)
