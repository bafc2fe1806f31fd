"""The aliases that a root brings along: ``.t2tdb/aliases.yml``, read when the root is scanned in full."""

from __future__ import annotations

import os
import stat

from t2tdb.aliases import FILE_NAME, MAX_BYTES, AliasesInvalid, parse_aliases
from t2tdb.model import Problem
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.aliases import Group

DIRECTORY = ".t2tdb"
PLACE = f"{DIRECTORY}/{FILE_NAME}"
ALIASES_INVALID = "ALIASES_INVALID"


def aliases_of(root: bytes) -> tuple[tuple[Group, ...], Problem | None]:
    """The groups of a root, and what is wrong with its file. Follows no link and reads no more than it may."""
    try:
        data = _read(root)
    except FileNotFoundError:
        return (), None
    except OSError as error:
        return (), _problem(f"could not be read ({error.strerror})")
    if data is None:
        return (), _problem(f"is not a regular file of at most {MAX_BYTES} bytes")
    try:
        return parse_aliases(data), None
    except AliasesInvalid as problem:
        return (), _problem(f"is ignored: {problem.reason}", problem.line)


def _read(root: bytes) -> bytes | None:
    """The bytes; None for what is no plain file, or too long."""
    place = os.path.join(root, os.fsencode(DIRECTORY))
    path = os.path.join(place, os.fsencode(FILE_NAME))
    if stat.S_ISLNK(os.lstat(place).st_mode):
        return None
    seen = os.lstat(path)
    if not stat.S_ISREG(seen.st_mode) or seen.st_size > MAX_BYTES:
        return None
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    return data if len(data) <= MAX_BYTES else None


def _problem(message: str, line: int | None = None) -> Problem:
    return Problem("warning", ALIASES_INVALID, f"The alias file {message}.", PLACE, line=line)
