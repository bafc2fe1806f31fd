"""From a claim and bytes to ``Parsed``: the one place that calls the format modules and answers for their behaviour."""

from __future__ import annotations

import dataclasses

from t2tdb.model import Draft, Parsed, Place, Problem
from t2tdb.parse import IN_PLUGIN, JSON, YAML, formats, is_candidate, jsonc, registry, yamlguard
from t2tdb.parse.formats.context import host_of_context
from t2tdb.parse.formats.plugin import host_of_manifest
from t2tdb.parse.formats.rules import host_of_rule_file
from t2tdb.parse.health import examine
from t2tdb.parse.jsontext import JsonProblem, load
from t2tdb.parse.secrets import STRUCTURED, cleared_sidecar, quiet, secrets_in, withhold, without_secrets
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import storable
from t2tdb.parse.strings import strings_of, with_strings
from t2tdb.parse.surroundings import host_of, origin_of, scope_of
from t2tdb.redact import name_only

__all__ = ("formats", "read")

MAX_YAML_BYTES = 524_288
MAX_YAML_EVENTS = 20_000


def read(claim: str, place: Place, data: bytes) -> Parsed:
    """Read a claimed file; see ``t2tdb.parse.parse``."""
    base = claim.removesuffix(IN_PLUGIN)
    source = Source(place, data)
    if not source.file_name.lower().endswith(STRUCTURED):
        source.text = withhold(source)
    try:
        parsed = _read_by(base, source)
    except Exception as error:  # a defect of ours must not end the run of somebody's library, nor hide the file
        message = f"The file could not be read as '{base}' ({type(error).__name__}); please report this."
        return Parsed((), (Problem("error", "PARSER_FAILED", message, place.path),))
    if not parsed.resources and not parsed.problems:
        return parsed
    in_plugin = claim != base
    resources = _distinct_entries(
        tuple(without_secrets(_storable(_placed(draft, place, in_plugin=in_plugin))) for draft in parsed.resources)
    )
    found = [problem for draft in resources for problem in examine(draft, place.path)]
    known = {(problem.code, problem.resource_id) for problem in parsed.problems}
    own = [problem for problem in found if (problem.code, problem.resource_id) not in known]
    withheld = secrets_in(parsed.resources, resources, place.path)
    problems = (*(_storable_problem(quiet(problem)) for problem in (*parsed.problems, *withheld)), *own)
    return Parsed(resources, problems, cleared_sidecar(parsed.sidecar))


def _read_by(base: str, source: Source) -> Parsed:
    if base == JSON:
        return _read_json(source)
    return _read_yaml(source) if base == YAML else registry.read_file(base, source)


def _read_json(source: Source) -> Parsed:
    candidate = is_candidate(source.place)
    promised = not candidate and registry.is_promised(source.place)
    escaped = "\\u" in source.text  # a key may be spelt with escapes; then only parsing can tell
    if not candidate and not promised and not escaped and not registry.wants_document(source):
        return Parsed()
    duplicates: list[str] = []
    try:
        document = load(source.text, duplicates=duplicates)
    except JsonProblem as problem:
        try:
            document = load(jsonc.to_json(source.text), duplicates=duplicates)
        except JsonProblem:
            if candidate or promised:
                code = "INVALID_JSON" if candidate else "INVALID_DOCUMENT"
                source.note("error", code, f"Not valid JSON: {problem.reason}.", line=problem.line)
            return source.parsed()
    if not isinstance(document, dict):
        if promised:
            source.note("error", "INVALID_DOCUMENT", "The document must be an object.")
        return source.parsed()
    drafts = registry.read_document(source, document, spelt_with_escapes=escaped)
    if drafts and duplicates:
        listed = ", ".join(f"'{name_only(key)}'" for key in list(dict.fromkeys(duplicates))[:8])
        message = f"Keys are given more than once, the last one counts: {listed}."
        source.note("warning", "JSON_DUPLICATE_KEY", message)
    return _finished(source, drafts)


def _read_yaml(source: Source) -> Parsed:
    promised = registry.is_promised(source.place)
    if not promised and not registry.wants_document(source):
        return Parsed()
    try:
        document = yamlguard.load(source.text, max_bytes=MAX_YAML_BYTES, max_events=MAX_YAML_EVENTS)
    except yamlguard.YamlProblem as problem:
        if source.text.lstrip().startswith("{"):
            return _read_json(source)
        if promised:
            source.note("error", "INVALID_DOCUMENT", f"Not readable YAML: {problem.reason}.", line=problem.line)
        return source.parsed()
    if not isinstance(document, dict):
        return Parsed()
    return _finished(source, registry.read_document(source, yamlguard.as_json(document)))


def _finished(source: Source, drafts: tuple[Draft, ...]) -> Parsed:
    if drafts and source.damaged:
        source.note("warning", "INVALID_UTF8", "The file holds bytes that are not UTF-8; they are shown as U+FFFD.")
    return source.parsed(*drafts)


def _placed(draft: Draft, place: Place, *, in_plugin: bool) -> Draft:
    """The draft with what the place of its file says of it."""
    name = place.path.rpartition("/")[2]
    made = registry.FORMATS.get(draft.format)
    named = host_of_context(name) or host_of_rule_file(name) or host_of_manifest(name)
    host = draft.host or named or host_of(place) or ("" if made is None else made.host)
    own_directory = name.lower() in ("skill.md", "power.md", "system.md")
    return dataclasses.replace(
        draft,
        host=host,
        scope=draft.scope or scope_of(place, in_plugin=in_plugin),
        origin=draft.origin or origin_of(place, own_directory=own_directory),
    )


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


def _storable(draft: Draft) -> Draft:
    """The draft with every string such that UTF-8 can hold it."""
    if all(storable(each) is each for each in (*strings_of(draft), *draft.targets, draft.text.body)):
        return draft
    return dataclasses.replace(with_strings(draft, storable), targets=tuple(map(storable, draft.targets)))


def _storable_problem(problem: Problem) -> Problem:
    resource_id = None if problem.resource_id is None else storable(problem.resource_id)
    return dataclasses.replace(problem, message=storable(problem.message), resource_id=resource_id)
