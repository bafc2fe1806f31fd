"""Tokens of known formats in texts: found, told by their line, and taken out before anything else sees them.

A page is cleared as a whole before it is parsed, so that no fallback, heading or cut can keep half of a token. What is
structured (JSON, YAML, TOML) is parsed first, because the rules on launch configurations look at the values; of what
they let through, every string is cleared. Paths are what they are.
"""

from __future__ import annotations

import dataclasses

from t2tdb.model import Draft, Problem
from t2tdb.parse.strings import strings_of, with_strings
from t2tdb.redact import BLANK, mask_addresses, without_tokens
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from t2tdb.model import Sidecar
    from t2tdb.parse.source import Source

CODE = "SECRET_IN_TEXT"
STRUCTURED = (".json", ".jsonc", ".json5", ".yaml", ".yml", ".toml")
MESSAGE = "A token of a known format stands here; it is kept out of the index. Revoke it if it is real."
MOST_LINES = 20
"""Lines with tokens that are told one by one."""


def withhold(source: Source) -> str:
    """The text of a page without its tokens; notes a problem for each line that held one."""
    text, lines = without_tokens(source.text)
    for line in lines[:MOST_LINES]:
        source.note("warning", CODE, MESSAGE, line=line)
    return text


def without_secrets(draft: Draft) -> Draft:
    """The draft with every string cleared; the same object where there is nothing to clear."""
    if not without_tokens("\n".join(strings_of(draft)))[1] and not without_tokens(draft.text.body)[1]:
        return draft
    return with_strings(draft, _clear)


def cleared_sidecar(sidecar: Sidecar | None) -> Sidecar | None:
    """What a neighbouring file says of a resource, cleared."""
    if sidecar is None:
        return None
    return dataclasses.replace(sidecar, details=tuple((_clear(key), _clear(found)) for key, found in sidecar.details))


def secrets_in(before: Iterable[Draft], after: Iterable[Draft], path: str) -> list[Problem]:
    """A problem for each draft that had to be cleared."""
    return [
        Problem("warning", CODE, MESSAGE, path, cleared.id, cleared.line)
        for draft, cleared in zip(before, after, strict=True)
        if BLANK in "\n".join((cleared.name, cleared.description, *(found for _, found in cleared.details)))
        and BLANK not in "\n".join((draft.name, draft.description, *(found for _, found in draft.details)))
    ]


def quiet(problem: Problem) -> Problem:
    """The problem without any token in its message or in the id that it names; addresses as the names of servers."""
    message = mask_addresses(_clear(problem.message))
    identifier = None if problem.resource_id is None else _clear(problem.resource_id)
    if (message, identifier) == (problem.message, problem.resource_id):
        return problem
    return dataclasses.replace(problem, message=message, resource_id=identifier)


def _clear(text: str) -> str:
    return without_tokens(text)[0]
