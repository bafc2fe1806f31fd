"""What a scan leaves out on request: ``.t2tdbignore`` in the root, and the patterns of ``--include`` and ``--exclude``.

All are patterns of ``.gitignore`` (https://git-scm.com/docs/gitignore), relative to the root. The file can only leave
things out; nothing else in a scanned tree has any say.
"""

from __future__ import annotations

import hashlib
import os
import stat

from t2tdb.model import Problem
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable

    from pathspec import GitIgnoreSpec

IGNORE_FILE = ".t2tdbignore"
MAX_IGNORE_BYTES = 262_144


@value
class Filters:
    """Everything that decides which paths of a root are looked at."""

    ignored: tuple[str, ...] = ()  # lines of the ignore file
    include: tuple[str, ...] = ()  # only files that match one of these, where there are any
    exclude: tuple[str, ...] = ()

    def fingerprint(self) -> str:
        """Equal for equal filters; "" where nothing is left out."""
        if not (self.ignored or self.include or self.exclude):
            return ""
        parts = ("\n".join(lines) for lines in (self.ignored, self.include, self.exclude))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()

    def compile(self) -> tuple[Callable[[str], bool] | None, tuple[Problem, ...]]:
        """The question whether a path is left out (None: none is), and the problems of patterns that git would refuse.

        The path of a directory ends with "/"; what lies in a directory that is left out is never asked about.
        """
        if not self.fingerprint():
            return None, ()
        problems: list[Problem] = []
        leave_out = _compile((*self.ignored, *self.exclude), problems)
        take = _compile(self.include, problems) if self.include else None

        def excluded(path: str) -> bool:
            if leave_out.match_file(path):
                return True
            return take is not None and not path.endswith("/") and not take.match_file(path)

        return excluded, tuple(problems)


def _compile(lines: tuple[str, ...], problems: list[Problem]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # 30 ms that only a root with patterns pays

    sound: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            message = f"The pattern in line {number} is not one of .gitignore's and is not used."
            problems.append(Problem("warning", "IGNORE_PATTERN_INVALID", message, IGNORE_FILE, None, number))
        else:
            sound.append(line)
    return GitIgnoreSpec.from_lines(sound)


def read_ignore_file(root: bytes) -> tuple[str, ...]:
    """The lines of the root's ignore file; none where there is no regular file of that name that can be read.

    A link is not followed, as nowhere in a root. Lines beyond 256 KiB are not read.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    path = os.path.join(root, os.fsencode(IGNORE_FILE))
    try:
        if stat.S_ISLNK(os.lstat(path).st_mode):
            return ()
        descriptor = os.open(path, flags)
    except OSError:
        return ()
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return ()
        try:
            data = file.read(MAX_IGNORE_BYTES)
        except OSError:
            return ()
    return tuple(data.decode("utf-8-sig", "replace").splitlines())
