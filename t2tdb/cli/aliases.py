"""The user's own ``aliases.yml``."""

from __future__ import annotations

import os

from t2tdb.errors import UsageError
from t2tdb.settings import aliases_path
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.aliases import Group
    from t2tdb.api import Library


def own_aliases(library: Library) -> Sequence[Group]:
    """Read it, beside ``config.toml``, where the database is one that looks at aliases."""
    if not library.widens:
        return ()
    path = aliases_path(os.environ)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise UsageError(f"{path}: cannot read the aliases: {error.strerror}") from None
    from t2tdb.aliases import AliasesInvalid, parse_aliases

    try:
        return parse_aliases(data)
    except AliasesInvalid as problem:
        line = f" line {problem.line}:" if problem.line else ""
        raise UsageError(f"{path}:{line} not an alias file: {problem.reason}") from None
