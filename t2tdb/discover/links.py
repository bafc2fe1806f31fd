"""What a skipped symbolic link would have been.

Links are never followed: nothing behind one is opened, listed or read. To tell the user what is missing it takes two
looks by ``stat``: is the target a directory, and does that directly hold a ``SKILL.md``?

Of the links that lead to directories, those are named that hide something: a skill's own directory, and any directory
outside the root. A link to a directory inside the root hides nothing, as its target is visited at its own path.
"""

from __future__ import annotations

import os
import stat

from t2tdb.model import Problem
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.discover.disk import Directory
    from t2tdb.model import Place

CODE = "SYMLINK_SKIPPED"


def skipped_link(
    root: bytes, directory: Directory, name: bytes, raw: bytes, place: Place, *, named_resource: bool
) -> Problem | None:
    """The problem that a skipped link is, or None where nothing is lost by it."""
    try:
        target = directory.leads_to(name)
    except OSError:
        target = None  # it leads nowhere, in a circle, or where we may not look
    if target is not None and stat.S_ISDIR(target.st_mode):
        if _holds_skill(directory, name):
            return _problem("A link to a skill's directory is not followed", place.path)
        if not _is_inside(root, raw):
            return _problem("A link to a directory outside the root is not followed", place.path)
        return None
    if not named_resource:
        return None
    if target is None:
        return Problem("warning", CODE, "This link leads nowhere, so there is no resource behind it.", place.path)
    return _problem("A link to a file is not followed", place.path)


def _problem(what: str, path: str) -> Problem:
    advice = "index the directory that it leads to as a root of its own, or put a copy in the link's place."
    return Problem("warning", CODE, f"{what}: {advice}", path)


def _holds_skill(directory: Directory, name: bytes) -> bool:
    for skill in (b"SKILL.md", b"skill.md"):
        try:
            if stat.S_ISREG(directory.leads_to(name + b"/" + skill).st_mode):
                return True
        except OSError:
            continue
    return False


def _is_inside(root: bytes, raw: bytes) -> bool:
    top = os.path.realpath(root)
    try:
        target = os.path.realpath(os.path.join(top, raw))
    except OSError:
        return True  # the link is gone by now, so nothing is lost by it
    return target == top or target.startswith(os.path.join(top, b""))
