"""Every string of a draft: to look at all of them, and to put others in their places."""

from __future__ import annotations

import dataclasses

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from t2tdb.model import Draft


def strings_of(draft: Draft) -> Iterator[str]:
    """All strings but the body, which is long, and the targets, which are paths."""
    text = draft.text
    yield from (draft.id, draft.name, draft.description, draft.entry, draft.version, text.name, text.description)
    yield from (*draft.tags, *draft.headings)
    for detail in draft.details:
        yield from detail
    for texts in (text.tags, text.content_tags, text.headings, text.extras, text.parameters):
        yield from texts


def with_strings(draft: Draft, change: Callable[[str], str]) -> Draft:
    """The draft with ``change`` of each of those strings, and of the body."""

    def each(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(change, texts))

    text = draft.text
    return dataclasses.replace(
        draft,
        id=change(draft.id),
        name=change(draft.name),
        description=change(draft.description),
        entry=change(draft.entry),
        version=change(draft.version),
        tags=each(draft.tags),
        headings=each(draft.headings),
        details=tuple((change(key), change(detail)) for key, detail in draft.details),
        text=dataclasses.replace(
            text,
            name=change(text.name),
            description=change(text.description),
            body=change(text.body),
            tags=each(text.tags),
            content_tags=each(text.content_tags),
            headings=each(text.headings),
            extras=each(text.extras),
            parameters=each(text.parameters),
        ),
    )
