"""From a claim and bytes to ``Parsed``: the one place that calls the format modules and answers for their behaviour."""

from __future__ import annotations

import dataclasses

from t2tdb.model import Draft, Parsed, Place, Problem
from t2tdb.parse import JSON, formats, is_candidate, registry  # noqa: F401  importing formats registers them
from t2tdb.parse.health import examine
from t2tdb.parse.jsontext import JsonProblem, load
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import storable


def read(claim: str, place: Place, data: bytes) -> Parsed:
    """Read a claimed file; see ``t2tdb.parse.parse``."""
    source = Source(place, data)
    try:
        parsed = _read_json(source) if claim == JSON else registry.read_file(claim, source)
    except Exception as error:  # a defect of ours must not end the run of somebody's library, nor hide the file
        message = f"The file could not be read as '{claim}' ({type(error).__name__}); please report this."
        return Parsed((), (Problem("error", "PARSER_FAILED", message, place.path),))
    resources = _distinct_entries(tuple(_storable(draft) for draft in parsed.resources))
    found = [problem for draft in resources for problem in examine(draft, place.path)]
    known = {(problem.code, problem.resource_id) for problem in parsed.problems}
    own = [problem for problem in found if (problem.code, problem.resource_id) not in known]
    return Parsed(resources, (*(_storable_problem(problem) for problem in parsed.problems), *own))


def _read_json(source: Source) -> Parsed:
    candidate = is_candidate(source.place)
    escaped = "\\u" in source.text  # a key may be spelt with escapes; then only parsing can tell
    if not candidate and not escaped and not any(marker in source.text for marker in registry.markers()):
        return Parsed()
    duplicates: list[str] = []
    try:
        document = load(source.text, duplicates=duplicates)
    except JsonProblem as problem:
        if candidate:
            source.note("error", "INVALID_JSON", f"Not valid JSON: {problem.reason}.", line=problem.line)
        return source.parsed()
    if not isinstance(document, dict):
        return source.parsed()
    drafts = registry.read_document(source, document)
    if drafts and duplicates:
        listed = ", ".join(f"'{key}'" for key in list(dict.fromkeys(duplicates))[:8])
        message = f"Keys are given more than once, the last one counts: {listed}."
        source.note("warning", "JSON_DUPLICATE_KEY", message)
    if drafts and source.damaged:
        source.note("warning", "INVALID_UTF8", "The file holds bytes that are not UTF-8; they are shown as U+FFFD.")
    return source.parsed(*drafts)


def _distinct_entries(drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Two formats may find an entry of one name in a file; the database's key tells them apart by the entry."""
    taken: set[str] = set()
    kept: list[Draft] = []
    for draft in drafts:
        entry, number = draft.entry, 1
        while entry in taken:
            number += 1
            entry = f"{draft.entry}~{number}"
        taken.add(entry)
        kept.append(draft if entry == draft.entry else dataclasses.replace(draft, entry=entry))
    return tuple(kept)


def _strings_of(draft: Draft) -> list[str]:
    text = draft.text
    return [
        *(draft.id, draft.name, draft.description, draft.entry, draft.version, text.name, text.description, text.body),
        *draft.tags,
        *draft.headings,
        *(part for detail in draft.details for part in detail),
        *(*text.tags, *text.content_tags, *text.headings, *text.extras, *text.parameters),
    ]


def _storable(draft: Draft) -> Draft:
    if all(storable(text) is text for text in _strings_of(draft)):
        return draft
    text = draft.text
    return dataclasses.replace(
        draft,
        id=storable(draft.id),
        name=storable(draft.name),
        description=storable(draft.description),
        entry=storable(draft.entry),
        version=storable(draft.version),
        tags=_all_storable(draft.tags),
        headings=_all_storable(draft.headings),
        details=tuple((storable(key), storable(text)) for key, text in draft.details),
        text=dataclasses.replace(
            text,
            name=storable(text.name),
            description=storable(text.description),
            body=storable(text.body),
            tags=_all_storable(text.tags),
            content_tags=_all_storable(text.content_tags),
            headings=_all_storable(text.headings),
            extras=_all_storable(text.extras),
            parameters=_all_storable(text.parameters),
        ),
    )


def _all_storable(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(storable(text) for text in texts)


def _storable_problem(problem: Problem) -> Problem:
    resource_id = None if problem.resource_id is None else storable(problem.resource_id)
    return dataclasses.replace(problem, message=storable(problem.message), resource_id=resource_id)
